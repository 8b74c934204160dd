import { jest } from '@jest/globals';
import fc from 'fast-check';
import { type Problem, uuidv7 } from '#libs/kernel';
import { MemoryEventStore } from '../../test/memory-event-store.js';
import { type Purse, type PurseCommand, purse } from '../../test/purse.js';
import type { SnapshotFormat } from '../decider.js';
import type { EventStore } from '../port.js';
import { type AggregateOptions, createAggregates } from './aggregates.js';
import { type SnapshotStore, Snapshots } from './snapshots.js';

const STREAM = 'coins-cmp_1-1';
const KEY = Buffer.alloc(32, 7);

class KeptSnapshots implements SnapshotStore {
  readonly kept = new Map<string, Uint8Array>();
  failing = false;

  async load(stream: string): Promise<Uint8Array | undefined> {
    if (this.failing) throw new Error('away');
    return this.kept.get(stream);
  }

  async keep(stream: string, snapshot: Uint8Array): Promise<void> {
    if (this.failing) throw new Error('away');
    this.kept.set(stream, snapshot);
  }
}

function format(version: number): SnapshotFormat<Purse> {
  return { version, write: (state) => Buffer.from(JSON.stringify(state)), read: (bytes) => JSON.parse(`${bytes}`) };
}
const kept = { ...purse, snapshot: format(1) };

/** A purse that was filled by one coin so many times. */
async function fill(store: EventStore, length: number): Promise<void> {
  const metadata = { at: '2026-01-01T00:00:00.000Z', schema: 1 };
  const filled = Array.from({ length }, () => ({ id: uuidv7(), type: 'Filled', data: { coins: 1 }, metadata }));
  await store.append(STREAM, 'any', filled);
}

async function given(length = 2_500) {
  const store = new MemoryEventStore();
  const keeping = new KeptSnapshots();
  await fill(store, length);
  /** A process that has just started; what it asks of the stream. */
  const started = async ({ decider = kept, key = KEY } = {}) => {
    const loads = jest.spyOn(store, 'load').mockClear();
    const aggregates = createAggregates(store, { snapshots: new Snapshots(keeping, key) });
    const { state, revision } = await aggregates.load(STREAM, decider);
    await new Promise((resolve) => setTimeout(resolve, 1));
    const asked = loads.mock.calls.map(([, from]) => from);
    return { aggregates, state, revision, asked };
  };
  return { store, keeping, started };
}

describe('a snapshot of a folded state', () => {
  it('is kept of a long stream, and whoever reads it next begins there', async () => {
    const { store, started } = await given();
    // The end is read once more for the event that the snapshot stands at.
    expect((await started()).asked).toEqual([0, 1_000, 2_000, 2_499]);
    await fill(store, 10);
    expect(await started()).toMatchObject({ state: { coins: 2_510 }, revision: 2_509, asked: [2_499, 2_500] });
  });

  it('is kept as the stream grows by commands, and not of a short one', async () => {
    const { keeping, started } = await given(990);
    const { aggregates } = await started();
    const command = { kind: 'fill', coins: 1 } as const;
    for (let more = 0; more < 9; more += 1) await aggregates.handle(STREAM, kept, command, {});
    expect(keeping.kept.size).toBe(0);
    await aggregates.handle(STREAM, kept, command, {});
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect((await started()).asked).toEqual([999, 1_000]);
  });

  it('is kept once in half as many events as it has entries to write', async () => {
    const { store, keeping } = await given(0);
    const written: number[] = [];
    const counted: SnapshotFormat<Purse> = {
      ...kept.snapshot,
      write: (state) => {
        written.push(state.coins);
        return kept.snapshot.write(state);
      },
      entries: ({ coins }) => coins,
    };
    const aggregates = createAggregates(store, { snapshots: new Snapshots(keeping, KEY, { every: 10 }) });
    for (let more = 0; more < 100; more += 1) {
      await aggregates.handle(STREAM, { ...purse, snapshot: counted }, { kind: 'fill', coins: 1 }, {});
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(written).toEqual([10, 20, 40, 80]);
  });

  it('gives position and state to a command that has nothing to append', async () => {
    const { started } = await given();
    const spend = { kind: 'spend', coins: 4, key: 'turn' } as const;
    const first = await (await started()).aggregates.handle(STREAM, kept, spend, {});
    const { aggregates } = await started();
    expect(await aggregates.handle(STREAM, kept, spend, {})).toMatchObject({ events: [], position: first.position });
  });

  const FROM_THE_START = [0, 1_000, 2_000, 2_499];

  it.each<[string, (bytes: Buffer) => Buffer]>([
    [
      'has another state',
      (bytes) => Buffer.from(bytes.toString('latin1').replace('"coins":2500', '"coins":9500'), 'latin1'),
    ],
    ['has another revision', (bytes) => Buffer.from(bytes.toString('latin1').replace('2499', '2399'), 'latin1')],
    ['is cut off', (bytes) => bytes.subarray(0, 20)],
    ['is empty', () => Buffer.alloc(0)],
  ])('that %s is left, and replaced', async (_what, change) => {
    const { keeping, started } = await given();
    await started();
    const before = Buffer.from(keeping.kept.get(STREAM) ?? []);
    keeping.kept.set(STREAM, change(Buffer.from(before)));
    expect(await started()).toMatchObject({ state: { coins: 2_500 }, asked: FROM_THE_START });
    expect(Buffer.compare(Buffer.from(keeping.kept.get(STREAM) ?? []), before)).toBe(0);
  });

  it('of another version of the fold, or sealed by another installation, is left', async () => {
    const { started } = await given();
    await started();
    expect((await started({ decider: { ...purse, snapshot: format(2) } })).asked).toEqual(FROM_THE_START);
    expect((await started({ key: Buffer.alloc(32, 8) })).asked).toEqual(FROM_THE_START);
  });

  it('of another stream is left', async () => {
    const { keeping, started } = await given();
    await new Snapshots(keeping, KEY).keep('coins-cmp_2-1', kept.snapshot, {
      state: { coins: 9_999, keys: [] },
      revision: 2_499,
      hash: 'a'.repeat(64),
    });
    keeping.kept.set(STREAM, keeping.kept.get('coins-cmp_2-1') ?? Buffer.alloc(0));
    expect((await started()).asked).toEqual(FROM_THE_START);
  });

  it('is left where the stream has another event at its place', async () => {
    const { keeping, started } = await given();
    await started();
    const other = await given();
    other.keeping.kept.set(STREAM, keeping.kept.get(STREAM) ?? Buffer.alloc(0));
    expect((await other.started()).asked).toEqual([2_499, ...FROM_THE_START]);
    const shorter = await given(1_200);
    shorter.keeping.kept.set(STREAM, keeping.kept.get(STREAM) ?? Buffer.alloc(0));
    expect(await shorter.started()).toMatchObject({ state: { coins: 1_200 } });
  });

  it('that cannot be had or kept keeps nobody from the stream', async () => {
    const { keeping, started } = await given();
    keeping.failing = true;
    const { aggregates, state } = await started();
    expect(state.coins).toBe(2_500);
    expect((await aggregates.handle(STREAM, kept, { kind: 'spend', coins: 1 }, {})).state.coins).toBe(2_499);
  });

  it('means the same as the events before it', async () => {
    const command = fc.oneof(
      fc.record({ kind: fc.constant('fill' as const), coins: fc.nat(5) }),
      fc.record({ kind: fc.constant('spend' as const), coins: fc.nat(5), key: fc.constantFrom(undefined, 'a', 'b') }),
    );
    const step = fc.record({ command, stream: fc.constantFrom('a', 'b'), restart: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 4 }), async (steps, every) => {
        const play = async (options: AggregateOptions) => {
          const store = new MemoryEventStore();
          let aggregates = createAggregates(store, options);
          const outcomes: unknown[] = [];
          for (const { command, stream, restart } of steps as {
            command: PurseCommand;
            stream: string;
            restart: boolean;
          }[]) {
            if (restart) aggregates = createAggregates(store, options);
            const outcome = await aggregates.handle(stream, kept, command, {}).then(
              ({ state, revision, position }) => ({ state, revision, position }),
              (error: Problem) => error.code,
            );
            outcomes.push(outcome);
          }
          return outcomes;
        };
        expect(await play({ snapshots: new Snapshots(new KeptSnapshots(), KEY, { every }) })).toEqual(await play({}));
      }),
    );
  });
});
