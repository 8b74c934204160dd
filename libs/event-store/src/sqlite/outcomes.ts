import { DuplicateEventId, StoreUnavailable, StreamDeleted, WrongExpectedRevision } from '../errors.js';
import type { EventRegistry } from '../events/event-registry.js';
import type { AppendResult, ExpectedRevision } from '../port.js';
import { StoredEvent } from '../stored-event.js';
import type { Waiting } from './commit-queue.js';
import { ANY, NO_STREAM } from './committer.js';
import type { Verdicts } from './protocol.js';

const HASH_BYTES = 32;

/** The worker's verdicts as what each caller gets, and what was stored, in order of position. */
export function outcomesOf(batch: readonly Waiting[], verdicts: Verdicts, registry: EventRegistry | undefined) {
  const stored: StoredEvent[] = [];
  const repeats = verdicts.repeats.values();
  const duplicates = verdicts.duplicates.values();
  const outcomes = batch.map((append, index): AppendResult | Error => {
    const { stream } = append;
    const revision = verdicts.revisions[index] ?? -1;
    switch (verdicts.codes[index]) {
      case 'stored': {
        const position = verdicts.before + BigInt(stored.length + append.events.length);
        const events = recorded(append, revision, position, verdicts.hashes, stored.length, registry);
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
