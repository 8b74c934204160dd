import type { AnySession } from './aggregate-session.js';

interface CachedSession extends AnySession {
  readonly stream: string;
  readonly known: boolean;
}

interface Entry {
  readonly sessions: Map<object, CachedSession>;
  /** Asked for since the hand came by. */
  recent: boolean;
}

/**
 * Lanes by stream and decider, bounded by streams. Streams that were not asked for since the hand last came by go first
 * (second chance): a hit costs one look-up, where moving the entry to the end of a large map cost more than the command.
 * A session at work is never dropped.
 */
export class SessionCache {
  private readonly streams = new Map<string, Entry>();
  private hand: Iterator<[string, Entry]> | undefined;

  constructor(private readonly most: number) {}

  find(stream: string, decider: object): AnySession | undefined {
    const entry = this.streams.get(stream);
    if (!entry) return undefined;
    entry.recent = true;
    return entry.sessions.get(decider);
  }

  *of(stream: string): Iterable<AnySession> {
    yield* this.streams.get(stream)?.sessions.values() ?? [];
  }

  add(session: CachedSession): void {
    const entry = this.streams.get(session.stream) ?? { sessions: new Map(), recent: true };
    entry.sessions.set(session.decider, session);
    this.streams.set(session.stream, entry);
    if (this.streams.size > this.most) this.evict();
  }

  /** After work: a stream that does not exist is not worth a place (nobody may fill the cache by asking for it). */
  settle(session: CachedSession): void {
    if (!session.idle || session.known) return;
    const entry = this.streams.get(session.stream);
    if (entry?.sessions.get(session.decider) !== session) return;
    entry.sessions.delete(session.decider);
    if (entry.sessions.size === 0) this.streams.delete(session.stream);
  }

  doubtAll(): void {
    for (const { sessions } of this.streams.values()) {
      for (const session of sessions.values()) session.doubt();
    }
  }

  /** Two rounds at most: by the second every entry that is not at work has lost its second chance. */
  private evict(): void {
    for (let looked = 0; looked < 2 * this.streams.size && this.streams.size > this.most; looked++) {
      const next = this.turnHand();
      if (!next) return;
      const [stream, entry] = next;
      if (entry.recent) entry.recent = false;
      else if ([...entry.sessions.values()].every((session) => session.idle)) this.streams.delete(stream);
    }
  }

  /** The hand goes round and round; a map's iterator stands fast while entries come and go. */
  private turnHand(): [string, Entry] | undefined {
    this.hand ??= this.streams.entries();
    let { value, done } = this.hand.next();
    if (done) {
      this.hand = this.streams.entries();
      ({ value, done } = this.hand.next());
    }
    return done ? undefined : value;
  }
}
