import type { TurnWork } from './run-turn.js';

/** What is beyond is found again in the index. */
const MAX_HELD = 10_000;

/**
 * Queued turns that are another node's by preference (design section 6): left to it for a while, then anybody's. Who
 * begins one too early costs a lost claim, never a second run.
 */
export class OthersTurns {
  private readonly held = new Map<string, { readonly work: TurnWork; readonly dueMs: number }>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly afterMs: number,
    private readonly due: (work: TurnWork) => void,
  ) {}

  hold(work: TurnWork): void {
    if (this.held.has(work.turn_id) || this.held.size >= MAX_HELD) return;
    this.held.set(work.turn_id, { work, dueMs: performance.now() + this.afterMs });
    this.timer ??= setTimeout(() => this.release(), this.afterMs);
  }

  /** Somebody began it, or it has ended. */
  drop(turnId: string): void {
    this.held.delete(turnId);
  }

  /** All have the same patience, so they fall due in the order in which they came. */
  private release(): void {
    this.timer = undefined;
    for (const [turnId, { work, dueMs }] of this.held) {
      const leftMs = dueMs - performance.now();
      if (leftMs > 0) {
        this.timer = setTimeout(() => this.release(), leftMs);
        return;
      }
      this.held.delete(turnId);
      this.due(work);
    }
  }

  end(): void {
    clearTimeout(this.timer);
    this.held.clear();
  }
}
