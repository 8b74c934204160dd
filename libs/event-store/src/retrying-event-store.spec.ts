import { collect, note, notes, numbersOf } from '../test/contract/subject.js';
import { FaultyEventStore } from '../test/faulty-event-store.js';
import { MemoryEventStore } from '../test/memory-event-store.js';
import { StoreUnavailable } from './errors.js';
import { RetryingEventStore, type RetryOptions } from './retrying-event-store.js';

/** Breaks every read after so many events. */
class BreakingReads extends MemoryEventStore {
  breakAfter = Number.POSITIVE_INFINITY;

  override async *read(...args: Parameters<MemoryEventStore['read']>) {
    let yielded = 0;
    for await (const event of super.read(...args)) {
      if (yielded++ >= this.breakAfter) throw new StoreUnavailable('cut');
      yield event;
    }
  }

  override async *readAll(...args: Parameters<MemoryEventStore['readAll']>) {
    let yielded = 0;
    for await (const event of super.readAll(...args)) {
      if (yielded++ >= this.breakAfter) throw new StoreUnavailable('cut');
      yield event;
    }
  }
}

function given(options: RetryOptions = {}) {
  const inner = new BreakingReads();
  const faulty = new FaultyEventStore(inner);
  return { inner, faulty, store: new RetryingEventStore(faulty, options) };
}

describe('the retrying event store', () => {
  it('repeats an append with the same ids until its outcome is known: it is written once', async () => {
    const { faulty, inner, store } = given();
    faulty.losses.push('asked', 'answered', 'answered');
    expect(await store.append('s', 'no-stream', notes('Told', 2))).toMatchObject({ revision: 1 });
    expect(faulty.appends).toBe(4);
    expect(await inner.load('s')).toHaveLength(2);
  });

  it('throws the last refusal when the time is over', async () => {
    const { faulty, store } = given({ giveUpMs: 80 });
    faulty.down = true;
    await expect(store.load('s')).rejects.toThrow('down');
    expect(faulty.loads).toBeGreaterThan(1);
  });

  it('goes on for as long as the caller says, and no longer', async () => {
    const { faulty, store } = given({ giveUpMs: 30 });
    const until = new AbortController();
    faulty.down = true;
    const appending = store.append('s', 'no-stream', [note('Told', 0)], { until: until.signal });
    setTimeout(() => {
      faulty.down = false;
    }, 150);
    expect(await appending).toMatchObject({ revision: 0 });
    faulty.down = true;
    const refused = store.append('s', 0, [note('Told', 1)], { until: until.signal });
    setTimeout(() => until.abort(), 100);
    await expect(refused).rejects.toThrow('the question was lost');
  });

  it('passes on what says something about the request, and asks nothing of a store that is closed', async () => {
    const { faulty, inner, store } = given();
    await expect(store.append('s', 7, [note('Told', 0)])).rejects.toMatchObject({ name: 'WrongExpectedRevision' });
    expect(faulty.appends).toBe(1);
    await inner.close();
    await expect(store.load('s')).rejects.toMatchObject({ kind: 'closed' });
    expect(faulty.loads).toBe(1);
  });

  it('goes on with a read behind the last event where it broke off', async () => {
    const { inner, store } = given();
    await store.append('s', 'no-stream', notes('Told', 10));
    await store.append('t', 'no-stream', notes('Told', 5, 10));
    inner.breakAfter = 3;
    const read = async (options: object) => numbersOf(await collect(store.read('s', options)));
    expect(await read({})).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await read({ backwards: true })).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect(await read({ from: 2, limit: 6 })).toEqual([2, 3, 4, 5, 6, 7]);
    expect(await read({ from: 1, to: 8 })).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(numbersOf(await collect(store.readAll()))).toEqual(Array.from({ length: 15 }, (_, n) => n));
    inner.breakAfter = 0;
    const impatient = new RetryingEventStore(inner, { giveUpMs: 60 });
    await expect(collect(impatient.readAll())).rejects.toThrow('cut');
  });

  it('repeats a read of one event until it is answered', async () => {
    const { inner, faulty, store } = given();
    const { position } = await store.append('s', 'no-stream', notes('Told', 2));
    let breaks = 2;
    const shaky = async <Result>(answer: Promise<Result>) => {
      if (breaks-- > 0) throw new StoreUnavailable('cut');
      return answer;
    };
    faulty.eventAt = (at) => shaky(inner.eventAt(at));
    faulty.newest = () => shaky(inner.newest());
    expect((await store.eventAt(position))?.data.n).toBe(1);
    breaks = 2;
    expect((await store.newest())?.position).toBe(position);
  });

  it('takes a deletion that is found done by a repeat for its own', async () => {
    const { faulty, store } = given();
    await store.append('s', 'no-stream', [note('Told', 0)]);
    const { delete: once } = faulty;
    let lost = true;
    faulty.delete = async (stream) => {
      const deleted = await once(stream);
      if (!lost) return deleted;
      lost = false;
      throw new StoreUnavailable('the answer was lost');
    };
    expect(await store.delete('s')).toBe(true);
    expect(await store.delete('s')).toBe(false);
  });
});
