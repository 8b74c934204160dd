import { LRUCache } from 'lru-cache';
import type { Query, ReadModels } from '#libs/read-models';
import type { DeliveryDocument } from '#projections';

/** Attempts of one partner that may be under way at once: a slow receiver takes its own share and nobody else's. */
const MAX_PER_PARTNER = 16;
/** Deliveries of one partner that one look gives out; those beyond the attempts under way rest and come again. */
const MAX_SHARE = 2 * MAX_PER_PARTNER;
/** Deliveries remembered as begun, by id and time: enough for what a read model can trail by. */
const MAX_BEGUN = 20_000;
const PAGE = 64;
/** Partners looked at behind a backlog, in one look. */
const MAX_PARTNERS = 16;

/**
 * The due deliveries, the longest due first, no partner more than its share. What a look reads does not grow with the
 * backlog of a dead receiver: after a page of nothing but partners that have their share, it goes on partner by partner.
 */
export class DueDeliveries {
  /** Attempts under way by partner. */
  private readonly underWay = new Map<string, number>();
  /**
   * What was begun is due again only because the read model trails or a store failed. It is given out again without
   * being counted: counted, it would hide from its partner all that waits behind it.
   */
  private readonly begun = new LRUCache<string, true>({ max: MAX_BEGUN });
  /** The partner that the last look behind a backlog ended at. */
  private lastPartner = '';

  constructor(private readonly readModels: Pick<ReadModels, 'find'>) {}

  async find(now: Date, limit: number): Promise<readonly DeliveryDocument[]> {
    const due = { state: 'scheduled', due_at: { lte: now.toISOString() } };
    const look = new Look(this.underWay, this.begun, limit);
    for (let after: string | undefined; ; ) {
      const page = await this.readModels.find<DeliveryDocument>('deliveries', {
        where: due,
        sort: [['due_at', 'asc']],
        limit: PAGE,
        ...(after === undefined ? {} : { after }),
      });
      const taken = page.documents.filter(({ document }) => look.take(document)).length;
      if (look.isFull || page.next === undefined) return look.found;
      if (taken === 0) break;
      after = page.next;
    }
    for (let looked = 0; looked < MAX_PARTNERS && !look.isFull; looked += 1) {
      const [next] = await this.firstOf({ state: 'scheduled', partner_id: { gt: this.lastPartner } }, 1);
      this.lastPartner = next?.partner_id ?? '';
      if (!next) break;
      if (look.hasItsShare(next.partner_id)) continue;
      for (const document of await this.firstOf({ ...due, partner_id: next.partner_id }, MAX_SHARE))
        look.take(document);
    }
    return look.found;
  }

  /** Makes an attempt, unless its partner has all that it may have under way. */
  async begin(document: DeliveryDocument, attempt: () => Promise<void>): Promise<void> {
    const { partner_id } = document;
    const count = this.underWay.get(partner_id) ?? 0;
    if (count >= MAX_PER_PARTNER) return;
    this.underWay.set(partner_id, count + 1);
    this.begun.set(nameOf(document), true);
    try {
      await attempt();
    } finally {
      const left = (this.underWay.get(partner_id) ?? 0) - 1;
      if (left > 0) this.underWay.set(partner_id, left);
      else this.underWay.delete(partner_id);
    }
  }

  private async firstOf(where: NonNullable<Query['where']>, limit: number): Promise<DeliveryDocument[]> {
    const sort: Query['sort'] = [
      ['partner_id', 'asc'],
      ['due_at', 'asc'],
    ];
    const { documents } = await this.readModels.find<DeliveryDocument>('deliveries', { where, sort, limit });
    return documents.map(({ document }) => document);
  }
}

/** One look: what it has found so far, and how much of it is each partner's. */
class Look {
  readonly found: DeliveryDocument[] = [];
  private readonly known = new Set<string>();
  private readonly shares: Map<string, number>;

  constructor(
    underWay: ReadonlyMap<string, number>,
    private readonly begun: { has(name: string): boolean },
    private readonly limit: number,
  ) {
    this.shares = new Map(underWay);
  }

  get isFull(): boolean {
    return this.found.length >= this.limit;
  }

  hasItsShare(partnerId: string): boolean {
    return (this.shares.get(partnerId) ?? 0) >= MAX_SHARE;
  }

  /** @returns whether the delivery is given out. */
  take(document: DeliveryDocument): boolean {
    const { event_id, partner_id } = document;
    if (this.isFull || this.known.has(event_id)) return false;
    if (!this.begun.has(nameOf(document))) {
      if (this.hasItsShare(partner_id)) return false;
      this.shares.set(partner_id, (this.shares.get(partner_id) ?? 0) + 1);
    }
    this.known.add(event_id);
    this.found.push(document);
    return true;
  }
}

function nameOf({ event_id, due_at }: DeliveryDocument): string {
  return `${event_id} ${due_at}`;
}
