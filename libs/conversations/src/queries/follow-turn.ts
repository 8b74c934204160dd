import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { EVENT_STORE, type EventStore, isEventOf } from '#libs/event-store';
import { Problem } from '#libs/kernel';
import { READ_MODEL_PROGRESS, type ReadModelProgress } from '#libs/processing';
import { conversationStream } from '../domain/conversation.js';
import { type TurnEvent, TurnFeed, turnEvents } from '../processes/turn-feed.js';
import { ConversationReads } from './conversation-reads.js';
import { type Turn, turnOf } from './get-turn.js';

/** A step of a turn's life (contract.md, `GET /v1/turns/{id}/events`). */
export interface TurnStep {
  /** Revision in the conversation's stream: the cursor to resume from. */
  readonly revision: number;
  /** `deleted`: its conversation is gone, the last that there is to say. */
  readonly name: (typeof STEPS)[TurnEvent['type']] | 'deleted';
  readonly data: Pick<Turn, 'id'> | Turn | { readonly id: string; readonly attempt: number; readonly findings: number };
}

const STEPS = {
  TurnQueued: 'queued',
  TurnStarted: 'running',
  AttemptChecked: 'attempt',
  TurnCompleted: 'done',
  TurnStopped: 'stopped',
  TurnFailed: 'failed',
} as const;

/** How long the last step waits for the read model of its turn, ms. */
const VISIBLE_WITHIN_MS = 2_000;

/**
 * A turn's life, first as recorded, then as it happens, until it has ended or the signal aborts. Rejects with
 * `not_found`, also for another partner's turn, before anything is iterated.
 */
export class FollowTurn extends Query<AsyncIterable<TurnStep>> {
  constructor(
    readonly turn_id: string,
    readonly partner_id: string,
    /** Steps up to this revision have been seen; -1: none. */
    readonly after: number,
    readonly signal: AbortSignal,
  ) {
    super();
  }
}

@QueryHandler(FollowTurn)
export class FollowTurnHandler implements IQueryHandler<FollowTurn> {
  constructor(
    private readonly reads: ConversationReads,
    private readonly feed: TurnFeed,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(READ_MODEL_PROGRESS) private readonly progress: Pick<ReadModelProgress, 'waitFor'>,
  ) {}

  async execute(query: FollowTurn): Promise<AsyncIterable<TurnStep>> {
    const { conversation_id } = await this.reads.turn(query.turn_id, query.partner_id);
    return this.steps(query, conversation_id);
  }

  private async *steps(query: FollowTurn, conversationId: string): AsyncGenerator<TurnStep> {
    for await (const event of this.events(query, conversationId)) {
      const { revision, type } = event;
      const data = await this.dataOf(event, query);
      yield data ? { revision, name: STEPS[type], data } : { revision, name: 'deleted', data: { id: query.turn_id } };
    }
  }

  /** Undefined where the conversation has been deleted: with the turn, or before its end could be shown. */
  private async dataOf(
    event: TurnEvent,
    { turn_id: id, partner_id }: FollowTurn,
  ): Promise<TurnStep['data'] | undefined> {
    if (event.type === 'TurnStopped' && event.data.reason === 'deleted') return undefined;
    if (event.type === 'AttemptChecked')
      return { id, attempt: event.data.attempt, findings: event.data.findings.length };
    if (!hasEnded(event)) return { id };
    await this.progress.waitFor(event.position, { timeoutMs: VISIBLE_WITHIN_MS });
    try {
      return turnOf(await this.reads.turn(id, partner_id));
    } catch (error) {
      if (error instanceof Problem && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  /** History, then live, without gap or repeat: listening begins before the stream is read. */
  private async *events({ turn_id, after, signal }: FollowTurn, conversationId: string): AsyncGenerator<TurnEvent> {
    const live: TurnEvent[] = [];
    let wake: () => void = () => undefined;
    const unlisten = this.feed.onTurn(turn_id, (event) => {
      live.push(event);
      wake();
    });
    const onAbort = () => wake();
    signal.addEventListener('abort', onAbort);
    try {
      let seen = -1;
      // From the start also for who has seen it all: an ended turn has no event to come, and the stream must end.
      for await (const event of this.store.read(conversationStream(conversationId))) {
        if (!isEventOf(turnEvents, event) || event.data.turn_id !== turn_id) continue;
        seen = event.revision;
        if (event.revision > after) yield event;
        if (hasEnded(event)) return;
      }
      while (!signal.aborted) {
        const event = live.shift();
        if (!event) {
          await new Promise<void>((resolve) => {
            wake = resolve;
            if (live.length > 0 || signal.aborted) resolve();
          });
        } else if (event.revision > seen) {
          seen = event.revision;
          yield event;
          if (hasEnded(event)) return;
        }
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
      unlisten();
    }
  }
}

function hasEnded({ type }: TurnEvent): boolean {
  return type === 'TurnCompleted' || type === 'TurnStopped' || type === 'TurnFailed';
}
