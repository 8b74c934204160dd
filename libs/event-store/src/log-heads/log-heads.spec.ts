import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#libs/kernel';
import { note, notes } from '../../test/contract/subject.js';
import { MemoryEventStore } from '../../test/memory-event-store.js';
import { isEventOf } from '../event-types.js';
import type { RecordedEvent } from '../port.js';
import { appendAnchor, readAnchors } from './anchor-file.js';
import { eraseStream } from './erase-stream.js';
import { HeadKey } from './head-key.js';
import { HeadSigner } from './head-signer.js';
import { type FoundHead, LogCheck } from './log-check.js';
import { LOG_ERASURES, LOG_HEADS, logEvents, type SignedHead } from './log-events.js';

const key = new HeadKey(Buffer.alloc(32, 5));
const by = { clock: systemClock, actor: 'test' };
const now = () => new Date('2031-03-01T00:00:00.000Z');

async function seeAll(store: MemoryEventStore, signer: HeadSigner): Promise<void> {
  for await (const event of store.readAll({ after: signer.after })) signer.see(event);
}

async function signed(store: MemoryEventStore): Promise<SignedHead> {
  const signer = await HeadSigner.resume(store, key);
  await seeAll(store, signer);
  return signer.sign(now());
}

interface Found {
  readonly anchors?: readonly SignedHead[];
  readonly without?: (event: RecordedEvent) => boolean;
  readonly at?: (event: RecordedEvent) => bigint;
}

/** What a check of the log finds; `without` and `at` stand for a hand in the file. */
async function faults(store: MemoryEventStore, { anchors = [], without = () => false, at }: Found = {}) {
  const events: RecordedEvent[] = [];
  for await (const event of store.readAll()) if (!without(event)) events.push(event);
  const heads: FoundHead[] = anchors.map((head, line) => ({ head, where: `anchor ${line + 1}` }));
  for (const event of events)
    if (isEventOf(logEvents, event) && event.type === 'LogHeadSigned')
      heads.push({ head: event.data, where: `head ${event.revision}` });
  const check = new LogCheck(key, heads);
  for (const event of events)
    if (isEventOf(logEvents, event) && event.type === 'StreamErased') check.erased(event.data);
  for (const event of events) {
    if (check.isErased(event.stream, event.revision)) continue;
    const { stream, revision, metadata } = event;
    check.add({ ...event, stream, revision, metadata, position: at?.(event) ?? event.position });
  }
  return check.finish();
}

async function given(): Promise<MemoryEventStore> {
  const store = new MemoryEventStore();
  for (const stream of ['a', 'b']) await store.append(stream, 'no-stream', notes('Told', 3));
  await signed(store);
  await store.append('c', 'no-stream', notes('Told', 2));
  await signed(store);
  return store;
}

describe('signed heads of the log', () => {
  it('hold for a log that nobody has touched, and count themselves', async () => {
    const store = await given();
    expect(await faults(store)).toEqual([]);
    expect(await signed(store)).toMatchObject({ count: 10, position: '10' });
  });

  it.each([
    [
      'an event that is gone',
      { without: ({ stream, revision }) => stream === 'a' && revision === 2 },
      'up to 6 the log has 5',
    ],
    [
      'a stream that is gone',
      { without: ({ stream }) => stream === 'c' },
      'after position 6 and up to 9 the log has 1',
    ],
    [
      'events that changed places',
      { at: ({ position }) => (position < 3n ? 3n - position : position) },
      'other places',
    ],
  ] satisfies [string, Found, string][])('find %s', async (_what, hand, words) => {
    expect(await faults(await given(), hand)).toEqual([expect.stringContaining(words)]);
  });

  it('find a tail that was cut, heads and all, by an anchor outside', async () => {
    const store = await given();
    const anchors = [await signed(store)];
    const cut = { without: ({ position }: RecordedEvent) => position > 7n };
    expect(await faults(store, cut)).toEqual([]);
    expect(await faults(store, { ...cut, anchors })).toEqual([expect.stringContaining('up to 10 the log has 1')]);
  });

  it('are no good without the key', async () => {
    const store = await given();
    const forged = new HeadKey(Buffer.alloc(32, 6)).sign({ count: 1, position: 1n, sum: 7n }, now().toISOString());
    expect(await faults(store, { anchors: [forged] })).toEqual([expect.stringContaining('not signed by')]);
    await expect(HeadSigner.resume(store, new HeadKey(Buffer.alloc(32, 6)))).rejects.toThrow('not signed by');
  });

  it('are written by one node at a time', async () => {
    const store = await given();
    const [one, other] = [await HeadSigner.resume(store, key), await HeadSigner.resume(store, key)];
    await one.sign(now());
    await expect(other.sign(now())).rejects.toThrow('the append expected 1');
  });
});

describe('an erased stream', () => {
  it.each(['before the signer saw it', 'after the signer saw it', 'after a head counted it'])(
    'leaves every head true that is signed then and later: erased %s',
    async (when) => {
      const store = await given();
      let signer = await HeadSigner.resume(store, key);
      await store.append('gone', 'no-stream', notes('Told', 4));
      if (when !== 'before the signer saw it') await seeAll(store, signer);
      if (when === 'after a head counted it') await signer.sign(now());
      expect(await eraseStream(store, 'gone', by)).toBe(true);
      await seeAll(store, signer);
      await signer.sign(now());
      await store.append('later', 'no-stream', notes('Told', 2));
      signer = await HeadSigner.resume(store, key);
      await seeAll(store, signer);
      const { count } = await signer.sign(now());
      expect(await faults(store)).toEqual([]);
      expect(count).toBe(Number(await store.head()) - 1);
    },
  );

  it('that the signer has only seen in part counts as a whole, also where the node dies before the next head', async () => {
    const store = await given();
    await store.append('gone', 'no-stream', notes('Told', 4));
    const signer = await HeadSigner.resume(store, key);
    for await (const event of store.readAll({ after: signer.after })) {
      signer.see(event);
      if (event.revision === 1 && event.stream === 'gone') break;
    }
    await signer.sign(now());
    await eraseStream(store, 'gone', by);
    await signed(store);
    expect(await faults(store)).toEqual([]);
  });

  it('is finished by a repeat after a crash between record and deletion, and recorded once', async () => {
    const store = await given();
    await store.append('gone', 'no-stream', notes('Told', 4));
    const dying = {
      load: store.load.bind(store),
      append: store.append.bind(store),
      delete: async () => Promise.reject(new Error('died')),
    };
    await expect(eraseStream(dying, 'gone', by)).rejects.toThrow('died');
    await signed(store);
    expect(await faults(store)).toEqual([]);
    expect(await eraseStream(store, 'gone', by)).toBe(true);
    expect(await eraseStream(store, 'gone', by)).toBe(false);
    expect(await store.load(LOG_ERASURES)).toHaveLength(1);
    await signed(store);
    expect(await faults(store)).toEqual([]);
  });

  it('lists an event that arrives between record and deletion', async () => {
    const store = await given();
    await store.append('gone', 'no-stream', notes('Told', 4));
    let late = 1;
    const racing = {
      load: store.load.bind(store),
      append: store.append.bind(store),
      async delete(stream: string, expected?: number) {
        if (late-- > 0) await store.append(stream, 'any', [note('Told', 9)]);
        return store.delete(stream, expected);
      },
    };
    await eraseStream(racing, 'gone', by);
    const listed = (await store.load(LOG_ERASURES)).map(({ data }) => data);
    expect(listed).toMatchObject([{ from: 0 }, { from: 4, events: [[expect.any(String), expect.any(String)]] }]);
    await signed(store);
    expect(await faults(store)).toEqual([]);
  });
});

it('an anchor file keeps heads line by line, and tells of a line that is none', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'garnitur-anchor-'));
  const file = join(dir, 'anchors');
  expect(await readAnchors(file)).toEqual([]);
  const store = await given();
  const [head] = (await store.load(LOG_HEADS)).flatMap((event) =>
    isEventOf(logEvents, event) && event.type === 'LogHeadSigned' ? event.data : [],
  );
  if (!head) throw new Error('no head was signed');
  await appendAnchor(file, head);
  await appendAnchor(file, { ...head, sum: 'none' });
  expect(await readAnchors(file)).toEqual([head, undefined]);
  rmSync(dir, { recursive: true });
});
