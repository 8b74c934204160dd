import { Inject, Injectable } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import {
  chainRulesOf,
  EVENT_STORE,
  type EventStore,
  isEventOf,
  type RecordedEvent,
  rawOf,
  verifyStream,
} from '#libs/event-store';
import { INSTALLATION_KEY, type InstallationKey, isId, type JsonObject, notFound, Problem } from '#libs/kernel';
import { conversationStream } from '../domain/conversation.js';
import { conversationEvents } from '../events/conversation-events.js';
import type { Replayed } from './fold.js';
import { replayOf } from './replay.js';

/** What a company's auditors ask of a conversation of its partners'. All of it comes from events alone. */
@Injectable()
export class CompanyConversations {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  /** The events of a conversation. @throws {Problem} `not_found`, also where it is another company's, or has ended. */
  async load(id: string, companyId: string): Promise<readonly RecordedEvent[]> {
    const stored = isId('cnv', id) ? await this.store.load(conversationStream(id)) : [];
    const [first] = stored;
    const isOwn = first?.metadata.company_id === companyId;
    if (!isOwn || hasEnded(stored)) throw notFound(`conversation ${id.slice(0, 80)}`);
    return stored;
  }
}

/** An expired conversation is shown to nobody until it is restored. */
function hasEnded(events: readonly RecordedEvent[]): boolean {
  const last = events.findLast(({ type }) => /^Conversation(Deleted|Expired|Restored)$/.test(type));
  return last !== undefined && last.type !== 'ConversationRestored';
}

/** A conversation of a company as it stood after a turn, as `garnitur replay` tells it; the last turn by default. */
export class ReplayConversation extends Query<Replayed> {
  constructor(
    readonly conversation_id: string,
    readonly company_id: string,
    readonly turn?: number,
  ) {
    super();
  }
}

@QueryHandler(ReplayConversation)
export class ReplayConversationHandler implements IQueryHandler<ReplayConversation> {
  constructor(
    private readonly conversations: CompanyConversations,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  async execute({ conversation_id, company_id, turn }: ReplayConversation): Promise<Replayed> {
    const stored = await this.conversations.load(conversation_id, company_id);
    return replayOf(this.store, conversation_id, stored, turn);
  }
}

/** An event as it is stored. */
export interface ShownEvent {
  readonly revision: number;
  /** In the log of the installation. */
  readonly position: string;
  readonly event_id: string;
  readonly type: string;
  readonly at: string;
  readonly actor: string | null;
  readonly data: JsonObject;
}

/** The events of a conversation, oldest first; `after` is the revision of the last one seen. */
export class ListConversationEvents extends Query<{ items: readonly ShownEvent[]; next: string | null }> {
  constructor(
    readonly conversation_id: string,
    readonly company_id: string,
    readonly page: { readonly limit: number; readonly after?: string | undefined },
  ) {
    super();
  }
}

@QueryHandler(ListConversationEvents)
export class ListConversationEventsHandler implements IQueryHandler<ListConversationEvents> {
  constructor(private readonly conversations: CompanyConversations) {}

  async execute({ conversation_id, company_id, page: { limit, after = '-1' } }: ListConversationEvents) {
    const stored = await this.conversations.load(conversation_id, company_id);
    const rest = stored.filter(({ revision }) => revision > revisionOf(after));
    const items = rest.slice(0, limit).map(shown);
    return { items, next: rest.length > limit ? String(items.at(-1)?.revision) : null };
  }
}

function revisionOf(after: string): number {
  if (/^(-1|\d{1,9})$/.test(after)) return Number(after);
  const message = 'must be the `next` of a page of this list';
  throw new Problem('invalid_request', `after ${message}`, { fields: [{ path: 'after', message }] });
}

function shown({ revision, position, id, type, data, metadata }: RecordedEvent): ShownEvent {
  const { at, actor = null } = metadata;
  return { revision, position: String(position), event_id: id, type, at, actor, data };
}

/** Whether a conversation's events are those that were written (docs/auditing.md). */
export interface ChainState {
  readonly events: number;
  /** Hash of the last event, which the whole chain goes into. */
  readonly head: { readonly revision: number; readonly hash: string | null } | null;
  readonly broken: readonly { readonly revision: number; readonly reason: string }[];
}

/** Recomputes the hash chain of a conversation and folds its events. */
export class VerifyConversation extends Query<ChainState> {
  constructor(
    readonly conversation_id: string,
    readonly company_id: string,
  ) {
    super();
  }
}

@QueryHandler(VerifyConversation)
export class VerifyConversationHandler implements IQueryHandler<VerifyConversation> {
  constructor(
    private readonly conversations: CompanyConversations,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(INSTALLATION_KEY) private readonly key: InstallationKey,
  ) {}

  async execute({ conversation_id, company_id }: VerifyConversation): Promise<ChainState> {
    const stored = await this.conversations.load(conversation_id, company_id);
    const rules = await chainRulesOf(this.store, this.key);
    const strange = stored.flatMap((event) =>
      isEventOf(conversationEvents, event)
        ? []
        : [{ revision: event.revision, reason: 'is no event of a conversation' }],
    );
    const chain = verifyStream(
      stored.flatMap((event) => rawOf(event) ?? []),
      rules,
    );
    const last = stored.at(-1);
    return {
      events: stored.length,
      head: last ? { revision: last.revision, hash: last.metadata.hash ?? null } : null,
      broken: [...strange, ...chain.map(({ revision, reason }) => ({ revision, reason }))],
    };
  }
}
