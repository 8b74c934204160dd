import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { type Figure, median } from './figure.js';
import { answer, ask, type Env, type MeasuredPartner, withService } from './measured-service.js';

/** Connections that callers hold (issue's yardstick). */
const CONNECTIONS = 64;
const SECONDS = 4;
const ROUNDS = 3;
const WORDS = 'Прямая кухня 3 метра: мойка 60, посудомойка 45, духовка с индукцией, верхние шкафы и вытяжка';
const BODY = JSON.stringify({ text: WORDS });

/** `POST turns` accepted durably, and turns from queued to settled, against a bare Fastify POST in the same run. */
export async function run(dir: string): Promise<Figure[]> {
  const accepted: Load[] = [];
  const bare: number[] = [];
  const ended: EndToEnd[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await bareFastify());
    accepted.push(await acceptTurns(dir));
    ended.push(await runTurns(dir));
  }
  const yardstick = { name: 'bare Fastify POST', value: Math.round(median(bare)) };
  const rate = Math.round(median(accepted.map((load) => load.perSecond)));
  return [
    {
      name: `POST turns accepted durably, ${CONNECTIONS} connections`,
      value: rate,
      unit: '/s',
      yardstick,
      ratio: rate / yardstick.value,
      target: { of: 'value', atLeast: 5_000 },
    },
    {
      name: 'POST turns, p99',
      value: median(accepted.map((load) => load.p99Ms)),
      unit: 'ms',
      target: { of: 'value', atMost: 50 },
    },
    {
      name: 'event loop delay p99 meanwhile',
      value: round1(median(accepted.map((load) => load.delayP99Ms))),
      unit: 'ms',
      target: { of: 'value', atMost: 10 },
    },
    {
      name: 'turns from POST to settled, instant assistant',
      value: Math.round(median(ended.map((load) => load.perSecond))),
      unit: '/s',
      target: { of: 'value', atLeast: 1_500 },
    },
    {
      name: 'event loop delay p99 meanwhile (end to end)',
      value: round1(median(ended.map((load) => load.delayP99Ms))),
      unit: 'ms',
      target: { of: 'value', atMost: 10 },
    },
  ];
}

export interface Load {
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly delayP99Ms: number;
}

type EndToEnd = Omit<Load, 'p99Ms'>;

const NOBODY: MeasuredPartner = { key: '', ids: [] };

/** @param env where the stores are; embedded ones by default. */
export async function acceptTurns(dir: string, conversations = 60_000, env: Env = {}): Promise<Load> {
  return withService({ dir, conversations: [conversations], concurrency: 0, env }, async ({ child, url, partners }) => {
    const [{ key, ids } = NOBODY] = partners;
    let next = 0;
    const load = await cannon(url, key, SECONDS, () => `/v1/conversations/${ids[next++ % ids.length]}/turns`);
    const { delayP99Ms } = await ask(child, 'delay');
    if (load.non2xx > 0) throw new Error(`${load.non2xx} turns were refused`);
    return { perSecond: load['2xx'] / load.duration, p99Ms: load.latency.p99, delayP99Ms };
  });
}

async function runTurns(dir: string): Promise<EndToEnd> {
  const turns = 8_000;
  return withService({ dir, conversations: [turns], concurrency: 64, env: {} }, async ({ child, url, partners }) => {
    const [{ key, ids } = NOBODY] = partners;
    let next = 0;
    const began = performance.now();
    await cannon(url, key, undefined, () => `/v1/conversations/${ids[next++]}/turns`, turns);
    for (;;) {
      const { coinsUsed } = await ask(child, 'used');
      if (coinsUsed >= turns) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const seconds = (performance.now() - began) / 1_000;
    const { delayP99Ms } = await ask(child, 'delay');
    return { perSecond: turns / seconds, delayP99Ms };
  });
}

async function bareFastify(): Promise<number> {
  const child = fork(fileURLToPath(new URL('./bare-fastify.js', import.meta.url)));
  const { url } = await answer(child);
  const load = await cannon(url, 'none', SECONDS, () => '/v1/conversations/x/turns');
  child.kill();
  return load['2xx'] / load.duration;
}

async function cannon(url: string, key: string, duration: number | undefined, path: () => string, amount?: number) {
  return autocannon({
    url,
    connections: CONNECTIONS,
    ...(amount === undefined ? { duration: duration ?? SECONDS } : { amount }),
    requests: [
      {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: BODY,
        setupRequest: (request) => ({ ...request, path: path() }),
      },
    ],
  });
}

const round1 = (value: number) => Math.round(value * 10) / 10;
