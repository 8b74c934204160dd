import { execFileSync } from 'node:child_process';
import { moduleAddress } from './threads.js';

const PROGRAM = `
  const { startThread } = await import(process.argv[1]);
  const tell = 'require("node:worker_threads").parentPort.postMessage(require("node:v8").getHeapStatistics().heap_size_limit)';
  const address = new URL('data:text/javascript,' + encodeURIComponent("import { createRequire } from 'node:module';const require = createRequire('file:///');" + tell));
  startThread(address, { resourceLimits: { maxOldGenerationSizeMb: 100, maxYoungGenerationSizeMb: 12 } })
    .on('message', (limit) => console.log(limit));
`;

describe('a thread', () => {
  it('has the heap that it is given, whatever NODE_OPTIONS gives the main thread', () => {
    const options = {
      env: { NODE_OPTIONS: '--max-old-space-size=600 --max-semi-space-size=16' },
      encoding: 'utf8',
    } as const;
    const args = ['--input-type=module', '--eval', PROGRAM, moduleAddress('kernel/src/threads').href];
    expect(Number(execFileSync(process.execPath, args, options)) / 2 ** 20).toBeLessThan(150);
  });
});
