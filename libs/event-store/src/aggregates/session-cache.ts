import { LRUCache } from 'lru-cache';
import type { AnySession } from './aggregate-session.js';

/** The sessions of one stream by decider: a stream may be read through several. */
type StreamSessions = Map<object, AnySession>;

/**
 * Sessions by stream, bounded by streams, least recently used dropped first. Those at work are kept beside, so that a
 * stream has one session and one queue however small the cache is.
 */
export class SessionCache {
  private readonly recent: LRUCache<string, StreamSessions>;
  private readonly busy = new Map<string, StreamSessions>();

  constructor(maxStreams: number) {
    this.recent = new LRUCache({ max: maxStreams });
  }

  find(stream: string, decider: object): AnySession | undefined {
    return (this.recent.get(stream) ?? this.busy.get(stream))?.get(decider);
  }

  /** What is cached of a stream; does not count as a use of it. */
  *of(stream: string): Iterable<AnySession> {
    yield* (this.recent.peek(stream) ?? this.busy.get(stream))?.values() ?? [];
  }

  add(session: AnySession): void {
    const { stream, decider } = session;
    const sessions: StreamSessions = this.recent.peek(stream) ?? this.busy.get(stream) ?? new Map();
    this.recent.set(stream, sessions.set(decider, session));
  }

  /** Before work: the session stays until it has settled. */
  hold({ stream }: AnySession): void {
    if (this.busy.has(stream)) return;
    const sessions = this.recent.peek(stream);
    if (sessions) this.busy.set(stream, sessions);
  }

  /** After work. A stream that does not exist is not cached: nobody may fill the cache by asking for such. */
  settle(session: AnySession): void {
    const { stream, decider } = session;
    const sessions = this.busy.get(stream);
    if (!session.idle || !sessions) return;
    if (!session.known && sessions.get(decider) === session) sessions.delete(decider);
    if ([...sessions.values()].some(({ idle }) => !idle)) return;
    this.busy.delete(stream);
    if (sessions.size === 0) this.recent.delete(stream);
    else if (!this.recent.has(stream)) this.recent.set(stream, sessions);
  }

  invalidateAll(): void {
    for (const cached of [this.recent, this.busy]) {
      for (const sessions of cached.values()) for (const session of sessions.values()) session.invalidate();
    }
  }
}
