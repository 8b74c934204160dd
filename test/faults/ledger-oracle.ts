import { coinEvents, type TurnFacts } from '#libs/coins';
import { type EventStore, isEventOf } from '#libs/event-store';

/** What a turn's coins went through, over all ledgers. */
export interface TurnCoins {
  reserved: number;
  reservations: number;
  settlements: number;
  charged: number;
  facts?: TurnFacts;
}

export interface Books {
  readonly turns: ReadonlyMap<string, TurnCoins>;
  /** Times that each top-up key was booked. */
  readonly topUps: ReadonlyMap<string, number>;
  readonly violations: readonly string[];
}

/** Reads every ledger: each turn reserved once and settled once, and no coin made or lost in between. */
export async function readBooks(store: EventStore): Promise<Books> {
  const turns = new Map<string, TurnCoins>();
  const topUps = new Map<string, number>();
  const violations: string[] = [];
  /** All coins of a ledger: charged, reserved and free; only an opening and a top-up may change them. */
  const totals = new Map<string, number>();
  const of = (turnId: string) => {
    const found = turns.get(turnId) ?? { reserved: 0, reservations: 0, settlements: 0, charged: 0 };
    turns.set(turnId, found);
    return found;
  };
  for await (const event of store.readAll()) {
    if (!isEventOf(coinEvents, event)) continue;
    const total = totals.get(event.stream) ?? 0;
    const where = `${event.stream} revision ${event.revision}`;
    switch (event.type) {
      case 'CoinPeriodOpened':
        totals.set(event.stream, event.data.coins_included + event.data.extra_coins);
        continue;
      case 'CoinsAdded': {
        totals.set(event.stream, total + event.data.coins);
        const key = event.data.idempotency_key ?? '';
        topUps.set(key, (topUps.get(key) ?? 0) + 1);
        break;
      }
      case 'CoinsReserved':
        of(event.data.turn_id).reserved += event.data.coins;
        of(event.data.turn_id).reservations += 1;
        break;
      case 'CoinsCharged':
      case 'CoinsReleased': {
        const turn = of(event.data.turn_id);
        turn.settlements += 1;
        if (event.type === 'CoinsCharged') turn.charged += event.data.coins;
        if (event.data.facts) turn.facts = event.data.facts;
        break;
      }
      default:
        continue;
    }
    const { included, extra, reserved, used } = event.data.balance;
    const now = included + extra + reserved.included + reserved.extra + used;
    if (now !== totals.get(event.stream))
      violations.push(`${where}: ${now} coins where ${totals.get(event.stream)} should be`);
    if (Math.min(included, extra, reserved.included, reserved.extra) < 0)
      violations.push(`${where}: the balance is negative`);
  }
  for (const [id, turn] of turns) {
    if (turn.reservations !== 1) violations.push(`turn ${id} was reserved ${turn.reservations} times`);
    if (turn.settlements !== 1) violations.push(`turn ${id} was settled ${turn.settlements} times`);
    if (turn.facts && turn.charged !== priceOf(turn.facts)) {
      violations.push(
        `turn ${id} ended as ${turn.facts.outcome} with ${turn.facts.images} images and was charged ${turn.charged}`,
      );
    }
  }
  return { turns, topUps, violations };
}

/** spec.md, "Coin charging", with contract.md's reading of its exception. */
function priceOf({ outcome, images }: TurnFacts): number {
  if (outcome === 'stopped' || outcome === 'failed') return 0;
  if (images > 0) return 8;
  return outcome === 'built' || outcome === 'parsed' ? 1 : 0;
}
