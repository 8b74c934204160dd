import type { Clock } from '#libs/kernel';
import type { Aggregates } from '../decider.js';
import type { EventRegistry } from '../events/event-registry.js';

export interface AggregateOptions {
  readonly clock?: Clock;
  /** Gives new events the schema that their type is written with. */
  readonly registry?: EventRegistry;
  /** Streams whose folded state is kept, least recently used dropped first. */
  readonly cachedStreams?: number;
  /** How often a command is decided again after conflicts before it is refused as `unavailable`. */
  readonly attempts?: number;
  /** ms after which a command whose append has no known outcome is refused as `unavailable` (design rule 4). */
  readonly giveUpMs?: number;
  /** Told when the background subscription breaks (it resumes by itself). */
  readonly onFollowError?: (error: unknown) => void;
}

export interface FollowingAggregates extends Aggregates {
  /**
   * Keeps cached states at most a second behind what other processes append; until the signal is aborted. While nobody
   * follows, `load` reads the store every time.
   */
  follow(signal: AbortSignal): Promise<void>;
}
