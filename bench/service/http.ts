import type { ChildProcess } from 'node:child_process';
import autocannon from 'autocannon';
import { type Figure, median } from '../figure.js';
import { withBareServer } from './bare-server.js';
import { ask, type Env, type MeasuredPartner, withService } from './measured-service.js';
import { callOpenLoop } from './open-loop.js';
import { run as pictures } from './pictures.js';

/** Connections that callers hold (issue's yardstick). */
const CONNECTIONS = 64;
const SECONDS = 4;
const ROUNDS = 5;
/** Each load is sent so long before it counts: within the first seconds an eighth of all processor time is the compiler's. */
const WARM_S = 4;
/** At half the rate, seconds. */
const STEADY_S = 6;
/** Of turns that are settled, as many before they count as while they do. */
const SETTLED_TURNS = 8_000;
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
  const rate = median(accepted.map((load) => load.perSecond));
  const half = await acceptAtRate(dir, Math.round(rate / 2));
  return [
    besideBare(`POST turns accepted durably, ${CONNECTIONS} connections`, accepted, bare, 0.35),
    { name: 'the same, p99', value: median(accepted.map((load) => load.p99Ms)), unit: 'ms' },
    {
      name: 'the same, event loop delay p99',
      value: round1(median(accepted.map((load) => load.delayP99Ms))),
      unit: 'ms',
    },
    ...processorTime('POST', accepted),
    {
      name: `POST turns at half that rate (${half.perSecond}/s), p99`,
      value: half.p99Ms,
      unit: 'ms',
      target: { of: 'value', atMost: 10 },
    },
    {
      name: 'the same, event loop delay p99 at half that rate',
      value: round1(half.delayP99Ms),
      unit: 'ms',
      target: { of: 'value', atMost: 5 },
    },
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
    besideBare('turns from POST to settled, instant assistant', ended, bare, 0.15),
    {
      name: 'the same, event loop delay p99 (end to end)',
      value: round1(median(ended.map((load) => load.delayP99Ms))),
      unit: 'ms',
    },
    ...(await pictures(dir)),
  ];
}

function besideBare(
  name: string,
  loads: readonly { readonly perSecond: number }[],
  bare: readonly number[],
  atLeast: number,
): Figure {
  return {
    name,
    value: Math.round(median(loads.map(({ perSecond }) => perSecond))),
    unit: '/s',
    yardstick: { name: 'bare Fastify POST', value: Math.round(median(bare)) },
    ratio: median(loads.map(({ perSecond }, round) => perSecond / (bare[round] ?? Number.NaN))),
    target: { of: 'ratio', atLeast },
  };
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

const NOBODY: MeasuredPartner = { partner_id: '', key: '', ids: [] };

/** @param env where the stores are; embedded ones by default. */
export async function acceptTurns(dir: string, conversations = 60_000, env: Env = {}): Promise<Load & Processor> {
  return withService({ dir, conversations: [conversations], concurrency: 0, env }, async ({ child, url, partners }) => {
    const [{ key, ids } = NOBODY] = partners;
    let next = 0;
    const send = (seconds: number) =>
      cannon(url, key, { duration: seconds }, () => `/v1/conversations/${ids[next++ % ids.length]}/turns`);
    await send(WARM_S);
    await ask(child, 'reset');
    return measured(child, () => send(SECONDS));
  });
}

/** At a fixed rate, whether or not earlier ones were answered. */
async function acceptAtRate(dir: string, perSecond: number): Promise<Load> {
  const conversations = perSecond * (WARM_S + STEADY_S);
  const wanted = { dir, conversations: [conversations], concurrency: 0, env: {} };
  return withService(wanted, async ({ child, url, partners }) => {
    const [{ key, ids } = NOBODY] = partners;
    const requests = ids.map((id) => ({ method: 'POST' as const, path: `/v1/conversations/${id}/turns`, body: BODY }));
    await callOpenLoop({ url, key, requests, perSecond, connections: CONNECTIONS, seconds: WARM_S, windows: [] });
    await ask(child, 'reset');
    const { steady } = await callOpenLoop({
      ...{ url, key, perSecond, connections: CONNECTIONS, seconds: STEADY_S },
      requests: requests.slice(perSecond * WARM_S),
      windows: [{ name: 'steady', from: 0, to: STEADY_S }],
    });
    const { delayP99Ms } = await ask(child, 'delay');
    return { perSecond, p99Ms: steady?.times.POST?.p99 ?? Number.NaN, delayP99Ms };
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
      const send = (seconds: number) =>
        cannon(url, key, { duration: seconds }, () => `/v1/turns/${turns[next++ % turns.length]}`, 'GET');
      await send(WARM_S);
      await ask(child, 'reset');
      const load = await measured(child, () => send(SECONDS));
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
  const conversations = [2 * SETTLED_TURNS];
  return withService({ dir, conversations, concurrency: 64, env: {} }, async ({ child, url, partners }) => {
    const [{ key, ids } = NOBODY] = partners;
    let next = 0;
    const settle = async (amount: number) => {
      const [began, all] = [performance.now(), next + amount];
      const sent = cannon(url, key, { amount }, () => `/v1/conversations/${ids[next++]}/turns`);
      // Not by autocannon's end: it is told of only when its sampling looks again, once a second.
      await settled(child, all);
      const seconds = (performance.now() - began) / 1_000;
      await sent;
      return amount / seconds;
    };
    await settle(SETTLED_TURNS);
    await ask(child, 'reset');
    const perSecond = await settle(SETTLED_TURNS);
    const { delayP99Ms } = await ask(child, 'delay');
    return { perSecond, delayP99Ms };
  });
}

/** @param answering JSON that a GET answers with. */
async function bareFastify(method: Method, path: string, answering = '{}'): Promise<number> {
  return withBareServer({ '/v1/turns/x': { object: JSON.parse(answering) } }, async ({ url }) => {
    await cannon(url, 'none', { duration: WARM_S }, () => path, method);
    const load = await cannon(url, 'none', { duration: SECONDS }, () => path, method);
    return load['2xx'] / load.duration;
  });
}

type Method = 'GET' | 'POST';

async function cannon(
  url: string,
  key: string,
  until: { readonly duration: number } | { readonly amount: number },
  path: () => string,
  method: Method = 'POST',
): Promise<autocannon.Result> {
  const headers = { authorization: `Bearer ${key}` };
  const content =
    method === 'GET' ? { headers } : { headers: { ...headers, 'content-type': 'application/json' }, body: BODY };
  return autocannon({
    url,
    connections: CONNECTIONS,
    ...until,
    requests: [{ method, ...content, setupRequest: (request) => ({ ...request, path: path() }) }],
  });
}

const round1 = (value: number) => Math.round(value * 10) / 10;
