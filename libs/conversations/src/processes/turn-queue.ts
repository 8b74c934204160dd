import type { TurnWork } from './run-turn.js';

/** Turns that wait in memory; what is beyond is found again in the index. */
const MAX_WAITING = 10_000;
/** Turns that were taken lately: a read model that trails may still call them queued. */
const MAX_TAKEN = 20_000;

/** The queued turns that a node knows of, oldest first; each is handed out once. */
export class TurnQueue {
  private readonly waiting = new Map<string, TurnWork>();
  private readonly taken = new Set<string>();
  /** Whether turns were turned away that only the index knows. */
  overflown = false;

  /** Whether it waits here, or was taken or dropped lately. */
  knows(turnId: string): boolean {
    return this.taken.has(turnId) || this.waiting.has(turnId);
  }

  add(work: TurnWork): void {
    if (this.knows(work.turn_id)) return;
    if (this.waiting.size >= MAX_WAITING) this.overflown = true;
    else this.waiting.set(work.turn_id, work);
  }

  take(): TurnWork | undefined {
    for (const [turnId, work] of this.waiting) {
      this.waiting.delete(turnId);
      this.remember(turnId);
      return work;
    }
    return undefined;
  }

  /** A turn that another node began, or that has ended: nothing for this node any more. */
  drop(turnId: string): void {
    this.waiting.delete(turnId);
    this.remember(turnId);
  }

  /** A turn whose run failed for a reason of this node's: it may be tried again. */
  giveBack(turnId: string): void {
    this.taken.delete(turnId);
  }

  private remember(turnId: string): void {
    this.taken.add(turnId);
    if (this.taken.size <= MAX_TAKEN) return;
    for (const oldest of this.taken) {
      this.taken.delete(oldest);
      return;
    }
  }
}
