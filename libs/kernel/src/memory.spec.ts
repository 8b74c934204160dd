import { execFileSync } from 'node:child_process';
import { moduleAddress } from './threads.js';

const PROGRAM = `
  const { releaseMemory } = await import(process.argv[1]);
  let held = Array.from({ length: 200_000 }, (_, at) => ({ at }));
  const before = process.memoryUsage();
  held = undefined;
  releaseMemory();
  const after = process.memoryUsage();
  console.log(JSON.stringify({ used: before.heapUsed - after.heapUsed, total: before.heapTotal - after.heapTotal }));
`;

describe('memory that is released', () => {
  it('is what nothing holds any more, and the pages that it lay in', () => {
    const args = ['--input-type=module', '--eval', PROGRAM, moduleAddress('kernel/src/memory').href];
    const { used, total } = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
    expect(used).toBeGreaterThan(4e6);
    expect(total).toBeGreaterThan(4e6);
  });
});
