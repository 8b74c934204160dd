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
export type Answer = Pick<EventEmitter, 'once'> & { readonly closed: boolean };

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
