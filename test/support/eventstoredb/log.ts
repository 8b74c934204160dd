/** An event in the double's log. */
export interface LogRecord {
  readonly position: bigint;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

export type Proposed = Pick<LogRecord, 'id' | 'type' | 'data' | 'metadata'>;
export type WireExpected = number | 'no-stream' | 'any';

export type AppendOutcome =
  | { readonly kind: 'stored'; readonly revision: number; readonly position: bigint }
  | { readonly kind: 'wrong'; readonly actual: number }
  | { readonly kind: 'deleted' | 'too-large' };

/** The server's default for one append: data, metadata, and type twice. */
export const MAX_APPEND = 1024 * 1024;

/**
 * The log of the double: what a server keeps, in memory. Commits as server 23.10 does: an identical repeat (same ids
 * where the expectation says that they would stand) is answered with the first result, and nothing else is looked at.
 * Tombstones leave the deleted events in the log.
 */
export class Log {
  readonly records: LogRecord[] = [];
  readonly streams = new Map<string, LogRecord[]>();
  readonly tombstones = new Set<string>();
  /** Positions of links whose events are gone. */
  readonly holes = new Set<bigint>();
  private readonly beginnings = new Set<bigint>();
  private next: bigint;

  constructor(
    first: bigint,
    private readonly step: bigint,
  ) {
    this.next = first;
  }

  /** Whether a record begins there, also one that was deleted. */
  begins(position: bigint): boolean {
    return this.beginnings.has(position);
  }

  append(stream: string, expected: WireExpected, events: readonly Proposed[]): AppendOutcome {
    const size = events.reduce(
      (sum, { type, data, metadata }) => sum + data.length + metadata.length + 2 * type.length,
      0,
    );
    if (size > MAX_APPEND) return { kind: 'too-large' };
    if (this.tombstones.has(stream)) return { kind: 'deleted' };
    const there = this.streams.get(stream) ?? [];
    const actual = there.length - 1;
    if (expected === 'any') return this.write(stream, events);
    const wanted = expected === 'no-stream' ? -1 : expected;
    if (wanted === actual) return this.write(stream, events);
    const same = events.every(({ id }, index) => there[wanted + 1 + index]?.id === id);
    const last = there[wanted + events.length];
    if (wanted < actual && same && last) return { kind: 'stored', revision: last.revision, position: last.position };
    return { kind: 'wrong', actual };
  }

  /** Whatever is written besides by others: system events, events of other programs. */
  write(stream: string, events: readonly Proposed[]): AppendOutcome {
    const there = this.streams.get(stream) ?? [];
    this.streams.set(stream, there);
    for (const event of events) {
      const record = { ...event, stream, revision: there.length, position: this.next };
      this.next += this.step;
      there.push(record);
      this.records.push(record);
      this.beginnings.add(record.position);
    }
    return { kind: 'stored', revision: there.length - 1, position: there.at(-1)?.position ?? 0n };
  }

  tombstone(stream: string): void {
    const none = new Uint8Array();
    this.write(stream, [
      { id: '00000000-0000-8000-8000-000000000000', type: '$streamDeleted', data: none, metadata: none },
    ]);
    this.tombstones.add(stream);
  }
}
