import { Inject, Injectable } from '@nestjs/common';
import { EVENT_STORE, type EventStore } from '#libs/event-store';
import { rateLimited } from '#libs/kernel';
import {
  BackgroundProcess,
  type NodeProcess,
  PROCESSING_LOG,
  type ProcessingLog,
  READ_MODEL_PROGRESS,
  type ReadModelProgress,
  Supervisor,
} from '#libs/processing';
import { READ_MODELS, type ReadModels } from '#libs/read-models';
import type { TurnDocument } from '#projections';
import { CONVERSATION_SETTINGS, type ConversationSettings } from '../settings.js';
import { type TurnEvent, TurnFeed } from './turn-feed.js';

interface OpenTurn {
  readonly partner_id: string;
  /** Accepted and not ended. */
  open: boolean;
  /** A request that would open it is under way: what comes at once is counted before the feed tells of it. */
  requested: boolean;
}

/**
 * The open turns of each partner, queued or running, on whichever node, up to RATE_LIMIT's. The feed tells of what happens
 * from the start on, the index of what was open then. Several nodes together may let in more, by as many as they accept
 * while the feed is on its way.
 */
@Injectable()
@BackgroundProcess('node')
export class OpenTurns implements NodeProcess {
  private readonly turns = new Map<string, OpenTurn>();
  private readonly counts = new Map<string, number>();
  /** Ended since the start, until the index has been read: it may still show them open. */
  private ended: Set<string> | undefined = new Set();
  private unlisten: (() => void) | undefined;
  private readonly supervisor: Supervisor;

  constructor(
    private readonly feed: TurnFeed,
    @Inject(EVENT_STORE) private readonly store: Pick<EventStore, 'head'>,
    @Inject(READ_MODELS) private readonly models: Pick<ReadModels, 'stream'>,
    @Inject(READ_MODEL_PROGRESS) private readonly progress: Pick<ReadModelProgress, 'waitFor'>,
    @Inject(CONVERSATION_SETTINGS) private readonly settings: Pick<ConversationSettings, 'maxOpenTurns'>,
    @Inject(PROCESSING_LOG) log: ProcessingLog,
  ) {
    this.supervisor = new Supervisor({ log });
  }

  start(): void {
    this.unlisten = this.feed.onAny((event) => this.observe(event));
    this.supervisor.start({ name: 'open turns', run: () => this.readIndex() });
  }

  async stop(graceMs: number): Promise<void> {
    this.unlisten?.();
    await this.supervisor.stop(graceMs);
  }

  /** Lets a request for a new turn in; `leave` follows, however it ends. @throws {Problem} `rate_limited` */
  enter(turnId: string, partnerId: string): void {
    const limit = this.settings.maxOpenTurns;
    if ((this.counts.get(partnerId) ?? 0) >= limit && !this.turns.has(turnId))
      throw rateLimited(`${limit} turns of this partner are open`, { policy: 'open-turns', limit, retry_after_s: 1 });
    this.change(turnId, partnerId, { requested: true });
  }

  leave(turnId: string, partnerId: string): void {
    this.change(turnId, partnerId, { requested: false });
  }

  private observe({ type, data: { turn_id }, metadata: { partner_id = '' } }: TurnEvent): void {
    if (type === 'TurnQueued') this.change(turn_id, partner_id, { open: true });
    if (type !== 'TurnCompleted' && type !== 'TurnStopped' && type !== 'TurnFailed') return;
    this.ended?.add(turn_id);
    this.change(turn_id, partner_id, { open: false });
  }

  private async readIndex(): Promise<'finished'> {
    // The feed was listening before this head: what ends behind it, it tells.
    if (!(await this.progress.waitFor(await this.store.head(), { names: ['turns'] })))
      throw new Error('the read model of turns is behind');
    const open = { where: { state: { in: ['queued', 'running'] } } };
    for await (const { document } of this.models.stream<TurnDocument>('turns', open))
      if (!this.ended?.has(document.id)) this.change(document.id, document.partner_id, { open: true });
    this.ended = undefined;
    return 'finished';
  }

  private change(turnId: string, partnerId: string, change: Partial<OpenTurn>): void {
    const known = this.turns.get(turnId);
    const turn = Object.assign(known ?? { partner_id: partnerId, open: false, requested: false }, change);
    const counts = turn.open || turn.requested;
    if (counts === (known !== undefined)) return;
    if (counts) this.turns.set(turnId, turn);
    else this.turns.delete(turnId);
    const count = (this.counts.get(turn.partner_id) ?? 0) + (counts ? 1 : -1);
    if (count > 0) this.counts.set(turn.partner_id, count);
    else this.counts.delete(turn.partner_id);
  }
}
