import { execFileSync } from 'node:child_process';
import { moduleAddress } from './threads.js';

/** A program in a process of its own, whose heap nobody else fills. */
function run(program: string): string {
  const given = `
    import { setTimeout as pause } from 'node:timers/promises';
    const { collectWhenIdle, releaseMemory } = await import(process.argv[1]);
    const leaveGarbage = () => void Array.from({ length: 500_000 }, (_, at) => ({ at, text: 'a' + at }));
    const heap = () => process.memoryUsage();
  `;
  const args = ['--input-type=module', '--eval', given + program, moduleAddress('kernel/src/memory').href];
  return execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 30_000 }).trim();
}

describe('memory', () => {
  it('that is released is what nothing holds any more, and the pages that it lay in', () => {
    const released = run(`
      leaveGarbage();
      const before = heap();
      releaseMemory();
      console.log(Math.min(before.heapUsed - heap().heapUsed, before.heapTotal - heap().heapTotal));
    `);
    expect(Number(released)).toBeGreaterThan(16e6);
  });

  it('is collected after work, once its thread is idle, and once only', () => {
    const collections = run(`
      let count = 0;
      const stop = collectWhenIdle({ everyMs: 20, collect: () => (count += 1) });
      await pause(200);
      const before = count;
      leaveGarbage();
      while (count === before) await pause(20);
      await pause(200);
      stop();
      console.log(before, count);
    `);
    expect(collections).toBe('0 1');
  });

  it('of an idle thread is smaller soon', () => {
    const said = run(`
      const stop = collectWhenIdle({ everyMs: 20 });
      leaveGarbage();
      const { heapUsed } = heap();
      while (heap().heapUsed > heapUsed / 2) await pause(20);
      stop();
      console.log('collected');
    `);
    expect(said).toBe('collected');
  });
});
