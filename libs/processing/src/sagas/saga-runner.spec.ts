import type { RecordedEvent } from '#libs/event-store';
import { derivedUuid } from '#libs/kernel';
import { SqliteReadModels } from '#libs/read-models';
import { turnsDuring } from '../../../event-store/test/loop-turns.js';
import { MemoryEventStore } from '../../../event-store/test/memory-event-store.js';
import { append, eventually, overriding } from '../../test/fixtures.js';
import type { Saga, SagaRunnerOptions } from './saga.js';
import { SagaRunner } from './saga-runner.js';

describe('a saga', () => {
  let events: MemoryEventStore;
  let store: SqliteReadModels;
  const runners: SagaRunner[] = [];

  beforeEach(() => {
    events = new MemoryEventStore();
    store = SqliteReadModels.open(':memory:');
  });
  afterEach(async () => {
    await Promise.all(runners.splice(0).map((runner) => runner.stop(200)));
    await store.close();
  });

  async function run(handle: Saga['handle'], options: Partial<SagaRunnerOptions> = {}, saga: Partial<Saga> = {}) {
    const whole: Saga = { name: 'settle', types: ['Ended'], partition: (event) => event.stream, handle, ...saga };
    const backoff = { initialMs: 1, maxMs: 4 };
    const runner = new SagaRunner(whole, { events, store, backoff, flushMs: 5, maxTries: 3, ...options });
    runners.push(runner);
    await runner.start();
    return runner;
  }
  const number = (event: RecordedEvent) => Number(event.data.n);

  it('handles each partition in order, others at the same time', async () => {
    const seen: string[] = [];
    const running = { now: 0, most: 0 };
    await run(
      async (event) => {
        running.now += 1;
        running.most = Math.max(running.most, running.now);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
        running.now -= 1;
        seen.push(`${event.stream}${number(event)}`);
      },
      { concurrency: 4 },
    );
    for (let n = 0; n < 12; n += 1) for (const stream of 'abcdef') await append(events, stream, 'Ended', { n });
    await eventually(() => expect(seen).toHaveLength(72));
    for (const stream of 'abcdef') {
      expect(seen.filter((entry) => entry.startsWith(stream))).toEqual(
        Array.from({ length: 12 }, (_, n) => `${stream}${n}`),
      );
    }
    expect(running.most).toBe(4);
  });

  it('leaves the event loop its turns while it goes through a history of what is done already', async () => {
    for (let n = 0; n < 100; n += 1) await append(events, `s${n}`, 'Ended', { n });
    let handled = 0;
    const look = async () => {
      await Promise.resolve();
      handled += 1;
    };
    await run(look, { concurrency: 64 });
    const { turns } = await turnsDuring(eventually(() => expect(handled).toBe(100)));
    expect(turns).toBeGreaterThanOrEqual(100 / 16 - 1);
  });

  it('stops in time, also where as many events are under way as there may be', async () => {
    for (let n = 0; n < 600; n += 1) await append(events, `s${n}`, 'Ended', { n });
    let begun = 0;
    const runner = await run(
      () => {
        begun += 1;
        return new Promise(() => undefined);
      },
      { concurrency: 600 },
    );
    await eventually(() => expect(begun).toBe(512));
    expect(await runner.stop(20)).toBe(false);
  });

  it('restart resumes: the checkpoint covers only what is done without a gap', async () => {
    const release: (() => void)[] = [];
    const first = await run((event) =>
      event.stream === 'slow' ? new Promise((resolve) => release.push(resolve)) : Promise.resolve(),
    );
    await append(events, 'fast', 'Ended');
    await append(events, 'slow', 'Ended');
    await append(events, 'fast', 'Ended');
    await eventually(async () => expect(await store.checkpoint('saga:settle')).toBe(1n));
    expect(first.status()).toEqual({ name: 'settle', position: 1n, inFlight: 1, parked: 0 });
    expect(await first.stop(10)).toBe(false);
    const again: bigint[] = [];
    await run(async (event) => void again.push(event.position));
    await eventually(() => expect(again).toEqual([2n, 3n]));
  });

  it('the same input twice, one effect: what it appends has the id of its cause', async () => {
    const settle = async (event: RecordedEvent) => {
      const metadata = { at: event.metadata.at, schema: 1 };
      await events.append(`coins-${event.stream}`, 'no-stream', [
        { id: derivedUuid(event.id, 'settle'), type: 'CoinsCharged', data: {}, metadata },
      ]);
    };
    let crashes = 2;
    const runner = await run(async (event) => {
      await settle(event);
      if (crashes-- > 0) throw new Error('died after the append');
    });
    await append(events, 'a', 'Ended');
    expect(await runner.waitFor(1n, 2_000)).toBe(true);
    await runner.stop();
    await store.resetCheckpoint('saga:settle');
    const second = await run(settle);
    expect(await second.waitFor(1n, 2_000)).toBe(true);
    expect(await events.load('coins-a')).toHaveLength(1);
    expect(second.status().parked).toBe(0);
  });

  it('never dies of one event: its partition is parked, later ones wait, the others flow; retry goes on in order', async () => {
    const handled: string[] = [];
    let broken = true;
    const tries = { count: 0 };
    const runner = await run(async (event) => {
      if (broken && number(event) === 13) {
        tries.count += 1;
        throw new Error('no such ledger');
      }
      handled.push(`${event.stream}${number(event)}`);
    });
    for (const n of [1, 13, 2]) await append(events, 'a', 'Ended', { n });
    await append(events, 'b', 'Ended', { n: 1 });
    expect(await runner.waitFor(4n, 2_000)).toBe(true);
    expect(handled.toSorted()).toEqual(['a1', 'b1']);
    expect(tries.count).toBe(3);
    expect(await store.parked('settle')).toMatchObject([
      { key: 'a', position: 2n, error: 'Error: no such ledger', waiting: 1 },
    ]);
    expect(await runner.retry('a')).toEqual({ name: 'settle', retried: 0, left: 1 });
    await runner.stop();
    broken = false;
    const second = await run(async (event) => void handled.push(`${event.stream}${number(event)}`));
    await append(events, 'a', 'Ended', { n: 3 });
    await second.waitFor(5n, 2_000);
    expect(await second.retry()).toEqual({ name: 'settle', retried: 1, left: 0 });
    await append(events, 'a', 'Ended', { n: 4 });
    await second.waitFor(6n, 2_000);
    expect(handled).toEqual(expect.arrayContaining(['a13', 'a2', 'a3', 'a4']));
    expect(handled.filter((entry) => entry.startsWith('a'))).toEqual(['a1', 'a13', 'a2', 'a3', 'a4']);
  });

  it('a store that is away parks nothing, however long it takes', async () => {
    let calls = 0;
    const runner = await run(async () => {
      calls += 1;
      if (calls <= 20) throw Object.assign(new Error('no answer'), { name: 'StoreUnavailable' });
    });
    await append(events, 'a', 'Ended');
    expect(await runner.waitFor(1n, 5_000)).toBe(true);
    expect(calls).toBe(21);
    expect(runner.status().parked).toBe(0);
  });

  it('an event that fails as unavailable for ever is parked while the stores answer, and holds up nobody', async () => {
    let calls = 0;
    const runner = await run(async (event) => {
      if (event.stream !== 'poison') return;
      calls += 1;
      throw Object.assign(new Error('come again'), { name: 'Problem', code: 'unavailable' });
    });
    await append(events, 'poison', 'Ended');
    await append(events, 'a', 'Ended');
    expect(await runner.waitFor(2n, 5_000)).toBe(true);
    expect(calls).toBe(30);
    expect(await store.parked('settle')).toMatchObject([{ key: 'poison', error: 'Problem: come again' }]);
  });

  it.each(['event store', 'read models'])('while the %s is away, no event is parked for it', async (which) => {
    let away = true;
    let calls = 0;
    const ping = async () => {
      if (away) throw new Error('no answer');
    };
    const options =
      which === 'read models'
        ? { store: overriding(store, { ping }) }
        : { events: Object.assign(Object.create(events), { ping }) };
    const runner = await run(async () => {
      calls += 1;
      if (away) throw Object.assign(new Error('no answer'), { name: 'StoreUnavailable' });
    }, options);
    await append(events, 'a', 'Ended');
    await eventually(() => expect(calls).toBeGreaterThan(60));
    away = false;
    expect(await runner.waitFor(1n, 5_000)).toBe(true);
    expect(runner.status().parked).toBe(0);
  });

  it('parking that cannot be stored holds the checkpoint back until it can', async () => {
    let away = 5;
    const shaky = overriding(store, {
      park: async (event) => {
        if (away-- > 0) throw new Error('disk full');
        await store.park(event);
      },
    });
    const runner = await run(() => Promise.reject(new Error('never')), { store: shaky });
    await append(events, 'a', 'Ended');
    expect(await runner.waitFor(1n, 5_000)).toBe(true);
    expect(away).toBeLessThan(0);
    expect(await store.parked('settle')).toHaveLength(1);
  });

  it('a broken subscription starts again without losing or repeating what is in hand', async () => {
    const handled: bigint[] = [];
    let breaks = 3;
    const subscribeAll: MemoryEventStore['subscribeAll'] = async function* (options) {
      for await (const batch of events.subscribeAll(options)) {
        yield batch;
        if (batch.kind === 'events' && breaks-- > 0) throw new Error('connection lost');
      }
    };
    const breaking = Object.assign(Object.create(events), { subscribeAll });
    const runner = await run(async (event) => void handled.push(event.position), { events: breaking });
    for (let n = 0; n < 6; n += 1) {
      await append(events, 'a', 'Ended');
      await eventually(() => expect(handled).toHaveLength(n + 1));
    }
    expect(await runner.waitFor(6n, 2_000)).toBe(true);
    expect(handled).toEqual([1n, 2n, 3n, 4n, 5n, 6n]);
    expect(breaks).toBeLessThan(0);
  });

  it('SIGTERM drains: what runs may end within the deadline, nothing new begins', async () => {
    const begun: bigint[] = [];
    const ended: bigint[] = [];
    const runner = await run(
      async (event) => {
        begun.push(event.position);
        await new Promise((resolve) => setTimeout(resolve, 40));
        ended.push(event.position);
      },
      { concurrency: 1 },
    );
    for (const stream of ['a', 'b', 'c']) await append(events, stream, 'Ended');
    await eventually(() => expect(begun).toEqual([1n]));
    expect(await runner.stop(2_000)).toBe(true);
    expect(ended).toEqual([1n]);
    expect(begun).toEqual([1n]);
    expect(await store.checkpoint('saga:settle')).toBe(1n);
  });

  it('what does not end within the deadline is told to let go, and comes again', async () => {
    let told = false;
    const runner = await run(
      (_event, signal) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            told = true;
            resolve();
          }),
        ),
    );
    await append(events, 'a', 'Ended');
    await eventually(() => expect(runner.status().inFlight).toBe(1));
    expect(await runner.stop(20)).toBe(false);
    expect(told).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await store.checkpoint('saga:settle')).toBe(0n);
    expect(runner.status().position).toBe(0n);
  });

  it('a late event after the stop waits for the next start', async () => {
    const handled: bigint[] = [];
    const first = await run(async (event) => void handled.push(event.position));
    await first.stop();
    await append(events, 'a', 'Ended');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(handled).toEqual([]);
    const second = await run(async (event) => void handled.push(event.position));
    await second.waitFor(1n, 2_000);
    expect(handled).toEqual([1n]);
  });

  it('events of other types move its checkpoint', async () => {
    const runner = await run(async () => undefined);
    for (let n = 0; n < 5; n += 1) await append(events, 'a', 'Other');
    expect(await runner.waitFor(5n, 2_000)).toBe(true);
    await eventually(async () => expect(await store.checkpoint('saga:settle')).toBe(5n));
  });

  it('where the partition cannot be told, the stream is parked', async () => {
    const partition = (event: RecordedEvent) => {
      if (event.stream === 'a') throw new Error('whose?');
      return event.stream;
    };
    const handled: string[] = [];
    const runner = await run(async (event) => void handled.push(event.stream), {}, { partition });
    for (const stream of ['a', 'b']) await append(events, stream, 'Ended');
    expect(await runner.waitFor(2n, 2_000)).toBe(true);
    expect(handled).toEqual(['b']);
    expect(await store.parked('settle')).toMatchObject([{ key: 'stream:a' }]);
  });
});
