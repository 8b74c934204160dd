import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { endsWithin, FairQueue, mayHoldMore, type Taken } from '#libs/kernel';
import {
  BackgroundProcess,
  CLUSTER,
  type ClusterMembership,
  type NodeProcess,
  PROCESSING_LOG,
  type ProcessingLog,
} from '#libs/processing';
import { READ_MODELS, type ReadModels } from '#libs/read-models';
import type { TurnDocument } from '#projections';
import type { TurnClaim } from '../../domain/turn-claim.js';
import { CONVERSATION_SETTINGS, type ConversationSettings } from '../../settings.js';
import { type TurnEvent, TurnFeed } from '../turn-feed.js';
import { type ClaimedAtOnce, TurnAborted, TurnExecution, type TurnWork } from './turn-execution.js';

/** Turns asked of the index at a time. */
const MAX_LOOK = 1_000;
/** How often the index is asked, ms. */
const LOOK_EVERY_MS = 1_000;
/** How long turns that prefer another node are left to it, ms (design section 6). */
const LEAVE_MS = 2_000;

/** A place that is kept for a turn that is about to be queued. */
export interface TurnPlace {
  /** Goes with the append that queues it: then the turn need not be found, and claimed by another append. */
  readonly claim: TurnClaim;
  /** It is queued and claimed, or may be. */
  readonly run: (atOnce: ClaimedAtOnce) => void;
  /** It is not; if somebody else has queued it, it is found as any other. */
  readonly release: () => void;
}

/**
 * Runs queued turns, so many at a time as the node may (TURN_CONCURRENCY), companies in turn; the rest wait as `queued`.
 * The feed tells of new ones at once, and of those that another node began; the index, asked every second, of those that
 * an earlier process left: so no turn is ever stranded behind a checkpoint.
 */
@Injectable()
@BackgroundProcess('worker')
export class RunTurns implements NodeProcess {
  private readonly queue: TurnQueue;
  private readonly underWay = new Map<string, { readonly abort: AbortController; readonly ended: Promise<void> }>();
  private unlisten: (() => void) | undefined;
  private timer: NodeJS.Timeout | undefined;
  private taking = false;
  private looking = false;
  /** Where the next look into the index begins; undefined at the oldest queued turn. */
  private cursor: string | undefined;

  constructor(
    @Inject(TurnExecution) private readonly execution: Pick<TurnExecution, 'run' | 'newClaim'>,
    @Inject(TurnFeed) private readonly feed: Pick<TurnFeed, 'onAny'>,
    @Inject(READ_MODELS) private readonly readModels: Pick<ReadModels, 'find'>,
    @Inject(CLUSTER) private readonly cluster: Pick<ClusterMembership, 'preferred' | 'self'>,
    @Inject(CONVERSATION_SETTINGS) private readonly settings: ConversationSettings,
    @Inject(PROCESSING_LOG) private readonly log: ProcessingLog,
  ) {
    this.queue = new TurnQueue(settings.concurrency, settings.leaveMs ?? LEAVE_MS, () => this.fill());
  }

  /** Turns that this node runs now. */
  get running(): number {
    return this.underWay.size;
  }

  start(): void {
    this.taking = true;
    this.unlisten = this.feed.onAny((event) => this.observe(event));
    this.timer = setInterval(() => void this.look(), this.settings.lookEveryMs ?? LOOK_EVERY_MS);
    void this.look();
  }

  /** Takes no more turns; those that run have `graceMs` to end, then they are aborted and recorded as failed. */
  async stop(graceMs: number): Promise<void> {
    this.taking = false;
    this.unlisten?.();
    this.queue.close();
    clearInterval(this.timer);
    const ended = Promise.all([...this.underWay.values()].map((turn) => turn.ended));
    if (await endsWithin(ended, graceMs)) return;
    for (const { abort } of this.underWay.values()) abort.abort(new TurnAborted('shutdown'));
    await ended;
  }

  /** Undefined where the turn has to wait, is another node's to run, or is being queued by a repeat already. */
  placeFor(work: TurnWork): TurnPlace | undefined {
    if (!this.taking || this.queue.knows(work.turn_id) || !this.isPreferred(work)) return undefined;
    const taken = this.queue.takeAtOnce(work);
    if (!taken) return undefined;
    const { promise, resolve } = Promise.withResolvers<ClaimedAtOnce | undefined>();
    this.begin(taken, promise);
    return { claim: this.execution.newClaim(), run: resolve, release: () => resolve(undefined) };
  }

  private observe({ type, data: { turn_id }, metadata }: TurnEvent): void {
    const { conversation_id, company_id = '', traceparent } = metadata;
    if (type === 'TurnQueued') {
      if (conversation_id === undefined) return;
      this.consider({ conversation_id, company_id, turn_id, traceparent });
      this.fill();
      return;
    }
    const running = this.underWay.get(turn_id);
    if (!running) this.queue.drop(turn_id);
    else if (type === 'TurnStopped') running.abort.abort(new TurnAborted('stopped'));
  }

  private consider(work: TurnWork): void {
    if (this.queue.knows(work.turn_id)) return;
    if (this.isPreferred(work)) this.queue.add(work);
    else this.queue.leaveToOthers(work);
  }

  private isPreferred({ turn_id }: TurnWork): boolean {
    const { self } = this.cluster;
    return (this.cluster.preferred(turn_id) ?? self.id) === self.id;
  }

  /**
   * One page of the index a time, and the next one at the next look: behind one company's backlog there may be others'
   * turns. Read models trail: the queue knows what was taken already, however long they call it queued.
   */
  private async look(): Promise<void> {
    if (this.looking || !this.taking) return;
    this.looking = true;
    try {
      if (this.queue.takeShort()) this.cursor = undefined;
      const { documents, next } = await this.readModels.find<TurnDocument>('turns', {
        where: { state: 'queued' },
        sort: [['queued_at', 'asc']],
        limit: MAX_LOOK,
        ...(this.cursor === undefined ? {} : { after: this.cursor }),
      });
      this.cursor = next;
      for (const { document } of documents) {
        const { id: turn_id, conversation_id, company_id } = document;
        this.consider({ conversation_id, company_id, turn_id });
      }
      this.fill();
    } catch (error) {
      this.cursor = undefined;
      this.log.warn({ err: error }, 'queued turns could not be looked for');
    } finally {
      this.looking = false;
    }
  }

  private fill(): void {
    if (!this.taking) return;
    for (let taken = this.queue.take(); taken; taken = this.queue.take()) this.begin(taken);
    if (this.queue.isShort) void this.look();
  }

  private begin(taken: Taken<TurnWork>, queued?: Promise<ClaimedAtOnce | undefined>): void {
    const abort = new AbortController();
    this.underWay.set(taken.key, { abort, ended: this.run(taken, abort.signal, queued) });
  }

  /** @param queued where it is not known yet whether the turn is to be run. */
  private async run(
    taken: Taken<TurnWork>,
    signal: AbortSignal,
    queued?: Promise<ClaimedAtOnce | undefined>,
  ): Promise<void> {
    try {
      const atOnce = queued && (await queued);
      if (queued && !atOnce) this.queue.giveBack(taken.key);
      else await this.execution.run(taken.item, signal, atOnce);
    } catch (error) {
      this.queue.giveBack(taken.key);
      this.log.warn({ err: error, ...taken.item }, 'a turn could not be run or recorded');
    }
    this.underWay.delete(taken.key);
    this.queue.ended(taken);
    this.fill();
  }
}

/** Turns that wait in memory, shared as places are (`mayHoldMore`); what is beyond is found again in the index. */
const MAX_WAITING = 10_000;
/** Turns that were taken lately: a read model that trails may still call them queued. */
const MAX_TAKEN = 20_000;

/**
 * The queued turns that a node knows of, each handed out once: companies in turn, each company's oldest first
 * (docs/decisions/0019-fair-shares.md). Those that prefer another node (design section 6) are left to it for a while:
 * whoever begins one too early loses the claim, and no turn runs twice.
 */
class TurnQueue {
  private readonly waiting: FairQueue<TurnWork>;
  private readonly preferredElsewhere = new Map<string, { readonly work: TurnWork; readonly dueMs: number }>();
  private readonly taken = new LRUCache<string, true>({ max: MAX_TAKEN });
  /** Companies with turns that were turned away here and that only the index knows. */
  private readonly overflown = new Set<string>();
  private short = false;
  private timer: NodeJS.Timeout | undefined;

  /**
   * @param places turns that may run at a time.
   * @param leaveMs how long a turn that prefers another node is left to it, ms.
   * @param onDue called when such a turn has become anybody's.
   */
  constructor(
    places: number,
    private readonly leaveMs: number,
    private readonly onDue: () => void,
  ) {
    this.waiting = new FairQueue(places);
  }

  /** Whether a company has no turn here any more, and some in the index. */
  get isShort(): boolean {
    return this.short;
  }

  /** Tells it once. */
  takeShort(): boolean {
    const { short } = this;
    this.short = false;
    return short;
  }

  /** Whether it waits here or was taken lately. */
  knows(turnId: string): boolean {
    return this.taken.has(turnId) || this.waiting.has(turnId);
  }

  add(work: TurnWork): void {
    const { company_id, turn_id } = work;
    if (mayHoldMore(this.waiting.sizeOf(company_id), MAX_WAITING - this.waiting.size))
      this.waiting.add(company_id, turn_id, work);
    else this.overflown.add(company_id);
  }

  leaveToOthers(work: TurnWork): void {
    if (this.preferredElsewhere.has(work.turn_id)) return;
    if (this.preferredElsewhere.size >= MAX_WAITING) return;
    this.preferredElsewhere.set(work.turn_id, { work, dueMs: performance.now() + this.leaveMs });
    this.timer ??= setTimeout(() => this.release(), this.leaveMs);
  }

  /** A turn and its place, until it has `ended`. */
  take(): Taken<TurnWork> | undefined {
    const taken = this.waiting.take();
    if (!taken) return undefined;
    this.taken.set(taken.key, true);
    if (this.waiting.sizeOf(taken.owner) === 0 && this.overflown.delete(taken.owner)) this.short = true;
    return taken;
  }

  /** A place for a turn that is about to be queued, where nobody waits for one. */
  takeAtOnce(work: TurnWork): Taken<TurnWork> | undefined {
    if (this.waiting.size > 0) return undefined;
    this.waiting.add(work.company_id, work.turn_id, work);
    const taken = this.take();
    if (!taken) this.waiting.delete(work.turn_id);
    return taken;
  }

  ended(taken: Taken<TurnWork>): void {
    this.waiting.release(taken);
  }

  /** A turn that another node began, or that has ended: it is not handed out any more. */
  drop(turnId: string): void {
    this.waiting.delete(turnId);
    this.preferredElsewhere.delete(turnId);
    this.taken.set(turnId, true);
  }

  /** A turn whose run failed for a reason of this node's: it may be tried again. */
  giveBack(turnId: string): void {
    this.taken.delete(turnId);
  }

  close(): void {
    clearTimeout(this.timer);
    this.preferredElsewhere.clear();
  }

  /** All are left for the same time, so they fall due in the order in which they came. */
  private release(): void {
    this.timer = undefined;
    const now = performance.now();
    for (const [turnId, { work, dueMs }] of this.preferredElsewhere) {
      if (dueMs > now) {
        this.timer = setTimeout(() => this.release(), dueMs - now);
        break;
      }
      this.preferredElsewhere.delete(turnId);
      if (!this.knows(turnId)) this.add(work);
    }
    this.onDue();
  }
}
