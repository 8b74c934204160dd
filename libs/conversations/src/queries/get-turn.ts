import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { TurnDocument } from '#projections';
import type { OutcomeStatus, TurnError, TurnResult, TurnState } from '../events/conversation-events.js';
import { ConversationReads } from './conversation-reads.js';

/** spec.md, Resources, "Turn": `status`, `result` and `error` are absent where they have nothing to say. */
export interface Turn {
  readonly id: string;
  readonly state: TurnState;
  readonly status?: OutcomeStatus;
  readonly result?: TurnResult;
  readonly error?: TurnError;
}

export function turnOf({ id, state, status, result, error }: TurnDocument): Turn {
  return {
    id,
    state,
    ...(status === undefined ? {} : { status }),
    ...(result === undefined ? {} : { result }),
    ...(error === undefined ? {} : { error }),
  };
}

/** `GET /v1/turns/{id}`. `not_found`, also for another partner's turn. */
export class GetTurn extends Query<{ readonly conversation_id: string; readonly turn: Turn }> {
  constructor(
    readonly turn_id: string,
    readonly partner_id: string,
  ) {
    super();
  }
}

@QueryHandler(GetTurn)
export class GetTurnHandler implements IQueryHandler<GetTurn> {
  constructor(private readonly reads: ConversationReads) {}

  async execute({ turn_id, partner_id }: GetTurn) {
    const found = await this.reads.turn(turn_id, partner_id);
    return { conversation_id: found.conversation_id, turn: turnOf(found) };
  }
}
