import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventStore, type NewEvent, openSqliteEventStore } from '#libs/event-store';
import { uuidv7 } from '#libs/kernel';
import { MemoryEventStore } from '../../../../libs/event-store/test/memory-event-store.js';
import { Failure } from '../errors.js';
import { compareStores, copyEvents } from './copy-events.js';

const event = (n: number): NewEvent => ({
  id: uuidv7(),
  type: 'Said',
  data: { n, words: 'кухня 3 м, «угловая»', nested: { list: [1, null, 1e-7], 2: 'two', 1: 'one' } },
  metadata: { at: '2026-01-02T03:04:05.678Z', schema: 1, conversation_id: `cnv_${n}`, external_id: null },
});

/** Streams that grow in turns, as conversations do. */
async function fill(store: EventStore, events: number): Promise<void> {
  const revisions = new Map<string, number>();
  for (let n = 0; n < events; n += 1) {
    const stream = `conversation-${n % 7}`;
    const revision = revisions.get(stream);
    const batch = n % 5 === 0 ? [event(n), event(n)] : [event(n)];
    const appended = await store.append(stream, revision ?? 'no-stream', batch);
    revisions.set(stream, appended.revision);
  }
}

const ids = async (store: EventStore) => {
  const all: string[] = [];
  for await (const { id, stream, revision } of store.readAll()) all.push(`${id} ${stream} ${revision}`);
  return all;
};

describe.each(['memory', 'sqlite'])('a copy of an embedded store to %s', (kind) => {
  let dir: string;
  let source: EventStore;
  let target: EventStore;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'garnitur-migrate-'));
    source = await openSqliteEventStore({ dir: join(dir, 'source') });
    target = kind === 'memory' ? new MemoryEventStore() : await openSqliteEventStore({ dir: join(dir, 'target') });
  });
  afterEach(async () => {
    await Promise.all([source.close(), target.close()]);
    await rm(dir, { recursive: true, force: true });
  });

  it('has the same ids in the same order, and the same hashes', async () => {
    await fill(source, 100);
    expect(await copyEvents(source, target)).toEqual({ streams: 7, events: 120, copied: 120 });
    expect(await ids(target)).toEqual(await ids(source));
    expect(await compareStores(source, target)).toEqual([]);
  });

  it('goes on after an interruption, wherever it came', async () => {
    await fill(source, 60);
    const whole = await ids(source);
    for (const left of [1, 20, 30]) {
      let room = left;
      const breaking: EventStore = Object.create(target, {
        append: {
          value: (...args: Parameters<EventStore['append']>) => {
            room -= args[2].length;
            if (room < 0) throw new Error('the line broke');
            return target.append(...args);
          },
        },
      });
      await expect(copyEvents(source, breaking)).rejects.toThrow('the line broke');
    }
    const { copied } = await copyEvents(source, target);
    expect(copied).toBeLessThan(whole.length);
    expect(await ids(target)).toEqual(whole);
    expect((await copyEvents(source, target)).copied).toBe(0);
    expect(await compareStores(source, target)).toEqual([]);
  });

  it('follows what was erased between two runs', async () => {
    await fill(source, 30);
    await copyEvents(source, target);
    await source.delete('conversation-3');
    await source.append('late', 'no-stream', [event(99)]);
    await copyEvents(source, target);
    expect(await ids(target)).toEqual(await ids(source));
    expect(await compareStores(source, target)).toEqual([]);
  });

  it('writes nothing over a target that holds something else', async () => {
    await fill(source, 5);
    await target.append('other', 'no-stream', [event(0)]);
    await source.append('other', 'no-stream', [event(0)]);
    const before = await ids(target);
    await expect(copyEvents(source, target)).rejects.toThrow(Failure);
    expect(await ids(target)).toEqual(before);
  });

  it('tells where a copy is not the source', async () => {
    await fill(source, 5);
    for await (const { stream, id } of source.readAll()) {
      const metadata = { at: '2026-01-02T03:04:05.679Z', schema: 1 };
      await target.append(stream, 'any', [{ id, type: 'Said', data: {}, metadata }]);
    }
    expect((await compareStores(source, target)).map(({ reason }) => reason).join()).toContain('another hash');
  });
});
