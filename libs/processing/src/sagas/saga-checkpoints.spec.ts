import { jest } from '@jest/globals';
import { type CheckpointMove, SqliteReadModels } from '#libs/read-models';
import { eventually } from '../../test/fixtures.js';
import { type CheckpointedSaga, SagaCheckpoints } from './saga-checkpoints.js';

class Place implements CheckpointedSaga {
  private stored = 0n;

  constructor(
    private readonly name: string,
    public position: bigint,
    private readonly fence = 1,
  ) {}

  get checkpointMove(): CheckpointMove | undefined {
    const { name, position, fence } = this;
    return position > this.stored ? { name, position, fence } : undefined;
  }

  checkpointStored(position: bigint): void {
    this.stored = position;
  }
}

describe('checkpoints of sagas', () => {
  let store: SqliteReadModels;
  let commits: number[];
  let checkpoints: SagaCheckpoints;

  beforeEach(() => {
    store = SqliteReadModels.open(':memory:');
    commits = [];
    const commit: SqliteReadModels['commit'] = (batch) => {
      commits.push(batch.checkpoints.length);
      return store.commit(batch);
    };
    checkpoints = new SagaCheckpoints({ store: { commit }, flushMs: 5 });
  });
  afterEach(() => store.close());

  it('are stored in one commit, and not again while they stand still', async () => {
    const [settle, cards] = [new Place('saga:settle', 4n), new Place('saga:cards', 7n)];
    checkpoints.add(settle);
    checkpoints.add(cards);
    await eventually(async () => expect(await store.checkpoint('saga:cards')).toBe(7n));
    cards.position = 8n;
    await eventually(async () => expect(await store.checkpoint('saga:cards')).toBe(8n));
    await Promise.all([settle, cards].map((saga) => checkpoints.remove(saga)));
    expect(commits).toEqual([2, 1]);
  });

  it('one that another node has taken over holds back no other', async () => {
    await store.commit({ writes: [], checkpoints: [{ name: 'saga:lost', position: 9n, fence: 2 }] });
    const [lost, kept] = [new Place('saga:lost', 10n), new Place('saga:kept', 3n)];
    checkpoints.add(lost);
    checkpoints.add(kept);
    await eventually(async () => expect(await store.checkpoint('saga:kept')).toBe(3n));
    expect(await store.checkpoint('saga:lost')).toBe(9n);
    await checkpoints.remove(kept);
    await expect(checkpoints.remove(lost)).rejects.toMatchObject({ name: 'StaleOwner' });
  });

  it('of one that ends is stored at its end', async () => {
    const saga = new Place('saga:ends', 1n);
    checkpoints.add(saga);
    saga.position = 2n;
    await checkpoints.remove(saga);
    expect(await store.checkpoint('saga:ends')).toBe(2n);
  });

  it('without a saga nothing waits to be stored', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    try {
      const [first, second] = [new Place('saga:first', 1n), new Place('saga:second', 1n)];
      for (const saga of [first, second]) checkpoints.add(saga);
      await checkpoints.remove(first);
      expect(jest.getTimerCount()).toBe(1);
      await checkpoints.remove(second);
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });
});
