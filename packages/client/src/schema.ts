// Made from openapi.json by `npm run client`: not to be edited.

export interface paths {
    "/r/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a signed link shows (no key); expired and forged tokens give 404
         * @description The token is the credential. Parameters that are not known are ignored
         */
        get: operations["openLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates a conversation (201), or finds it again by external_id (200) */
        post: operations["createConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A conversation */
        get: operations["getConversation"];
        put?: never;
        post?: never;
        /**
         * Removes correspondence, pictures and turn history; irreversible
         * @description An open turn is stopped and not charged. A card that was handed off stays with its workplace
         */
        delete: operations["deleteConversation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations/{id}/bom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The bill of materials of the order as it stands */
        get: operations["getBom"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations/{id}/handoff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Puts the assembled order as a card onto a workplace of the company */
        post: operations["handOff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations/{id}/parts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every part of the order for the workshop: JSON, or CSV for cutting programs */
        get: operations["getParts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations/{id}/project": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The order document */
        get: operations["getProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations/{id}/render": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The picture, the set of sheets or the model, or with link=1 a signed link to it that needs no key */
        get: operations["renderOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations/{id}/turns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A conversation's turns, oldest first */
        get: operations["listTurns"];
        put?: never;
        /**
         * Queues a customer's request; poll the turn or wait for the webhook
         * @description A turn takes from a moment to minutes: wait for the webhook, follow its events, or poll it every 5 to 10 s. A repeat under the same key gets the same turn and costs nothing
         */
        post: operations["queueTurn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The partner's outcome events in order, bodies as in webhooks
         * @description What a receiver that was down has missed: keep `next`, and ask from it. An empty page gives the same cursor back
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the service answers, and which model is in use (no key) */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/turns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A turn and, once it has ended, its outcome */
        get: operations["getTurn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/turns/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Server-sent events: queued, running, attempt, done | stopped | failed | deleted; resumes by Last-Event-ID
         * @description First what has happened, then what happens, until the turn has ended. `id` is the cursor for Last-Event-ID. The data of `done`, `stopped` and `failed` is the turn as `GET /v1/turns/{id}` shows it; of `attempt` {id, attempt, findings}; of `queued`, `running` and `deleted` {id}
         */
        get: operations["followTurn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/turns/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stops a queued or running turn; it is not charged */
        post: operations["stopTurn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The balance in coins */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a signed ping to the partner-wide address */
        post: operations["sendPing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    ping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Asked for by POST /v1/webhooks/test
         * @description Sent to the webhook_url of the conversation, else to the partner-wide address, until it is answered 2xx: again after 10 s, 1 min, 5 min, 30 min, 2 h, 6 h. It may come more than once: remove duplicates by `id`
         */
        post: operations["onPing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "turn.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A turn has ended with an outcome
         * @description Sent to the webhook_url of the conversation, else to the partner-wide address, until it is answered 2xx: again after 10 s, 1 min, 5 min, 30 min, 2 h, 6 h. It may come more than once: remove duplicates by `id`
         */
        post: operations["onTurnCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "turn.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A turn did not take place
         * @description Sent to the webhook_url of the conversation, else to the partner-wide address, until it is answered 2xx: again after 10 s, 1 min, 5 min, 30 min, 2 h, 6 h. It may come more than once: remove duplicates by `id`
         */
        post: operations["onTurnFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "turn.stopped": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A turn was stopped
         * @description Sent to the webhook_url of the conversation, else to the partner-wide address, until it is answered 2xx: again after 10 s, 1 min, 5 min, 30 min, 2 h, 6 h. It may come more than once: remove duplicates by `id`
         */
        post: operations["onTurnStopped"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Bar: {
            /** @description Key of the goods */
            key: string;
            /** @description In Russian */
            name: string;
            pieces: {
                /** @description Length, mm */
                length_mm: number;
                /** @description Number of the unit */
                unit: number | null;
                /** @description Id of the wall */
                wall: string | null;
            }[];
            /** @description What is left of it, mm */
            rest_mm: number;
            /** @description Length of the bar, mm */
            stock_mm: number;
        };
        Bom: {
            /** @description Edge tape by kind */
            edges: {
                /** @description Kind of edge tape */
                edge: string;
                /** @description Length of all edges, mm */
                length_mm: number;
                /** @description In Russian */
                name: string;
            }[];
            /** @description Profile, rod tube, lighting tape */
            linear: {
                /** @description Key of the goods */
                key: string;
                /** @description Length of all pieces, mm */
                length_mm: number;
                /** @description In Russian */
                name: string;
                /** @description Cut pieces */
                parts: number;
            }[];
            /** @description Legs, runners, gas lifts */
            pieces: {
                /** @description Article */
                article: string;
                /** @description In Russian */
                name: string;
                /** @description Pieces */
                qty: number;
            }[];
            /** @description Sheet goods by area */
            sheets: {
                /** @description Area of all parts, mm² */
                area_mm2: number;
                /** @description Key of the material */
                material: string;
                /** @description In Russian */
                name: string;
                /** @description Parts */
                parts: number;
            }[];
        };
        BoughtPiece: {
            /** @description Article */
            article: string;
            /** @description In Russian */
            name: string;
            /** @description Pieces */
            qty: number;
            /** @description Number of the unit on the drawings; null for worktops and what runs along a wall */
            unit: number | null;
            /** @description Its name, in Russian */
            unit_name: string | null;
        };
        Conversation: {
            /**
             * Format: date-time
             * @description 30 days after the last accepted request; ISO 8601, UTC, with milliseconds
             */
            expires_at: string;
            /** @description The partner's lead id; null where none was given */
            external_id: string | null;
            /** @description Whether anything has been assembled yet */
            has_project: boolean;
            /** @description Id of the conversation */
            id: string;
            /** @description Name of the order */
            order_id: string;
            /** @description Id of the queued or running turn */
            running_turn: string | null;
            /** @description Number of the latest turn; 0 for a new conversation */
            turn: number;
        };
        DoneTurn: {
            /** @description Id of the turn */
            id: string;
            result: components["schemas"]["TurnResult"];
            /** @enum {string} */
            state: "done";
            status: components["schemas"]["OutcomeStatus"];
        };
        FailedTurn: {
            error: components["schemas"]["TurnError"];
            /** @description Id of the turn */
            id: string;
            /** @enum {string} */
            state: "failed";
        };
        Finding: {
            /** @description Code of the rule */
            code: string;
            /** @description What would be right, in Russian */
            fixHint?: string;
            /** @description What is wrong, in Russian */
            msg: string;
            /** @description Place in the order document: `runs[A-base].nodes[n3]` */
            path: string;
            /** @enum {string} */
            severity: "error" | "warning";
        };
        Handoff: {
            /** @description Name of the order at the workplace */
            order_id: string;
            /** @description Id of the workplace */
            seat_id: number;
            /** @description Its title */
            seat_title: string;
            /** @description Number of the last ended turn, whether or not it changed the order */
            turn: number;
        };
        HealthParts: {
            clock: {
                /** @description Instead of figures: the part does not answer */
                error?: string;
                /** @enum {string} */
                status: "ok" | "degraded";
            };
            disk?: {
                /** @description Instead of figures: the part does not answer */
                error?: string;
                /** @description Free for the data folder */
                free_bytes?: number;
                /** @description Of its disk */
                size_bytes?: number;
                /** @enum {string} */
                status: "ok" | "degraded";
            };
            event_store: {
                /** @description Instead of figures: the part does not answer */
                error?: string;
                /** @description Time of its answer, ms */
                ms?: number;
                /** @description Of the last event */
                position?: number;
                /** @enum {string} */
                status: "ok" | "degraded";
            };
            leases: {
                /** @description Instead of figures: the part does not answer */
                error?: string;
                jobs?: string[];
                /** @description Nodes that this one sees alive */
                nodes?: number;
                /** @enum {string} */
                status: "ok" | "degraded";
            };
            projections: {
                /** @description Instead of figures: the part does not answer */
                error?: string;
                /** @description Positions behind the event store; of all the largest */
                lag?: number;
                models?: {
                    /** @description Positions behind the event store; of all the largest */
                    lag: number;
                    /** @description Of the read model */
                    name: string;
                    /** @description Events that could not be taken */
                    parked: number;
                }[];
                /** @description Events that could not be taken */
                parked?: number;
                /** @enum {string} */
                status: "ok" | "degraded";
            };
            read_models: {
                /** @description Instead of figures: the part does not answer */
                error?: string;
                /** @description Time of their store’s answer, ms */
                ms?: number;
                /** @enum {string} */
                status: "ok" | "degraded";
            };
            sagas: {
                /** @description Instead of figures: the part does not answer */
                error?: string;
                /** @description Events that could not be taken */
                parked?: number;
                /** @enum {string} */
                status: "ok" | "degraded";
            };
            turns: {
                /** @description Instead of figures: the part does not answer */
                error?: string;
                /** @description For how long the oldest has waited, s */
                oldest_queued_s?: number;
                /** @description Turns that it may run at a time */
                places?: number;
                /** @description Turns that wait for a place, counted up to 1000 */
                queued?: number;
                /** @description Turns that this node runs */
                running?: number;
                /** @enum {string} */
                status: "ok" | "degraded";
            };
            webhooks: {
                /** @description Instead of figures: the part does not answer */
                error?: string;
                /** @description For how long the oldest has been due, s */
                oldest_due_s?: number;
                /** @description Deliveries to be tried again, counted up to 1000 */
                pending?: number;
                /** @enum {string} */
                status: "ok" | "degraded";
            };
            workers: {
                /** @description Instead of figures: the part does not answer */
                error?: string;
                /** @description Tasks that they compute */
                running?: number;
                /** @enum {string} */
                status: "ok" | "degraded";
                /** @description Worker threads that there are */
                threads?: number;
                /** @description Tasks that wait for one */
                waiting?: number;
            };
        };
        Image: {
            /** @description The picture in base64, at most 5 MB */
            b64: string;
            /** @enum {string} */
            mime: "image/png" | "image/jpeg" | "image/webp" | "image/gif";
            /** @description Accepted and not used */
            name?: string;
        };
        Item: {
            /** @enum {string} */
            fuel?: "gas" | "electric" | "induction";
            /** @description Id */
            id: string;
            /** @enum {string} */
            kind: "sink" | "hob" | "oven" | "stove" | "dishwasher" | "washer" | "fridge" | "hood" | "microwave";
            /** @description The node that it stands in */
            node: string;
            /** @description The appliance's own width */
            w?: number;
        };
        LinearCut: {
            /** @description Where it is joined because no bar is so long */
            joints_mm: number[];
            /** @description Key of the goods */
            key: string;
            /** @description Length, mm */
            length_mm: number;
            /** @description In Russian */
            name: string;
            /** @description Equal cuts */
            qty: number;
            /** @description Number of the unit on the drawings; null for worktops and what runs along a wall */
            unit: number | null;
            /** @description Its name, in Russian */
            unit_name: string | null;
            /** @description Id of the wall that it runs along */
            wall: string | null;
        };
        NewConversation: {
            /** @description Lead id; the same value returns the same conversation */
            external_id?: string;
            /** @description Any JSON up to 16 KiB; stored, never read */
            meta?: unknown;
            /** @description Order name; `lead-<external_id>` by default */
            order_id?: string;
            /** @description Where outcomes are sent; the partner-wide address by default */
            webhook_url?: string;
        };
        NewHandoff: {
            /** @description Name under which the order lands at the workplace */
            order_id?: string;
            /** @description A workplace's id, or its title from the company's cabinet */
            seat: string;
        };
        NewTurn: {
            images?: components["schemas"]["Image"][];
            /** @description The customer's words as they are, in Russian */
            text: string;
        };
        Node: {
            /** @description Left edge from the wall's left end, mm */
            at: string;
            /** @description Module of the catalogue */
            code: string;
            /** @description Depth, where it is not the module's own */
            d?: number;
            /** @description Height, where the module is made in several */
            h?: number;
            /** @description Lasts for the whole life of the node */
            id: string;
            /**
             * @description Stays where it is
             * @enum {boolean}
             */
            pinned?: true;
            /** @description Width */
            w: number;
        };
        Obstacle: {
            /** @description Left edge from the wall's left end */
            at: number;
            /** @description Lower edge from the floor */
            bottom?: number;
            /** @description Depth */
            depth?: number;
            /** @description Id */
            id: string;
            /** @enum {string} */
            kind: "door" | "window" | "riser" | "gas_pipe" | "radiator" | "boiler" | "socket" | "water" | "niche";
            /** @description Upper edge */
            top?: number;
            /** @description Id of the wall */
            wall: string;
            /** @description Width */
            width: number;
        };
        OpenTurn: {
            /** @description Id of the turn */
            id: string;
            /** @enum {string} */
            state: "queued" | "running";
        };
        OrderBom: {
            bom: components["schemas"]["Bom"];
            /** @enum {boolean} */
            ok: true;
            /** @description Name of the order */
            order_id: string;
            /** @description Number of the last ended turn, whether or not it changed the order */
            turn: number;
        };
        OrderParts: {
            /** @description What each bar is cut into */
            bars: components["schemas"]["Bar"][];
            /** @description Linear goods as they are cut */
            linear: components["schemas"]["LinearCut"][];
            /** @enum {boolean} */
            ok: true;
            /** @description Name of the order */
            order_id: string;
            parts: components["schemas"]["Part"][];
            pieces: components["schemas"]["BoughtPiece"][];
            /** @description Number of the last ended turn, whether or not it changed the order */
            turn: number;
            worktops: components["schemas"]["WorktopPart"][];
        };
        /** @description An outcome, as in webhooks. Decide by `result.status`, not by the name of the event */
        OutcomeEvent: components["schemas"]["TurnCompleted"] | components["schemas"]["TurnStopped"] | components["schemas"]["TurnFailed"];
        /**
         * @description built: assembled, the order changed. parsed: an attached drawing was read aloud, nothing is assembled. question: answered in words. rejected: against a production norm. failed: nothing usable was answered
         * @enum {string}
         */
        OutcomeStatus: "built" | "parsed" | "question" | "rejected" | "failed";
        Part: {
            /** @description Of all of them, mm² */
            area_mm2: number;
            /** @description Edge tape by side; null: none */
            edges: {
                L1: {
                    /** @description Kind of edge tape */
                    edge: string;
                    /** @description Thickness, mm */
                    thickness_mm: number;
                } | null;
                L2: {
                    /** @description Kind of edge tape */
                    edge: string;
                    /** @description Thickness, mm */
                    thickness_mm: number;
                } | null;
                W1: {
                    /** @description Kind of edge tape */
                    edge: string;
                    /** @description Thickness, mm */
                    thickness_mm: number;
                } | null;
                W2: {
                    /** @description Kind of edge tape */
                    edge: string;
                    /** @description Thickness, mm */
                    thickness_mm: number;
                } | null;
            };
            /** @description Along the grain, mm */
            length_mm: number;
            /** @description Written on the part: «3.2» is the second part of unit 3, «С1» the first worktop */
            mark: string;
            /** @description Key of the material */
            material: string;
            /** @description In Russian */
            material_name: string;
            /** @description In Russian */
            name: string;
            /** @description Equal parts */
            qty: number;
            /** @description Thickness, mm */
            thickness_mm: number;
            /** @description Number of the unit on the drawings; null for worktops and what runs along a wall */
            unit: number | null;
            /** @description Its name, in Russian */
            unit_name: string | null;
            /** @description Across the grain, mm */
            width_mm: number;
        };
        Ping: {
            /**
             * Format: date-time
             * @description When it was asked for; ISO 8601, UTC, with milliseconds
             */
            at: string;
            /** @enum {string} */
            event: "ping";
            /** @description Id of the event; the same in every delivery of it: remove duplicates by it */
            id: string;
        };
        /** @description The order document. Of use to partners: `runs[].nodes[]`, in order of composition */
        Project: {
            /** @description Height of the ceiling */
            ceiling: number;
            finish: {
                /** @enum {string} */
                carcass?: "clear" | "white" | "milk" | "sand" | "oak" | "walnut" | "wenge" | "grey" | "graphite" | "black" | "olive" | "blue";
                facade?: {
                    /** @enum {string} */
                    base?: "clear" | "white" | "milk" | "sand" | "oak" | "walnut" | "wenge" | "grey" | "graphite" | "black" | "olive" | "blue";
                    /** @enum {string} */
                    tall?: "clear" | "white" | "milk" | "sand" | "oak" | "walnut" | "wenge" | "grey" | "graphite" | "black" | "olive" | "blue";
                    /** @enum {string} */
                    upper?: "clear" | "white" | "milk" | "sand" | "oak" | "walnut" | "wenge" | "grey" | "graphite" | "black" | "olive" | "blue";
                    /** @enum {string} */
                    wall?: "clear" | "white" | "milk" | "sand" | "oak" | "walnut" | "wenge" | "grey" | "graphite" | "black" | "olive" | "blue";
                };
                /** @enum {string} */
                worktop?: "clear" | "white" | "milk" | "sand" | "oak" | "walnut" | "wenge" | "grey" | "graphite" | "black" | "olive" | "blue";
            };
            handles: {
                /** @enum {string} */
                base?: "grip" | "bar" | "gola" | "push";
                /** @enum {string} */
                tall?: "grip" | "bar" | "gola" | "push";
                /** @enum {string} */
                upper?: "grip" | "bar" | "gola" | "push";
                /** @enum {string} */
                wall?: "grip" | "bar" | "gola" | "push";
            };
            /** @description Name of the order */
            id: string;
            issued?: {
                /** @description … of an item */
                item?: number;
                /** @description Highest number of a node */
                node?: number;
                /** @description … of an obstacle */
                obstacle?: number;
            };
            /** @description Appliances */
            items: components["schemas"]["Item"][];
            /** @enum {string} */
            kind: "kitchen";
            lighting: {
                /** @description Lit below the wall cabinets */
                under?: boolean;
            };
            obstacles: components["schemas"]["Obstacle"][];
            room: {
                walls: components["schemas"]["Wall"][];
            };
            runs: components["schemas"]["Run"][];
        };
        QueuedTurn: {
            /** @description Id of the turn */
            id: string;
            /**
             * @description queued; as it stands now for a repeated key
             * @enum {string}
             */
            state: "queued" | "running" | "done" | "stopped" | "failed";
        };
        Run: {
            /** @description Has a worktop */
            countertop: boolean;
            /** @description `A-base` */
            id: string;
            nodes: components["schemas"]["Node"][];
            /** @description Has a plinth */
            plinth: boolean;
            /** @enum {string} */
            tier: "base" | "wall" | "tall" | "upper";
            /** @description Id of the wall */
            wall: string;
        };
        SignedLink: {
            /**
             * Format: date-time
             * @description End of the link; ISO 8601, UTC, with milliseconds
             */
            expires_at: string;
            /** @enum {boolean} */
            ok: true;
            /**
             * Format: uri
             * @description Needs no key
             */
            url: string;
        };
        StoppedTurn: {
            /** @description Id of the turn */
            id: string;
            /** @enum {string} */
            state: "stopped";
        };
        /** @description A turn in one of its states. `status`, `result`, `error` are absent where they have nothing to say */
        Turn: components["schemas"]["OpenTurn"] | components["schemas"]["DoneTurn"] | components["schemas"]["StoppedTurn"] | components["schemas"]["FailedTurn"];
        TurnCompleted: {
            /**
             * Format: date-time
             * @description When it happened; ISO 8601, UTC, with milliseconds
             */
            at: string;
            /** @description Id of the conversation */
            conversation_id: string;
            /** @enum {string} */
            event: "turn.completed";
            /** @description The partner's lead id; null where none was given */
            external_id: string | null;
            /** @description Id of the event; the same in every delivery of it: remove duplicates by it */
            id: string;
            result: components["schemas"]["TurnResult"];
            /** @enum {string} */
            state: "done";
            /** @description Id of the turn */
            turn_id: string;
        };
        TurnError: {
            /** @description `internal`, `deadline`, … */
            code: string;
            /** @description What happened, in English */
            message: string;
        };
        TurnFailed: {
            /**
             * Format: date-time
             * @description When it happened; ISO 8601, UTC, with milliseconds
             */
            at: string;
            /** @description Id of the conversation */
            conversation_id: string;
            error: components["schemas"]["TurnError"];
            /** @enum {string} */
            event: "turn.failed";
            /** @description The partner's lead id; null where none was given */
            external_id: string | null;
            /** @description Id of the event; the same in every delivery of it: remove duplicates by it */
            id: string;
            /** @enum {string} */
            state: "failed";
            /** @description Id of the turn */
            turn_id: string;
        };
        TurnResult: {
            /** @description Nodes of the order that changed; 0: the order is untouched */
            applied: number;
            /** @description What the checks found */
            findings?: components["schemas"]["Finding"][];
            /** @description Reply to the customer, in Russian; the only thing to show to the customer */
            note: string;
            /** @description Name of the order */
            order_id: string;
            status: components["schemas"]["OutcomeStatus"];
            /** @description Number of the turn within the conversation */
            turn: number;
            usage: components["schemas"]["TurnUsage"];
            /** @description Reason in one Russian sentence; on unsuccessful turns only */
            why?: string;
        };
        TurnStopped: {
            /**
             * Format: date-time
             * @description When it happened; ISO 8601, UTC, with milliseconds
             */
            at: string;
            /** @description Id of the conversation */
            conversation_id: string;
            /** @enum {string} */
            event: "turn.stopped";
            /** @description The partner's lead id; null where none was given */
            external_id: string | null;
            /** @description Id of the event; the same in every delivery of it: remove duplicates by it */
            id: string;
            /** @enum {string} */
            state: "stopped";
            /** @description Id of the turn */
            turn_id: string;
        };
        TurnUsage: {
            /** @description Attempts of the assistant */
            attempts: number;
            /** @description Coins that the turn costs */
            coins: number;
            /** @description Tokens written */
            completion_tokens: number;
            /** @description What the model cost, US dollars */
            cost_usd: number;
            /** @description Which model answered */
            model: string;
            /** @description Duration of the turn, ms */
            ms: number;
            /** @description Tokens read */
            prompt_tokens: number;
        };
        Usage: {
            /**
             * Format: uri
             * @description Where the furniture company tops up coins
             */
            cabinet: string;
            /** @description Coins included in the period */
            coins_included: number;
            /** @description Coins that new turns can reserve */
            coins_left: number;
            /** @description Coins charged in this period */
            coins_used: number;
            /** @description Coins added and not yet charged */
            extra_coins: number;
            /**
             * Format: date-time
             * @description End of the period; ISO 8601, UTC, with milliseconds
             */
            period_end: string;
            /** @description Name of the plan; `none` without a subscription */
            plan: string;
            /** @enum {string} */
            status: "trial" | "active" | "past_due" | "canceled";
        };
        Wall: {
            ends: {
                /** @enum {string} */
                left: "wall" | "free";
                /** @enum {string} */
                right: "wall" | "free";
            };
            /** @description `A`, `B`, …, from left to right */
            id: string;
            /** @description Length */
            length: number;
            /**
             * @description How it turns from the wall before: right is an inner corner
             * @enum {string}
             */
            turn: "start" | "right" | "left";
        };
        WorktopPart: {
            cutouts: {
                /** @description From the edge at the wall, mm */
                back_mm: number;
                /** @description From the part's left end, mm */
                from_mm: number;
                /**
                 * @description Appliance that lies in it, or what passes there
                 * @enum {string}
                 */
                kind: "sink" | "hob" | "riser" | "gas_pipe" | "radiator";
                /** @description Along the wall, mm */
                length_mm: number;
                /** @description In Russian */
                name: string;
                /** @description Number of the unit below; null: cut off for what passes there */
                unit: number | null;
                /** @description Away from the wall, mm */
                width_mm: number;
            }[];
            /** @description Left end on the wall, mm */
            from_mm: number;
            joints: {
                /** @enum {string} */
                end: "left" | "right";
                /** @enum {string} */
                kind: "straight" | "corner";
                /** @description Mark of the part that it is joined to */
                with: string;
            }[];
            /** @description Length, mm */
            length_mm: number;
            /** @description As in the list of parts */
            mark: string;
            /** @description Thickness, mm */
            thickness_mm: number;
            /** @description Id of the wall */
            wall: string;
            /** @description Depth, mm */
            width_mm: number;
        };
    };
    responses: {
        /** @description A turn is open in this conversation: wait for its outcome or stop it */
        conflict_busy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "ok": false,
                 *       "error": {
                 *         "code": "conflict_busy",
                 *         "message": "turn trn_01a20660407c7390b7952895dcb9aa0d is running in conversation cnv_01a206604056710d8ed7105e71f0caa4: wait for its outcome or stop it"
                 *       }
                 *     }
                 */
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "conflict_busy";
                        /** @description What was wrong and what would be right, in English */
                        message: string;
                    };
                    /** @enum {boolean} */
                    ok: false;
                };
            };
        };
        /** @description The turn has already ended */
        conflict_state: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "ok": false,
                 *       "error": {
                 *         "code": "conflict_state",
                 *         "message": "turn trn_01a20660407c7390b7952895dcb9aa0d has already ended as done: there is nothing to stop"
                 *       }
                 *     }
                 */
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "conflict_state";
                        /** @description What was wrong and what would be right, in English */
                        message: string;
                    };
                    /** @enum {boolean} */
                    ok: false;
                };
            };
        };
        /** @description The company has no such workplace, or it was revoked; or what is asked for is for operators alone */
        forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "ok": false,
                 *       "error": {
                 *         "code": "forbidden",
                 *         "message": "the company has no workplace \"9\", or it was revoked"
                 *       }
                 *     }
                 */
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "forbidden";
                        /** @description What was wrong and what would be right, in English */
                        message: string;
                    };
                    /** @enum {boolean} */
                    ok: false;
                };
            };
        };
        /** @description The URL or the headers are too long */
        headers_too_large: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "ok": false,
                 *       "error": {
                 *         "code": "invalid_request",
                 *         "message": "the URL or the headers are too long"
                 *       }
                 *     }
                 */
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "invalid_request";
                        details?: {
                            /** @description What is wrong, by path: the first 20 */
                            fields: {
                                /** @description What would be right */
                                message: string;
                                /** @description `images[0].mime` */
                                path: string;
                            }[];
                        };
                        /** @description What was wrong and what would be right, in English */
                        message: string;
                    };
                    /** @enum {boolean} */
                    ok: false;
                };
            };
        };
        /** @description A defect of the service */
        internal: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "ok": false,
                 *       "error": {
                 *         "code": "internal",
                 *         "message": "the service failed on this request: its request id helps to find out why"
                 *       }
                 *     }
                 */
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "internal";
                        /** @description What was wrong and what would be right, in English */
                        message: string;
                    };
                    /** @enum {boolean} */
                    ok: false;
                };
            };
        };
        /** @description The request breaks the schema; `details.fields` names what does */
        invalid_request: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "ok": false,
                 *       "error": {
                 *         "code": "invalid_request",
                 *         "message": "text must not be blank",
                 *         "details": {
                 *           "fields": [
                 *             {
                 *               "path": "text",
                 *               "message": "must not be blank"
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "invalid_request";
                        details?: {
                            /** @description What is wrong, by path: the first 20 */
                            fields: {
                                /** @description What would be right */
                                message: string;
                                /** @description `images[0].mime` */
                                path: string;
                            }[];
                        };
                        /** @description What was wrong and what would be right, in English */
                        message: string;
                    };
                    /** @enum {boolean} */
                    ok: false;
                };
            };
        };
        /** @description There is no such thing, or it is another partner's, or nothing is assembled yet */
        not_found: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "ok": false,
                 *       "error": {
                 *         "code": "not_found",
                 *         "message": "nothing is assembled yet in this conversation"
                 *       }
                 *     }
                 */
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "not_found";
                        /** @description What was wrong and what would be right, in English */
                        message: string;
                    };
                    /** @enum {boolean} */
                    ok: false;
                };
            };
        };
        /** @description The body is larger than 15 MiB (new turns) or 64 KiB (elsewhere) */
        payload_too_large: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "ok": false,
                 *       "error": {
                 *         "code": "payload_too_large",
                 *         "message": "the body is larger than the service takes"
                 *       }
                 *     }
                 */
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "payload_too_large";
                        /** @description What was wrong and what would be right, in English */
                        message: string;
                    };
                    /** @enum {boolean} */
                    ok: false;
                };
            };
        };
        /** @description `format=png`: pictures are vector drawings */
        png_unsupported: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "ok": false,
                 *       "error": {
                 *         "code": "png_unsupported",
                 *         "message": "pictures are vector drawings: ask for format=svg and convert it"
                 *       }
                 *     }
                 */
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "png_unsupported";
                        /** @description What was wrong and what would be right, in English */
                        message: string;
                    };
                    /** @enum {boolean} */
                    ok: false;
                };
            };
        };
        /** @description The coins do not suffice, told before the assistant is asked */
        quota_exceeded: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "ok": false,
                 *       "error": {
                 *         "code": "quota_exceeded",
                 *         "message": "the account is out of coins",
                 *         "details": {
                 *           "reason": "out_of_coins"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "quota_exceeded";
                        details: {
                            /** @enum {string} */
                            reason: "no_subscription" | "canceled" | "period_over" | "out_of_coins";
                        };
                        /** @description What was wrong and what would be right, in English */
                        message: string;
                    };
                    /** @enum {boolean} */
                    ok: false;
                };
            };
        };
        /** @description Beyond the partner's limits, refused before any work */
        rate_limited: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "ok": false,
                 *       "error": {
                 *         "code": "rate_limited",
                 *         "message": "more than 500 requests a second",
                 *         "details": {
                 *           "policy": "requests",
                 *           "limit": 500,
                 *           "window_s": 1,
                 *           "retry_after_s": 1
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "rate_limited";
                        details: {
                            /** @description How many */
                            limit: number;
                            /** @description Which limit */
                            policy: string;
                            /** @description When to come again, s */
                            retry_after_s: number;
                            /** @description In how many seconds */
                            window_s?: number;
                        };
                        /** @description What was wrong and what would be right, in English */
                        message: string;
                    };
                    /** @enum {boolean} */
                    ok: false;
                };
            };
        };
        /** @description The request did not arrive in time */
        request_timeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "ok": false,
                 *       "error": {
                 *         "code": "invalid_request",
                 *         "message": "the request did not arrive in time"
                 *       }
                 *     }
                 */
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "invalid_request";
                        details?: {
                            /** @description What is wrong, by path: the first 20 */
                            fields: {
                                /** @description What would be right */
                                message: string;
                                /** @description `images[0].mime` */
                                path: string;
                            }[];
                        };
                        /** @description What was wrong and what would be right, in English */
                        message: string;
                    };
                    /** @enum {boolean} */
                    ok: false;
                };
            };
        };
        /** @description No API key, or one that is malformed, unknown or revoked */
        unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "ok": false,
                 *       "error": {
                 *         "code": "unauthorized",
                 *         "message": "the API key is malformed, unknown or revoked"
                 *       }
                 *     }
                 */
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "unauthorized";
                        /** @description What was wrong and what would be right, in English */
                        message: string;
                    };
                    /** @enum {boolean} */
                    ok: false;
                };
            };
        };
        /** @description A store is out of reach, or the service stops; what was in flight may still take effect: repeat with the same key */
        unavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "ok": false,
                 *       "error": {
                 *         "code": "unavailable",
                 *         "message": "a store is out of reach: repeat the request"
                 *       }
                 *     }
                 */
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "unavailable";
                        /** @description What was wrong and what would be right, in English */
                        message: string;
                    };
                    /** @enum {boolean} */
                    ok: false;
                };
            };
        };
        /** @description The body is no application/json */
        unsupported_media_type: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "ok": false,
                 *       "error": {
                 *         "code": "unsupported_media_type",
                 *         "message": "the body must be application/json"
                 *       }
                 *     }
                 */
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "unsupported_media_type";
                        /** @description What was wrong and what would be right, in English */
                        message: string;
                    };
                    /** @enum {boolean} */
                    ok: false;
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description What the file is called when it is kept */
        "Content-Disposition": string;
        /** @description Of the very bytes: sent back as If-None-Match it is answered 304 */
        ETag: string;
        /** @description The key was known: this is the turn that was queued under it */
        "Idempotency-Replayed": "true";
        /** @description Nothing remains of the quota for `t` seconds: `"requests";r=0;t=1` */
        RateLimit: string;
        /** @description The quota `q`, in `w` seconds: `"requests";q=500;w=1` */
        "RateLimit-Policy": string;
        /** @description When to come again, seconds */
        "Retry-After": string;
        /** @description How to say who asks */
        "WWW-Authenticate": "Bearer";
        /** @description Id of the request: the caller's, if it is sane, else made. To be told when asking for help */
        "X-Request-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    openLink: {
        parameters: {
            query?: {
                /** @description The same order in another form; 3d: a page that shows the model. By default, and for any other value, as the link was asked for */
                as?: "svg" | "html" | "pdf" | "glb" | "3d";
            };
            header?: {
                /** @description ETag of what the caller has */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Of a signed link */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the link shows */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    /** @description Of pictures, pages, sheets and models */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": unknown;
                    "image/svg+xml": string;
                    "model/gltf-binary": unknown;
                    "text/html": string;
                };
            };
            /** @description The caller has it already */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    createConversation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "external_id": "lead-1",
                 *       "meta": {
                 *         "source": "site"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewConversation"];
            };
        };
        responses: {
            /** @description Found by its external_id, as it is */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "conversation": {
                     *         "id": "cnv_01a206604056710d8ed7105e71f0caa4",
                     *         "external_id": "lead-1",
                     *         "order_id": "lead-lead-1",
                     *         "turn": 1,
                     *         "running_turn": null,
                     *         "has_project": true,
                     *         "expires_at": "2026-12-23T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        conversation: components["schemas"]["Conversation"];
                        /** @enum {boolean} */
                        ok: true;
                    };
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "conversation": {
                     *         "id": "cnv_01a206604056710d8ed7105e71f0caa4",
                     *         "external_id": "lead-1",
                     *         "order_id": "lead-lead-1",
                     *         "turn": 0,
                     *         "running_turn": null,
                     *         "has_project": false,
                     *         "expires_at": "2026-12-23T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        conversation: components["schemas"]["Conversation"];
                        /** @enum {boolean} */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the conversation: `cnv_…` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversation */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "conversation": {
                     *         "id": "cnv_01a206604056710d8ed7105e71f0caa4",
                     *         "external_id": "lead-1",
                     *         "order_id": "lead-lead-1",
                     *         "turn": 1,
                     *         "running_turn": null,
                     *         "has_project": true,
                     *         "expires_at": "2026-12-23T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        conversation: components["schemas"]["Conversation"];
                        /** @enum {boolean} */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the conversation: `cnv_…` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getBom: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of what the caller has */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Id of the conversation: `cnv_…` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bill of materials */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "order_id": "lead-lead-1",
                     *       "turn": 1,
                     *       "bom": {
                     *         "sheets": [
                     *           {
                     *             "material": "chip",
                     *             "name": "ЛДСП 16",
                     *             "parts": 64,
                     *             "area_mm2": 12905920
                     *           }
                     *         ],
                     *         "linear": [
                     *           {
                     *             "key": "plinth",
                     *             "name": "Цоколь 100",
                     *             "parts": 1,
                     *             "length_mm": 2950
                     *           }
                     *         ],
                     *         "edges": [
                     *           {
                     *             "edge": "e04",
                     *             "name": "Кромка ПВХ 0,4",
                     *             "length_mm": 52694
                     *           }
                     *         ],
                     *         "pieces": [
                     *           {
                     *             "article": "LEG-100",
                     *             "name": "Опора 100",
                     *             "qty": 16
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OrderBom"];
                };
            };
            /** @description The caller has it already */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    handOff: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the conversation: `cnv_…` */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "seat": "Цех на Лесной"
                 *     }
                 */
                "application/json": components["schemas"]["NewHandoff"];
            };
        };
        responses: {
            /** @description A card stands at the workplace */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "handoff": {
                     *         "seat_id": 1,
                     *         "seat_title": "Цех на Лесной",
                     *         "order_id": "lead-lead-1",
                     *         "turn": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        handoff: components["schemas"]["Handoff"];
                        /** @enum {boolean} */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getParts: {
        parameters: {
            query?: {
                /** @description json: parts, worktops, linear goods, bars, bought pieces; csv: the list of parts alone */
                format?: "json" | "csv";
            };
            header?: {
                /** @description ETag of what the caller has */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Id of the conversation: `cnv_…` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for by `format` */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "order_id": "lead-lead-1",
                     *       "turn": 1,
                     *       "parts": [
                     *         {
                     *           "mark": "3.1",
                     *           "unit": 3,
                     *           "unit_name": "Шкаф нижний под мойку 600",
                     *           "name": "Боковина",
                     *           "material": "chip",
                     *           "material_name": "ЛДСП 16",
                     *           "thickness_mm": 16,
                     *           "length_mm": 720,
                     *           "width_mm": 560,
                     *           "area_mm2": 806400,
                     *           "qty": 2,
                     *           "edges": {
                     *             "L1": {
                     *               "edge": "e04",
                     *               "thickness_mm": 0.4
                     *             },
                     *             "L2": null,
                     *             "W1": null,
                     *             "W2": null
                     *           }
                     *         }
                     *       ],
                     *       "worktops": [],
                     *       "linear": [],
                     *       "bars": [],
                     *       "pieces": [
                     *         {
                     *           "article": "LEG-100",
                     *           "name": "Опора 100",
                     *           "unit": 3,
                     *           "unit_name": "Шкаф нижний под мойку 600",
                     *           "qty": 4
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OrderParts"];
                    /**
                     * @example Name,Count,Length,Width,Thickness,Material,Tags,Edge L1,Edge L2,Edge W1,Edge W2
                     *     3.1 Боковина,2,720,560,16,ЛДСП 16,3 Шкаф нижний под мойку 600,0.4,,0.4,
                     */
                    "text/csv": string;
                };
            };
            /** @description The caller has it already */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the conversation: `cnv_…` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order document */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "project": {
                     *         "id": "lead-lead-1",
                     *         "kind": "kitchen",
                     *         "ceiling": 2700,
                     *         "room": {
                     *           "walls": [
                     *             {
                     *               "id": "A",
                     *               "turn": "start",
                     *               "length": 3000,
                     *               "ends": {
                     *                 "left": "free",
                     *                 "right": "free"
                     *               }
                     *             }
                     *           ]
                     *         },
                     *         "runs": [
                     *           {
                     *             "id": "A-base",
                     *             "wall": "A",
                     *             "tier": "base",
                     *             "countertop": true,
                     *             "plinth": true,
                     *             "nodes": [
                     *               {
                     *                 "id": "n3",
                     *                 "at": "466",
                     *                 "code": "BS",
                     *                 "w": 600
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "items": [
                     *           {
                     *             "id": "i1",
                     *             "kind": "sink",
                     *             "node": "n3"
                     *           }
                     *         ],
                     *         "obstacles": [],
                     *         "finish": {
                     *           "carcass": "white",
                     *           "facade": {
                     *             "base": "oak"
                     *           }
                     *         },
                     *         "handles": {
                     *           "base": "grip"
                     *         },
                     *         "lighting": {}
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        ok: true;
                        project: components["schemas"]["Project"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    renderOrder: {
        parameters: {
            query?: {
                /** @description Paint of the carcasses */
                carcass?: "clear" | "white" | "milk" | "sand" | "oak" | "walnut" | "wenge" | "grey" | "graphite" | "black" | "olive" | "blue";
                /** @description Paint of the fronts */
                facade?: "clear" | "white" | "milk" | "sand" | "oak" | "walnut" | "wenge" | "grey" | "graphite" | "black" | "olive" | "blue";
                /** @description svg: one drawing; html: a page with all views; pdf: the set of sheets; glb: the model, glTF 2.0 */
                format?: "svg" | "html" | "pdf" | "glb";
                /** @description A signed link instead of the picture: `url` and `expires_at` */
                link?: "1";
                /** @description Which drawing; of a page, the one that is shown first. pdf and glb have no view */
                view?: "front" | "iso" | "plan";
            };
            header?: {
                /** @description ETag of what the caller has */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Id of the conversation: `cnv_…` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture, page, set of sheets or model by `format`; with `link=1` a signed link to it, as JSON */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    /** @description Of pictures, pages, sheets and models */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "url": "https://garnitur.example/r/eyJ2Ijox",
                     *       "expires_at": "2026-11-24T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SignedLink"];
                    "application/pdf": unknown;
                    "image/svg+xml": string;
                    "model/gltf-binary": unknown;
                    "text/html": string;
                };
            };
            /** @description The caller has it already */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal"];
            501: components["responses"]["png_unsupported"];
            503: components["responses"]["unavailable"];
        };
    };
    listTurns: {
        parameters: {
            query?: {
                /** @description Cursor: `next` of the page before */
                after?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the conversation: `cnv_…` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, oldest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "turns": [
                     *         {
                     *           "id": "trn_01a20660407c7390b7952895dcb9aa0d",
                     *           "state": "done",
                     *           "status": "built",
                     *           "result": {
                     *             "status": "built",
                     *             "note": "Прямая кухня 3000 мм. Слева направо: посудомойка 450, мойка 600, тумба с ящиками 800, духовка с индукцией 600.",
                     *             "applied": 14,
                     *             "turn": 1,
                     *             "order_id": "lead-lead-1",
                     *             "usage": {
                     *               "model": "offline",
                     *               "attempts": 1,
                     *               "prompt_tokens": 0,
                     *               "completion_tokens": 0,
                     *               "cost_usd": 0,
                     *               "ms": 635,
                     *               "coins": 1
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "next": null
                     *     }
                     */
                    "application/json": {
                        /** @description Cursor of the next page; null where there is none yet */
                        next: string | null;
                        /** @enum {boolean} */
                        ok: true;
                        turns: components["schemas"]["Turn"][];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    queueTurn: {
        parameters: {
            query?: never;
            header?: {
                /** @description The partner's message id; unique within a conversation */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the conversation: `cnv_…` */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Прямая кухня 3 метра: мойка 60, посудомойка 45, духовка с индукцией"
                 *     }
                 */
                "application/json": components["schemas"]["NewTurn"];
            };
        };
        responses: {
            /** @description Queued */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "turn": {
                     *         "id": "trn_01a20660407c7390b7952895dcb9aa0d",
                     *         "state": "queued"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        ok: true;
                        turn: components["schemas"]["QueuedTurn"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            402: components["responses"]["quota_exceeded"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict_busy"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Cursor: `next` of the page before */
                after?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, oldest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "events": [
                     *         {
                     *           "id": "evt_01a20660-4318-729f-88fa-a1a0fc246e9d",
                     *           "event": "turn.completed",
                     *           "at": "2026-11-23T09:00:01.000Z",
                     *           "turn_id": "trn_01a20660407c7390b7952895dcb9aa0d",
                     *           "conversation_id": "cnv_01a206604056710d8ed7105e71f0caa4",
                     *           "external_id": "lead-1",
                     *           "state": "done",
                     *           "result": {
                     *             "status": "built",
                     *             "note": "Прямая кухня 3000 мм. Слева направо: посудомойка 450, мойка 600, тумба с ящиками 800, духовка с индукцией 600.",
                     *             "applied": 14,
                     *             "turn": 1,
                     *             "order_id": "lead-lead-1",
                     *             "usage": {
                     *               "model": "offline",
                     *               "attempts": 1,
                     *               "prompt_tokens": 0,
                     *               "completion_tokens": 0,
                     *               "cost_usd": 0,
                     *               "ms": 635,
                     *               "coins": 1
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "next": "00000000000000000013"
                     *     }
                     */
                    "application/json": {
                        events: components["schemas"]["OutcomeEvent"][];
                        /** @description Cursor of the next page; null where there is none yet */
                        next: string | null;
                        /** @enum {boolean} */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getHealth: {
        parameters: {
            query?: {
                /** @description With the parts of this node, for its operators: from the same machine, or with METRICS_TOKEN as bearer */
                verbose?: "1";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service answers */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "version": 1,
                     *       "model": "offline"
                     *     }
                     */
                    "application/json": {
                        /** @description The model in use; changes without notice, no part of the contract */
                        model: string;
                        /** @enum {boolean} */
                        ok: true;
                        parts?: components["schemas"]["HealthParts"];
                        /**
                         * @description With `verbose`: whether all parts are
                         * @enum {string}
                         */
                        status?: "ok" | "degraded";
                        /** @enum {integer} */
                        version: 1;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            403: components["responses"]["forbidden"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getTurn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the turn: `trn_…` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The turn */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "turn": {
                     *         "id": "trn_01a20660407c7390b7952895dcb9aa0d",
                     *         "state": "done",
                     *         "status": "built",
                     *         "result": {
                     *           "status": "built",
                     *           "note": "Прямая кухня 3000 мм. Слева направо: посудомойка 450, мойка 600, тумба с ящиками 800, духовка с индукцией 600.",
                     *           "applied": 14,
                     *           "turn": 1,
                     *           "order_id": "lead-lead-1",
                     *           "usage": {
                     *             "model": "offline",
                     *             "attempts": 1,
                     *             "prompt_tokens": 0,
                     *             "completion_tokens": 0,
                     *             "cost_usd": 0,
                     *             "ms": 635,
                     *             "coins": 1
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        ok: true;
                        turn: components["schemas"]["Turn"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    followTurn: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `id` of the last event that was read */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description Id of the turn: `trn_…` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream of events */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example id: 1
                     *     event: queued
                     *     data: {"id":"trn_01a20660407c7390b7952895dcb9aa0d"}
                     *
                     *     id: 3
                     *     event: attempt
                     *     data: {"id":"trn_01a20660407c7390b7952895dcb9aa0d","attempt":1,"findings":0}
                     *
                     *     id: 4
                     *     event: done
                     *     data: {"id":"trn_01a20660407c7390b7952895dcb9aa0d","state":"done","status":"built","result":{"status":"built","note":"Прямая кухня 3000 мм. Слева направо: посудомойка 450, мойка 600, тумба с ящиками 800, духовка с индукцией 600.","applied":14,"turn":1,"order_id":"lead-lead-1","usage":{"model":"offline","attempts":1,"prompt_tokens":0,"completion_tokens":0,"cost_usd":0,"ms":635,"coins":1}}}
                     */
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    stopTurn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the turn: `trn_…` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stopped for good; costs nothing */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "turn_id": "trn_01a20660407c7390b7952895dcb9aa0d",
                     *       "state": "stopped"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        ok: true;
                        /** @enum {string} */
                        state: "stopped";
                        /** @description Id of the turn */
                        turn_id: string;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict_state"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balance */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "usage": {
                     *         "plan": "start",
                     *         "status": "active",
                     *         "coins_left": 499,
                     *         "coins_used": 1,
                     *         "coins_included": 500,
                     *         "extra_coins": 0,
                     *         "period_end": "2026-12-31T21:00:00.000Z",
                     *         "cabinet": "https://garnitur.example/cabinet/cmp_01a206603f2b7c5e9d1f8a3b5c7d9e0f"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        ok: true;
                        usage: components["schemas"]["Usage"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    sendPing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ping will be delivered */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "event_id": "evt_01a20660-4318-729f-88fa-a1a0fc246e9d"
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the ping */
                        event_id: string;
                        /** @enum {boolean} */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    onPing: {
        parameters: {
            query?: never;
            header: {
                /** @description As in the body */
                "X-Service-Event": "ping";
                /** @description HMAC-SHA256 of `<t>.<raw body>` under the secret of the partner. Check it against the raw body before parsing, in constant time, and refuse a `t` (unix seconds) older than five minutes */
                "X-Service-Signature": string;
                /** @description For 24 hours after the secret was rotated: the same under the secret that was replaced. A receiver takes what one of the two headers proves; several `v1` where it was rotated more than once */
                "X-Service-Signature-Previous"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01a20660-4318-729f-88fa-a1a0fc246e9d",
                 *       "event": "ping",
                 *       "at": "2026-11-23T09:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["Ping"];
            };
        };
        responses: {
            /** @description Taken; to be said within 10 s */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything but 2xx, or no answer within 10 s: it is sent again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTurnCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description As in the body */
                "X-Service-Event": "turn.completed";
                /** @description HMAC-SHA256 of `<t>.<raw body>` under the secret of the partner. Check it against the raw body before parsing, in constant time, and refuse a `t` (unix seconds) older than five minutes */
                "X-Service-Signature": string;
                /** @description For 24 hours after the secret was rotated: the same under the secret that was replaced. A receiver takes what one of the two headers proves; several `v1` where it was rotated more than once */
                "X-Service-Signature-Previous"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01a20660-4318-729f-88fa-a1a0fc246e9d",
                 *       "event": "turn.completed",
                 *       "at": "2026-11-23T09:00:01.000Z",
                 *       "turn_id": "trn_01a20660407c7390b7952895dcb9aa0d",
                 *       "conversation_id": "cnv_01a206604056710d8ed7105e71f0caa4",
                 *       "external_id": "lead-1",
                 *       "state": "done",
                 *       "result": {
                 *         "status": "built",
                 *         "note": "Прямая кухня 3000 мм. Слева направо: посудомойка 450, мойка 600, тумба с ящиками 800, духовка с индукцией 600.",
                 *         "applied": 14,
                 *         "turn": 1,
                 *         "order_id": "lead-lead-1",
                 *         "usage": {
                 *           "model": "offline",
                 *           "attempts": 1,
                 *           "prompt_tokens": 0,
                 *           "completion_tokens": 0,
                 *           "cost_usd": 0,
                 *           "ms": 635,
                 *           "coins": 1
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TurnCompleted"];
            };
        };
        responses: {
            /** @description Taken; to be said within 10 s */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything but 2xx, or no answer within 10 s: it is sent again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTurnFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description As in the body */
                "X-Service-Event": "turn.failed";
                /** @description HMAC-SHA256 of `<t>.<raw body>` under the secret of the partner. Check it against the raw body before parsing, in constant time, and refuse a `t` (unix seconds) older than five minutes */
                "X-Service-Signature": string;
                /** @description For 24 hours after the secret was rotated: the same under the secret that was replaced. A receiver takes what one of the two headers proves; several `v1` where it was rotated more than once */
                "X-Service-Signature-Previous"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01a20660-4318-729f-88fa-a1a0fc246e9d",
                 *       "event": "turn.failed",
                 *       "at": "2026-11-23T09:00:01.000Z",
                 *       "turn_id": "trn_01a20660407c7390b7952895dcb9aa0d",
                 *       "conversation_id": "cnv_01a206604056710d8ed7105e71f0caa4",
                 *       "external_id": "lead-1",
                 *       "state": "failed",
                 *       "error": {
                 *         "code": "internal",
                 *         "message": "the service restarted while the turn was running"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TurnFailed"];
            };
        };
        responses: {
            /** @description Taken; to be said within 10 s */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything but 2xx, or no answer within 10 s: it is sent again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTurnStopped: {
        parameters: {
            query?: never;
            header: {
                /** @description As in the body */
                "X-Service-Event": "turn.stopped";
                /** @description HMAC-SHA256 of `<t>.<raw body>` under the secret of the partner. Check it against the raw body before parsing, in constant time, and refuse a `t` (unix seconds) older than five minutes */
                "X-Service-Signature": string;
                /** @description For 24 hours after the secret was rotated: the same under the secret that was replaced. A receiver takes what one of the two headers proves; several `v1` where it was rotated more than once */
                "X-Service-Signature-Previous"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01a20660-4318-729f-88fa-a1a0fc246e9d",
                 *       "event": "turn.stopped",
                 *       "at": "2026-11-23T09:00:01.000Z",
                 *       "turn_id": "trn_01a20660407c7390b7952895dcb9aa0d",
                 *       "conversation_id": "cnv_01a206604056710d8ed7105e71f0caa4",
                 *       "external_id": "lead-1",
                 *       "state": "stopped"
                 *     }
                 */
                "application/json": components["schemas"]["TurnStopped"];
            };
        };
        responses: {
            /** @description Taken; to be said within 10 s */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything but 2xx, or no answer within 10 s: it is sent again */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
