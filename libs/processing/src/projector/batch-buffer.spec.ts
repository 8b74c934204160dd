import fc from 'fast-check';
import type { RecordedEvent, SubscriptionBatch } from '#libs/event-store';
import { BatchBuffer, type EventBatch } from './batch-buffer.js';

function event(position: number): RecordedEvent {
  const metadata = { at: '', schema: 1, hash: '' };
  return { id: String(position), stream: 's', revision: 0, position: BigInt(position), type: 'T', data: {}, metadata };
}

function events(...positions: number[]): SubscriptionBatch {
  return { kind: 'events', events: positions.map(event) };
}

function caughtUp(position: number): SubscriptionBatch {
  return { kind: 'caught-up', position: BigInt(position) };
}

async function* source(deliveries: readonly SubscriptionBatch[]): AsyncGenerator<SubscriptionBatch> {
  yield* deliveries;
}

async function batches(deliveries: readonly SubscriptionBatch[], most: number): Promise<EventBatch[]> {
  const buffer = new BatchBuffer(most);
  const filled = buffer.fill(source(deliveries), new AbortController().signal);
  const taken: EventBatch[] = [];
  for (let batch = await buffer.take(); batch; batch = await buffer.take()) taken.push(batch);
  await filled;
  return taken;
}

describe('reading ahead', () => {
  it('every event once, in order, in batches that are not too large, whatever the deliveries', async () => {
    const sizes = fc.array(fc.record({ events: fc.nat(9), marker: fc.boolean() }), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 1, max: 8 }), async (parts, most) => {
        let at = 0;
        const deliveries = parts.flatMap(({ events: count, marker }) => {
          const positions = Array.from({ length: count }, () => ++at);
          return [...(count > 0 ? [events(...positions)] : []), ...(marker ? [caughtUp(++at)] : [])];
        });
        deliveries.push(caughtUp(++at));
        const taken = await batches(deliveries, most);
        const wanted = deliveries.flatMap((batch) => (batch.kind === 'events' ? batch.events : []));
        expect(taken.flatMap((batch) => batch.events)).toEqual(wanted);
        expect(taken.every((batch) => batch.events.length <= most)).toBe(true);
        expect(taken.at(-1)).toMatchObject({ position: BigInt(at), caughtUp: true });
        for (const batch of taken) {
          const last = batch.events.at(-1);
          if (last) expect(batch.position).toBeGreaterThanOrEqual(last.position);
        }
      }),
    );
  });

  it('catching up gives full batches, and the rest with the marker that was behind it', async () => {
    const [first, second, ...more] = await batches([events(1), events(2, 3), events(4), caughtUp(9)], 3);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ position: 3n, caughtUp: false, more: true });
    expect(second).toMatchObject({ position: 9n, caughtUp: true, more: false });
  });

  it('once live, an event is given without another marker, also one that came right behind the marker', async () => {
    const pushed: ((batch: SubscriptionBatch) => void)[] = [];
    async function* pushable(): AsyncGenerator<SubscriptionBatch> {
      yield caughtUp(5);
      yield events(6);
      for (;;) yield await new Promise<SubscriptionBatch>((resolve) => pushed.push(resolve));
    }
    const buffer = new BatchBuffer(100);
    void buffer.fill(pushable(), new AbortController().signal);
    const seen: bigint[] = [];
    while (seen.at(-1) !== 6n) seen.push((await buffer.take())?.position ?? 0n);
    pushed[0]?.(events(7));
    expect(await buffer.take()).toMatchObject({ position: 7n, caughtUp: false, more: false });
  });

  describe('of events that nobody waits to see', () => {
    /** So long that no machine gets there. */
    const NEVER_MS = 1_000_000_000;
    const calm = (position: number) => ({ ...event(position), type: 'Calm' });
    let pushed: ((batch: SubscriptionBatch) => void)[];
    async function live(ms: number): Promise<BatchBuffer> {
      pushed = [];
      async function* pushable(): AsyncGenerator<SubscriptionBatch> {
        yield { kind: 'events', events: [calm(1)] };
        yield caughtUp(1);
        for (;;) yield await new Promise<SubscriptionBatch>((resolve) => pushed.push(resolve));
      }
      const buffer = new BatchBuffer(3, { types: new Set(['Calm']), ms });
      void buffer.fill(pushable(), new AbortController().signal);
      expect(await buffer.take()).toMatchObject({ position: 1n, caughtUp: true });
      return buffer;
    }
    async function push(...some: RecordedEvent[]): Promise<void> {
      while (pushed.length === 0) await new Promise((resolve) => setImmediate(resolve));
      pushed.shift()?.({ kind: 'events', events: some });
    }

    it('those that come before one that somebody waits for are given with it', async () => {
      const buffer = await live(NEVER_MS);
      await push(calm(2));
      const taken = buffer.take();
      await push(event(3));
      expect((await taken)?.events.map(({ position }) => position)).toEqual([2n, 3n]);
    });

    it('a buffer full of them is given', async () => {
      const buffer = await live(NEVER_MS);
      await push(calm(2), calm(3), calm(4));
      expect((await buffer.take())?.events).toHaveLength(3);
    });

    it('they are given by themselves after a moment', async () => {
      const buffer = await live(1);
      await push(calm(2));
      expect((await buffer.take())?.events).toHaveLength(1);
      await push(calm(3));
      expect((await buffer.take())?.events).toHaveLength(1);
    });
  });

  it('a full buffer holds the source back', async () => {
    let given = 0;
    async function* endless(): AsyncGenerator<SubscriptionBatch> {
      for (;;) yield events(++given);
    }
    const stop = new AbortController();
    const buffer = new BatchBuffer(3);
    const rebuild = buffer.fill(endless(), stop.signal);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(given).toBe(3);
    expect((await buffer.take())?.events).toHaveLength(3);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(given).toBe(6);
    stop.abort();
    await rebuild;
  });

  it('a source that breaks is reported after what it gave', async () => {
    async function* breaking(): AsyncGenerator<SubscriptionBatch> {
      yield events(1);
      yield caughtUp(1);
      throw new Error('connection lost');
    }
    const buffer = new BatchBuffer(10);
    await buffer.fill(breaking(), new AbortController().signal);
    expect(await buffer.take()).toMatchObject({ position: 1n });
    await expect(buffer.take()).rejects.toThrow('connection lost');
  });
});
