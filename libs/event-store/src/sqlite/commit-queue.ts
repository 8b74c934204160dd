import { StoreUnavailable } from '../errors.js';
import type { EventRegistry } from '../events/event-registry.js';
import type { AppendResult } from '../port.js';
import type { Serialised } from '../serialise.js';
import type { StoredEvent } from '../stored-event.js';
import { outcomesOf } from './outcomes.js';
import type { Reply } from './protocol.js';
import type { Writer } from './writer.js';

/** Appends that share a commit at most, and characters of events: bounds how long others wait for it. */
const MAX_BATCH = 1_024;
const MAX_BATCH_SIZE = 4 * 1024 * 1024;
/** Batches handed over and not yet answered: one being committed, one ready for when it is done. */
const MAX_UNDER_WAY = 2;
/** Characters of events that may wait; beyond it appends are refused, so that a slow disk cannot eat the memory. */
const MAX_WAITING = 64 * 1024 * 1024;

export interface Waiting {
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
    const { outcomes, stored } = outcomesOf(batch, reply.verdicts, this.registry);
    this.onCommit(reply.verdicts.before, stored, reply.verdicts.head);
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
