import { type CoinEvent, coinEvents } from '#libs/coins';
import { type EventStore, isEventOf, type RecordedEvent, type Typed } from '#libs/event-store';
import type { CoinStep } from './fold.js';

/** What a turn's `TurnQueued` says of its coins. */
export interface TurnOnLedger {
  readonly turn_id: string;
  readonly ledger: string;
  /** Of `TurnQueued` in the log. */
  readonly position: bigint;
}

/**
 * What became of a turn's coins, oldest first, read from its company's ledger. That one may have any number of entries: it
 * is entered where it stood when the turn was queued, and read no further than the turn's own entries.
 */
export async function coinStepsOf(store: EventStore, { turn_id, ledger, position }: TurnOnLedger): Promise<CoinStep[]> {
  const entry = await firstAfter(store, ledger, position);
  const later: CoinStep[] = [];
  for await (const event of store.read(ledger, { from: entry })) {
    const step = stepOf(event, turn_id);
    if (!step) continue;
    later.push(step);
    if (step.step !== 'reserved') break;
  }
  if (entry === 0 || later.some(({ step }) => step === 'reserved')) return later;
  // Coins are reserved before the turn is queued: as a rule just before.
  for await (const event of store.read(ledger, { from: entry - 1, backwards: true })) {
    const step = stepOf(event, turn_id);
    if (step?.step === 'reserved') return [step, ...later];
  }
  return later;
}

/** Revision of the ledger's first event after a position of the log; one behind its last where there is none. */
async function firstAfter(store: EventStore, ledger: string, position: bigint): Promise<number> {
  let from = 0;
  let to = 0;
  for await (const { revision } of store.read(ledger, { backwards: true, limit: 1 })) to = revision + 1;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const [event] = await store.load(ledger, middle, 1);
    if (event && event.position <= position) from = middle + 1;
    else to = middle;
  }
  return from;
}

function stepOf(event: RecordedEvent, turnId: string): CoinStep | undefined {
  return isEventOf(coinEvents, event) ? coinStep(event, turnId) : undefined;
}

function coinStep({ type, data, stream, metadata }: Typed<CoinEvent>, turnId: string): CoinStep | undefined {
  if (type !== 'CoinsReserved' && type !== 'CoinsCharged' && type !== 'CoinsReleased') return undefined;
  const { turn_id, coins, balance } = data;
  return turn_id === turnId ? { at: metadata.at, ledger: stream, coins, balance, step: STEPS[type] } : undefined;
}

const STEPS = { CoinsReserved: 'reserved', CoinsCharged: 'charged', CoinsReleased: 'released' } as const;
