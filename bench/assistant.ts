import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { OfflineAssistant, runTurn } from '#libs/assistant';
import { type Brief, compose, type Order } from '#libs/furniture';
import { direct } from '../libs/assistant/test/computing.js';
import { type Figure, median } from './figure.js';

/** Rounds over all messages: the first ones warm the machine up. */
const WARM = 4;
const ROUNDS = 9;
const LAYOUTS = 80;
/** A turn's budget for parsing and planning together, ms. */
const BUDGET_MS = 5;

interface Message {
  readonly words: string;
  readonly history: { turn: number; words: string; status: string; order?: Order }[];
  readonly order: Order | undefined;
}

/** The conversations that the eval plays, as turns with what came before each. */
async function messages(): Promise<Message[]> {
  const lines = ['requests', 'own'].flatMap((name) =>
    readFileSync(resolve(`libs/assistant/test/${name}.jsonl`), 'utf8')
      .trim()
      .split('\n'),
  );
  const out: Message[] = [];
  for (const line of lines) {
    const { text, context = [] }: { text: string; context?: { role: string; text: string }[] } = JSON.parse(line);
    const history: Message['history'] = [];
    let order: Order | undefined;
    for (const words of [...context.map((turn) => turn.text), text]) {
      const message = { words, history: [...history], order };
      out.push(message);
      const outcome = await turn(message);
      order = outcome.order ?? order;
      history.push({ turn: history.length + 1, words, status: outcome.status, ...(order ? { order } : {}) });
    }
  }
  return out;
}

const assistant = new OfflineAssistant();
const turn = (message: Message) =>
  runTurn({
    assistant,
    computing: direct,
    request: { ...message, pictures: [], orderId: 'bench' },
    signal: new AbortController().signal,
    onAttempt: () => {},
  });

/** ms of processor time that the work takes; the clock on the wall counts other people's work on a shared machine. */
async function spent(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** A U kitchen with a sink, a dishwasher, a hob and a fridge: what the engine alone takes to lay one out. */
const USUAL: Brief = {
  walls: [{ length: 3600 }, { length: 3400 }, { length: 3600 }],
  fixtures: [
    { kind: 'fridge', builtIn: true, wall: 'A', where: 'start' },
    { kind: 'sink', width: 600, wall: 'B' },
    { kind: 'dishwasher', width: 600, nextTo: 'sink' },
    { kind: 'hob', fuel: 'induction', oven: true, wall: 'C' },
  ],
  wallTier: { walls: 'all', hood: true },
};

/**
 * One turn of the offline assistant, ms of processor time: words read, kitchen laid out and checked, note written, over
 * all conversations of the eval; beside the engine's layout of one U kitchen in the same run.
 */
export async function run(): Promise<Figure[]> {
  const all = await messages();
  const turns = all.map((): number[] => []);
  for (let round = 0; round < WARM + ROUNDS; round += 1) {
    for (const [i, message] of all.entries()) {
      const ms = await spent(() => turn(message));
      if (round >= WARM) turns[i]?.push(ms);
    }
  }
  const layouts: number[] = [];
  for (let round = 0; round < LAYOUTS; round += 1)
    layouts.push(await spent(() => compose(USUAL, { orderId: 'bench' })));
  const yardstick = rounded(median(layouts.slice(LAYOUTS / 2)));
  const sorted = turns.map((times) => median(times)).toSorted((a, b) => a - b);
  const figure = (name: string, value: number, atMost?: number): Figure => ({
    name: `offline turn, ${name}`,
    value: rounded(value),
    unit: 'ms',
    yardstick: { name: 'laying out one U kitchen', value: yardstick },
    ratio: value / yardstick,
    ...(atMost === undefined ? {} : { target: { of: 'value', atMost } }),
  });
  return [
    figure(`median of ${all.length} messages`, median(sorted), BUDGET_MS),
    figure('99th percentile', sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN),
  ];
}

const rounded = (ms: number): number => Math.round(ms * 1_000) / 1_000;
