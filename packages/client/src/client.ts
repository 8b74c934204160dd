import { GarniturError } from './errors.js';
import { readEvents } from './event-stream.js';
import type { operations } from './schema.js';
import type {
  AnswerTo,
  Conversation,
  EndedTurn,
  Handoff,
  Image,
  NewConversation,
  NewHandoff,
  OrderBom,
  OrderParts,
  OutcomeEvent,
  Page,
  PictureQuery,
  Project,
  QueuedTurn,
  SignedLink,
  Turn,
  TurnStep,
  Usage,
} from './types.js';

export interface GarniturOptions {
  /** Where the service is, `https://garnitur.example`; in a browser, where your own server answers for it. */
  readonly url: string;
  /** `pk_…`. Never in a browser: there your own server adds it. */
  readonly key?: string;
  /** Beside those of the API, with each request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How often a request that may be repeated is, when the service is out of reach or says to come again; 2. */
  readonly repeats?: number;
  /** Between two looks at a turn where its events do not come through, ms; 5,000. */
  readonly pollMs?: number;
}

export interface Words {
  readonly text: string;
  /** At most two, each at most 5 MB. */
  readonly images?: Image[];
  /** Your message's id: a repeat gets the same turn and costs nothing. Made where it is not given. */
  readonly idempotencyKey?: string;
}

export interface Waiting {
  /** The wait ends with the signal; the turn goes on. */
  readonly signal?: AbortSignal;
  /** Ten minutes. */
  readonly timeoutMs?: number;
  /** Told of each step as it happens. */
  readonly onStep?: (step: TurnStep) => void;
}

/** A picture, a page, the set of sheets or the model. */
export interface Picture {
  readonly type: string;
  readonly bytes: Uint8Array;
}

const REPEATS = 2;
const POLL_MS = 5_000;
/** spec.md: poll for no longer than ten minutes. */
const WAIT_MS = 600_000;

/** The service as a partner uses it. Every refusal is thrown as a `GarniturError`. */
export class Garnitur {
  constructor(private readonly options: GarniturOptions) {
    const { url } = options;
    if (!/^https?:\/\//.test(url))
      throw new TypeError(`url is "${url}": an address as https://garnitur.example is needed`);
  }

  /** A new conversation, or the one that has the `external_id`. */
  async createConversation(conversation: NewConversation = {}): Promise<Conversation> {
    const mayRepeat = conversation.external_id !== undefined;
    const asked = { method: 'POST', body: conversation, mayRepeat };
    return (await this.json<'createConversation'>('/v1/conversations', asked)).conversation;
  }

  async conversation(id: string): Promise<Conversation> {
    return (await this.json<'getConversation'>(`/v1/conversations/${encodeURIComponent(id)}`)).conversation;
  }

  async deleteConversation(id: string): Promise<void> {
    await this.request(`/v1/conversations/${encodeURIComponent(id)}`, { method: 'DELETE' });
  }

  /** Sends the customer's words and waits for the outcome. */
  async say(conversationId: string, words: string | Words, waiting: Waiting = {}): Promise<EndedTurn> {
    const { id } = await this.send(conversationId, words);
    return this.outcome(id, waiting);
  }

  /** Sends the customer's words; the outcome comes by webhook, or by `outcome`. */
  async send(conversationId: string, words: string | Words): Promise<QueuedTurn> {
    const { idempotencyKey = crypto.randomUUID(), ...body } = typeof words === 'string' ? { text: words } : words;
    const headers = { 'idempotency-key': idempotencyKey };
    const path = `/v1/conversations/${encodeURIComponent(conversationId)}/turns`;
    return (await this.json<'queueTurn'>(path, { method: 'POST', body, headers, mayRepeat: true })).turn;
  }

  async turn(id: string): Promise<Turn> {
    return (await this.json<'getTurn'>(`/v1/turns/${encodeURIComponent(id)}`)).turn;
  }

  /**
   * Waits for the end of a turn: by its events, and by polling where they do not come through.
   * @throws the signal's reason, or a `TimeoutError`, where the wait is over before.
   */
  async outcome(turnId: string, { signal, timeoutMs = WAIT_MS, onStep }: Waiting = {}): Promise<EndedTurn> {
    const over = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
    try {
      for await (const step of this.follow(turnId, { signal: over })) {
        onStep?.(step);
        if ('state' in step.data) return step.data;
      }
    } catch (error) {
      over.throwIfAborted();
      if (error instanceof GarniturError && !isPassing(error)) throw error;
    }
    for (;;) {
      const turn = await this.turn(turnId);
      if (hasEnded(turn)) return turn;
      await pause(this.options.pollMs ?? POLL_MS, over);
    }
  }

  /** A turn's steps, first as they were, then as they happen, until it has ended. */
  async *follow(
    turnId: string,
    { signal, after }: { signal?: AbortSignal; after?: string } = {},
  ): AsyncGenerator<TurnStep> {
    const { body } = await this.request(`/v1/turns/${encodeURIComponent(turnId)}/events`, {
      headers: after === undefined ? {} : { 'last-event-id': after },
      signal,
    });
    if (!body) return;
    for await (const { id, event, data } of readEvents(body)) {
      // As of every answer, the document says of what type it is.
      yield { id, name: event, data: JSON.parse(data) } as TurnStep;
    }
  }

  /** A conversation's turns, oldest first; `next` is the cursor of the next page. */
  turns(conversationId: string, page: Page = {}): Promise<{ turns: Turn[]; next: string | null }> {
    return this.json<'listTurns'>(`/v1/conversations/${encodeURIComponent(conversationId)}/turns${queryOf(page)}`);
  }

  /** Stops a turn for good; it costs nothing. `conflict_state` where it has already ended. */
  async stop(turnId: string): Promise<void> {
    await this.request(`/v1/turns/${encodeURIComponent(turnId)}/stop`, { method: 'POST' });
  }

  /** The order as it stands: an SVG drawing by default. `not_found` while nothing is assembled. */
  async picture(conversationId: string, query: PictureQuery = {}): Promise<Picture> {
    const response = await this.request(ofOrder(conversationId, 'render', query));
    const type = response.headers.get('content-type') ?? 'application/octet-stream';
    return { type, bytes: new Uint8Array(await response.arrayBuffer()) };
  }

  /** A signed link to the same, which needs no key and lives a day. */
  async link(conversationId: string, query: PictureQuery = {}): Promise<SignedLink> {
    return read<SignedLink>(await this.request(ofOrder(conversationId, 'render', { ...query, link: '1' })));
  }

  async project(conversationId: string): Promise<Project> {
    return (await this.json<'getProject'>(ofOrder(conversationId, 'project'))).project;
  }

  bom(conversationId: string): Promise<OrderBom> {
    return this.json<'getBom'>(ofOrder(conversationId, 'bom'));
  }

  parts(conversationId: string): Promise<OrderParts> {
    return this.json<'getParts'>(ofOrder(conversationId, 'parts'));
  }

  /** The list of parts for cutting programs. */
  async partsCsv(conversationId: string): Promise<string> {
    return (await this.request(ofOrder(conversationId, 'parts', { format: 'csv' }))).text();
  }

  async handOff(conversationId: string, handoff: NewHandoff): Promise<Handoff> {
    const asked = { method: 'POST', body: handoff };
    return (await this.json<'handOff'>(ofOrder(conversationId, 'handoff'), asked)).handoff;
  }

  async usage(): Promise<Usage> {
    return (await this.json<'getUsage'>('/v1/usage')).usage;
  }

  /** A page of the outcome events; `next` is the cursor to keep. */
  events(page: Page = {}): Promise<{ events: OutcomeEvent[]; next: string | null }> {
    return this.json<'listEvents'>(`/v1/events${queryOf(page)}`);
  }

  /** Every page behind the cursor that holds something: what a receiver that was down has missed. */
  async *eventsSince(after?: string): AsyncGenerator<{ events: OutcomeEvent[]; next: string | null }> {
    for (let cursor = after; ; ) {
      const page = await this.events(cursor === undefined ? {} : { after: cursor });
      if (page.events.length === 0) return;
      yield page;
      cursor = page.next ?? cursor;
    }
  }

  /** Has a signed `ping` sent to the partner-wide address; gives back its event id. */
  async ping(): Promise<string> {
    return (await this.json<'sendPing'>('/v1/webhooks/test', { method: 'POST' })).event_id;
  }

  private async json<Name extends keyof operations>(path: string, asked?: Asked): Promise<AnswerTo<Name>> {
    return read<AnswerTo<Name>>(await this.request(path, asked));
  }

  private async request(path: string, asked: Asked = {}): Promise<Response> {
    const { method = 'GET', mayRepeat = method === 'GET' } = asked;
    for (let left = mayRepeat ? (this.options.repeats ?? REPEATS) : 0; ; left--) {
      try {
        return await this.once(path, method, asked);
      } catch (error) {
        if (left === 0 || asked.signal?.aborted || (error instanceof GarniturError && !isPassing(error))) throw error;
        const seconds = error instanceof GarniturError ? (error.retryAfterSeconds ?? 1) : 1;
        await pause(seconds * 1_000, asked.signal);
      }
    }
  }

  private async once(path: string, method: string, { body, headers = {}, signal }: Asked): Promise<Response> {
    const { url, key, headers: own = {} } = this.options;
    const response = await fetch(url.replace(/\/$/, '') + path, {
      method,
      headers: {
        ...own,
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    if (!response.ok) throw await GarniturError.of(response);
    return response;
  }
}

/** Whether there is nothing more to wait for. */
export function hasEnded(turn: Turn): turn is EndedTurn {
  return turn.state !== 'queued' && turn.state !== 'running';
}

interface Asked {
  readonly method?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Whether it may be sent again without doing anything twice. */
  readonly mayRepeat?: boolean;
}

/** Of the type that the document says. */
async function read<Body>(response: Response): Promise<Body> {
  return JSON.parse(await response.text());
}

/** Over by itself: the same request may go through later. */
function isPassing({ status }: GarniturError): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504;
}

function ofOrder(conversationId: string, what: string, query: object = {}): string {
  return `/v1/conversations/${encodeURIComponent(conversationId)}/${what}${queryOf(query)}`;
}

function queryOf(query: object): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  return parameters.size === 0 ? '' : `?${parameters}`;
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
