/** What the environment says of conversations (contract.md, Environment). */
export interface ConversationSettings {
  /** `CONVERSATION_TTL`, ms. */
  readonly ttlMs: number;
  /** `EXPIRY_GRACE`, ms: how long an expired conversation can be restored before it is deleted. */
  readonly expiryGraceMs: number;
  /** `TURN_DEADLINE`, ms. */
  readonly deadlineMs: number;
  /** `TURN_CONCURRENCY`: turns that one node runs at a time. */
  readonly concurrency: number;
  /** `RATE_LIMIT`: open turns of one partner. */
  readonly maxOpenTurns: number;
  /** Of this process; made anew at each start. */
  readonly nodeId: string;
  /** Tests have no second to wait: how often queued turns are looked for, and how long others' are left to them, ms. */
  readonly lookEveryMs?: number;
  readonly leaveMs?: number;
}

export const CONVERSATION_SETTINGS = Symbol('ConversationSettings');
