import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { BackgroundProcess, CLUSTER, type ClusterMembership, type ScheduledTask } from '#libs/processing';
import { READ_MODELS, type ReadModels } from '#libs/read-models';
import type { TurnDocument } from '#projections';
import { FailTurn } from '../commands/fail-turn.js';
import type { TurnError } from '../events/conversation-events.js';
import { CONVERSATION_SETTINGS, type ConversationSettings } from '../settings.js';

/** A task that ends running turns as failed. */
abstract class FailTurns implements ScheduledTask<TurnDocument> {
  abstract readonly name: string;
  abstract readonly everyMs: number;
  /** What the turn's callers are told. */
  protected abstract readonly reason: TurnError;
  protected abstract readonly commands: CommandBus;

  abstract due(now: Date, limit: number): Promise<readonly TurnDocument[]>;

  key({ id }: TurnDocument): string {
    return id;
  }

  async run({ id, conversation_id }: TurnDocument): Promise<void> {
    const turn = { conversation_id, turn_id: id };
    await this.commands.execute(new FailTurn(turn, this.reason, { actor: `saga:${this.name}` }));
  }
}

/**
 * Turns whose node is gone (design section 6): at once where no other node can live (embedded stores), else after 15 s
 * without a heartbeat. What a frozen node says of such a turn later is dropped by `decide`.
 */
@Injectable()
@BackgroundProcess('scheduled')
export class FailOrphanedTurns extends FailTurns {
  readonly name = 'fail-orphaned-turns';
  readonly everyMs = 1_000;
  protected readonly reason = { code: 'internal', message: 'the service was restarted while the turn was running' };

  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    @Inject(CLUSTER) private readonly cluster: Pick<ClusterMembership, 'isGone'>,
    protected readonly commands: CommandBus,
  ) {
    super();
  }

  async due(_now: Date, limit: number): Promise<readonly TurnDocument[]> {
    const orphans: TurnDocument[] = [];
    const running = this.readModels.stream<TurnDocument>('turns', { where: { state: 'running' } });
    for await (const { document } of running) {
      if (document.node_id !== undefined && this.cluster.isGone(document.node_id)) orphans.push(document);
      if (orphans.length >= limit) break;
    }
    return orphans;
  }
}

/** A turn may need this long after its deadline until its end is recorded, ms. */
const RECORDING_MS = 15_000;

/** Turns past their deadline that nobody ended: their outcome could not be recorded while the store was out of reach. */
@Injectable()
@BackgroundProcess('scheduled')
export class FailOverdueTurns extends FailTurns {
  readonly name = 'fail-overdue-turns';
  readonly everyMs = 5_000;
  protected readonly reason = { code: 'deadline_exceeded', message: 'the turn did not end before its deadline' };

  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    @Inject(CONVERSATION_SETTINGS) private readonly settings: ConversationSettings,
    protected readonly commands: CommandBus,
  ) {
    super();
  }

  async due(now: Date, limit: number): Promise<readonly TurnDocument[]> {
    const before = new Date(now.getTime() - this.settings.deadlineMs - RECORDING_MS).toISOString();
    const where = { state: 'running', queued_at: { lte: before } };
    const { documents } = await this.readModels.find<TurnDocument>('turns', { where, limit });
    return documents.map(({ document }) => document).filter(({ started_at = '' }) => started_at <= before);
  }
}
