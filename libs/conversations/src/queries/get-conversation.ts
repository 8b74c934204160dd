import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { AGGREGATES, type Aggregates } from '#libs/event-store';
import { loadOwnedConversation } from '../commands/owned-conversation.js';
import { openTurn } from '../domain/conversation.js';
import { ConversationReads } from './conversation-reads.js';

/** spec.md, Resources, "Conversation". */
export interface Conversation {
  readonly id: string;
  readonly external_id: string | null;
  readonly order_id: string;
  /** Number of the latest turn; 0 for a new conversation. */
  readonly turn: number;
  /** Id of the queued or running turn. */
  readonly running_turn: string | null;
  readonly has_project: boolean;
  /** ISO 8601. */
  readonly expires_at: string;
}

/** `GET /v1/conversations/{id}`. `not_found`, also for another partner's conversation. */
export class GetConversation extends Query<Conversation> {
  constructor(
    readonly conversation_id: string,
    readonly partner_id: string,
  ) {
    super();
  }
}

@QueryHandler(GetConversation)
export class GetConversationHandler implements IQueryHandler<GetConversation> {
  constructor(
    private readonly reads: ConversationReads,
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
  ) {}

  async execute({ conversation_id, partner_id }: GetConversation): Promise<Conversation> {
    const found = await this.reads.shownConversation(conversation_id);
    if (found?.partner_id !== partner_id) return this.fromStream(conversation_id, partner_id);
    const { id, external_id, order_id, turn, running_turn, has_project, expires_at } = found;
    return { id, external_id, order_id, turn, running_turn, has_project, expires_at };
  }

  /**
   * Whoever has just created a conversation is shown it, however far behind the read models are. They are not waited for:
   * the answer to a creation did that already, and the stream knows best.
   */
  private async fromStream(id: string, partnerId: string): Promise<Conversation> {
    const { state, started } = await loadOwnedConversation(this.aggregates, id, partnerId);
    return {
      id,
      external_id: started.external_id ?? null,
      order_id: started.order_id,
      turn: state.turns.length,
      running_turn: openTurn(state)?.id ?? null,
      has_project: state.order !== undefined,
      expires_at: state.expiresAt ?? started.expires_at,
    };
  }
}
