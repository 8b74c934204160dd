import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AGGREGATES, type Aggregates, type CommandContext, StreamDeleted } from '#libs/event-store';
import { CLOCK, type Clock, notFound, Problem } from '#libs/kernel';
import { conversation, conversationStream } from '../domain/conversation.js';
import { CONVERSATION_SETTINGS, type ConversationSettings } from '../settings.js';
import { Leads } from './leads.js';

export interface Restored {
  readonly conversation_id: string;
  /** ISO 8601. */
  readonly expires_at: string;
  /** `claimed_by_another`: a newer conversation has its lead; this one stands without. `none`: it never had one. */
  readonly lead: 'claimed' | 'claimed_by_another' | 'none';
  readonly position: bigint | undefined;
}

/**
 * Undoes an expiry while its grace (EXPIRY_GRACE) lasts: the conversation lives for another CONVERSATION_TTL. Throws
 * `conflict_state` where it has not expired, `not_found` where it is deleted or never was.
 */
export class RestoreConversation extends Command<Restored> {
  constructor(
    readonly conversation_id: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RestoreConversation)
export class RestoreConversationHandler implements ICommandHandler<RestoreConversation> {
  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(Leads) private readonly leads: Pick<Leads, 'claim'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONVERSATION_SETTINGS) private readonly settings: Pick<ConversationSettings, 'ttlMs'>,
  ) {}

  /** First the conversation, then its lead: a claim of a conversation that is not live is taken over by any caller. */
  async execute({ conversation_id, context }: RestoreConversation): Promise<Restored> {
    const expires_at = new Date(this.clock.now().getTime() + this.settings.ttlMs).toISOString();
    const command = { type: 'RestoreConversation' as const, expires_at };
    const { state, position } = await this.aggregates
      .handle(conversationStream(conversation_id), conversation, command, context)
      .catch((error: unknown) => {
        const gone = error instanceof StreamDeleted || (error instanceof Problem && error.code === 'not_found');
        throw gone ? notFound(`conversation ${conversation_id}`) : error;
      });
    const { partner_id = '', company_id = '', external_id } = state.started ?? {};
    if (external_id === undefined) return { conversation_id, expires_at, lead: 'none', position };
    const claim = await this.leads.claim(external_id, { conversation_id, partner_id, company_id }, context);
    const lead = claim?.conversation_id === conversation_id ? 'claimed' : 'claimed_by_another';
    return { conversation_id, expires_at, lead, position };
  }
}
