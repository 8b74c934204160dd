import { note } from '../test/contract/subject.js';
import { MemoryEventStore } from '../test/memory-event-store.js';
import { eventHash, type RawEvent, verifyStream } from './chain.js';
import { rawOf } from './stored-event.js';

async function history(): Promise<RawEvent[]> {
  const store = new MemoryEventStore();
  for (let n = 0; n < 5; n += 1) await store.append('s', 'any', [note('Told', n, { words: 'ёж' })]);
  return (await store.load('s')).flatMap((event) => rawOf(event) ?? []);
}

describe('the hash chain', () => {
  it('is SHA-256 over previous hash, id, type, data and metadata, each with its length before it', () => {
    const id = '01890000-0000-7000-8000-000000000000';
    const hash = eventHash(new Uint8Array(32), id, 'Told', '{"words":"ёж"}', '{"at":"2026"}');
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
    const start = new Uint8Array(32);
    const one = eventHash(start, 'id', 'Told', '{}', '{"a":1}');
    expect(eventHash(start, 'id', 'Tol', 'd{}', '{"a":1}')).not.toEqual(one);
    expect(eventHash(start, 'id', 'Told', '{}{', '"a":1}')).not.toEqual(one);
  });
});
