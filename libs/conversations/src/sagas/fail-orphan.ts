import type { Aggregates } from '#libs/event-store';
import { conversation, conversationStream } from '../conversation.js';
import { findTurn } from '../conversation-state.js';
import type { CompanyDirectory } from '../directory.js';

/** Fails a turn whose node is gone (a restart on embedded stores); its conversation is free again. */
export async function failOrphan(
  ports: { aggregates: Aggregates; directory: CompanyDirectory },
  orphan: { conversation_id: string; turn_id: string; partner_id: string },
): Promise<void> {
  const stream = conversationStream(orphan.conversation_id);
  const { state } = await ports.aggregates.load(stream, conversation);
  const turn = findTurn(state, orphan.turn_id);
  if (turn?.state !== 'running' || turn.nodeId === undefined) return;
  const command = {
    type: 'fail_turn' as const,
    turn_id: turn.id,
    node_id: turn.nodeId,
    error: { code: 'internal', message: 'the service was restarted while the turn was running' },
    partnerAddress: await ports.directory.webhookAddress(orphan.partner_id),
  };
  await ports.aggregates.handle(stream, conversation, command, { actor: 'saga:fail-orphans', causationId: turn.id });
}
