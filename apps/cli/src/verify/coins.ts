import { isDeepStrictEqual } from 'node:util';
import {
  type CoinEvent,
  type CoinPeriodOpened,
  coinEvents,
  type LedgerCommand,
  ledger,
  ledgerStream,
} from '#libs/coins';
import { isEventOf, type RecordedEvent, type Typed } from '#libs/event-store';
import type { Broken } from './streams.js';

/**
 * Folds a ledger and recomputes it: each event has to be what its command gives on what the events before it add up to,
 * coin by coin. So a balance that was written by hand is found also where it contradicts nothing else.
 * @returns one event after the other; throws where one does not fit.
 */
export function foldLedger(): (event: RecordedEvent) => void {
  let state = ledger.initial;
  return (recorded) => {
    if (!isEventOf(coinEvents, recorded)) throw new Error(`${recorded.type} is no event of such a stream`);
    const event: Typed<CoinEvent> = recorded;
    const next = ledger.evolve(state, event);
    const { included, extra, reserved, used } = next.balance;
    const least = Math.min(included, extra, reserved.included, reserved.extra, used);
    if (!(least >= 0)) throw new Error(`the balance falls to ${least}`);
    const [due] = ledger.decide(commandOf(event), state);
    if (!due || due.type !== event.type)
      throw new Error(
        `${event.type} cannot follow: ${due ? `${due.type} would` : 'it was settled, booked or closed before'}`,
      );
    if (!isDeepStrictEqual(coinsOf(due), coinsOf(event)))
      throw new Error(
        `${event.type} says ${JSON.stringify(coinsOf(event))}, and the events before it make ${JSON.stringify(coinsOf(due))}`,
      );
    state = next;
  };
}

/** The command that led to an event. */
function commandOf({ type, data }: CoinEvent): LedgerCommand {
  switch (type) {
    case 'CoinPeriodOpened':
      return { type: 'OpenCoinPeriod', opening: data };
    case 'CoinsAdded':
      return { type: 'AddCoins', ...data };
    case 'CoinsIncludedChanged':
      return { type: 'ChangeCoinsIncluded', ...data };
    case 'CoinsReserved':
      return { type: 'ReserveCoins', ...data };
    case 'CoinsCharged':
      return { type: 'SettleCoins', turn_id: data.turn_id, coins: data.coins };
    case 'CoinsReleased':
      return { type: 'SettleCoins', turn_id: data.turn_id, coins: 0 };
    case 'CoinPeriodClosed':
      return { type: 'CloseCoinPeriod', ...data.next, now: data.next.opened_at };
  }
}

function coinsOf({ type, data }: CoinEvent): object {
  switch (type) {
    case 'CoinPeriodOpened':
      return {};
    case 'CoinPeriodClosed':
      return { extra_coins: data.next.extra_coins, period: data.next.period };
    case 'CoinsAdded':
    case 'CoinsIncludedChanged':
      return { balance: data.balance };
    case 'CoinsReserved':
    case 'CoinsCharged':
    case 'CoinsReleased':
      return { coins: data.coins, from: data.from, balance: data.balance };
  }
}

/** A period opens with what the one before it closed with; the first one with no extra coins. */
export class PeriodAudit {
  private readonly due = new Map<string, CoinPeriodOpened>();
  private readonly broken: Broken[] = [];

  /** Events come in the order of their positions. */
  see(recorded: RecordedEvent): void {
    if (!isEventOf(coinEvents, recorded)) return;
    const event: Typed<CoinEvent> = recorded;
    if (event.type === 'CoinPeriodClosed') {
      const { next } = event.data;
      this.due.set(ledgerStream(next.company_id, next.period), next);
    } else if (event.type === 'CoinPeriodOpened') {
      const { data, stream, revision } = event;
      const due = this.due.get(stream);
      this.due.delete(stream);
      const same = due ? isDeepStrictEqual(due, data) : data.extra_coins === 0;
      if (!same)
        this.broken.push({ stream, revision, reason: 'does not open with what the period before closed with' });
    }
  }

  finish(): readonly Broken[] {
    return this.broken;
  }
}
