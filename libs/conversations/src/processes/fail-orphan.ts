import type { Aggregates } from '#libs/event-store';
import type { CompanyDirectory } from '../directory.js';
import { conversation, conversationStream } from '../domain/conversation.js';
import { findTurn } from '../domain/conversation-state.js';
import type { TurnError } from '../events/events.js';

/** Why a turn is failed that nobody runs any more. */
export const ORPHANED = {
  /** Its node is gone: a restart on embedded stores. */
  restarted: { code: 'internal', message: 'the service was restarted while the turn was running' },
  /** Its outcome could not be recorded while the store was out of reach. */
  overdue: { code: 'deadline_exceeded', message: 'the turn did not end before its deadline' },
} as const;

/** Fails a turn that nobody runs any more; its conversation is free again. */
export async function failOrphan(
  ports: { aggregates: Aggregates; directory: CompanyDirectory },
  orphan: { conversation_id: string; turn_id: string; partner_id: string },
  error: TurnError,
): Promise<void> {
  const stream = conversationStream(orphan.conversation_id);
  const { state } = await ports.aggregates.load(stream, conversation);
  const turn = findTurn(state, orphan.turn_id);
  if (turn?.state !== 'running' || turn.nodeId === undefined) return;
  const command = {
    type: 'FailTurn' as const,
    turn_id: turn.id,
    node_id: turn.nodeId,
    error,
    partnerAddress: await ports.directory.webhookAddress(orphan.partner_id),
  };
  await ports.aggregates.handle(stream, conversation, command, { actor: 'saga:fail-orphans', causationId: turn.id });
}
