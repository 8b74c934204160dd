import { DuplicateEventId, StoreUnavailable, StreamDeleted, WrongExpectedRevision } from '../errors.js';
import type { EventRegistry } from '../events/event-registry.js';
import type { AppendResult, ExpectedRevision } from '../port.js';
import type { Serialised } from '../serialise.js';
import { StoredEvent } from '../stored-event.js';
import { ANY, NO_STREAM } from './committer.js';
import type { BatchResult, Reply } from './protocol.js';
import type { Writer } from './writer.js';

/** Appends that share a commit at most, and characters of events: bounds how long others wait for it. */
const MAX_BATCH = 1_024;
const MAX_BATCH_SIZE = 4 * 1024 * 1024;
/** Batches handed over and not yet answered: one being committed, one ready for when it is done. */
const MAX_UNDER_WAY = 2;
/** Characters of events that may wait; beyond it appends are refused, so that a slow disk cannot eat the memory. */
const MAX_WAITING = 64 * 1024 * 1024;

const HASH_BYTES = 32;

interface Waiting {
  readonly stream: string;
  /** A revision, or `NO_STREAM` or `ANY` of the committer. */
  readonly expected: number;
  readonly events: readonly Serialised[];
  readonly size: number;
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: unknown) => void;
}

/** What a commit stored, in order; `before` and `head`: the store's head before and after it. */
export type OnCommit = (before: bigint, stored: readonly StoredEvent[], head: bigint) => void;

/**
 * Appends that wait at the same time become one message and one transaction (group commit). While one batch is being
 * committed the next one gathers, so a busy store makes larger commits by itself.
 */
export class CommitQueue {
  private waiting: Waiting[] = [];
  private size = 0;
  private underWay = 0;
  private flushing = false;

  constructor(
    private readonly writer: Writer,
    private readonly registry: EventRegistry | undefined,
    private readonly onCommit: OnCommit,
  ) {}

  append(stream: string, expected: number, events: readonly Serialised[]): Promise<AppendResult> {
    let size = 0;
    for (const { data, metadata } of events) size += data.length + metadata.length;
    if (this.size > 0 && this.size + size > MAX_WAITING) {
      return Promise.reject(
        new StoreUnavailable(`event store has ${this.size} characters of events waiting; try later`, {
          kind: 'overloaded',
        }),
      );
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ stream, expected, events, size, resolve, reject });
      this.size += size;
      if (this.flushing) return;
      this.flushing = true;
      // Not at once: appends of the same tick are to share the commit.
      queueMicrotask(() => {
        this.flushing = false;
        this.flush();
      });
    });
  }

  /** Refuses what still waits; what is under way is answered. */
  close(): void {
    for (const { reject } of this.waiting.splice(0))
      reject(new StoreUnavailable('event store is closed', { kind: 'closed' }));
  }

  private flush(): void {
    while (this.waiting.length > 0 && this.underWay < MAX_UNDER_WAY) {
      const batch = this.take();
      this.underWay += 1;
      this.writer
        .ask(messageOf(batch))
        .then((reply) => this.answered(batch, reply))
        .catch((error: unknown) => {
          for (const { reject } of batch) reject(error);
        })
        .finally(() => {
          this.underWay -= 1;
          for (const { size } of batch) this.size -= size;
          this.flush();
        });
    }
  }

  private take(): Waiting[] {
    let count = 0;
    let size = 0;
    for (const append of this.waiting) {
      if (count > 0 && (count >= MAX_BATCH || size + append.size > MAX_BATCH_SIZE)) break;
      count += 1;
      size += append.size;
    }
    return this.waiting.splice(0, count);
  }

  private answered(batch: readonly Waiting[], reply: Reply): void {
    if (reply.kind !== 'appended') throw new StoreUnavailable(`event store answered an append with ${reply.kind}`);
    const { outcomes, stored } = outcomesOf(batch, reply.result, this.registry);
    this.onCommit(reply.result.before, stored, reply.result.head);
    for (const [index, { resolve, reject }] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome instanceof Error) reject(outcome);
      else if (outcome) resolve(outcome);
    }
  }
}

function messageOf(batch: readonly Waiting[]) {
  const events = batch.flatMap((append) => append.events);
  return {
    kind: 'append' as const,
    streams: batch.map(({ stream }) => stream),
    expected: batch.map(({ expected }) => expected),
    counts: batch.map((append) => append.events.length),
    ids: events.map(({ id }) => id),
    types: events.map(({ type }) => type),
    data: events.map(({ data }) => data),
    metadata: events.map(({ metadata }) => metadata),
  };
}

/** What each caller gets, and what was stored, in order of position. */
function outcomesOf(batch: readonly Waiting[], result: BatchResult, registry: EventRegistry | undefined) {
  const stored: StoredEvent[] = [];
  const repeats = result.repeats.values();
  const duplicates = result.duplicates.values();
  const outcomes = batch.map((append, index): AppendResult | Error => {
    const { stream } = append;
    const revision = result.revisions[index] ?? -1;
    switch (result.codes[index]) {
      case 'stored': {
        const position = result.before + BigInt(stored.length + append.events.length);
        const events = recorded(append, revision, position, result.hashes, stored.length, registry);
        stored.push(...events);
        return { revision, position, events };
      }
      case 'repeat':
        return { revision, position: repeats.next().value ?? 0n };
      case 'wrong-revision':
        return new WrongExpectedRevision(stream, expectedOf(append.expected), revision < 0 ? 'no-stream' : revision);
      case 'deleted':
        return new StreamDeleted(stream);
      case 'duplicate':
        return new DuplicateEventId(stream, duplicates.next().value ?? '');
      default:
        return new StoreUnavailable(`event store gave no outcome of an append to ${stream}`);
    }
  });
  return { outcomes, stored };
}

function recorded(
  { stream, events }: Waiting,
  lastRevision: number,
  lastPosition: bigint,
  hashes: Uint8Array,
  hashesBefore: number,
  registry: EventRegistry | undefined,
): StoredEvent[] {
  return events.map(({ id, type, data, metadata }, index) => {
    const back = events.length - 1 - index;
    const at = (hashesBefore + index) * HASH_BYTES;
    const hash = hashes.subarray(at, at + HASH_BYTES);
    const position = lastPosition - BigInt(back);
    return new StoredEvent(
      { id, stream, revision: lastRevision - back, position, type, data, metadata, hash },
      registry,
    );
  });
}

export function expectedNumber(expected: ExpectedRevision): number {
  if (expected === 'any') return ANY;
  if (expected === 'no-stream') return NO_STREAM;
  if (!Number.isSafeInteger(expected) || expected < 0) throw new RangeError(`expected revision ${expected} is none`);
  return expected;
}

function expectedOf(number: number): ExpectedRevision {
  if (number === ANY) return 'any';
  return number === NO_STREAM ? 'no-stream' : number;
}
