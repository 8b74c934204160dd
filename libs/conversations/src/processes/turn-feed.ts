import { type EventStore, type SubscriptionBatch, type Typed, typed } from '#libs/event-store';
import type { ConversationEvent } from '../events/events.js';

/** Types of a turn's life, from queued to its end. */
export const TURN_TYPES = [
  'TurnQueued',
  'TurnStarted',
  'AttemptChecked',
  'TurnCompleted',
  'TurnStopped',
  'TurnFailed',
] as const;

export type TurnEvent = Typed<Extract<ConversationEvent, { type: (typeof TURN_TYPES)[number] }>>;
type Listener = (event: TurnEvent) => void;

/**
 * What happens to turns from now on, whoever caused it: one subscription for all who watch (the runner, open event
 * streams). History is not its business: listen first, then read the stream, and drop what comes twice by revision.
 */
export class TurnFeed {
  private readonly byTurn = new Map<string, Set<Listener>>();
  private readonly always = new Set<Listener>();
  private told = -1n;

  constructor(private readonly store: EventStore) {}

  /** Consumes until aborted; a broken subscription throws, and its supervisor starts it again behind what was told. */
  async follow(from: bigint, signal: AbortSignal): Promise<void> {
    const after = this.told > from ? this.told : from;
    for await (const delivery of this.store.subscribeAll({ after, filter: { types: TURN_TYPES }, signal })) {
      this.dispatch(delivery);
      this.told = delivery.kind === 'caught-up' ? delivery.position : (delivery.events.at(-1)?.position ?? this.told);
    }
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

  private dispatch(delivery: SubscriptionBatch): void {
    if (delivery.kind !== 'events') return;
    for (const recorded of delivery.events) {
      const event: TurnEvent = typed<Extract<ConversationEvent, { type: (typeof TURN_TYPES)[number] }>>(recorded);
      for (const listener of this.always) listener(event);
      for (const listener of this.byTurn.get(event.data.turn_id) ?? []) listener(event);
    }
  }
}
