import { LRUCache } from 'lru-cache';
import type { TurnWork } from './turn-execution.js';

/** Turns that wait in memory; what is beyond is found again in the index. */
const MAX_WAITING = 10_000;
/** Turns that were taken lately: a read model that trails may still call them queued. */
const MAX_TAKEN = 20_000;

/**
 * The queued turns that a node knows of, oldest first; each is handed out once. Those that prefer another node (design
 * section 6) are left to it for a while: whoever begins one too early loses the claim, and no turn runs twice.
 */
export class TurnQueue {
  private readonly waiting = new Map<string, TurnWork>();
  private readonly preferredElsewhere = new Map<string, { readonly work: TurnWork; readonly dueMs: number }>();
  private readonly taken = new LRUCache<string, true>({ max: MAX_TAKEN });
  private timer: NodeJS.Timeout | undefined;
  /** Whether turns were turned away that only the index knows. */
  overflown = false;

  /**
   * @param leaveMs how long a turn that prefers another node is left to it, ms.
   * @param onDue called when such a turn has become anybody's.
   */
  constructor(
    private readonly leaveMs: number,
    private readonly onDue: () => void,
  ) {}

  add(work: TurnWork): void {
    if (this.isKnown(work)) return;
    if (this.waiting.size >= MAX_WAITING) this.overflown = true;
    else this.waiting.set(work.turn_id, work);
  }

  leaveToOthers(work: TurnWork): void {
    if (this.isKnown(work) || this.preferredElsewhere.has(work.turn_id)) return;
    if (this.preferredElsewhere.size >= MAX_WAITING) return;
    this.preferredElsewhere.set(work.turn_id, { work, dueMs: performance.now() + this.leaveMs });
    this.timer ??= setTimeout(() => this.release(), this.leaveMs);
  }

  take(): TurnWork | undefined {
    const [work] = this.waiting.values();
    if (work) this.drop(work.turn_id);
    return work;
  }

  /** A turn that was taken here, that another node began, or that has ended: it is not handed out any more. */
  drop(turnId: string): void {
    this.waiting.delete(turnId);
    this.preferredElsewhere.delete(turnId);
    this.taken.set(turnId, true);
  }

  /** A turn whose run failed for a reason of this node's: it may be tried again. */
  giveBack(turnId: string): void {
    this.taken.delete(turnId);
  }

  close(): void {
    clearTimeout(this.timer);
    this.preferredElsewhere.clear();
  }

  private isKnown({ turn_id }: TurnWork): boolean {
    return this.taken.has(turn_id) || this.waiting.has(turn_id);
  }

  /** All are left for the same time, so they fall due in the order in which they came. */
  private release(): void {
    this.timer = undefined;
    const now = performance.now();
    for (const [turnId, { work, dueMs }] of this.preferredElsewhere) {
      if (dueMs > now) {
        this.timer = setTimeout(() => this.release(), dueMs - now);
        break;
      }
      this.preferredElsewhere.delete(turnId);
      this.add(work);
    }
    this.onDue();
  }
}
