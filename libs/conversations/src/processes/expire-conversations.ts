import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { BackgroundProcess, ClockMonitor, type ScheduledTask } from '#libs/processing';
import { type Query, READ_MODELS, type ReadModels } from '#libs/read-models';
import type { ConversationDocument } from '#projections';
import { DeleteExpiredConversation, ExpireConversation } from '../commands/end-conversation.js';
import { CONVERSATION_SETTINGS, type ConversationSettings } from '../settings.js';

/** Conversations past their time (CONVERSATION_TTL) without an open turn. None expires by a clock that has jumped. */
@Injectable()
@BackgroundProcess('scheduled')
export class ExpireConversations implements ScheduledTask<string> {
  readonly name = 'expire-conversations';
  readonly everyMs = 5_000;

  constructor(
    @Inject(READ_MODELS) private readonly readModels: Pick<ReadModels, 'find'>,
    @Inject(CommandBus) private readonly commands: Pick<CommandBus, 'execute'>,
    @Inject(ClockMonitor) private readonly clock: Pick<ClockMonitor, 'isSettled'>,
  ) {}

  key(id: string): string {
    return id;
  }

  due(now: Date, limit: number): Promise<readonly string[]> {
    const where = { running_turn: null, expired_at: null, expires_at: { lte: now.toISOString() } };
    return idsWhere(this.readModels, this.clock, where, limit);
  }

  async run(id: string): Promise<void> {
    if (this.clock.isSettled()) await this.commands.execute(new ExpireConversation(id, { actor: `saga:${this.name}` }));
  }
}

/**
 * Expired conversations whose time to be restored (EXPIRY_GRACE) is over. A clock that jumps ahead does not shorten that
 * time: nothing is deleted until the clock is back, or has gone on steadily for as long again.
 */
@Injectable()
@BackgroundProcess('scheduled')
export class DeleteExpiredConversations implements ScheduledTask<string> {
  readonly name = 'delete-expired-conversations';
  readonly everyMs = 5_000;

  constructor(
    @Inject(READ_MODELS) private readonly readModels: Pick<ReadModels, 'find'>,
    @Inject(CommandBus) private readonly commands: Pick<CommandBus, 'execute'>,
    @Inject(ClockMonitor) private readonly clock: Pick<ClockMonitor, 'isSettled' | 'now'>,
    @Inject(CONVERSATION_SETTINGS) private readonly settings: Pick<ConversationSettings, 'expiryGraceMs'>,
  ) {}

  key(id: string): string {
    return id;
  }

  due(now: Date, limit: number): Promise<readonly string[]> {
    return idsWhere(this.readModels, this.clock, { expired_at: { lte: this.expiredBefore(now) } }, limit);
  }

  async run(id: string): Promise<void> {
    const before = this.expiredBefore(this.clock.now());
    if (!this.clock.isSettled()) return;
    await this.commands.execute(new DeleteExpiredConversation(id, before, { actor: `saga:${this.name}` }));
  }

  private expiredBefore(now: Date): string {
    return new Date(now.getTime() - this.settings.expiryGraceMs).toISOString();
  }
}

/** Asked after the time was read: a jump before that is seen, and one after it is in no query. */
async function idsWhere(
  readModels: Pick<ReadModels, 'find'>,
  clock: Pick<ClockMonitor, 'isSettled'>,
  where: NonNullable<Query['where']>,
  limit: number,
): Promise<readonly string[]> {
  if (!clock.isSettled()) return [];
  const { documents } = await readModels.find<ConversationDocument>('conversations', { where, limit });
  return documents.map(({ id }) => id);
}
