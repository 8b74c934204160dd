import type { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem, rateLimited } from '#libs/kernel';

/** Requests of an address without a valid key: so many times fewer than a partner has. A proxy's address is many callers'. */
const FAILURES_SHARE = 5;
/** Requests a second of one signed link: a page is opened by people, and passed on. */
const MAX_LINK_RATE = 20;

/** Requests a second on this node: by partner, by address where the key is none of ours (RATE_LIMIT), by signed link. */
export class RequestRates {
  private readonly partners: RateLimiterMemory;
  private readonly failures: RateLimiterMemory;
  private readonly links = new RateLimiterMemory({ points: MAX_LINK_RATE, duration: 1 });

  constructor(requestsPerSecond: number) {
    this.partners = new RateLimiterMemory({ points: requestsPerSecond, duration: 1 });
    this.failures = new RateLimiterMemory({ points: Math.ceil(requestsPerSecond / FAILURES_SHARE), duration: 1 });
  }

  /** @throws {Problem} `rate_limited` */
  countPartner(partnerId: string): Promise<void> {
    return count(this.partners, partnerId);
  }

  /** Somebody signed in to the cabinet may ask as often as a partner. @throws {Problem} `rate_limited` */
  countSession(sessionId: string): Promise<void> {
    return count(this.partners, sessionId);
  }

  /** @throws {Problem} `rate_limited` */
  countFailure(address: string): Promise<void> {
    return count(this.failures, address);
  }

  /** @throws {Problem} `rate_limited` */
  countLink(token: string): Promise<void> {
    return count(this.links, token);
  }
}

async function count(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    throw rateLimited(`more than ${limiter.points} requests a second`, {
      policy: 'requests',
      limit: limiter.points,
      window_s: limiter.duration,
      retry_after_s: Math.ceil(refused.msBeforeNext / 1_000),
    });
  }
}

/** The end of an answer. */
type Answer = Pick<EventEmitter, 'once'> & { readonly closed: boolean };

/** Requests admitted at each turn of the event loop. */
const MAX_ADMITTED = 32;
/** Requests of one caller that are under way at a time while there are other callers. */
const MAX_UNDER_WAY = 4;
/** A caller whose requests take long may begin another after so long, ms: its quick ones do not wait for a slow picture. */
const MAX_HELD_MS = 100;
/** How often those that are held back may go on, ms. */
const RELEASE_EVERY_MS = 2;
/** Of a caller that had more than its share and still has others waiting. */
const MAX_OF_MOST = 2;
/** Share of the event loop's time beyond which it begins but one in BUSY_EVERY_MS: what is left is for whoever asks less. */
const MAX_UTILIZATION = 0.3;
const BUSY_EVERY_MS = 10;
/** Over so long, ms: a pause between two turns of a busy loop is no time to spare. */
const UTILIZATION_OVER_MS = 50;
/** A caller that asked within one such period, or the one before, is one of several, ms. */
const PERIOD_MS = 1_000;

interface Waiting {
  readonly answer: Answer | undefined;
  readonly admit: () => void;
  readonly refuse: (problem: Problem) => void;
}

interface UnderWay {
  requests: number;
  /** When the last of them began, ms. */
  begunAt: number;
}

/**
 * When a request may begin. Those that arrive together go on together, so that their appends share a commit and their
 * events a batch (a third less work than one by one); and however many arrive at once, timers and I/O get their turn in
 * between.
 *
 * Callers take turns. A caller that is alone is not held back. Of several each has few requests under way, and whoever asks
 * most begins more only while the event loop has time to spare: turns of the loop stay short, and nobody's append stands
 * behind another's thousand. A caller that floods waits for its own answers, which slows it down better than any refusal,
 * and costs less.
 */
@Injectable()
export class AdmissionControl {
  /** By caller; whose turn is next comes first. */
  private readonly waiting = new Map<string, Waiting[]>();
  /** By caller that had as many under way as it may. */
  private readonly heldBack = new Map<string, Waiting[]>();
  private readonly underWay = new Map<string, UnderWay>();
  private readonly callers = new RecentCallers();
  private admitting = false;
  private releasing = false;
  protected readonly utilization: Pick<Utilization, 'now'> = new Utilization();

  /**
   * Resolves at one of the next turns of the event loop, for at most MAX_ADMITTED requests a turn.
   * @param caller a partner, or the address of somebody unknown.
   * @param answer with its end the request is no longer under way; without one it is not counted.
   * @throws {Problem} `unavailable` where the answer was closed meanwhile.
   */
  admission(caller: string, answer?: Answer): Promise<void> {
    this.callers.add(caller);
    return new Promise((admit, refuse) => {
      const queue = this.heldBack.get(caller) ?? this.waiting.get(caller);
      if (queue) queue.push({ answer, admit, refuse });
      else this.waiting.set(caller, [{ answer, admit, refuse }]);
      this.admitSoon();
    });
  }

  private admitSoon(): void {
    if (this.admitting || this.waiting.size === 0) return;
    this.admitting = true;
    setImmediate(() => {
      this.admitting = false;
      this.admit();
    });
  }

  private admit(): void {
    const admitted: Waiting[] = [];
    for (const [caller, queue] of this.waiting) {
      if (admitted.length === MAX_ADMITTED) break;
      this.waiting.delete(caller);
      if (!this.mayBegin(caller, queue.length)) {
        this.heldBack.set(caller, queue);
        this.releaseSoon();
        continue;
      }
      const next = queue.shift();
      if (next?.answer?.closed) next.refuse(new Problem('unavailable', 'nobody waits for the answer any more'));
      else if (next) {
        admitted.push(next);
        if (next.answer) this.begin(caller, next.answer);
      }
      // To the end, where this loop comes by again.
      if (queue.length > 0) this.waiting.set(caller, queue);
    }
    this.admitSoon();
    for (const { admit } of admitted) admit();
  }

  private mayBegin(caller: string, waiting: number): boolean {
    if (!this.callers.hasOthersThan(caller)) return true;
    const { requests = 0, begunAt = 0 } = this.underWay.get(caller) ?? {};
    const at = performance.now();
    const asksMost = waiting > MAX_UNDER_WAY && this.callers.hadMoreThanItsShare(caller);
    if (asksMost && at - this.callers.admittedAt(caller) < BUSY_EVERY_MS && this.utilization.now() > MAX_UTILIZATION)
      return false;
    return requests < (asksMost ? MAX_OF_MOST : MAX_UNDER_WAY) || at - begunAt >= MAX_HELD_MS;
  }

  private begin(caller: string, answer: Answer): void {
    this.callers.admitted(caller);
    const ofCaller = this.underWay.get(caller) ?? { requests: 0, begunAt: 0 };
    ofCaller.requests += 1;
    ofCaller.begunAt = performance.now();
    this.underWay.set(caller, ofCaller);
    answer.once('close', () => {
      ofCaller.requests -= 1;
      if (ofCaller.requests === 0) this.underWay.delete(caller);
    });
  }

  private releaseSoon(): void {
    if (this.releasing) return;
    this.releasing = true;
    setTimeout(() => {
      this.releasing = false;
      this.release();
    }, RELEASE_EVERY_MS).unref();
  }

  private release(): void {
    for (const [caller, queue] of this.heldBack) this.waiting.set(caller, queue);
    this.heldBack.clear();
    this.admitSoon();
  }
}

/** The event loop's utilization of late, an exponential moving average. */
class Utilization {
  private used = performance.eventLoopUtilization();
  private at = performance.now();
  private average = 0;

  now(): number {
    const used = performance.eventLoopUtilization();
    const at = performance.now();
    const { utilization } = performance.eventLoopUtilization(used, this.used);
    this.average += (utilization - this.average) * -Math.expm1((this.at - at) / UTILIZATION_OVER_MS);
    this.used = used;
    this.at = at;
    return this.average;
  }
}

/** Who has asked in this period or the one before, and what of theirs was admitted. */
class RecentCallers {
  private now = new Map<string, Recent>();
  private before = new Map<string, Recent>();
  private since = 0;

  add(caller: string): void {
    const at = performance.now();
    if (at - this.since >= PERIOD_MS) {
      this.before = at - this.since < 2 * PERIOD_MS ? this.now : new Map();
      this.now = new Map();
      this.since = at;
    }
    if (!this.now.has(caller)) this.now.set(caller, { admitted: 0, admittedAt: this.admittedAt(caller) });
  }

  admitted(caller: string): void {
    const recent = this.now.get(caller) ?? { admitted: 0, admittedAt: 0 };
    recent.admitted += 1;
    recent.admittedAt = performance.now();
    this.now.set(caller, recent);
  }

  /** The last time that a request of the caller was admitted, ms; 0 where that is long ago. */
  admittedAt(caller: string): number {
    return (this.now.get(caller) ?? this.before.get(caller))?.admittedAt ?? 0;
  }

  hasOthersThan(caller: string): boolean {
    return this.now.size > (this.now.has(caller) ? 1 : 0) || this.before.size > (this.before.has(caller) ? 1 : 0);
  }

  /** Of what was admitted of late, each caller's share is the same. */
  hadMoreThanItsShare(caller: string): boolean {
    const periods = [this.now, this.before];
    const sum = (some: readonly (Recent | undefined)[]) =>
      some.reduce((all, recent) => all + (recent?.admitted ?? 0), 0);
    const callers = new Set(periods.flatMap((period) => [...period.keys()])).size;
    const all = sum(periods.flatMap((period) => [...period.values()]));
    return sum(periods.map((period) => period.get(caller))) * callers > all;
  }
}

interface Recent {
  admitted: number;
  admittedAt: number;
}

/** Bytes of bodies that a node holds at a time, in all and of one partner. */
const MAX_BODIES_BYTES = 192 * 1024 * 1024;
const MAX_PARTNER_BODIES_BYTES = MAX_BODIES_BYTES / 2;

/** What bodies hold of this node's memory, from their first bytes until their answers are out. */
@Injectable()
export class BodyMemory {
  private total = 0;
  private readonly byPartner = new Map<string, number>();

  /**
   * @param answer with whose end the body is let go.
   * @returns what is told of each piece's bytes before it is kept; it throws `unavailable` where there is no room for it.
   */
  hold(partnerId: string, answer: Answer): (bytes: number) => void {
    let held = 0;
    answer.once('close', () => this.add(partnerId, -held));
    return (bytes) => {
      if (answer.closed) throw new Problem('unavailable', 'nobody waits for the answer any more');
      const ofPartner = this.byPartner.get(partnerId) ?? 0;
      if (this.total + bytes > MAX_BODIES_BYTES || ofPartner + bytes > MAX_PARTNER_BODIES_BYTES)
        throw new Problem('unavailable', 'too many bodies are on their way at the moment: repeat the request');
      this.add(partnerId, bytes);
      held += bytes;
    };
  }

  private add(partnerId: string, bytes: number): void {
    this.total += bytes;
    const ofPartner = (this.byPartner.get(partnerId) ?? 0) + bytes;
    if (ofPartner > 0) this.byPartner.set(partnerId, ofPartner);
    else this.byPartner.delete(partnerId);
  }
}
