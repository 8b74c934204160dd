import { setTimeout as pause } from 'node:timers/promises';
import { BudgetExceeded, moduleAddress } from '#libs/kernel';
import type { tasks as slowTasks } from '../../test/worker-pool/slow-tasks.js';
import type { tasks } from '../../test/worker-pool/tasks.js';
import { WorkerPool } from './worker-pool.js';

const pools: { close(): void }[] = [];

afterEach(() => {
  for (const pool of pools.splice(0)) pool.close();
});

function poolOf(threads: number) {
  const pool = new WorkerPool<typeof tasks>(moduleAddress('processing/test/worker-pool/tasks'), threads);
  pools.push(pool);
  return pool;
}
const options = (owner = 'a', leftMs = 10_000) => ({ owner, budget: { leftMs } });

describe('a pool of worker threads', () => {
  it('runs tasks by name, and hands back what they give or throw', async () => {
    const pool = poolOf(2);
    await expect(pool.run('double', 21, options())).resolves.toBe(42);
    await expect(pool.run('doubleLater', 21, options())).resolves.toBe(42);
    await expect(pool.run('refuse', 'no', options())).rejects.toMatchObject({ name: 'RangeError', message: 'no' });
    await expect(pool.run('double', 1, options())).resolves.toBe(2);
  });

  it('leaves the event loop free', async () => {
    const pool = poolOf(2);
    const computed = pool.run('compute', 300, options());
    let rounds = 0;
    while (!(await Promise.race([computed.then(() => true), pause(1, false)]))) rounds += 1;
    expect(rounds).toBeGreaterThan(0);
  });

  it('ends a task that takes more processor time than is left of its budget, and goes on with the next', async () => {
    const pool = poolOf(2);
    const budget = { leftMs: 600 };
    await pool.run('compute', 300, { owner: 'a', budget });
    expect(budget.leftMs).toBeLessThanOrEqual(300);
    const exceeded = pool.run('compute', 60_000, { owner: 'a', budget });
    await expect(exceeded).rejects.toThrow(new BudgetExceeded('processor time'));
    await expect(pool.run('double', 4, options())).resolves.toBe(8);
  });

  it('ends a task that takes more memory than a thread may have', async () => {
    const pool = poolOf(2);
    await expect(pool.run('fillMemory', undefined as never, options())).rejects.toThrow(new BudgetExceeded('memory'));
    await expect(pool.run('double', 4, options())).resolves.toBe(8);
  });

  it('bounds the young heap of a thread, which V8 would let grow with what it computes', async () => {
    await expect(poolOf(2).run('youngHeapAfter', 200, options('a', 60_000))).resolves.toBeLessThanOrEqual(33);
  });

  it('keeps a thread for other owners than the one that floods it', async () => {
    const pool = poolOf(2);
    const flood = Array.from({ length: 20 }, () => pool.run('compute', 60_000, options('a', 120_000)));
    const settled = Promise.allSettled(flood);
    await expect(pool.run('double', 1, options('b'))).resolves.toBe(2);
    pool.close();
    for (const one of await settled) expect(one).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
  });

  it('begins no task that was aborted, and ends one that is', async () => {
    const pool = poolOf(2);
    const [running, waiting] = [new AbortController(), new AbortController()];
    const reason = new Error('stopped');
    const first = pool.run('compute', 60_000, { ...options('a', 120_000), signal: running.signal });
    const second = pool.run('double', 1, { ...options(), signal: waiting.signal });
    waiting.abort(reason);
    await expect(second).rejects.toBe(reason);
    running.abort(reason);
    await expect(first).rejects.toBe(reason);
    await expect(pool.run('double', 1, { ...options(), signal: running.signal })).rejects.toBe(reason);
    await expect(pool.run('double', 3, options())).resolves.toBe(6);
  });

  it('refuses what an owner wants beyond what may wait, and what cannot be copied', async () => {
    const pool = poolOf(2);
    const first = pool.run('compute', 200, options());
    const second = pool.run('double', 2, { ...options(), maxWaiting: 1 });
    await expect(pool.run('double', 3, { ...options(), maxWaiting: 1 })).rejects.toMatchObject({ code: 'unavailable' });
    await expect(Promise.all([first, second])).resolves.toEqual(['computed 200 ms', 4]);
    await expect(pool.run('double', (() => 1) as never, options())).rejects.toThrow('could not be cloned');
    await expect(pool.run('double', 5, options())).resolves.toBe(10);
  });

  it('ends a thread that nothing is asked of, and starts another one for the next task', async () => {
    const pool = new WorkerPool<typeof tasks>(moduleAddress('processing/test/worker-pool/tasks'), 2, 10);
    pools.push(pool);
    await expect(pool.run('double', 1, options())).resolves.toBe(2);
    while (pool.size > 0) await pause(5);
    await expect(pool.run('double', 2, options())).resolves.toBe(4);
  });

  it('goes on loading a thread whose task was aborted meanwhile, so that one of the next is done', async () => {
    const pool = new WorkerPool<typeof slowTasks>(moduleAddress('processing/test/worker-pool/slow-tasks'), 2);
    pools.push(pool);
    const tried = (): Promise<number | undefined> =>
      pool.run('double', 2, { ...options(), signal: AbortSignal.timeout(250) }).catch(() => undefined);
    let done: number | undefined;
    for (let tries = 0; done === undefined && tries < 60; tries += 1) done = await tried();
    expect(done).toBe(4);
  });

  it('says why its threads cannot load their tasks', async () => {
    const pool = new WorkerPool<typeof tasks>(new URL('file:///nowhere/tasks.js'), 2);
    await expect(pool.run('double', 1, options())).rejects.toThrow('Cannot find module');
  });
});
