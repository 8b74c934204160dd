import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Partners } from '#libs/companies';
import { AGGREGATES, type Aggregates, type CommandContext } from '#libs/event-store';
import { conversation, conversationStream, findTurn } from '../domain/conversation.js';
import type { TurnError } from '../events/conversation-events.js';

/** Fails a turn that nobody runs any more; its conversation is free again. A turn that has ended is left alone. */
export class FailTurn extends Command<void> {
  constructor(
    readonly turn: { readonly conversation_id: string; readonly turn_id: string },
    readonly error: TurnError,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(FailTurn)
export class FailTurnHandler implements ICommandHandler<FailTurn> {
  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(Partners) private readonly partners: Partners,
  ) {}

  async execute({ turn: { conversation_id, turn_id }, error, context }: FailTurn): Promise<void> {
    const stream = conversationStream(conversation_id);
    const { state } = await this.aggregates.load(stream, conversation);
    const turn = findTurn(state, turn_id);
    if (turn?.state !== 'running' || turn.nodeId === undefined || !state.started) return;
    const partnerAddress = await this.partners.webhookAddress(state.started.partner_id);
    const command = { type: 'FailTurn' as const, turn_id, node_id: turn.nodeId, error, partnerAddress };
    await this.aggregates.handle(stream, conversation, command, { causationId: turn_id, ...context });
  }
}
