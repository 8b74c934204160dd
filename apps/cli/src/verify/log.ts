import {
  type EventStore,
  type FoundHead,
  type Gap,
  type HeadKey,
  isEventOf,
  LOG_ERASURES,
  LOG_HEADS,
  LogCheck,
  logEvents,
  type RecordedEvent,
  readAnchors,
} from '#libs/event-store';
import type { FilesInspected } from './files.js';
import type { Broken } from './streams.js';

export interface LogEvidence extends Pick<FilesInspected, 'gaps' | 'tombstones'> {
  readonly key: HeadKey;
  readonly anchorFile: string | undefined;
}

/** The log against its signed heads, those in it and those in ANCHOR_FILE, and against the records of erasures. */
export class LogAudit {
  /** Revision up to which the records of erasures were read. */
  private erasuresRead = -1;
  /** Last revision met of each stream. */
  private readonly met = new Map<string, number>();
  private readonly suspects = new Set<string>();
  private readonly unaccounted: bigint[];

  private constructor(
    private readonly store: EventStore,
    private readonly check: LogCheck,
    private readonly gaps: readonly Gap[],
    private readonly tombstones: FilesInspected['tombstones'],
    /** Position of the first head: what was erased before it was written down nowhere. */
    readonly firstHead: bigint | undefined,
    private readonly broken: Broken[],
  ) {
    this.unaccounted = gaps.map(({ from, to }) => to - from + 1n);
  }

  static async begin(store: EventStore, { key, anchorFile, gaps = [], tombstones }: LogEvidence): Promise<LogAudit> {
    const broken: Broken[] = [];
    const heads: FoundHead[] = [];
    const anchors = anchorFile === undefined ? [] : await readAnchors(anchorFile);
    for (const [index, head] of anchors.entries()) {
      const where = `ANCHOR_FILE line ${index + 1}`;
      if (head) heads.push({ head, where });
      else broken.push({ where, reason: 'is no signed head' });
    }
    let firstHead: bigint | undefined;
    for await (const event of store.read(LOG_HEADS)) {
      if (!isEventOf(logEvents, event) || event.type !== 'LogHeadSigned') continue;
      firstHead ??= event.position;
      heads.push({ head: event.data, where: `${LOG_HEADS} revision ${event.revision}` });
    }
    const audit = new LogAudit(store, new LogCheck(key, heads), gaps, tombstones, firstHead, broken);
    await audit.readErasures();
    return audit;
  }

  /** Of every event that is stored, in the order of their positions. */
  see(event: RecordedEvent): void {
    const { stream, revision } = event;
    if (this.check.isErased(stream, revision)) this.suspects.add(stream);
    else this.check.add(event);
    this.met.set(stream, revision);
  }

  get streams(): Iterable<string> {
    return this.met.keys();
  }

  /** What does not hold. A service may erase conversations meanwhile: what looks wrong for a moment is looked at again. */
  async finish(): Promise<readonly Broken[]> {
    await this.readErasures();
    for (const reason of this.check.finish()) this.broken.push({ where: 'log', reason });
    for (const stream of this.suspects) {
      const [first] = await this.store.load(stream, 0, 1);
      if (first) this.broken.push({ stream, revision: 0, reason: 'was written down as erased, and is still stored' });
    }
    await this.checkTombstones();
    for (const [index, { from, to }] of this.gaps.entries()) {
      const missing = this.unaccounted[index] ?? 0n;
      if (missing <= 0n || this.firstHead === undefined || to <= this.firstHead) continue;
      const reason = `${missing} of the events at positions ${from} to ${to} are gone, and no erasure accounts for them`;
      this.broken.push({ where: 'log', reason });
    }
    return this.broken;
  }

  private async checkTombstones(): Promise<void> {
    const before = this.tombstones?.();
    for (const stream of before ? this.check.erasedStreams : []) {
      if (before?.has(stream) || this.suspects.has(stream)) continue;
      const [first] = await this.store.load(stream, 0, 1);
      if (first || this.tombstones?.().has(stream)) continue;
      this.broken.push({
        stream,
        revision: 0,
        reason: 'was erased, and its tombstone is gone: it would take events again',
      });
    }
  }

  /** Of a stream that is erased while the log is read, its first events were met and are counted already. */
  private async readErasures(): Promise<void> {
    for await (const event of this.store.read(LOG_ERASURES, { from: this.erasuresRead + 1 })) {
      this.erasuresRead = event.revision;
      if (!isEventOf(logEvents, event) || event.type !== 'StreamErased') continue;
      for (const position of this.check.erased(event.data, this.met.get(event.data.stream))) this.account(position);
    }
  }

  private account(position: bigint): void {
    let low = 0;
    let high = this.gaps.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.gaps[middle]?.to ?? 0n) < position) low = middle + 1;
      else high = middle;
    }
    const gap = this.gaps[low];
    if (gap && gap.from <= position) this.unaccounted[low] = (this.unaccounted[low] ?? 0n) - 1n;
  }
}
