import { parseArgs } from 'node:util';

export interface Options {
  readonly requests: number;
  readonly seed: number;
  readonly connections: number;
  readonly only: number | undefined;
  /** A service that runs already, and a key of it. */
  readonly service: { readonly url: string; readonly key: string } | undefined;
}

const USAGE = `npm run attack [-- options]
  --requests N          how many (default 200000)
  --seed N              repeats a run
  --only N              this request of the seed alone, told in full
  --connections N       at once (default 32)
  --url URL --key KEY   a service that runs already; without them one is started on a throw-away folder`;

/** @throws {Error} naming the invalid argument in one line, followed by the usage. */
export function readOptions(args: readonly string[]): Options {
  const values = parse(args);
  const whole = (name: 'requests' | 'seed' | 'only' | 'connections', fallback: number): number => {
    const number = values[name] === undefined ? fallback : Number(values[name]);
    if (!Number.isInteger(number) || number < 0)
      throw new Error(`--${name} ${values[name]}: a whole number was expected`);
    return number;
  };
  const { url, key } = values;
  if ((url === undefined) !== (key === undefined)) throw new Error('--url and --key go together');
  return {
    requests: whole('requests', 200_000),
    seed: whole('seed', Date.now() % 1_000_000),
    connections: whole('connections', 32),
    only: values.only === undefined ? undefined : whole('only', 0),
    service: url !== undefined && key !== undefined ? { url, key } : undefined,
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const options = { requests: text, seed: text, only: text, connections: text, url: text, key: text };
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}
