import { conversationEvents } from '#libs/conversations';
import { type EventStore, isEventOf } from '#libs/event-store';
import type { Interval } from './node.js';

/** How long turns took from `TurnQueued` to their end, ms. */
export interface Waits {
  /** Of those that met no fault. */
  readonly untouched: readonly number[];
  readonly all: readonly number[];
}

/**
 * @param faults when something was done to any node or store. A turn is untouched when none of them overlaps it: which
 * node ran it is the fleet's own business.
 */
export async function readWaits(store: EventStore, faults: readonly Interval[]): Promise<Waits> {
  const queued = new Map<string, number>();
  const untouched: number[] = [];
  const all: number[] = [];
  for await (const event of store.readAll()) {
    if (!isEventOf(conversationEvents, event)) continue;
    const at = Date.parse(event.metadata.at);
    if (event.type === 'TurnQueued') queued.set(event.data.turn_id, at);
    if (event.type !== 'TurnCompleted' && event.type !== 'TurnStopped' && event.type !== 'TurnFailed') continue;
    const from = queued.get(event.data.turn_id);
    if (from === undefined) continue;
    all.push(at - from);
    if (!faults.some((fault) => fault.from < at && from < fault.to)) untouched.push(at - from);
  }
  return { untouched, all };
}
