import { MemoryEventStore, type SubscriptionBatch } from '#libs/event-store';
import { uuidv7 } from '#libs/kernel';
import { NewerEvent, withoutSkipping } from './newer-events.js';

const known = new Set(['Known', 'Other']);

async function storeOf(...types: string[]) {
  const store = new MemoryEventStore();
  const metadata = { at: '2026-01-02T03:04:05.678Z', schema: 1 };
  for (const type of types) await store.append('stream', 'any', [{ id: uuidv7(), type, data: {}, metadata }]);
  return store;
}

async function read(store: MemoryEventStore, after?: bigint) {
  const stop = new AbortController();
  const seen: string[] = [];
  const from = after === undefined ? {} : { after };
  const options = { ...from, filter: { types: ['Known'] }, signal: stop.signal };
  for await (const delivery of withoutSkipping(store, known).subscribeAll(options)) {
    seen.push(...wordsOf(delivery));
    if (delivery.kind === 'caught-up') stop.abort();
  }
  return seen;
}

const wordsOf = (delivery: SubscriptionBatch) =>
  delivery.kind === 'events'
    ? delivery.events.map(({ type, position }) => `${type} ${position}`)
    : [`up to ${delivery.position}`];

describe('an older version', () => {
  it('gets what it asked for while it knows every type', async () => {
    expect(await read(await storeOf('Known', 'Other', 'Known'))).toEqual(['Known 1', 'Known 3', 'up to 3']);
  });

  it('stops in front of a type that it does not know, after what came before, and says which', async () => {
    const store = await storeOf('Known', 'Newer', 'Known');
    const seen: string[] = [];
    const reading = (async () => {
      for await (const delivery of withoutSkipping(store, known).subscribeAll({ filter: { types: ['Known'] } }))
        seen.push(...wordsOf(delivery));
    })();
    await expect(reading).rejects.toThrow(NewerEvent);
    await expect(reading).rejects.toThrow(/event type Newer at position 2 .*newer/);
    expect(seen).toEqual(['Known 1']);
  });
});
