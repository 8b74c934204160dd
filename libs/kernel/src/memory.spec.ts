import { execFileSync } from 'node:child_process';
import { moduleAddress } from './threads.js';

/** A program in a process of its own, whose heap nobody else fills. */
function run(program: string, flags: readonly string[] = []): string {
  const given = `
    import { setTimeout as pause } from 'node:timers/promises';
    const { collectSeldom, collectWhenIdle, releaseMemory } = await import(process.argv[1]);
    const leaveGarbage = () => void Array.from({ length: 500_000 }, (_, at) => ({ at, text: 'a' + at }));
    const heap = () => process.memoryUsage();
  `;
  const args = [...flags, '--input-type=module', '--eval', given + program, moduleAddress('kernel/src/memory').href];
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

  it('of a bounded heap is collected in whole less often where that is to be seldom', () => {
    // What is under way outlives the young heap, and is garbage soon after.
    const collections = (before: string) =>
      run(
        `
          import { PerformanceObserver, constants } from 'node:perf_hooks';
          ${before}
          let count = 0;
          const isMajor = ({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
          new PerformanceObserver((list) => (count += list.getEntries().filter(isMajor).length)).observe({ type: 'gc' });
          const lasting = Array.from({ length: 200_000 }, (_, at) => ({ at, text: 'a' + at }));
          const underWay = [];
          for (let turn = 0; turn < 400; turn += 1) {
            underWay.push(Array.from({ length: 10_000 }, (_, at) => ({ at, turn, text: 'b' + at })));
            if (underWay.length > 8) underWay.shift();
            await pause(0);
          }
          console.log(count, lasting.length);
        `,
        ['--max-old-space-size=512', '--max-semi-space-size=2'],
      );
    const [usual = 0, seldom = 0] = ['', 'collectSeldom();'].map((before) => Number.parseInt(collections(before), 10));
    expect(usual).toBeGreaterThan(4);
    expect(seldom).toBeLessThan(usual * 0.8);
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
