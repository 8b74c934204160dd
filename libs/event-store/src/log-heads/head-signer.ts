import { uuidv7 } from '#libs/kernel';
import type { Placed } from '../chain.js';
import { isEventOf } from '../event-types.js';
import type { EventStore, RecordedEvent } from '../port.js';
import { indexAfter } from '../recent-events.js';
import { headTermOf } from '../stored-event.js';
import { addTerms, type Head, type HeadKey, headOf, NO_HEAD, sumOf } from './head-key.js';
import { erasedEvents, LOG_ERASURES, LOG_HEADS, logEvents, type SignedHead } from './log-events.js';

/**
 * Keeps the sum over the log from its last signed head on, and signs the next one. Of each event behind that head it
 * holds the term: an erased event that it never saw comes in by the record of its erasure, one that it saw and that was
 * erased since is recorded too, and counts once.
 */
export class HeadSigner {
  /** Of events that were seen behind `head`, in their order. */
  private seen: { readonly position: bigint; readonly term: Uint8Array }[] = [];
  /** Of events that were erased behind `head` and not seen. */
  private readonly erased = new Map<bigint, Uint8Array>();
  private head: Head;
  private revision: number;
  private erasuresRead = -1;
  private through: bigint;
  /** Events behind the head that are no heads themselves: without one there is nothing new to sign. */
  private fresh = 0;

  private constructor(
    private readonly store: Pick<EventStore, 'append' | 'read'>,
    private readonly key: HeadKey,
    /** The last one that stands in the log. */
    readonly last: SignedHead | undefined,
    revision: number,
  ) {
    this.head = last ? headOf(last) : NO_HEAD;
    this.revision = revision;
    this.through = this.head.position;
  }

  /** @throws where the last head was signed under another key: nothing is built upon it. */
  static async resume(store: Pick<EventStore, 'append' | 'read'>, key: HeadKey): Promise<HeadSigner> {
    for await (const event of store.read(LOG_HEADS, { backwards: true, limit: 1 })) {
      if (!isEventOf(logEvents, event) || event.type !== 'LogHeadSigned') break;
      if (!key.isSigned(event.data))
        throw new Error(`the log's last head, of ${event.data.at}, is not signed by this installation's key`);
      const signer = new HeadSigner(store, key, event.data, event.revision);
      await signer.readErasures(event.position);
      return signer;
    }
    return new HeadSigner(store, key, undefined, -1);
  }

  /** Position behind which it wants to see every event. */
  get after(): bigint {
    return this.through;
  }

  get unsigned(): number {
    return this.fresh;
  }

  /** Events come in the order of their positions, none left out but erased ones. */
  see(event: RecordedEvent): void {
    const { position, stream, revision } = event;
    if (position <= this.through) return;
    this.through = position;
    const term = headTermOf(event) ?? this.key.termBytes({ position, stream, revision, hash: event.metadata.hash });
    this.seen.push({ position, term });
    this.erased.delete(position);
    if (stream !== LOG_HEADS) this.fresh += 1;
  }

  /** @param position up to which a subscription without filter has given everything. */
  caughtUp(position: bigint): void {
    if (position > this.through) this.through = position;
  }

  /**
   * Signs what was seen until now and appends it.
   * @throws {WrongExpectedRevision} where another node has signed meanwhile.
   */
  async sign(at: Date): Promise<SignedHead> {
    const to = this.through;
    const fresh = this.fresh;
    // Whatever is missing up to `to` was recorded before it was deleted, so its record stands in the log by now.
    await this.readErasures();
    const seen = indexAfter(this.seen, to);
    const erased = [...this.erased].filter(([position]) => position <= to);
    const terms = [...this.seen.slice(0, seen).map(({ term }) => term), ...erased.map(([, term]) => term)];
    const sum = addTerms(this.head.sum, sumOf(terms));
    const head = { count: this.head.count + terms.length, position: to, sum };
    const signed = this.key.sign(head, at.toISOString());
    const metadata = { at: signed.at, schema: 1, actor: 'log-heads' };
    const event = { id: uuidv7(at.getTime()), type: 'LogHeadSigned', data: signed, metadata };
    ({ revision: this.revision } = await this.store.append(LOG_HEADS, this.revision < 0 ? 'no-stream' : this.revision, [
      event,
    ]));
    this.head = head;
    this.fresh -= fresh;
    this.seen = this.seen.slice(seen);
    for (const [position] of erased) this.erased.delete(position);
    return signed;
  }

  /** @param since at the start: records from there on may list events behind the last head, earlier ones cannot. */
  private async readErasures(since?: bigint): Promise<void> {
    const backwards = since !== undefined;
    let last = this.erasuresRead;
    const range = backwards ? { backwards } : { from: last + 1 };
    for await (const event of this.store.read(LOG_ERASURES, range)) {
      if (event.revision > last) last = event.revision;
      if (since !== undefined && event.position <= since) break;
      if (!isEventOf(logEvents, event) || event.type !== 'StreamErased') continue;
      for (const erased of erasedEvents(event.data)) this.seeErased(erased);
    }
    this.erasuresRead = last;
  }

  private seeErased(erased: Placed): void {
    const { position } = erased;
    const isSeen = this.seen[indexAfter(this.seen, position) - 1]?.position === position;
    if (position > this.head.position && !isSeen) this.erased.set(position, this.key.termBytes(erased));
  }
}
