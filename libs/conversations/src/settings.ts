/** What the environment says of conversations (contract.md, Environment). */
export interface ConversationSettings {
  /** `CONVERSATION_TTL`, ms. */
  readonly ttlMs: number;
  /** `TURN_DEADLINE`, ms. */
  readonly deadlineMs: number;
  /** `TURN_CONCURRENCY`: turns that one node runs at a time. */
  readonly concurrency: number;
  /** Of this process; made anew at each start. */
  readonly nodeId: string;
}

export const CONVERSATION_SETTINGS = Symbol('ConversationSettings');
