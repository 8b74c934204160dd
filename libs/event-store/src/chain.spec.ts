import { createHmac } from 'node:crypto';
import { note } from '../test/contract/subject.js';
import { MemoryEventStore } from '../test/memory-event-store.js';
import { chainKey, eventHash, hmac, type RawEvent, verifyStream } from './chain.js';
import { rawOf } from './stored-event.js';

async function history(): Promise<RawEvent[]> {
  const store = new MemoryEventStore();
  for (let n = 0; n < 5; n += 1) await store.append('s', 'any', [note('Told', n, { words: 'ёж' })]);
  return (await store.load('s')).flatMap((event) => rawOf(event) ?? []);
}

describe('the hash chain', () => {
  it('is SHA-256 over previous hash, id, type, data and metadata, each with its length before it', () => {
    const id = '01890000-0000-7000-8000-000000000000';
    const told = { stream: 's', revision: 0, id, type: 'Told', data: '{"words":"ёж"}', metadata: '{"at":"2026"}' };
    const hash = eventHash(new Uint8Array(32), told);
    // Computed by another implementation (Python's hashlib and struct).
    expect(hash.toString('hex')).toBe('8fe2264f6e6aab12cb7b9128203aee67b6c73b35a271eac7c4897dcfcfce128c');
  });

  it('of an untouched stream is whole', async () => {
    expect(verifyStream(await history())).toEqual([]);
  });

  it('breaks at whatever was changed: each of id, type, data, metadata and the hash itself', async () => {
    const changes: Partial<RawEvent>[] = [
      { id: '01890000-0000-7000-8000-000000000000' },
      { type: 'Tolt' },
      { data: '{"n":2,"words":"еж"}' },
      { metadata: '{"at":"2026-01-02T03:04:05.679Z","schema":1,"correlation_id":"req_2"}' },
    ];
    for (const change of changes) {
      const events = (await history()).map((event) => (event.revision === 2 ? { ...event, ...change } : event));
      expect(verifyStream(events).map(({ revision }) => revision)).toEqual([2]);
    }
    const rehashed = (await history()).map((event) =>
      event.revision === 2 ? { ...event, hash: 'ab'.repeat(32) } : event,
    );
    expect(verifyStream(rehashed).map(({ revision }) => revision)).toEqual([2, 3]);
  });

  it('finds events that were taken out or exchanged', async () => {
    const events = await history();
    const without = events.filter(({ revision }) => revision !== 1);
    expect(verifyStream(without)).toEqual([{ stream: 's', revision: 2, reason: 'revision 1 is missing before it' }]);
    const beheaded = events.slice(1);
    expect(verifyStream(beheaded)).toEqual([{ stream: 's', revision: 1, reason: 'revision 0 is missing before it' }]);
    const [a, b, ...rest] = events;
    if (!a || !b) throw new Error('no events');
    const exchanged = [{ ...b, revision: 0 }, { ...a, revision: 1 }, ...rest];
    expect(verifyStream(exchanged).map(({ revision }) => revision)).toEqual([0, 1, 2]);
  });

  it('moves no character between neighbouring parts unnoticed', () => {
    const of = (type: string, data: string, metadata: string) =>
      eventHash(new Uint8Array(32), { stream: 's', revision: 0, id: 'id', type, data, metadata });
    const one = of('Told', '{}', '{"a":1}');
    expect(of('Tol', 'd{}', '{"a":1}')).not.toEqual(one);
    expect(of('Told', '{}{', '"a":1}')).not.toEqual(one);
  });
});

describe('the hash chain under a key', () => {
  const key = chainKey(Buffer.alloc(32, 7));
  const at = { at: '2026-01-02T03:04:05.678Z', schema: 1 };
  const stored = async (...chains: (1 | 2 | undefined)[]): Promise<RawEvent[]> => {
    const store = new MemoryEventStore({ key });
    for (const [n, chain] of chains.entries()) {
      const metadata = chain === undefined ? at : { ...at, chain };
      await store.append('s', 'any', [{ ...note('Told', n, { words: 'ёж' }), metadata }]);
    }
    return (await store.load('s')).flatMap((event) => rawOf(event) ?? []);
  };
  /** As somebody does who knows how version 1 works and has no key. */
  const forged = (events: readonly RawEvent[], from: number): RawEvent[] => {
    let previous: Uint8Array = Buffer.from(events[from - 1]?.hash ?? '00'.repeat(32), 'hex');
    return events.map((event) => {
      if (event.revision < from) return event;
      const plain = { ...event, data: '{"n":999}', metadata: JSON.stringify(at) };
      previous = eventHash(previous, plain);
      return { ...plain, hash: Buffer.from(previous).toString('hex') };
    });
  };

  it('is HMAC-SHA-256 over previous hash, stream, revision, id, type, data and metadata with the mark', () => {
    const id = '01890000-0000-7000-8000-000000000000';
    const metadata = '{"at":"2026","chain":2}';
    const told = { stream: 'потоки-1', revision: 12, id, type: 'Told', data: '{"words":"ёж"}', metadata };
    const message = Buffer.concat(
      [new Uint8Array(32), 'потоки-1', '12', id, 'Told', told.data, metadata].flatMap((part) => {
        const length = Buffer.alloc(4);
        length.writeUInt32BE(Buffer.from(part).length);
        return [length, Buffer.from(part)];
      }),
    );
    const expected = createHmac('sha256', Buffer.alloc(32, 7)).update(message).digest('hex');
    expect(eventHash(new Uint8Array(32), told, key).toString('hex')).toBe(expected);
    expect(() => eventHash(new Uint8Array(32), told)).toThrow('chained under a key');
  });

  it.each([0, 1, 16 * 1024, 100_000])('uses what createHmac makes of a text of %d characters', (length) => {
    const text = 'ё'.repeat(length);
    const expected = createHmac('sha256', Buffer.alloc(32, 7)).update(text).digest('hex');
    expect(hmac(text, key).toString('hex')).toBe(expected);
  });

  it('is whole in an untouched stream, also behind events of version 1', async () => {
    const events = await stored(1, 1, undefined, 2);
    expect(events.map(({ metadata }) => metadata.endsWith(',"chain":2}'))).toEqual([false, false, true, true]);
    expect(verifyStream(events, { key })).toEqual([]);
    expect(verifyStream(events).map(({ reason }) => reason)).toContainEqual(expect.stringContaining('none was given'));
    expect(verifyStream(events, { key: chainKey(Buffer.alloc(32, 8)) }).map(({ revision }) => revision)).toEqual([
      2, 3,
    ]);
  });

  it('breaks where an event is moved to another stream', async () => {
    const moved = (await stored(undefined, undefined)).map((event) => ({ ...event, stream: 't' }));
    expect(verifyStream(moved, { key }).map(({ revision }) => revision)).toEqual([0, 1]);
  });

  it('cannot be left again: neither within a stream, nor behind the first signed head of the log', async () => {
    const events = await stored(undefined, undefined, undefined);
    const within = verifyStream(forged(events, 1), { key });
    expect(within[0]).toMatchObject({ revision: 1, reason: expect.stringContaining('has no key') });
    expect(verifyStream(forged(events, 0), { key })).toEqual([]);
    const behind = verifyStream(forged(events, 0), { key, keyedAfter: 1n });
    expect(behind[0]).toMatchObject({ revision: 1, reason: expect.stringContaining('first signed head') });
  });
});
