import { type Case, readCases } from '../../libs/assistant/test/cases.js';
import { runRandom } from '../../libs/assistant/test/random.js';
import { type Judged, judge } from './judge.js';
import { type Options, readOptions } from './options.js';
import { lineOf, passAll, tableOf } from './report.js';
import { startThrowaway } from './throwaway.js';

/**
 * `npm run eval`: plays conversations against a temporary service through the public API; the environment selects the
 * assistant.
 */
const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  process.exitCode = (await (options.random === undefined
    ? playCases(options)
    : playRandom(options.random, options.seed)))
    ? 0
    : 1;
}

async function playCases(options: Options): Promise<boolean> {
  const cases = options.files.flatMap((file) => readCases(file)).filter(({ id }) => options.only?.has(id) ?? true);
  if (cases.length === 0) throw new Error('no conversation to play: --only names none of the files’ ids');
  const service = await startThrowaway(process.env);
  try {
    say(`${cases.length} conversations, ${service.model}${options.repeat > 1 ? `, ${options.repeat} times each` : ''}`);
    const queue = Array.from({ length: options.repeat }, () => cases).flat();
    const runs = await inParallel(queue, options.parallel, async (one: Case) => {
      const judged = await judge(service.api, one);
      const line = lineOf(judged, options.verbose);
      if (line) say(line);
      return judged;
    });
    return summary(runs, options.repeat);
  } finally {
    await service.stop();
  }
}

function summary(runs: readonly Judged[], repeat: number): boolean {
  say(`\n${tableOf(runs)}`);
  const unseen = runs.reduce((sum, run) => sum + run.unseen, 0);
  say(`assertions that cannot be seen from outside: ${unseen}`);
  const { held, cases } = passAll(runs);
  if (repeat > 1) say(`pass^${repeat}: ${((100 * held) / cases).toFixed(1)} % (${held} of ${cases})`);
  say(`${held} passed, ${cases - held} failed`);
  return held === cases;
}

/** Maps the queue with limited concurrency; results in the queue's order. */
async function inParallel<One, Result>(
  queue: readonly One[],
  concurrency: number,
  work: (one: One) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let i = next++; i < queue.length; i = next++) {
      const one = queue[i];
      if (one !== undefined) results[i] = await work(one);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, queue.length) }, worker));
  return results;
}

async function playRandom(messages: number, seed: number): Promise<boolean> {
  say(`${messages} random messages, offline, seed ${seed}`);
  const began = performance.now();
  const { statuses, wrong } = await runRandom(messages, seed, (done) => say(`  ${done}`));
  const ms = performance.now() - began;
  const shares = Object.entries(statuses).map(([status, count]) => `${status} ${count}`);
  say(`${shares.join(', ')}; ${(ms / messages).toFixed(2)} ms a turn, ${(ms / 1000).toFixed(0)} s in all`);
  for (const { message, problems } of wrong)
    say(`FAIL ${JSON.stringify(message)}\n       ${problems.join('\n       ')}`);
  say(wrong.length === 0 ? 'no crash, no outcome outside spec.md' : `seed ${seed} repeats this`);
  return wrong.length === 0;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
