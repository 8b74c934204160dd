import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AGGREGATES, type Aggregates, type CommandContext, StreamDeleted } from '#libs/event-store';
import { CLOCK, type Clock, type Json, newId, Problem } from '#libs/kernel';
import { conversation, conversationStream, defaultOrderName } from '../domain/conversation.js';
import type { ConversationStarted } from '../events/conversation-events.js';
import { CONVERSATION_SETTINGS, type ConversationSettings } from '../settings.js';
import { Leads } from './leads.js';

export interface Started {
  conversation_id: string;
  /** 201 when true, 200 when the conversation was there already. */
  created: boolean;
  position: bigint | undefined;
}

/** `POST /v1/conversations`: creates a conversation, or finds it again by `external_id`. */
export class StartConversation extends Command<Started> {
  constructor(
    readonly partner: { partner_id: string; company_id: string },
    readonly input: { external_id?: string; order_id?: string; webhook_url?: string; meta?: Json },
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** A lead is claimed again after its conversation has ended; more than two rounds mean races with deletions. */
const MAX_CLAIM_ROUNDS = 5;

@CommandHandler(StartConversation)
export class StartConversationHandler implements ICommandHandler<StartConversation> {
  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(Leads) private readonly leads: Pick<Leads, 'claim' | 'free'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONVERSATION_SETTINGS) private readonly settings: ConversationSettings,
  ) {}

  async execute({ partner, input, context }: StartConversation): Promise<Started> {
    const externalId = input.external_id;
    if (externalId === undefined) return startedOr503(await this.start(this.plan(partner, input), context, true));
    for (let round = 0; round < MAX_CLAIM_ROUNDS; round++) {
      const plan = this.plan(partner, input);
      const { conversation_id, partner_id, company_id } = plan;
      const claim = await this.leads.claim(externalId, { conversation_id, partner_id, company_id }, context);
      if (!claim) continue;
      const own = claim.conversation_id === conversation_id;
      const started = await this.start({ ...plan, conversation_id: claim.conversation_id }, context, own);
      if (started) return started;
      await this.leads.free(partner_id, externalId, claim.conversation_id, context);
    }
    return startedOr503(undefined);
  }

  private plan(partner: StartConversation['partner'], input: StartConversation['input']): ConversationStarted {
    const now = this.clock.now();
    const conversationId = newId('cnv', now.getTime());
    return {
      conversation_id: conversationId,
      ...partner,
      ...input,
      order_id: input.order_id ?? defaultOrderName(conversationId, input.external_id),
      expires_at: new Date(now.getTime() + this.settings.ttlMs).toISOString(),
    };
  }

  /** Undefined where that conversation has ended, or was erased, since it was claimed. */
  private async start(
    data: ConversationStarted,
    context: CommandContext,
    likelyNew: boolean,
  ): Promise<Started | undefined> {
    const stream = conversationStream(data.conversation_id);
    try {
      const handled = await this.aggregates.handle(stream, conversation, { type: 'StartConversation', data }, context, {
        likelyNew,
      });
      if (handled.state.phase !== 'live') return undefined;
      return { conversation_id: data.conversation_id, created: handled.events.length > 0, position: handled.position };
    } catch (error) {
      if (error instanceof StreamDeleted) return undefined;
      throw error;
    }
  }
}

function startedOr503(started: Started | undefined): Started {
  if (started) return started;
  throw new Problem('unavailable', 'the conversation of this external_id is being deleted: repeat the request');
}
