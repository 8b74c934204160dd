import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { OfflineAssistant, runTurn } from '#libs/assistant';
import type { Order } from '#libs/furniture';
import { type Figure, median } from './figure.js';

const ROUNDS = 5;
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
    readFileSync(resolve(`libs/assistant/test/${name}.jsonl`), 'utf8').trim().split('\n'),
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
    request: { ...message, pictures: [], orderId: 'bench' },
    signal: new AbortController().signal,
    onAttempt: () => {},
  });

/**
 * One turn of the offline assistant, ms: words read, kitchen laid out and checked, note written, over all conversations
 * of the eval; beside a JSON copy of their largest order in the same run.
 */
export async function run(): Promise<Figure[]> {
  const all = await messages();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const message of all) {
      const began = performance.now();
      await turn(message);
      if (round > 0) times.push(performance.now() - began);
    }
  }
  const largest = all.flatMap(({ order }) => order ?? []).sort((a, b) => JSON.stringify(b).length - JSON.stringify(a).length)[0];
  const copy = median(
    Array.from({ length: 500 }, () => {
      const began = performance.now();
      JSON.parse(JSON.stringify(largest));
      return performance.now() - began;
    }),
  );
  const sorted = [...times].sort((a, b) => a - b);
  const figure = (name: string, value: number, atMost?: number): Figure => ({
    name: `offline turn, ${name}`,
    value: Math.round(value * 1_000) / 1_000,
    unit: 'ms',
    yardstick: { name: 'a JSON copy of the largest order', value: Math.round(copy * 1_000) / 1_000 },
    ratio: value / copy,
    ...(atMost === undefined ? {} : { target: { of: 'value', atMost } }),
  });
  return [
    figure(`median of ${all.length} messages`, median(times), BUDGET_MS),
    figure('99th percentile', sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN),
  ];
}
