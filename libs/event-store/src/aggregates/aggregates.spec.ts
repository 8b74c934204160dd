import { jest } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { derivedUuid, type Problem, uuidv7 } from '#libs/kernel';
import { FaultyEventStore } from '../../test/faulty-event-store.js';
import { MemoryEventStore } from '../../test/memory-event-store.js';
import { type PurseCommand, purse } from '../../test/purse.js';
import type { Decider, DomainEvent } from '../decider.js';
import { EventRegistry, EventType } from '../event-types.js';
import { type AggregateOptions, createAggregates } from './aggregates.js';

const STREAM = 'coins-cmp_1-2026-01';
const context = { correlationId: 'req_1', actor: 'cli' };

/** All that was noted, one after another. */
const notes: Decider<string, string, DomainEvent<'Noted', { text: string }>> = {
  initial: '',
  decide: (text) => [{ type: 'Noted', data: { text } }],
  evolve: (state, { data }) => state + data.text,
};

function given(options: AggregateOptions = {}) {
  const store = new FaultyEventStore(new MemoryEventStore());
  const aggregates = createAggregates(store, options);
  const handle = (command: PurseCommand, stream = STREAM) => aggregates.handle(stream, purse, command, context);
  /** Another process, with a cache of its own. */
  const elsewhere = createAggregates(store.inner);
  const other = (command: PurseCommand) => elsewhere.handle(STREAM, purse, command, context);
  return { store, aggregates, handle, other };
}

const problem = (promise: Promise<unknown>): Promise<Problem['code'] | undefined> =>
  promise.then(
    () => undefined,
    (error: Problem) => error.code,
  );

describe('aggregates', () => {
  it('append what was decided, with the metadata of the command and the state after it', async () => {
    const { store, handle } = given();
    const handled = await handle({ kind: 'fill', coins: 5 });
    expect(handled).toMatchObject({ state: { coins: 5 }, revision: 0, position: 1n });
    expect(handled.events[0]?.data).toEqual({ coins: 5 });
    const [event] = await store.load(STREAM);
    expect(event?.metadata).toMatchObject({ schema: 1, correlation_id: 'req_1', actor: 'cli' });
    expect(event?.metadata.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('do not look for a stream that was only just made up, and decide again where it was there after all', async () => {
    const { store, aggregates, other } = given();
    const fill = (stream: string) =>
      aggregates.handle(stream, purse, { kind: 'fill', coins: 5 }, context, { likelyNew: true });
    const loads = jest.spyOn(store, 'load');
    expect(await fill('coins-new')).toMatchObject({ state: { coins: 5 }, revision: 0 });
    expect(loads).not.toHaveBeenCalled();
    await other({ kind: 'fill', coins: 3 });
    expect(await fill(STREAM)).toMatchObject({ state: { coins: 8 }, revision: 1 });
  });

  it('go by what is stored where another node was first under the same derived id', async () => {
    const { handle, other } = given();
    const id = derivedUuid(uuidv7(), 'spent');
    await handle({ kind: 'fill', coins: 10 });
    // Behind this node's back, as between its look and its append.
    expect(await other({ kind: 'spend', coins: 4, id })).toMatchObject({ state: { coins: 6 } });
    const handled = await handle({ kind: 'spend', coins: 3, id });
    expect(handled).toMatchObject({ state: { coins: 6 }, revision: 1 });
    expect(handled.events.map(({ data }) => data)).toEqual([{ coins: 4 }]);
    expect(await handle({ kind: 'spend', coins: 6 })).toMatchObject({ state: { coins: 0 } });
  });

  it('refuse a stream that a newer version has written on, and say so', async () => {
    const { store, handle } = given();
    await handle({ kind: 'fill', coins: 5 });
    const metadata = { at: '2026-01-01T00:00:00.000Z', schema: 1 };
    await store.inner.append(STREAM, 0, [{ id: uuidv7(), type: 'PurseMended', data: {}, metadata }]);
    await expect(handle({ kind: 'spend', coins: 9 })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('PurseMended'),
    });
  });

  it.each([
    ['a newer version of a known type', { type: 'Filled', data: { coins: 1 }, schema: 2 }, 'Filled, version 2'],
    ['a type that no table declares', { type: 'Mended', data: {}, schema: 1 }, 'Mended, version 1'],
  ])('refuse a stream that holds %s, whatever its decider makes of it', async (_, { schema, ...event }, reason) => {
    const coins = EventType.of(z.strictObject({ coins: z.number() }));
    const { store, handle } = given({ registry: new EventRegistry({ Filled: coins, Spent: coins }) });
    await handle({ kind: 'fill', coins: 5 });
    await store.inner.append(STREAM, 0, [{ id: uuidv7(), ...event, metadata: { at: '2026-01-01T00:00:00Z', schema } }]);
    await expect(handle({ kind: 'spend', coins: 9 })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(reason),
    });
  });

  it('report data that breaks its schema as a defect, with its place', async () => {
    const registry = new EventRegistry({ Filled: EventType.of(z.strictObject({ coins: z.number() })) });
    const inner = new MemoryEventStore({ registry });
    const metadata = { at: '2026-01-01T00:00:00.000Z', schema: 1 };
    await inner.append(STREAM, 'no-stream', [{ id: uuidv7(), type: 'Filled', data: { coins: 'x' }, metadata }]);
    const loading = createAggregates(inner, { registry }).load(STREAM, purse);
    await expect(loading).rejects.toThrow(`revision 0 of ${STREAM} breaks its schema: coins`);
    await expect(loading).rejects.not.toMatchObject({ name: 'Problem' });
  });

  it('read a stream once and cost one append for all commands that come together', async () => {
    const { store, handle } = given();
    await handle({ kind: 'fill', coins: 1_000 });
    store.appends = 0;
    store.loads = 0;
    const handled = await Promise.all(Array.from({ length: 64 }, () => handle({ kind: 'spend', coins: 1 })));
    expect(store.appends).toBe(1);
    expect(store.loads).toBe(0);
    expect(handled.map(({ revision }) => revision)).toEqual(Array.from({ length: 64 }, (_, n) => n + 1));
    expect(handled.map(({ state }) => state.coins)).toEqual(Array.from({ length: 64 }, (_, n) => 999 - n));
    expect(new Set(handled.map(({ position }) => position)).size).toBe(64);
  });

  it('never overspend, however many spend at once, here and in another process', async () => {
    const { handle, other, aggregates } = given();
    await handle({ kind: 'fill', coins: 50 });
    const spend = { kind: 'spend', coins: 1 } as const;
    const all = await Promise.allSettled(Array.from({ length: 200 }, (_, n) => (n % 2 ? handle(spend) : other(spend))));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    const { state, revision } = await aggregates.load(STREAM, purse, { fresh: true });
    expect(state.coins).toBe(0);
    expect(revision).toBe(50);
  });

  it('decide a refusal on what the store has now, not on what is cached', async () => {
    const { handle, other } = given();
    await handle({ kind: 'fill', coins: 1 });
    await handle({ kind: 'spend', coins: 1 });
    await other({ kind: 'fill', coins: 3 });
    expect((await handle({ kind: 'spend', coins: 3 })).state.coins).toBe(0);
    expect(await problem(handle({ kind: 'spend', coins: 1 }))).toBe('quota_exceeded');
  });

  it('keep neighbours of a refused or broken command unharmed', async () => {
    const { handle } = given();
    await handle({ kind: 'fill', coins: 2 });
    const outcomes = await Promise.allSettled([
      handle({ kind: 'spend', coins: 1 }),
      handle({ kind: 'spend', coins: 9 }),
      handle({ kind: 'break' }),
      handle({ kind: 'spend', coins: 1 }),
      handle({ kind: 'spend', coins: 1 }),
    ]);
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, false, false, true, false]);
  });

  it('report no refusal that rests on an append which then failed', async () => {
    const { store, handle, other } = given();
    await handle({ kind: 'fill', coins: 5 });
    store.before.push(async () => {
      await other({ kind: 'fill', coins: 5 });
    });
    const first = handle({ kind: 'spend', coins: 5 });
    const second = handle({ kind: 'spend', coins: 5 });
    expect((await first).state.coins).toBe(5);
    expect((await second).state.coins).toBe(0);
  });

  it('load and decide again on a conflict, bounded', async () => {
    const { store, handle, other } = given({ attempts: 4 });
    await handle({ kind: 'fill', coins: 1 });
    const intrude = async () => {
      await other({ kind: 'fill', coins: 1 });
    };
    store.before.push(intrude, intrude, intrude);
    expect(await handle({ kind: 'spend', coins: 1 })).toMatchObject({ state: { coins: 3 }, revision: 4 });
    store.before.push(intrude, intrude, intrude, intrude);
    expect(await problem(handle({ kind: 'spend', coins: 1 }))).toBe('unavailable');
  });

  it('repeat an append whose outcome is unknown with the same ids: nothing is lost and nothing doubled', async () => {
    const { store, handle } = given();
    store.losses.push('answered', 'asked', 'answered');
    const [filled, spent] = await Promise.all([
      handle({ kind: 'fill', coins: 2 }),
      handle({ kind: 'spend', coins: 1 }),
    ]);
    expect(filled.events[0]?.type).toBe('Filled');
    expect(spent).toMatchObject({ state: { coins: 1 }, revision: 1, position: 2n });
    expect(await store.load(STREAM)).toHaveLength(2);
  });

  it('refuse as unavailable when the outcome stays unknown, and go on when the store is back', async () => {
    const { store, handle } = given({ giveUpMs: 150 });
    await handle({ kind: 'fill', coins: 2 });
    store.down = true;
    const began = performance.now();
    const three = [1, 1, 1].map((coins) => problem(handle({ kind: 'spend', coins })));
    expect(await Promise.all(three)).toEqual(['unavailable', 'unavailable', 'unavailable']);
    expect(performance.now() - began).toBeLessThan(10_000);
    store.down = false;
    expect((await handle({ kind: 'spend', coins: 2 })).state.coins).toBe(0);
  });

  it('go on for as long as a process says, with the same append, and let others give up in time', async () => {
    const { store, aggregates, handle } = given({ giveUpMs: 60 });
    await handle({ kind: 'fill', coins: 2 });
    store.losses.push('answered');
    const until = new AbortController();
    const spend = { kind: 'spend', coins: 1 } as const;
    const patient = aggregates.handle(STREAM, purse, spend, context, { until: until.signal });
    const loaded = aggregates.load(STREAM, purse, { fresh: true, until: until.signal });
    await new Promise((resolve) => setTimeout(resolve, 3));
    store.down = true;
    expect(await problem(handle({ kind: 'spend', coins: 1 }, 'coins-other'))).toBe('unavailable');
    await new Promise((resolve) => setTimeout(resolve, 100));
    store.down = false;
    const handled = await patient;
    expect(handled).toMatchObject({ state: { coins: 1 }, revision: 1 });
    expect(handled.events.map(({ type }) => type)).toEqual(['Spent']);
    expect((await loaded).revision).toBeGreaterThanOrEqual(0);
    expect(await store.inner.load(STREAM)).toHaveLength(2);
  });

  it('are made, and repeated for the usual time, also where the signal is aborted before: a process records its end', async () => {
    const { store, aggregates, handle } = given({ giveUpMs: 500 });
    await handle({ kind: 'fill', coins: 2 });
    store.losses.push('asked');
    const until = AbortSignal.abort();
    const spent = await aggregates.handle(STREAM, purse, { kind: 'spend', coins: 1 }, context, { until });
    expect(spent.state.coins).toBe(1);
    expect((await aggregates.load(STREAM, purse, { fresh: true, until })).state.coins).toBe(1);
  });

  it('refuse what a process wanted recorded once its signal is aborted', async () => {
    const { store, aggregates, handle } = given({ giveUpMs: 30 });
    await handle({ kind: 'fill', coins: 2 });
    store.down = true;
    const until = AbortSignal.timeout(150);
    const began = performance.now();
    const handling = aggregates.handle(STREAM, purse, { kind: 'spend', coins: 1 }, context, { until });
    const loading = aggregates.load(STREAM, purse, { until });
    expect(await problem(handling)).toBe('unavailable');
    expect(await problem(loading)).toBe('unavailable');
    expect(performance.now() - began).toBeGreaterThan(100);
    store.down = false;
    expect((await handle({ kind: 'spend', coins: 2 })).state.coins).toBe(0);
  });

  it('keep a stream in one queue while it works, however small the cache is', async () => {
    const { store, aggregates, handle } = given({ maxCachedBytes: 1 });
    const { promise, resolve } = Promise.withResolvers<void>();
    store.before.push(() => promise);
    const first = handle({ kind: 'fill', coins: 1 });
    await new Promise((done) => setTimeout(done, 5));
    for (const stream of ['b', 'c']) await aggregates.load(stream, purse);
    const { appends } = store;
    const second = handle({ kind: 'spend', coins: 1 });
    await new Promise((done) => setTimeout(done, 5));
    expect(store.appends).toBe(appends);
    resolve();
    expect(await Promise.all([first, second])).toMatchObject([{ revision: 0 }, { revision: 1 }]);
  });

  it('are cached by the bytes of their states, the least recently used dropped first', async () => {
    const MAX = 1_000_000;
    const { store, aggregates } = given({ maxCachedBytes: MAX });
    const streams = Array.from({ length: 100 }, (_, number) => `notes-${number}`);
    // Small at first, and each grows to some 50,000 characters: two million bytes of ten times what may be kept.
    for (const text of ['x', ...Array<string>(5).fill('y'.repeat(10_000))])
      for (const stream of streams) await aggregates.handle(stream, notes, text, context);
    const over = new AbortController();
    const following = aggregates.follow(store, over.signal);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const loads = jest.spyOn(store, 'load');
    for (const stream of streams.toReversed()) await aggregates.load(stream, notes);
    const kept = streams.length - loads.mock.calls.filter(([, from]) => from === 0).length;
    over.abort();
    await following;
    expect(kept).toBeGreaterThanOrEqual(5);
    expect(kept).toBeLessThanOrEqual(MAX / 80_000);
  });

  it('keep a long state, such as a ledger, however many short ones come', async () => {
    const { store, aggregates } = given({ maxCachedBytes: 100_000 });
    const over = new AbortController();
    const following = aggregates.follow(store, over.signal);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await aggregates.handle('ledger', notes, 'x'.repeat(300_000), context);
    for (let number = 0; number < 20; number++)
      await aggregates.handle(`notes-${number}`, notes, 'y'.repeat(10_000), context);
    const loads = jest.spyOn(store, 'load');
    await aggregates.load('ledger', notes);
    await aggregates.load('notes-19', notes);
    expect(loads).not.toHaveBeenCalled();
    await aggregates.load('notes-0', notes);
    expect(loads).toHaveBeenCalledTimes(1);
    over.abort();
    await following;
  });

  it('give up on a store that never answers', async () => {
    const { store, handle } = given({ giveUpMs: 100 });
    store.before.push(() => new Promise(() => undefined));
    expect(await problem(handle({ kind: 'fill', coins: 1 }))).toBe('unavailable');
    expect((await handle({ kind: 'fill', coins: 1 })).state.coins).toBe(1);
  });

  it('read on, and not from the beginning, after the store was away', async () => {
    const { store, aggregates, handle, other } = given({ giveUpMs: 100 });
    await handle({ kind: 'fill', coins: 2 });
    store.down = true;
    expect(await problem(handle({ kind: 'spend', coins: 1 }))).toBe('unavailable');
    store.down = false;
    await other({ kind: 'fill', coins: 5 });
    const loads = jest.spyOn(store, 'load');
    expect((await aggregates.load(STREAM, purse)).state.coins).toBe(7);
    expect(loads.mock.calls.map(([, from]) => from)).toEqual([1]);
  });

  it('recognise by reading again what another process did under the same derived id', async () => {
    const { handle, other } = given();
    await handle({ kind: 'fill', coins: 9 });
    const id = derivedUuid(uuidv7(), 'spend');
    await other({ kind: 'spend', coins: 4, key: 'turn', id });
    const [neighbour, repeat] = await Promise.all([
      handle({ kind: 'spend', coins: 1 }),
      handle({ kind: 'spend', coins: 4, key: 'turn', id }),
    ]);
    expect(neighbour.state.coins).toBe(4);
    expect(repeat).toMatchObject({ events: [], position: 3n });
  });

  it('say where the stream stands to a command that has nothing to append', async () => {
    const { aggregates, handle } = given();
    await handle({ kind: 'fill', coins: 9 });
    const spend = { kind: 'spend', coins: 4, key: 'turn' } as const;
    const first = await handle(spend);
    await handle({ kind: 'spend', coins: 1 }, 'coins-elsewhere').catch(() => undefined);
    aggregates.forget(STREAM);
    expect(await handle(spend)).toMatchObject({ events: [], revision: 1, position: first.position });
    expect(await handle(spend)).toMatchObject({ events: [], revision: 1, position: first.position });
  });

  it('report a derived id that stands elsewhere, and let the neighbours through', async () => {
    const { handle } = given();
    const id = derivedUuid(uuidv7(), 'spend');
    await handle({ kind: 'fill', coins: 9 }, 'other');
    await handle({ kind: 'spend', coins: 1, id }, 'other');
    const outcomes = await Promise.allSettled([
      handle({ kind: 'fill', coins: 3 }),
      handle({ kind: 'spend', coins: 1, id }),
      handle({ kind: 'spend', coins: 2 }),
    ]);
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true]);
    expect(outcomes[1]).toMatchObject({ reason: { name: 'DuplicateEventId' } });
  });

  it('decide anew on an empty stream after a deletion, and report the tombstone', async () => {
    const { store, handle } = given();
    await handle({ kind: 'fill', coins: 3 });
    await store.delete(STREAM);
    expect(await problem(handle({ kind: 'spend', coins: 3 }))).toBe('quota_exceeded');
    await expect(handle({ kind: 'fill', coins: 1 })).rejects.toMatchObject({ name: 'StreamDeleted' });
  });

  it('mean the same with a cache of any size, or none that lasts', async () => {
    const command = fc.oneof(
      fc.record({ kind: fc.constant('fill' as const), coins: fc.nat(5) }),
      fc.record({ kind: fc.constant('spend' as const), coins: fc.nat(5), key: fc.constantFrom(undefined, 'a', 'b') }),
    );
    const step = fc.record({ command, stream: fc.constantFrom('a', 'b', 'c'), forget: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.integer({ min: 1, max: 6_000 }),
        async (steps, maxCachedBytes) => {
          const play = async (options: AggregateOptions, forgetful: boolean) => {
            const aggregates = createAggregates(new MemoryEventStore(), options);
            const outcomes: unknown[] = [];
            for (const { command, stream, forget } of steps) {
              if (forgetful && forget) aggregates.forget(stream);
              const outcome = await aggregates.handle(stream, purse, command, context).then(
                ({ state, revision, position }) => ({ state, revision, position }),
                (error: Problem) => error.code,
              );
              outcomes.push(outcome);
            }
            return outcomes;
          };
          expect(await play({ maxCachedBytes }, true)).toEqual(await play({}, false));
        },
      ),
      { numRuns: 100 },
    );
  });
});
