import type { TurnStarted } from '../events/conversation-events.js';

/** Which node runs a turn, and until when; of a turn that is being queued: the node that accepts it, and has a place for it. */
export type TurnClaim = Pick<TurnStarted, 'node_id' | 'deadline_at'>;

/** Said by the node that runs the turn, also where the request that asked for it is answered by the same append. */
export function started(turn_id: string, { node_id, deadline_at }: TurnClaim) {
  const metadata = { actor: runnerOf(node_id), causation_id: turn_id };
  return { type: 'TurnStarted' as const, data: { turn_id, node_id, deadline_at }, metadata };
}

/** What a node that runs turns is called in their events. */
export function runnerOf(nodeId: string): string {
  return `saga:run-turns@${nodeId}`;
}
