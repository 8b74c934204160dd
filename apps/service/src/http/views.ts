import type { ConversationDocument, TurnDocument } from '#projections';

/** spec.md, Resources, "Conversation". */
export function conversationView(document: ConversationDocument) {
  const { id, external_id, order_id, turn, running_turn, has_project, expires_at } = document;
  return { id, external_id, order_id, turn, running_turn, has_project, expires_at };
}

/** spec.md, Resources, "Turn": `status`, `result`, `error` are absent where they have nothing to say. */
export function turnView({ id, state, status, result, error }: TurnDocument) {
  return {
    id,
    state,
    ...(status === undefined ? {} : { status }),
    ...(result === undefined ? {} : { result }),
    ...(error === undefined ? {} : { error }),
  };
}
