import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { BackgroundProcess, type ScheduledTask } from '#libs/processing';
import { READ_MODELS, type ReadModels } from '#libs/read-models';
import type { ConversationDocument } from '#projections';
import { ExpireConversation } from '../commands/end-conversation.js';

/** Conversations past their time (CONVERSATION_TTL) without an open turn. */
@Injectable()
@BackgroundProcess('scheduled')
export class ExpireConversations implements ScheduledTask<ConversationDocument> {
  readonly name = 'expire-conversations';
  readonly everyMs = 5_000;

  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    private readonly commands: CommandBus,
  ) {}

  key({ id }: ConversationDocument): string {
    return id;
  }

  async due(now: Date, limit: number): Promise<readonly ConversationDocument[]> {
    const where = { running_turn: null, expires_at: { lte: now.toISOString() } };
    const { documents } = await this.readModels.find<ConversationDocument>('conversations', { where, limit });
    return documents.map(({ document }) => document);
  }

  async run({ id }: ConversationDocument): Promise<void> {
    await this.commands.execute(new ExpireConversation(id, { actor: `saga:${this.name}` }));
  }
}
