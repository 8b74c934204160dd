import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReadModels } from '#libs/read-models';
import type { DeliveryDocument } from '#projections';
import type { WebhookSettings } from '../ports.js';

/** Attempts under way at once, of all partners. */
const MAX_ATTEMPTS = 512;
/** Queues read in one look. */
const MAX_LOOKED_AT = 32;
/** Deliveries read beyond those that may begin, past those that cannot be recorded at the moment. */
const MAX_FAILING = 1_000;
/** Deliveries of a backlog read at a time: about 2 ms. */
const PAGE = 200;
/** How often it is looked again for deliveries whose attempt could not be recorded, ms; each has its own pause besides. */
const FAILING_MS = 500;
const NEVER = Number.POSITIVE_INFINITY;

export type Limits = Pick<WebhookSettings, 'perPartner' | 'perHost' | 'maxPending'>;
export type Waiting = Pick<DeliveryDocument, 'partner_id' | 'address' | 'event_id' | 'scheduled_at'>;
export type Pending = Pick<DeliveryDocument, 'partner_id' | 'address'> & { readonly due_at?: string | undefined };

/** What came of an attempt. */
export interface Recorded {
  /** When the next is due; undefined where none is. */
  readonly dueAt: string | undefined;
  /** Resolves once the read model shows it. */
  readonly shown: Promise<unknown>;
}

/** Deliveries of one partner to one address that wait for an attempt: they lie in the read model, here is what is due when. */
class DeliveryQueue {
  readonly host: string;
  /** Deliveries that wait or are under way; about: it is counted anew before anything follows from it. */
  pending = 0;
  /** When it is worth a look, ms. */
  dueMs = NEVER;
  /** Whether it is looked at: what that finds is to be remembered. */
  isLookedAt = false;
  /** Event ids under way, and those whose attempt the read model does not show yet. */
  readonly inHand = new Set<string>();
  /** Of those in hand, what a look found due and passed by: it is looked again once they are out of hand. */
  readonly passedBy = new Set<string>();
  /** Event ids whose last attempt could not be recorded. */
  readonly failing = new Set<string>();
  /** When it is looked for those again, ms. */
  againMs = 0;

  constructor(
    readonly partnerId: string,
    readonly address: string,
  ) {
    this.host = URL.canParse(address) ? new URL(address).host : address;
  }

  get key() {
    return { partner_id: this.partnerId, address: this.address };
  }

  isDue(nowMs: number): boolean {
    return this.dueMs <= nowMs || (this.failing.size > 0 && this.againMs <= nowMs);
  }

  get isEmpty(): boolean {
    return !this.isLookedAt && this.dueMs === NEVER && this.inHand.size === 0 && this.failing.size === 0;
  }
}

/**
 * Due deliveries, found without reading anybody's backlog: memory holds by partner and address when the next is due, the
 * read model is asked for no more than may begin now. Partners take turns, and so do the addresses of a partner.
 */
export class DeliveryQueues {
  /** By partner, then address; whose turn is next comes first. */
  private readonly partners = new Map<string, Map<string, DeliveryQueue>>();
  private readonly places: Places;

  /** @param onDue is told when there is something to `take`, ms. */
  constructor(
    private readonly readModels: Pick<ReadModels, 'find'>,
    private readonly limits: Limits,
    private readonly onDue: (atMs: number) => void,
  ) {
    this.places = new Places(limits);
  }

  /** A delivery that has just been scheduled, or asked for again. */
  add(delivery: Pending): void {
    const queue = this.queueOf(delivery);
    queue.pending += 1;
    this.fallsDue(queue, delivery.due_at);
  }

  /** Takes the whole backlog into account: at the start, and now and then for what no event told of. */
  async scan(signal: AbortSignal): Promise<void> {
    const counts = new Map<DeliveryQueue, number>();
    for await (const document of this.backlog({})) {
      if (signal.aborted) return;
      const queue = this.queueOf(document);
      counts.set(queue, (counts.get(queue) ?? 0) + 1);
      this.fallsDue(queue, document.due_at);
    }
    for (const queues of this.partners.values())
      for (const queue of queues.values()) queue.pending = counts.get(queue) ?? 0;
  }

  /** What may begin now, of every partner something before more of any. */
  async take(now: Date): Promise<readonly DeliveryDocument[]> {
    // An embedded store answers at once: a row of looks would keep the event loop to itself.
    await nextTurn();
    const nowMs = now.getTime();
    const picked = this.pick(nowMs);
    const looks = await Promise.allSettled(picked.map(({ queue, room }) => this.look(queue, room, nowMs)));
    const failed = looks.find((look) => look.status === 'rejected');
    const found = looks.map((look) => (look.status === 'fulfilled' ? look.value : []));
    // Until all have ended each queue is kept, whatever comes out of hand meanwhile.
    for (const [index, { queue }] of picked.entries()) {
      queue.isLookedAt = false;
      // What the others found is not given: it is looked for again.
      if (failed) queue.dueMs = nowMs;
      else if (found[index]?.length === 0) this.removeEmpty(queue);
    }
    if (failed) throw failed.reason;
    // The rest of those that are due has its turn after those that were read now.
    if (picked.length === MAX_LOOKED_AT) this.onDue(nowMs);
    const rounds = Math.max(0, ...found.map(({ length }) => length));
    return Array.from({ length: rounds }, (_, round) => found.flatMap((list) => list[round] ?? [])).flat();
  }

  /** Due queues with room, and how much each has: one of each partner, then the second of each, and so on. */
  private pick(nowMs: number): { readonly queue: DeliveryQueue; readonly room: number }[] {
    const planned = this.places.copy();
    const picked: { queue: DeliveryQueue; room: number }[] = [];
    let waiting = [...this.partners]
      .filter(([partnerId]) => planned.hasRoomForPartner(partnerId))
      .map(([, queues]) => [...queues.values()].filter((queue) => queue.isDue(nowMs)));
    while (waiting.length > 0 && picked.length < MAX_LOOKED_AT) {
      for (const due of waiting) {
        let queue = due.shift();
        while (queue && planned.roomFor(queue) === 0) queue = due.shift();
        if (!queue || picked.length === MAX_LOOKED_AT) continue;
        const room = planned.roomFor(queue);
        planned.take(queue, room);
        picked.push({ queue, room });
        this.toTheEnd(queue);
      }
      waiting = waiting.filter((due) => due.length > 0);
    }
    return picked;
  }

  private toTheEnd(queue: DeliveryQueue): void {
    const queues = this.partners.get(queue.partnerId);
    if (!queues) return;
    queues.delete(queue.address);
    queues.set(queue.address, queue);
    this.partners.delete(queue.partnerId);
    this.partners.set(queue.partnerId, queues);
  }

  private async look(queue: DeliveryQueue, room: number, nowMs: number): Promise<readonly DeliveryDocument[]> {
    // Whatever is told of meanwhile comes on top of what is found.
    queue.dueMs = NEVER;
    queue.isLookedAt = true;
    if (queue.failing.size > 0) queue.againMs = nowMs + FAILING_MS;
    const beyond = queue.inHand.size + Math.min(queue.failing.size, MAX_FAILING);
    const query = { ...backlogQuery(queue.key), limit: room + beyond };
    const page = await this.readModels.find<DeliveryDocument>('deliveries', query);
    const documents = page.documents.map(({ document }) => document);
    return this.found(queue, { documents, isAll: page.next === undefined }, room, nowMs);
  }

  /** What a look found and may begin; the rest is remembered. */
  private found(
    queue: DeliveryQueue,
    { documents, isAll }: { readonly documents: readonly DeliveryDocument[]; readonly isAll: boolean },
    room: number,
    nowMs: number,
  ): readonly DeliveryDocument[] {
    const due = documents.filter(({ due_at = '' }) => Date.parse(due_at) <= nowMs);
    const later = documents[due.length];
    if (later) this.fallsDue(queue, later.due_at);
    for (const { event_id } of due) if (queue.inHand.has(event_id)) queue.passedBy.add(event_id);
    const free = due.filter(({ event_id }) => !queue.inHand.has(event_id));
    // Given without being counted: counted, they would hide all that waits behind them.
    const again = free.filter(({ event_id }) => queue.failing.has(event_id));
    const fresh = free.filter(({ event_id }) => !queue.failing.has(event_id));
    if (fresh.length > room || (!later && !isAll)) queue.dueMs = nowMs;
    if (isAll)
      for (const event_id of queue.failing)
        if (!again.some((one) => one.event_id === event_id)) queue.failing.delete(event_id);
    return [...again, ...fresh.slice(0, room)];
  }

  /** Makes an attempt, unless its places are taken. */
  async begin(document: DeliveryDocument, attempt: () => Promise<Recorded>): Promise<void> {
    const { event_id } = document;
    const queue = this.queueOf(document);
    if (this.places.roomFor(queue) === 0) return this.fallsDue(queue, document.due_at);
    this.places.take(queue, 1);
    queue.inHand.add(event_id);
    try {
      const { dueAt, shown } = await attempt();
      queue.failing.delete(event_id);
      void shown.then(() => this.outOfHand(queue, event_id));
      if (dueAt === undefined) queue.pending -= 1;
      else this.fallsDue(queue, dueAt);
    } catch (error) {
      queue.failing.add(event_id);
      this.outOfHand(queue, event_id);
      throw error;
    } finally {
      this.places.take(queue, -1);
      // Its place may be what another queue waits for.
      this.onDue(0);
    }
  }

  /** Without another look, what fell due while the read model trailed would wait for the next scan. */
  private outOfHand(queue: DeliveryQueue, eventId: string): void {
    queue.inHand.delete(eventId);
    if (queue.passedBy.delete(eventId)) {
      queue.dueMs = 0;
      this.onDue(0);
    }
    this.removeEmpty(queue);
  }

  /**
   * Of partners with more pending than they may have, the oldest to the address that has most, as many as bring it down
   * by a tenth: so the backlog is read once for a thousand webhooks and not for each.
   */
  async overflow(): Promise<readonly Waiting[]> {
    const found: Waiting[] = [];
    for (const queues of [...this.partners.values()].map((byAddress) => [...byAddress.values()])) {
      const pending = () => queues.reduce((sum, queue) => sum + queue.pending, 0);
      if (pending() <= this.limits.maxPending) continue;
      const longest = queues.reduce((most, queue) => (queue.pending > most.pending ? queue : most));
      const waiting: Waiting[] = [];
      for await (const { event_id, scheduled_at } of this.backlog(longest.key))
        waiting.push({ ...longest.key, event_id, scheduled_at });
      longest.pending = waiting.length;
      if (pending() <= this.limits.maxPending) continue;
      const excess = pending() - Math.floor(0.9 * this.limits.maxPending);
      const oldest = waiting.sort((a, b) => (a.scheduled_at < b.scheduled_at ? -1 : 1));
      found.push(...oldest.filter(({ event_id }) => !longest.inHand.has(event_id)).slice(0, excess));
    }
    return found;
  }

  /** A delivery that is not tried any more. */
  drop({ partner_id, address }: Pending): void {
    const queue = this.partners.get(partner_id)?.get(address);
    if (queue) queue.pending -= 1;
  }

  /** Scheduled deliveries by due time, a page at a time, between which the event loop has its turn. */
  private async *backlog(of: Partial<Pick<Pending, 'partner_id' | 'address'>>): AsyncGenerator<DeliveryDocument> {
    let after: string | undefined;
    do {
      const query = { ...backlogQuery(of), limit: PAGE, ...(after === undefined ? {} : { after }) };
      const page = await this.readModels.find<DeliveryDocument>('deliveries', query);
      for (const { document } of page.documents) yield document;
      after = page.next;
      await nextTurn();
    } while (after !== undefined);
  }

  private queueOf({ partner_id, address }: Pending): DeliveryQueue {
    const queues = this.partners.get(partner_id) ?? new Map<string, DeliveryQueue>();
    this.partners.set(partner_id, queues);
    const queue = queues.get(address) ?? new DeliveryQueue(partner_id, address);
    queues.set(address, queue);
    return queue;
  }

  private fallsDue(queue: DeliveryQueue, dueAt: string | undefined): void {
    const dueMs = dueAt === undefined ? NEVER : Date.parse(dueAt);
    if (dueMs >= queue.dueMs) return;
    queue.dueMs = dueMs;
    this.onDue(dueMs);
  }

  /** One of which nothing is due, under way or to come: memory grows with what is pending and not with time. */
  private removeEmpty(queue: DeliveryQueue): void {
    const queues = this.partners.get(queue.partnerId);
    if (!queue.isEmpty || queues?.get(queue.address) !== queue) return;
    queues.delete(queue.address);
    if (queues.size === 0) this.partners.delete(queue.partnerId);
  }
}

/**
 * Places of attempts under way. Three quarters of a partner's are for whoever has most to do, an address a third of them
 * at most; the last quarter is for addresses that have none under way. So neither one dead address nor a few take all.
 * Who has none under way at all begins even where the host or the node is full: no partner waits for another.
 */
class Places {
  private total = 0;
  private readonly byQueue = new Map<DeliveryQueue, number>();
  private readonly byPartner = new Map<string, number>();
  private readonly byHost = new Map<string, number>();

  constructor(private readonly limits: Limits) {}

  copy(): Places {
    const copy = new Places(this.limits);
    for (const [queue, count] of this.byQueue) copy.take(queue, count);
    return copy;
  }

  /** Attempts that a queue may begin now. */
  roomFor(queue: DeliveryQueue): number {
    const { perPartner, perHost } = this.limits;
    const own = this.byQueue.get(queue) ?? 0;
    const ofPartner = this.byPartner.get(queue.partnerId) ?? 0;
    const shared = Math.min(perHost - (this.byHost.get(queue.host) ?? 0), MAX_ATTEMPTS - this.total);
    const more = Math.min(Math.ceil(perPartner / 4) - own, Math.floor(0.75 * perPartner) - ofPartner, shared);
    if (more > 0) return more;
    return own === 0 && ofPartner < perPartner && (shared > 0 || ofPartner === 0) ? 1 : 0;
  }

  hasRoomForPartner(partnerId: string): boolean {
    return (this.byPartner.get(partnerId) ?? 0) < this.limits.perPartner;
  }

  /** @param count below zero: given back. */
  take(queue: DeliveryQueue, count: number): void {
    this.total += count;
    change(this.byQueue, queue, count);
    change(this.byPartner, queue.partnerId, count);
    change(this.byHost, queue.host, count);
  }
}

function change<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}

function backlogQuery(of: Partial<Pick<Pending, 'partner_id' | 'address'>>) {
  return { where: { state: 'scheduled', ...of }, sort: [['due_at', 'asc']] } as const;
}
