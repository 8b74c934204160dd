/** What callers were told, and must find again whatever happened to the service since. */
export interface KnownTurn {
  readonly conversation: string;
  /** A stop was answered with 200. */
  stopped: boolean;
}

export interface KnownConversation {
  /** `asked`: a DELETE broke off, so it may be gone; `answered`: 204 was received. */
  deleted: 'no' | 'asked' | 'answered';
}

/** The callers' side of the story: everything acknowledged, and every answer that no service may give. */
export class Journal {
  readonly conversations = new Map<string, KnownConversation>();
  readonly turns = new Map<string, KnownTurn>();
  /** Idempotency key → turn: the same key never names two. */
  readonly keys = new Map<string, string>();
  /** Top-ups whose command exited with 0, by key. */
  readonly topUps = new Map<string, number>();
  readonly violations: string[] = [];
  readonly counts = new Map<string, number>();

  violation(text: string): void {
    this.violations.push(text);
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  acceptedTurn(id: string, conversation: string, key: string): void {
    const before = this.keys.get(key);
    if (before !== undefined && before !== id) this.violation(`key ${key} named turn ${before} and then ${id}`);
    this.keys.set(key, id);
    if (!this.turns.has(id)) this.turns.set(id, { conversation, stopped: false });
  }

  /** Turns whose conversations nobody asked to delete. */
  kept(): string[] {
    return [...this.turns]
      .filter(([, { conversation }]) => this.conversations.get(conversation)?.deleted === 'no')
      .map(([id]) => id);
  }
}
