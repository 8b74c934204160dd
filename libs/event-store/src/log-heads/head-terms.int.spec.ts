import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { note, notes, recordedOf } from '../../test/contract/subject.js';
import { chainKey } from '../chain.js';
import type { RecordedEvent } from '../port.js';
import { openSqliteEventStore, type SqliteEventStore } from '../sqlite/sqlite-event-store.js';
import { headTermOf } from '../stored-event.js';
import { addTerms, HeadKey, sumOf, termOf } from './head-key.js';

const secret = Buffer.alloc(32, 7);
const key = new HeadKey(secret);
const termsOf = (events: readonly RecordedEvent[]) => events.map((event) => headTermOf(event));
/** As whoever reads the log computes it. */
const computed = ({ position, stream, revision, metadata: { hash } }: RecordedEvent) =>
  key.term({ position, stream, revision, hash });

describe('terms of the log that the commit thread computes', () => {
  let dir: string;
  let store: SqliteEventStore;
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'head-terms-'));
    store = await openSqliteEventStore({ dir, headKey: chainKey(secret) });
  });
  afterEach(async () => {
    await store.close();
    rmSync(dir, { recursive: true });
  });

  it('are those that a reader of the log computes, also behind an append that was refused in the same commit', async () => {
    const known = note('Told', 0);
    await store.append('known', 'no-stream', [known]);
    const [first, refused, last] = await Promise.allSettled([
      store.append('a', 'no-stream', notes('Told', 2)),
      store.append('b', 'no-stream', [note('Told', 0), known]),
      store.append('c', 'no-stream', notes('Told', 2)),
    ]);
    expect(refused.status).toBe('rejected');
    const appended = [first, last].flatMap((one) => (one.status === 'fulfilled' ? (recordedOf(one.value) ?? []) : []));
    expect(appended).toHaveLength(4);
    expect(termsOf(appended).map((term) => term && termOf(term))).toEqual(appended.map(computed));
    const read = await Promise.all(['a', 'c'].map((stream) => store.load(stream)));
    expect(read.flat().map(computed)).toEqual(appended.map(computed));
  });

  it('are left to the reader of what another process, or an earlier start, has stored', async () => {
    await store.append('a', 'no-stream', notes('Told', 2));
    expect(termsOf(await store.load('a'))).toEqual([undefined, undefined]);
  });

  it('come to the same sum together as one by one, also beyond 2^256', () => {
    const terms = [0xff, 0x00, 0x80, 0xff, 0x01].map((byte) => Buffer.alloc(32, byte));
    const others = Array.from({ length: 100 }, (_, at) => createHash('sha256').update(`${at}`).digest());
    for (const some of [[], terms, others, [...terms, ...others]])
      expect(sumOf(some)).toBe(some.map(termOf).reduce(addTerms, 0n));
  });
});
