import { type Case, readCases } from '../../libs/assistant/test/cases.js';
import { runRandom } from '../../libs/assistant/test/random.js';
import { readTalks, type Talk } from '../../libs/assistant/test/talk/case.js';
import { judgeTalk } from '../../libs/assistant/test/talk/judge.js';
import { linesOf, tableOf as talkTable, totalOf } from '../../libs/assistant/test/talk/report.js';
import { type Judged, judge } from './judge.js';
import { type Options, readOptions } from './options.js';
import { lineOf, passAll, tableOf } from './report.js';
import { talkOver } from './talk.js';
import { startThrowaway } from './throwaway.js';

/**
 * `npm run eval`: plays conversations against a temporary service through the public API; the environment selects the
 * assistant.
 */
const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  process.exitCode = (await run(options)) ? 0 : 1;
}

function run(options: Options): Promise<boolean> {
  if (options.random !== undefined) return playRandom(options.random, options.seed);
  return options.talks.length > 0 ? playTalks(options) : playCases(options);
}

/** The conversations of the files that are to be played. @throws {Error} where there are none. */
function chosen<One extends { readonly id: string }>(
  files: readonly string[],
  read: (file: string) => One[],
  only: Options['only'],
): One[] {
  const cases = files.flatMap(read).filter(({ id }) => only?.has(id) ?? true);
  if (cases.length === 0) throw new Error('no conversation to play: --only names none of the files’ ids');
  return cases;
}

async function playTalks({ talks, only, parallel, verbose }: Options): Promise<boolean> {
  const cases = chosen(talks, readTalks, only);
  const service = await startThrowaway(process.env);
  try {
    say(`${cases.length} conversations, ${service.model}`);
    const judged = await inParallel(cases, parallel, async (talk: Talk) => {
      const one = await judgeTalk(talk, () => talkOver(service.api));
      for (const line of linesOf(one, verbose)) say(line);
      return one;
    });
    say(`${talkTable(judged)}\n${totalOf(judged)}`);
    return judged.every(({ verdict }) => verdict === 'right' || verdict === 'acceptable');
  } finally {
    await service.stop();
  }
}

async function playCases(options: Options): Promise<boolean> {
  const cases = chosen(options.files, readCases, options.only);
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
