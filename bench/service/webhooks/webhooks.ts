import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Figure, median } from '../../figure.js';
import { answer, ask, type Scheduling, withService } from '../measured-service.js';

/** Partners with an address each: attempts to one address are bounded far below what a partner may have. */
const PARTNERS = 4;
/** Attempts under way at once, and requests of the yardstick. */
const AT_ONCE = 256;
const ENV = {
  WEBHOOK_PARTNER_CONCURRENCY: String(AT_ONCE),
  WEBHOOK_HOST_CONCURRENCY: String(AT_ONCE),
  WEBHOOK_MAX_PENDING: '1000000',
};
const ROUNDS = 5;

/** Until then all of them have been scheduled, ms. */
const DUE_IN_MS = 12_000;
/** Attempts that count: neither the first ones, which the compiler still works for, nor the last. */
const [FROM, TO] = [0.5, 0.95];

interface Receiving {
  readonly name: string;
  readonly delayMs: number;
  /** Of so many requests one is answered 500; 0: none. */
  readonly failEvery: number;
  readonly webhooks: number;
  readonly rounds: number;
  readonly atLeast?: number;
}

const RECEIVERS: readonly Receiving[] = [
  { name: 'an instant receiver', delayMs: 0, failEvery: 0, webhooks: 20_000, rounds: ROUNDS, atLeast: 0.5 },
  { name: 'an instant receiver that fails 5 %', delayMs: 0, failEvery: 20, webhooks: 20_000, rounds: 1 },
  { name: 'a receiver of 250 ms', delayMs: 250, failEvery: 0, webhooks: 4_000, rounds: 1 },
  { name: 'a receiver of 2,000 ms', delayMs: 2_000, failEvery: 0, webhooks: 1_000, rounds: 1 },
];

/** Attempts a second of webhooks that fall due at one time, against undici alone with as many requests at once. */
export async function run(dir: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const receiving of RECEIVERS) figures.push(await compare(dir, receiving));
  return figures;
}

async function compare(
  dir: string,
  { name, delayMs, failEvery, webhooks, rounds, atLeast }: Receiving,
): Promise<Figure> {
  const receiver = fork(file('receiver'), [String(delayMs), String(failEvery)]);
  try {
    const { url } = await answer(receiver);
    const pairs: { ours: number; undici: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      const ours = await deliver(dir, receiver, { webhooks, address: url, dueInMs: DUE_IN_MS });
      pairs.push({ ours, undici: await undiciAlone(receiver, url, webhooks) });
    }
    return {
      name: `webhook attempts to ${name}`,
      value: Math.round(median(pairs.map(({ ours }) => ours))),
      unit: '/s',
      yardstick: { name: 'undici alone', value: Math.round(median(pairs.map(({ undici }) => undici))) },
      ratio: median(pairs.map(({ ours, undici }) => ours / undici)),
      ...(atLeast === undefined ? {} : { target: { of: 'ratio', atLeast } }),
    };
  } finally {
    receiver.kill();
  }
}

async function deliver(dir: string, receiver: ChildProcess, scheduling: Scheduling): Promise<number> {
  const conversations = Array.from({ length: PARTNERS }, () => 0);
  return withService({ dir, conversations, concurrency: 1, env: ENV }, async ({ child }) => {
    receiver.send('reset');
    await answer(receiver);
    await ask(child, scheduling);
    return rateOf(receiver, scheduling.webhooks);
  });
}

async function undiciAlone(receiver: ChildProcess, url: string, count: number): Promise<number> {
  receiver.send('reset');
  await answer(receiver);
  const caller = fork(file('undici-alone'), [url, String(count), String(AT_ONCE)]);
  await answer(caller);
  return rateOf(receiver, count);
}

/** Requests a second, once so many have arrived. */
async function rateOf(receiver: ChildProcess, count: number): Promise<number> {
  for (;;) {
    receiver.send('arrivals');
    const { arrivals } = await answer(receiver);
    const [first, last] = [arrivals[Math.floor(count * FROM)], arrivals[Math.floor(count * TO)]];
    if (arrivals.length >= count && first !== undefined && last !== undefined)
      return (count * (TO - FROM)) / ((last - first) / 1_000);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function file(name: 'receiver' | 'undici-alone'): string {
  return fileURLToPath(new URL(`./${name}.entry.js`, import.meta.url));
}
