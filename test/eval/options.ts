import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface Options {
  readonly files: readonly string[];
  /** Conversations that are judged turn by turn, instead of the files. */
  readonly talks: readonly string[];
  readonly only: ReadonlySet<string> | undefined;
  readonly verbose: boolean;
  /** Repetitions of every conversation; from 2 on pass^k is reported. */
  readonly repeat: number;
  readonly parallel: number;
  /** Random messages to play instead of the conversations. */
  readonly random: number | undefined;
  readonly seed: number;
}

const USAGE = `npm run eval [-- options]
  --file FILE      conversations, one JSON a line; may be given several times (default: the shared and the own ones)
  --talk FILE      conversations that are judged turn by turn instead (libs/assistant/test/talk/*.jsonl)
  --only ID,ID     only these
  --repeat K       plays each K times and tells pass^K; of files
  --parallel N     conversations at once (default 1)
  --random N       N random messages through the offline assistant instead; --seed S repeats a run
  --verbose        every note, not only those of what fell short
The assistant comes from the environment: ASSISTANT=offline (default) or openai, with OPENAI_API_KEY, OPENAI_MODEL, …`;

const FILES = ['libs/assistant/test/requests.jsonl', 'libs/assistant/test/own.jsonl'];

/** @throws {Error} naming the invalid argument in one line, followed by the usage. */
export function readOptions(args: readonly string[]): Options {
  const values = parse(args);
  const whole = (name: 'repeat' | 'parallel' | 'random' | 'seed', fallback: number): number => {
    const number = values[name] === undefined ? fallback : Number(values[name]);
    if (!Number.isInteger(number) || number < 1)
      throw new Error(`--${name} ${values[name]}: a whole number from 1 was expected`);
    return number;
  };
  return {
    files: (values.file ?? FILES).map((file) => resolve(file)),
    talks: (values.talk ?? []).map((file) => resolve(file)),
    only: values.only === undefined ? undefined : new Set(values.only.split(',')),
    verbose: values.verbose ?? false,
    repeat: whole('repeat', 1),
    parallel: whole('parallel', 1),
    random: values.random === undefined ? undefined : whole('random', 1),
    seed: whole('seed', 1 + (Date.now() % 999_999)),
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...{ file: { ...text, multiple: true }, talk: { ...text, multiple: true }, verbose: { type: 'boolean' } },
        ...{ only: text, repeat: text, parallel: text, random: text, seed: text },
      },
    }).values;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}
