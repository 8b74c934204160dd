import { Inject, Injectable } from '@nestjs/common';
import { endsWithin } from '#libs/kernel';
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
import { CONVERSATION_SETTINGS, type ConversationSettings } from '../../settings.js';
import { type TurnEvent, TurnFeed } from '../turn-feed.js';
import { TurnAborted, TurnExecution, type TurnWork } from './turn-execution.js';
import { TurnQueue } from './turn-queue.js';

/** Turns asked of the index at a time. */
const MAX_LOOK = 1_000;
/** How often the index is asked, ms. */
const LOOK_EVERY_MS = 1_000;
/** How long turns that prefer another node are left to it, ms (design section 6). */
const LEAVE_MS = 2_000;

/**
 * Runs queued turns, so many at a time as the node may (TURN_CONCURRENCY); the rest wait as `queued`. The feed tells of
 * new ones at once, and of those that another node began; the index, asked every second, of those that an earlier
 * process left: so no turn is ever stranded behind a checkpoint.
 */
@Injectable()
@BackgroundProcess('worker')
export class RunTurns implements NodeProcess {
  private readonly queue: TurnQueue;
  private readonly underWay = new Map<string, { readonly abort: AbortController; readonly ended: Promise<void> }>();
  private unlisten: (() => void) | undefined;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;
  private looking = false;

  constructor(
    @Inject(TurnExecution) private readonly execution: Pick<TurnExecution, 'run'>,
    @Inject(TurnFeed) private readonly feed: Pick<TurnFeed, 'onAny'>,
    @Inject(READ_MODELS) private readonly readModels: Pick<ReadModels, 'find'>,
    @Inject(CLUSTER) private readonly cluster: Pick<ClusterMembership, 'preferred' | 'self'>,
    @Inject(CONVERSATION_SETTINGS) private readonly settings: ConversationSettings,
    @Inject(PROCESSING_LOG) private readonly log: ProcessingLog,
  ) {
    this.queue = new TurnQueue(settings.leaveMs ?? LEAVE_MS, () => this.fill());
  }

  /** Turns that this node runs now. */
  get running(): number {
    return this.underWay.size;
  }

  start(): void {
    this.unlisten = this.feed.onAny((event) => this.observe(event));
    this.timer = setInterval(() => void this.look(), this.settings.lookEveryMs ?? LOOK_EVERY_MS);
    void this.look();
  }

  /** Takes no more turns; those that run have `graceMs` to end, then they are aborted and recorded as failed. */
  async stop(graceMs: number): Promise<void> {
    this.stopped = true;
    this.unlisten?.();
    this.queue.close();
    clearInterval(this.timer);
    const ended = Promise.all([...this.underWay.values()].map((turn) => turn.ended));
    if (await endsWithin(ended, graceMs)) return;
    for (const { abort } of this.underWay.values()) abort.abort(new TurnAborted('shutdown'));
    await ended;
  }

  private observe({ type, data: { turn_id }, metadata: { conversation_id } }: TurnEvent): void {
    if (type === 'TurnQueued') {
      if (conversation_id === undefined) return;
      this.consider({ conversation_id, turn_id });
      this.fill();
      return;
    }
    const running = this.underWay.get(turn_id);
    if (!running) this.queue.drop(turn_id);
    else if (type === 'TurnStopped') running.abort.abort(new TurnAborted('stopped'));
  }

  private consider(work: TurnWork): void {
    const preferred = this.cluster.preferred(work.turn_id) ?? this.cluster.self.id;
    if (preferred === this.cluster.self.id) this.queue.add(work);
    else this.queue.leaveToOthers(work);
  }

  /** Read models trail: the queue knows what was taken already, however long they call it queued. */
  private async look(): Promise<void> {
    if (this.looking || this.stopped) return;
    this.looking = true;
    try {
      this.queue.overflown = false;
      const { documents } = await this.readModels.find<TurnDocument>('turns', {
        where: { state: 'queued' },
        sort: [['queued_at', 'asc']],
        limit: MAX_LOOK,
      });
      for (const { document } of documents)
        this.consider({ conversation_id: document.conversation_id, turn_id: document.id });
      this.fill();
    } catch (error) {
      this.log.warn({ err: error }, 'queued turns could not be looked for');
    } finally {
      this.looking = false;
    }
  }

  private fill(): void {
    while (!this.stopped && this.underWay.size < this.settings.concurrency) {
      const work = this.queue.take();
      if (!work) {
        if (this.queue.overflown) void this.look();
        return;
      }
      const abort = new AbortController();
      this.underWay.set(work.turn_id, { abort, ended: this.run(work, abort.signal) });
    }
  }

  private async run(work: TurnWork, signal: AbortSignal): Promise<void> {
    try {
      await this.execution.run(work, signal);
    } catch (error) {
      this.queue.giveBack(work.turn_id);
      this.log.warn({ err: error, ...work }, 'a turn could not be run or recorded');
    }
    this.underWay.delete(work.turn_id);
    this.fill();
  }
}
