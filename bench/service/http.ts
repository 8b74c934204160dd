import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { type Figure, median } from '../figure.js';
import { answer, ask, type Env, type MeasuredPartner, withService } from './measured-service.js';
import { run as pictures } from './pictures.js';

/** Connections that callers hold (issue's yardstick). */
const CONNECTIONS = 64;
const SECONDS = 4;
const ROUNDS = 3;
const WORDS = 'Прямая кухня 3 метра: мойка 60, посудомойка 45, духовка с индукцией, верхние шкафы и вытяжка';
const BODY = JSON.stringify({ text: WORDS });

/** Turns that are read, each of them done. */
const READ_TURNS = 500;

/** `POST turns` accepted durably, turns read, and turns from queued to settled, against a bare Fastify in the same run; pictures. */
export async function run(dir: string): Promise<Figure[]> {
  const accepted: (Load & Processor)[] = [];
  const bare: number[] = [];
  const ended: EndToEnd[] = [];
  const read: Read[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await bareFastify('POST', '/v1/conversations/x/turns'));
    accepted.push(await acceptTurns(dir));
    read.push(await readTurns(dir));
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
    ...processorTime('POST', accepted),
    {
      name: `GET turn, ${CONNECTIONS} connections`,
      value: Math.round(median(read.map((load) => load.perSecond))),
      unit: '/s',
      yardstick: {
        name: 'bare Fastify GET of the same bytes',
        value: Math.round(median(read.map((load) => load.barePerSecond))),
      },
      ratio: median(read.map((load) => load.perSecond / load.barePerSecond)),
      target: { of: 'ratio', atLeast: 0.6 },
    },
    ...processorTime('GET', read),
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
    ...(await pictures(dir)),
  ];
}

/** Beside rates it is the figure that a noisy machine changes least. */
function processorTime(method: string, loads: readonly Processor[]): Figure[] {
  const figure = (name: string, of: (load: Processor) => number): Figure => ({
    name: `processor time of a ${method}${name}`,
    value: Math.round(median(loads.map(of))),
    unit: 'µs',
  });
  return [figure('', ({ cpuUs }) => cpuUs), figure(' on the thread that serves', ({ servingCpuUs }) => servingCpuUs)];
}

export interface Load {
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly delayP99Ms: number;
}

/** Processor time of a request, µs: of all threads, and of the one that serves. */
interface Processor {
  readonly cpuUs: number;
  readonly servingCpuUs: number;
}

type EndToEnd = Omit<Load, 'p99Ms'>;
type Read = Load & Processor & { readonly barePerSecond: number };

const NOBODY: MeasuredPartner = { key: '', ids: [] };

/** @param env where the stores are; embedded ones by default. */
export async function acceptTurns(dir: string, conversations = 60_000, env: Env = {}): Promise<Load & Processor> {
  return withService({ dir, conversations: [conversations], concurrency: 0, env }, async ({ child, url, partners }) => {
    const [{ key, ids } = NOBODY] = partners;
    let next = 0;
    return measured(child, () =>
      cannon(url, key, SECONDS, () => `/v1/conversations/${ids[next++ % ids.length]}/turns`),
    );
  });
}

async function readTurns(dir: string): Promise<Read> {
  return withService(
    { dir, conversations: [READ_TURNS], concurrency: 64, env: {} },
    async ({ child, url, partners }) => {
      const [{ key, ids } = NOBODY] = partners;
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const turns: string[] = [];
      for (const id of ids) {
        const answered = await fetch(`${url}/v1/conversations/${id}/turns`, { method: 'POST', headers, body: BODY });
        const { turn }: { turn: { id: string } } = JSON.parse(await answered.text());
        turns.push(turn.id);
      }
      await settled(child, turns.length);
      const body = await (await fetch(`${url}/v1/turns/${turns[0]}`, { headers })).text();
      let next = 0;
      const load = await measured(child, () =>
        cannon(url, key, SECONDS, () => `/v1/turns/${turns[next++ % turns.length]}`, { method: 'GET' }),
      );
      return { ...load, barePerSecond: await bareFastify('GET', '/v1/turns/x', body) };
    },
  );
}

/** What a load comes to, and what it costs the service. */
async function measured(child: ChildProcess, send: () => Promise<autocannon.Result>): Promise<Load & Processor> {
  const before = await ask(child, 'cpu');
  const load = await send();
  const after = await ask(child, 'cpu');
  const { delayP99Ms } = await ask(child, 'delay');
  if (load.non2xx > 0) throw new Error(`${load.non2xx} requests were refused`);
  return {
    perSecond: load['2xx'] / load.duration,
    p99Ms: load.latency.p99,
    delayP99Ms,
    cpuUs: (after.cpuUs - before.cpuUs) / load['2xx'],
    servingCpuUs: (after.servingCpuUs - before.servingCpuUs) / load['2xx'],
  };
}

async function settled(child: ChildProcess, turns: number): Promise<void> {
  while ((await ask(child, 'used')).coinsUsed < turns) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function runTurns(dir: string): Promise<EndToEnd> {
  const turns = 8_000;
  return withService({ dir, conversations: [turns], concurrency: 64, env: {} }, async ({ child, url, partners }) => {
    const [{ key, ids } = NOBODY] = partners;
    let next = 0;
    const began = performance.now();
    await cannon(url, key, undefined, () => `/v1/conversations/${ids[next++]}/turns`, { amount: turns });
    await settled(child, turns);
    const seconds = (performance.now() - began) / 1_000;
    const { delayP99Ms } = await ask(child, 'delay');
    return { perSecond: turns / seconds, delayP99Ms };
  });
}

/** @param answering JSON that a GET answers with. */
async function bareFastify(method: Method, path: string, answering = '{}'): Promise<number> {
  const child = fork(fileURLToPath(new URL('./bare-fastify.js', import.meta.url)), [answering]);
  const { url } = await answer(child);
  const load = await cannon(url, 'none', SECONDS, () => path, { method });
  child.kill();
  return load['2xx'] / load.duration;
}

type Method = 'GET' | 'POST';

async function cannon(
  url: string,
  key: string,
  duration: number | undefined,
  path: () => string,
  { method = 'POST', amount }: { readonly method?: Method; readonly amount?: number } = {},
): Promise<autocannon.Result> {
  const headers = { authorization: `Bearer ${key}` };
  const content =
    method === 'GET' ? { headers } : { headers: { ...headers, 'content-type': 'application/json' }, body: BODY };
  return autocannon({
    url,
    connections: CONNECTIONS,
    ...(amount === undefined ? { duration: duration ?? SECONDS } : { amount }),
    requests: [{ method, ...content, setupRequest: (request) => ({ ...request, path: path() }) }],
  });
}

const round1 = (value: number) => Math.round(value * 10) / 10;
