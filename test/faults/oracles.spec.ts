import { checkpointOfSaga, createProjector } from '#libs/processing';
import { SqliteReadModels } from '#libs/read-models';
import { projections } from '#projections';
import { MemoryEventStore } from '../../libs/event-store/test/memory-event-store.js';
import type { Answer, Api } from '../support/api.js';
import { delivered } from './outcome-oracle.js';
import { HELD_RESERVATIONS, settled } from './settled.js';

const outcome = (number: number) => ({ id: `evt_${number}`, turn_id: `trn_${number}`, conversation_id: 'cnv' });

function telling(events: readonly object[]): Pick<Api, 'get'> {
  const answer = (json: object): Answer => ({ status: 200, headers: new Headers(), text: '', json });
  return { get: async (path) => answer({ events: path.includes('after') ? [] : events, next: 'end' }) };
}

describe('what partners were told', () => {
  it('is read once, however many outcomes there are', async () => {
    const all = Array.from({ length: 1_500 }, (_, number) => outcome(number));
    let reads = 0;
    const bodies = () => {
      reads += 1;
      return [...all];
    };
    expect(await delivered(telling(all), { bodies })).toEqual({ outcomes: 1_500, violations: [] });
    expect(reads).toBe(1);
  });

  it.each([
    ['an outcome that never came', [outcome(1)], [], 'outcome evt_1 of turn trn_1 was never delivered'],
    ['another body', [outcome(1)], [{ ...outcome(1), state: 'done' }], 'outcome evt_1 was delivered with another body'],
    ['two ids of one turn', [], [outcome(1), { ...outcome(1), id: 'evt_2' }], 'turn trn_1 was told under 2 event ids'],
  ])('is wrong with %s', async (_, told, got, violation) => {
    const { violations } = await delivered(telling(told), { bodies: () => got });
    expect(violations).toEqual([violation]);
  });

  it('is wrong where the list is refused half way, and says with what', async () => {
    const refused: Answer = { status: 503, headers: new Headers(), text: 'unavailable', json: {} };
    const api: Pick<Api, 'get'> = {
      get: async (path) => (path.includes('after') ? refused : telling([outcome(1)]).get(path)),
    };
    expect(await delivered(api, { bodies: () => [outcome(1)] })).toEqual({
      outcomes: 1,
      violations: ['GET /v1/events?limit=200&after=end is answered 503: unavailable'],
    });
  });
});

describe('a run has settled', () => {
  const stuckMs = 400;
  const at = '2031-01-01T00:00:00.000Z';
  const saga = 'close-turn';
  let events: MemoryEventStore;
  let readModels: SqliteReadModels;

  beforeEach(async () => {
    events = new MemoryEventStore();
    readModels = SqliteReadModels.open(':memory:');
    await readModels.leases.compareAndSet(`lease:saga:${saga}`, 0, {});
    const data = { turn_id: 'trn_1', conversation_id: 'cnv_1', coins: 1, balance: {} };
    const metadata = { at, schema: 1 };
    await events.append('coins-cmp_1-1', 'no-stream', [
      { id: crypto.randomUUID(), type: 'CoinsReserved', data, metadata },
    ]);
  });
  afterEach(() => readModels.close());

  const sagaStands = async (position: bigint) =>
    readModels.commit({ writes: [], checkpoints: [{ name: checkpointOfSaga(saga), position }] });
  async function projected(): Promise<void> {
    const projector = createProjector({ events, store: readModels, projections, flushMs: 1 });
    await projector.start();
    await projector.waitFor(await events.head());
    await projector.stop();
  }

  it('once read models and sagas stand at the head, and not before', async () => {
    expect(await settled({ events, readModels, stuckMs })).toContainEqual(
      expect.stringMatching(/^read model usage stands 1 before the head, and nothing has moved for 400 ms$/),
    );
    await projected();
    expect(await settled({ events, readModels, stuckMs })).toEqual([
      expect.stringContaining(`saga ${saga} stands at -1 of 1`),
    ]);
    await sagaStands(await events.head());
    expect(await settled({ events, readModels, stuckMs })).toEqual([]);
  });

  it('only when what else is asked for is done too', async () => {
    await projected();
    await sagaStands(await events.head());
    expect(await settled({ events, readModels, also: [HELD_RESERVATIONS], stuckMs })).toEqual([
      expect.stringContaining('trn_1 of reservations is neither charged nor released'),
    ]);
  });

  it('however long it takes, while something moves', async () => {
    await projected();
    const settling = settled({ events, readModels, stuckMs });
    const head = await events.head();
    for (let behind = 4n; behind >= 0n; behind -= 1n) {
      await new Promise((resolve) => setTimeout(resolve, stuckMs / 2));
      await sagaStands(head - behind);
    }
    expect(await settling).toEqual([]);
  });
});
