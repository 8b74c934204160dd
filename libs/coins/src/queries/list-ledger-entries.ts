import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { EVENT_STORE, type EventStore, isEventOf, type Typed } from '#libs/event-store';
import { CLOCK, type Clock, Problem } from '#libs/kernel';
import { ACCOUNTS, type Accounts } from '../domain/accounts.js';
import { ledgerStream } from '../domain/ledger-stream.js';
import { type Balance, type CoinEvent, coinEvents } from '../events/coin-events.js';

/** What moved a company's coins, and what was left of them. */
export interface LedgerEntry {
  readonly entry_id: string;
  readonly at: string;
  readonly kind: 'granted' | 'added' | 'reserved' | 'charged' | 'released';
  /** Moved by it; of `granted` those that the period includes. */
  readonly coins: number;
  /** Free after it: neither charged nor reserved. */
  readonly coins_left: number;
  /** Number of the coin period. */
  readonly period: number;
  readonly note: string | null;
  readonly turn_id: string | null;
  readonly conversation_id: string | null;
  /** Who did it, as the event's metadata say. */
  readonly actor: string | null;
}

export interface PageOfEntries {
  readonly items: readonly LedgerEntry[];
  /** Cursor of the next page; null on the last. */
  readonly next: string | null;
}

/**
 * A company's ledgers, newest entry first, over all periods. Read from the streams themselves: a page is a few revisions
 * read backwards, so no read model repeats what a ledger is.
 */
export class ListLedgerEntries extends Query<PageOfEntries> {
  constructor(
    readonly company_id: string,
    readonly page: { readonly limit: number; readonly after?: string | undefined },
  ) {
    super();
  }
}

@QueryHandler(ListLedgerEntries)
export class ListLedgerEntriesHandler implements IQueryHandler<ListLedgerEntries> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ company_id, page: { limit, after } }: ListLedgerEntries): Promise<PageOfEntries> {
    const newest = (await this.accounts.account(company_id, this.clock.now())).period;
    const start = after === undefined ? { period: newest } : cursorOf(after);
    const items: LedgerEntry[] = [];
    let last = '';
    for await (const { event, period } of this.backwards(company_id, start)) {
      const entry = entryOf(event, period);
      if (!entry) continue;
      if (items.length === limit) return { items, next: last };
      items.push(entry);
      last = `${period}-${event.revision}`;
    }
    return { items, next: null };
  }

  private async *backwards(companyId: string, start: { period: number; before?: number }) {
    for (let { period, before } = start; period > 0; period--, before = undefined) {
      if (before === 0) continue;
      const from = before === undefined ? {} : { from: before - 1 };
      for await (const event of this.store.read(ledgerStream(companyId, period), { ...from, backwards: true }))
        if (isEventOf(coinEvents, event)) yield { event, period };
    }
  }
}

/** Period and revision of the last entry of the page before. */
function cursorOf(after: string): { period: number; before: number } {
  const [, period, revision] = /^(\d{1,6})-(\d{1,12})$/.exec(after) ?? [];
  if (period !== undefined && revision !== undefined) return { period: Number(period), before: Number(revision) };
  const message = 'must be the `next` of a page of this list';
  throw new Problem('invalid_request', `after ${message}`, { fields: [{ path: 'after', message }] });
}

function entryOf(event: Typed<CoinEvent>, period: number): LedgerEntry | undefined {
  const { id: entry_id, metadata } = event;
  const { at, actor = null, conversation_id = null } = metadata;
  const none = { note: null, turn_id: null, conversation_id: null };
  const common = { entry_id, at, period, actor };
  switch (event.type) {
    case 'CoinPeriodOpened': {
      const { coins_included: coins, extra_coins } = event.data;
      return { ...common, ...none, kind: 'granted', coins, coins_left: coins + extra_coins };
    }
    case 'CoinsIncludedChanged': {
      const { coins_included: coins, balance } = event.data;
      return { ...common, ...none, kind: 'granted', coins, coins_left: free(balance) };
    }
    case 'CoinsAdded': {
      const { coins, reason: note = null, turn_id = null, balance } = event.data;
      return { ...common, kind: 'added', coins, coins_left: free(balance), note, turn_id, conversation_id };
    }
    case 'CoinsReserved': {
      const { coins, turn_id, conversation_id, balance } = event.data;
      return { ...common, kind: 'reserved', coins, coins_left: free(balance), note: null, turn_id, conversation_id };
    }
    case 'CoinsCharged':
    case 'CoinsReleased': {
      const { coins, turn_id, facts, balance } = event.data;
      const kind = event.type === 'CoinsCharged' ? 'charged' : 'released';
      const of = { turn_id, conversation_id: facts?.conversation_id ?? conversation_id };
      return { ...common, kind, coins, coins_left: free(balance), note: null, ...of };
    }
    case 'CoinPeriodClosed':
      return undefined;
  }
}

function free({ included, extra }: Balance): number {
  return included + extra;
}
