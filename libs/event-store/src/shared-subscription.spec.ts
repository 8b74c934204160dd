import { jest } from '@jest/globals';
import { z } from 'zod';
import { follow, note, notes, numbersOf } from '../test/contract/subject.js';
import { MemoryEventStore } from '../test/memory-event-store.js';
import { StoreUnavailable } from './errors.js';
import { EventRegistry, EventType } from './event-types.js';
import type { Interruption, ReadAllOptions } from './port.js';
import { RecentEvents } from './recent-events.js';
import { SharedSubscription, type SharedSubscriptionOptions } from './shared-subscription.js';

/** A store whose live subscription can be broken, and whose reads can fail. */
class Source extends MemoryEventStore {
  subscriptions = 0;
  reads = 0;
  failingReads = 0;
  private cut = new AbortController();

  override async *subscribeAll(options: ReadAllOptions = {}) {
    this.subscriptions += 1;
    this.cut = new AbortController();
    const { signal } = this.cut;
    const either = options.signal ? AbortSignal.any([options.signal, signal]) : signal;
    yield* super.subscribeAll({ ...options, signal: either });
    if (signal.aborted) throw new StoreUnavailable('cut');
  }

  override async *readAll(options?: ReadAllOptions) {
    this.reads += 1;
    if (this.failingReads-- > 0) throw new StoreUnavailable('away');
    yield* super.readAll(options);
  }

  break(): void {
    this.cut.abort();
  }
}

const all = { filter: { types: ['Told'] } };
const count = (length: number, first = 0) => Array.from({ length }, (_, n) => first + n);
const append = (source: Source, length: number, first = 0) => source.append('s', 'any', notes('Told', length, first));

describe('a shared subscription', () => {
  let source: Source;
  let shared: SharedSubscription;
  const open = (options: SharedSubscriptionOptions = {}) => {
    shared = new SharedSubscription(source, options);
    return shared;
  };
  beforeEach(() => {
    source = new Source();
  });
  afterEach(() => shared.close());

  it('is one subscription to the store, however many follow', async () => {
    open();
    await append(source, 5);
    const consumers = count(10).map(() => follow(shared, all));
    for (const consumer of consumers) await consumer.caughtUp();
    await append(source, 5, 5);
    for (const consumer of consumers) {
      await consumer.seen(10);
      await consumer.stop();
      expect(numbersOf(consumer.events())).toEqual(count(10));
    }
    expect(source.subscriptions).toBe(1);
    expect(source.reads).toBe(10);
  });

  it('lets who is slow fall out of the buffer and read on, and holds nobody else back', async () => {
    open({ buffer: { maxEvents: 8, maxSize: 1_000_000 } });
    const slow = shared.subscribeAll(all)[Symbol.asyncIterator]();
    expect((await slow.next()).value?.kind).toBe('caught-up');
    const quick = follow(shared, all);
    await quick.caughtUp();
    for (const n of count(100)) await append(source, 1, n);
    await quick.seen(100);
    const { reads } = source;
    const late: unknown[] = [];
    while (late.length < 100) {
      const { value } = await slow.next();
      if (value?.kind === 'events') late.push(...numbersOf(value.events));
    }
    expect(late).toEqual(count(100));
    expect(source.reads).toBeGreaterThan(reads);
    await quick.stop();
  });

  it('keeps what is still to be taken, and nothing that every consumer has', async () => {
    const releasing = jest.spyOn(RecentEvents.prototype, 'release');
    open();
    const slow = shared.subscribeAll(all)[Symbol.asyncIterator]();
    await slow.next();
    const quick = follow(shared, all);
    await quick.caughtUp();
    await append(source, 3);
    await quick.seen(3);
    await append(source, 3, 3);
    await quick.seen(6);
    expect(releasing.mock.lastCall).toEqual([0n]);
    const { value } = await slow.next();
    expect(value?.kind === 'events' && numbersOf(value.events)).toEqual(count(6));
    await append(source, 1, 6);
    await quick.seen(7);
    expect(releasing.mock.lastCall).toEqual([6n]);
    await slow.return?.();
    await append(source, 1, 7);
    await quick.seen(8);
    expect(releasing.mock.lastCall?.[0]).toBeGreaterThanOrEqual(7n);
    expect(source.reads).toBe(2);
    await quick.stop();
    releasing.mockRestore();
  });

  it('keeps what follows the history that a consumer still reads', async () => {
    open();
    await append(source, 600);
    const quick = follow(shared, all);
    await quick.seen(600);
    const reading = shared.subscribeAll(all)[Symbol.asyncIterator]();
    const taken: unknown[] = [];
    const take = async () => {
      const { value } = await reading.next();
      if (value?.kind === 'events') taken.push(...numbersOf(value.events));
    };
    await take();
    for (const n of count(20)) await append(source, 1, 600 + n);
    await quick.seen(620);
    while (taken.length < 620) await take();
    expect(taken).toEqual(count(620));
    expect(source.reads).toBe(2);
    await reading.return?.();
    await quick.stop();
  });

  it('keeps no more than its bytes, however few the events are', async () => {
    open({ buffer: { maxEvents: 1_000, maxSize: 10_000 } });
    const slow = shared.subscribeAll(all)[Symbol.asyncIterator]();
    await slow.next();
    const quick = follow(shared, all);
    for (const n of count(10)) await source.append('s', 'any', [note('Told', n, { words: 'x'.repeat(6_000) })]);
    await quick.seen(10);
    const { reads } = source;
    const { value } = await slow.next();
    expect(value?.kind === 'events' && numbersOf(value.events)).toEqual(count(10));
    expect(source.reads).toBe(reads + 1);
    await quick.stop();
  });

  it('is resumed where it broke, which consumers do not notice and health does', async () => {
    const interruptions: Interruption[] = [];
    let resumed = 0;
    open({ onInterruption: (one) => interruptions.push(one), onResumed: () => (resumed += 1) });
    const consumer = follow(shared, all);
    await consumer.caughtUp();
    await append(source, 3);
    await consumer.seen(3);
    source.break();
    await append(source, 3, 3);
    await consumer.seen(6);
    await consumer.stop();
    expect(numbersOf(consumer.events())).toEqual(count(6));
    expect(consumer.failure()).toBeUndefined();
    expect(interruptions).toMatchObject([{ reason: 'cut', attempt: 1 }]);
    expect(resumed).toBe(1);
  });

  it('reads history again where that broke off', async () => {
    const interruptions: Interruption[] = [];
    open({ onInterruption: (one) => interruptions.push(one) });
    await append(source, 3);
    source.failingReads = 2;
    const consumer = follow(shared, all);
    await consumer.seen(3);
    await consumer.stop();
    expect(numbersOf(consumer.events())).toEqual(count(3));
    expect(interruptions.map(({ attempt }) => attempt)).toEqual([1, 2]);
  });

  it('that is closed says so to those who wait, and to those who come', async () => {
    open();
    const consumer = follow(shared, all);
    await consumer.caughtUp();
    await shared.close();
    await consumer.done;
    expect(consumer.failure()).toBeInstanceOf(StoreUnavailable);
    expect(() => shared.subscribeAll()).toThrow(StoreUnavailable);
  });

  describe('of a version that does not know every event', () => {
    const told = EventType.of(z.looseObject({ n: z.number() }));
    const registry = new EventRegistry({ Told: told, Other: told });
    const metadata = { at: '2026-01-02T03:04:05.678Z', schema: 2 };

    it('yields what was asked for while it can read all', async () => {
      open({ registry });
      await source.append('s', 'any', [note('Told', 0), note('Other', 1), note('Told', 2)]);
      const consumer = follow(shared, all);
      await consumer.caughtUp();
      await consumer.stop();
      expect(numbersOf(consumer.events())).toEqual([0, 2]);
      expect(consumer.batches.at(-1)).toEqual({ kind: 'caught-up', position: 3n });
    });

    it.each([
      ['a type that it does not know', note('Newer', 1), /event type Newer, version 1, at position 2 .*newer/],
      [
        'a newer version of a type',
        { ...note('Other', 1), metadata },
        /event type Other, version 2, at position 2 .*newer/,
      ],
    ])(
      'stops in front of %s, in history and live, also where its filter leaves that out',
      async (_, newer, message) => {
        open({ registry });
        const live = follow(shared, all);
        await live.caughtUp();
        await source.append('s', 'any', [note('Told', 0), newer, note('Told', 2)]);
        await live.done;
        const history = follow(shared, all);
        await history.done;
        for (const consumer of [live, history]) {
          expect(consumer.failure()).toMatchObject({ name: 'NewerEvent', message: expect.stringMatching(message) });
          expect(numbersOf(consumer.events())).toEqual([0]);
          expect(consumer.batches.filter((batch) => batch.kind === 'caught-up' && batch.position > 0n)).toEqual([]);
        }
        const unguarded = follow(shared.unguarded, all);
        await unguarded.seen(2);
        await unguarded.stop();
        expect(numbersOf(unguarded.events())).toEqual([0, 2]);
        // Who begins behind it, as a newer node's checkpoint allows, is not held up.
        const behind = follow(shared, { ...all, after: 2n });
        await behind.seen(1);
        await behind.stop();
        expect(numbersOf(behind.events())).toEqual([2]);
      },
    );
  });
});
