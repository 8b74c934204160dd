import { Inject, Injectable } from '@nestjs/common';
import {
  EVENT_SOURCE,
  type EventOf,
  type EventSource,
  type EventTable,
  isEventOf,
  type RecordedEvent,
  type Typed,
} from '#libs/event-store';
import { BackgroundProcess, type NodeProcess, PROCESSING_LOG, type ProcessingLog, Supervisor } from '#libs/processing';
import { conversationEvents, turnEndings } from '../events/conversation-events.js';

const { TurnQueued, TurnStarted, AttemptChecked, ConversationDeleted, ConversationExpired } = conversationEvents;
/** A turn's life, from queued to its end. */
export const turnEvents = { TurnQueued, TurnStarted, AttemptChecked, ...turnEndings } satisfies EventTable;
const endEvents = { ConversationDeleted, ConversationExpired } satisfies EventTable;
const TYPES = Object.keys({ ...turnEvents, ...endEvents });

export type TurnEvent = Typed<EventOf<typeof turnEvents>>;
type Listener = (event: TurnEvent) => void;
/** @param position of the event. */
type EndListener = (conversationId: string, position: bigint) => void;

/**
 * What happens to turns, and the ends of conversations, from now on, on whichever node: one subscription for all who watch
 * (the runner of turns, open event streams). It has no history: listen first, then read the stream, and drop by revision what comes twice.
 */
@Injectable()
@BackgroundProcess('node')
export class TurnFeed implements NodeProcess {
  private readonly byTurn = new Map<string, Set<Listener>>();
  private readonly always = new Set<Listener>();
  private readonly ends = new Set<EndListener>();
  private seen = -1n;

  private readonly supervisor: Supervisor;

  constructor(
    @Inject(EVENT_SOURCE) private readonly events: Pick<EventSource, 'head' | 'subscribeAll'>,
    @Inject(PROCESSING_LOG) log: ProcessingLog,
  ) {
    this.supervisor = new Supervisor({ log });
  }

  /** From now on. */
  async start(): Promise<void> {
    const head = await this.events.head();
    this.supervisor.start({ name: 'turn feed', run: (signal) => this.follow(head, signal) });
  }

  async stop(graceMs: number): Promise<void> {
    await this.supervisor.stop(graceMs);
  }

  /** A broken subscription throws, and its supervisor starts it again behind what was seen. */
  private async follow(from: bigint, signal: AbortSignal): Promise<'ended'> {
    const after = this.seen > from ? this.seen : from;
    for await (const batch of this.events.subscribeAll({ after, filter: { types: TYPES }, signal })) {
      if (batch.kind === 'caught-up') {
        this.seen = batch.position;
        continue;
      }
      for (const event of batch.events) {
        if (isEventOf(turnEvents, event)) this.dispatch(event);
        else this.tellEnd(event);
        this.seen = event.position;
      }
    }
    return 'ended';
  }

  /** @returns the function that ends the listening. */
  onTurn(turnId: string, listener: Listener): () => void {
    const listeners = this.byTurn.get(turnId) ?? new Set();
    this.byTurn.set(turnId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.byTurn.delete(turnId);
    };
  }

  /** Every turn event. */
  onAny(listener: Listener): () => void {
    this.always.add(listener);
    return () => this.always.delete(listener);
  }

  /** Every conversation that is deleted or expires. */
  onEnd(listener: EndListener): void {
    this.ends.add(listener);
  }

  private tellEnd({ metadata: { conversation_id = '' }, position }: RecordedEvent): void {
    for (const listener of this.ends) listener(conversation_id, position);
  }

  private dispatch(event: TurnEvent): void {
    for (const listener of this.always) listener(event);
    for (const listener of this.byTurn.get(event.data.turn_id) ?? []) listener(event);
  }
}
