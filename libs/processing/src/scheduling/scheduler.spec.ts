import type { Clock } from '#libs/kernel';
import { turnsDuring } from '../../../event-store/test/loop-turns.js';
import { eventually } from '../../test/fixtures.js';
import { createScheduler, type ScheduledTask, type Scheduler, type SchedulerOptions } from './scheduler.js';

interface Due {
  readonly id: string;
  readonly at: number;
}

/** State in which work is due; what has run is taken out, as a read model would after the event. */
class State {
  readonly items = new Map<string, Due>();
  readonly ran: string[] = [];
  readonly asked: number[] = [];

  add(id: string, at = 0): void {
    this.items.set(id, { id, at });
  }

  work(run?: (item: Due, signal: AbortSignal) => Promise<void>): ScheduledTask<Due> {
    return {
      name: 'expire',
      everyMs: 10,
      due: async (now, limit) => {
        this.asked.push(limit);
        const due = [...this.items.values()].filter(({ at }) => at <= now.getTime());
        return due.sort((a, b) => a.at - b.at).slice(0, limit);
      },
      key: ({ id }) => id,
      run: async (item, signal) => {
        this.ran.push(item.id);
        await run?.(item, signal);
        this.items.delete(item.id);
      },
    };
  }
}

describe('a scheduled task', () => {
  const schedulers: Scheduler[] = [];
  let state: State;

  beforeEach(() => {
    state = new State();
  });
  afterEach(async () => {
    await Promise.all(schedulers.splice(0).map((scheduler) => scheduler.stop(50)));
  });

  function start(
    task: ScheduledTask<Due>,
    { concurrency = 16, ...options }: SchedulerOptions & { concurrency?: number } = {},
  ): Scheduler {
    const scheduler = createScheduler(
      { ...task, concurrency },
      { backoff: { initialMs: 5, maxMs: 20 }, settleMs: 5, ...options },
    );
    schedulers.push(scheduler);
    scheduler.start();
    return scheduler;
  }
  const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  it('runs when its time has come, not before', async () => {
    const at = Date.now() + 60;
    state.add('soon', at);
    let ranAt = 0;
    const note = async () => {
      ranAt = Date.now();
    };
    start(state.work(note));
    await eventually(() => expect(state.ran).toEqual(['soon']));
    expect(ranAt).toBeGreaterThanOrEqual(at);
  });

  it('leaves the event loop its turns while state trails and calls due what is done', async () => {
    const task = state.work();
    let looks = 0;
    const due = async () => (++looks < 200 ? Array.from({ length: 100 }, (_, n) => ({ id: `${n}`, at: 0 })) : []);
    start({ ...task, due }, { settleMs: 0 });
    const { turns } = await turnsDuring(eventually(() => expect(looks).toBeGreaterThanOrEqual(200), 60_000));
    expect(turns).toBeGreaterThanOrEqual(100);
  });

  it('fires after a restart, from state alone', async () => {
    state.add('a', Date.now() + 60);
    const first = start(state.work());
    await first.stop();
    await later(80);
    expect(state.ran).toEqual([]);
    start(state.work());
    await eventually(() => expect(state.ran).toEqual(['a']));
  });

  it('what was cancelled does not run', async () => {
    // Far enough for a busy machine to have come to the cancellation.
    const at = Date.now() + 1_000;
    state.add('a', at);
    state.add('b', at);
    start(state.work());
    state.items.delete('a');
    await eventually(() => expect(state.ran).toEqual(['b']));
    await later(30);
    expect(state.ran).toEqual(['b']);
  });

  it('a clock that jumps makes due what it passed', async () => {
    const time = { now: 1_000 };
    const clock: Clock = { now: () => new Date(time.now), monotonicMs: () => performance.now() };
    state.add('a', 5_000);
    start(state.work(), { clock });
    await later(30);
    expect(state.ran).toEqual([]);
    time.now = 6_000;
    await eventually(() => expect(state.ran).toEqual(['a']));
  });

  it('is woken without waiting for the next interval, now or at a time', async () => {
    const scheduler = start({ ...state.work(), everyMs: 60_000 });
    await later(20);
    state.add('a');
    scheduler.wake();
    await eventually(() => expect(state.ran).toEqual(['a']), 500);
    state.add('b');
    scheduler.wakeAt(new Date(Date.now() + 30));
    await eventually(() => expect(state.ran).toEqual(['a', 'b']), 500);
  });

  it('a slow item delays nobody and runs once at a time', async () => {
    const ends: (() => void)[] = [];
    state.add('slow');
    const scheduler = start(
      state.work(({ id }) => (id === 'slow' ? new Promise((resolve) => ends.push(resolve)) : Promise.resolve())),
      { concurrency: 2 },
    );
    await eventually(() => expect(scheduler.running).toBe(1));
    for (const id of ['a', 'b', 'c', 'd']) state.add(id, 1);
    await eventually(() => expect(state.items.size).toBe(1));
    await later(40);
    expect(state.ran.filter((id) => id === 'slow')).toHaveLength(1);
    ends[0]?.();
  });

  it('never more at a time than its concurrency, and the next begins as soon as one ends', async () => {
    const running = { now: 0, most: 0 };
    for (let n = 0; n < 20; n += 1) state.add(`i${n}`);
    const work = state.work(async () => {
      running.now += 1;
      running.most = Math.max(running.most, running.now);
      await later(2);
      running.now -= 1;
    });
    start({ ...work, everyMs: 60_000 }, { concurrency: 3 });
    await eventually(() => expect(state.items.size).toBe(0), 2_000);
    expect(running.most).toBe(3);
    expect(state.ran).toHaveLength(20);
  });

  it('items that fail at the head of the list pause, and hide none behind them', async () => {
    for (let n = 0; n < 5; n += 1) state.add(`bad${n}`, n);
    state.add('good', 100);
    start(
      state.work(async ({ id }) => {
        if (id.startsWith('bad')) throw new Error('not yet');
      }),
      { concurrency: 2, backoff: { initialMs: 2_000, maxMs: 4_000 } },
    );
    await eventually(() => expect(state.ran).toContain('good'));
    expect(state.ran.filter((id) => id === 'bad0')).toHaveLength(1);
  });

  it('an item that failed runs again', async () => {
    state.add('a');
    let left = 3;
    start(
      state.work(async () => {
        if (left-- > 0) throw new Error('not yet');
      }),
    );
    await eventually(() => expect(state.items.size).toBe(0));
    expect(state.ran).toHaveLength(4);
  });

  it('a state that cannot be read is asked again', async () => {
    state.add('a');
    const work = state.work();
    let away = 2;
    start({
      ...work,
      due: (now, limit) =>
        away-- > 0 ? Promise.reject(new Error('read models are out of reach')) : work.due(now, limit),
    });
    await eventually(() => expect(state.ran).toEqual(['a']));
  });

  it('SIGTERM drains: what runs may end, nothing begins, at the deadline it is told', async () => {
    const ends: (() => void)[] = [];
    let told = 0;
    for (const id of ['quick', 'stuck', 'third']) state.add(id);
    const scheduler = start(
      state.work(({ id }, signal) => {
        signal.addEventListener('abort', () => (told += 1));
        return id === 'quick' ? new Promise((resolve) => ends.push(resolve)) : new Promise(() => undefined);
      }),
      { concurrency: 2 },
    );
    await eventually(() => expect(scheduler.running).toBe(2));
    const stopped = scheduler.stop(60);
    ends[0]?.();
    expect(await stopped).toBe(false);
    expect(state.ran).toEqual(['quick', 'stuck']);
    expect(state.items.has('quick')).toBe(false);
    expect(told).toBeGreaterThanOrEqual(1);
  });
});
