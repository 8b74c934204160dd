import { resolve } from 'node:path';

export interface Options {
  readonly files: readonly string[];
  readonly only: ReadonlySet<string> | undefined;
  readonly verbose: boolean;
  /** Repetitions of every conversation; from 2 on pass^k is reported. */
  readonly repeat: number;
  readonly parallel: number;
  /** Random messages to play instead of the conversations. */
  readonly random: number | undefined;
  readonly seed: number;
}

export const USAGE = `npm run eval [-- options]
  --file FILE      conversations, one JSON a line; may be given several times (default: the shared and the own ones)
  --only ID,ID     only these
  --repeat K       plays each K times and tells pass^K
  --parallel N     conversations at once (default 1)
  --random N       N random messages through the offline assistant instead; --seed S repeats a run
  --verbose        every note, not only those of what fell short
The assistant comes from the environment: ASSISTANT=offline (default) or openai, with OPENAI_API_KEY, OPENAI_MODEL, …`;

const FILES = ['libs/assistant/test/requests.jsonl', 'libs/assistant/test/own.jsonl'];
const WITH_VALUE = ['file', 'only', 'repeat', 'parallel', 'random', 'seed'];

/** @throws {Error} naming the invalid argument in one line. */
export function readOptions(args: readonly string[]): Options {
  const given = new Map<string, string[]>();
  for (let i = 0; i < args.length; i += 1) {
    const name = args[i]?.replace(/^--/, '') ?? '';
    if (name === 'verbose') given.set(name, ['true']);
    else if (args[i]?.startsWith('--') && WITH_VALUE.includes(name) && args[i + 1] !== undefined) {
      given.set(name, [...(given.get(name) ?? []), args[i + 1] ?? '']);
      i += 1;
    } else throw new Error(`${args[i]} is not an option of the eval\n${USAGE}`);
  }
  const whole = (name: string, fallback: number): number => {
    const text = given.get(name)?.at(-1);
    const number = text === undefined ? fallback : Number(text);
    if (!Number.isInteger(number) || number < 1)
      throw new Error(`--${name} ${text}: a whole number from 1 was expected`);
    return number;
  };
  const only = given.get('only')?.at(-1);
  return {
    files: (given.get('file') ?? FILES).map((file) => resolve(file)),
    only: only === undefined ? undefined : new Set(only.split(',')),
    verbose: given.has('verbose'),
    repeat: whole('repeat', 1),
    parallel: whole('parallel', 1),
    random: given.has('random') ? whole('random', 1) : undefined,
    seed: given.has('seed') ? whole('seed', 1) : 1 + (Date.now() % 999_999),
  };
}
