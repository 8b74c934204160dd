import type { ChildProcess } from 'node:child_process';
import type { Figure } from '../figure.js';
import { withBareServer } from './bare-server.js';
import { ask, type MeasuredPartner, withService } from './measured-service.js';
import { callOpenLoop, type PlannedRequest } from './open-loop.js';

const WORDS = 'Прямая кухня 3 метра: мойка 60, посудомойка 45, духовка с индукцией, верхние шкафы и вытяжка';
/** A signed link is answered 20 times a second at most: each conversation has one. */
const CONVERSATIONS = 100;
const CONNECTIONS = [1, 32, 256];
/** What one connection bears of the slowest. */
const PER_SECOND = 400;
const WARM_S = 0.5;
const SECONDS = 3;

/**
 * What partners and their customers read, at a fixed rate, times from when a request was due; each beside a bare Fastify
 * that answers the same bytes. Pictures and lists are asked for often, so they come from the cache.
 */
export async function run(dir: string): Promise<Figure[]> {
  const wanted = { dir, conversations: [CONVERSATIONS], concurrency: 64, env: { ASSISTANT: 'offline' } };
  return withService(wanted, async ({ child, url, partners: [partner] }) => {
    if (!partner) throw new Error('the benchmark has no partner');
    const routes = await built(url, partner);
    const figures: Figure[] = [];
    for (const [name, paths] of routes) {
      const headers = { authorization: `Bearer ${partner.key}` };
      const [first = ''] = paths;
      const answered = await fetch(url + first, { headers });
      const bare = { type: answered.headers.get('content-type') ?? '', text: await answered.text() };
      if (!answered.ok) throw new Error(`${name}: ${answered.status} ${bare.text}`);
      const call = (connections: number) => load(child, { url, key: partner.key, paths, connections });
      const callBare = (connections: number) =>
        withBareServer({ '/': bare }, (server) =>
          load(server.child, { url: server.url, key: partner.key, paths: ['/'], connections }),
        );
      const pairs: Pair[] = [];
      for (const connections of CONNECTIONS)
        pairs.push({ connections, ours: await call(connections), bare: await callBare(connections) });
      figures.push(...figuresOf(name, bare.text.length, pairs));
    }
    return figures;
  });
}

/** Each conversation with a kitchen, and where it is read. */
async function built(url: string, { key, ids }: MeasuredPartner): Promise<Map<string, string[]>> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ text: WORDS });
  const routes = new Map<string, string[]>();
  for (const id of ids) {
    const conversation = `/v1/conversations/${id}`;
    const answered = await fetch(`${url}${conversation}/turns`, { method: 'POST', headers, body });
    const { turn }: { turn: { id: string } } = JSON.parse(await answered.text());
    while (!(await fetch(`${url}${conversation}/project`, { headers })).ok)
      await new Promise((resolve) => setTimeout(resolve, 10));
    const signed = await fetch(`${url}${conversation}/render?format=svg&view=front&link=1`, { headers });
    const link: { url: string } = JSON.parse(await signed.text());
    const paths = {
      'GET turn': `/v1/turns/${turn.id}`,
      'GET project': `${conversation}/project`,
      'GET bom': `${conversation}/bom`,
      'GET render, front as SVG': `${conversation}/render?format=svg&view=front`,
      'GET /r/token': new URL(link.url).pathname,
    };
    for (const [name, path] of Object.entries(paths)) routes.set(name, [...(routes.get(name) ?? []), path]);
  }
  return routes;
}

interface Load {
  readonly p50: number;
  readonly p99: number;
  /** Processor time of a request, µs. */
  readonly cpuUs: number;
}

interface Pair {
  readonly connections: number;
  readonly ours: Load;
  readonly bare: Load;
}

interface Called {
  readonly url: string;
  readonly key: string;
  readonly paths: readonly string[];
  readonly connections: number;
}

async function load(child: ChildProcess, { paths, ...called }: Called): Promise<Load> {
  const requests = paths.map((path): PlannedRequest => ({ method: 'GET', path }));
  const windows = [{ name: 'warm', from: WARM_S, to: SECONDS }];
  const before = await ask(child, 'cpu');
  const { warm } = await callOpenLoop({ ...called, requests, perSecond: PER_SECOND, seconds: SECONDS, windows });
  const after = await ask(child, 'cpu');
  const { due = 0, statuses = {}, times = {} } = warm ?? {};
  if (statuses['200'] !== due || !times.GET) throw new Error(`${paths[0]}: ${JSON.stringify(statuses)} of ${due}`);
  return { ...times.GET, cpuUs: (after.cpuUs - before.cpuUs) / (PER_SECOND * SECONDS) };
}

function figuresOf(route: string, bytes: number, pairs: readonly Pair[]): Figure[] {
  const bare = `bare Fastify, ${(bytes / 1024).toFixed(1)} KB`;
  const figure = (what: string, unit: string, value: number, beside: number): Figure => ({
    name: `${route}, ${what}`,
    value,
    unit,
    yardstick: { name: bare, value: beside },
  });
  const times = pairs.flatMap(({ connections, ours, bare }) => {
    const at = `${connections} connection${connections === 1 ? '' : 's'} at ${PER_SECOND}/s`;
    const p50 = { ...figure(`${at}, p50`, 'ms', ours.p50, bare.p50), ratio: ours.p50 / bare.p50 };
    // Of a ratio of two p99 of some hundred answers nothing follows.
    return [p50, figure(`${at}, p99`, 'ms', ours.p99, bare.p99)];
  });
  const cpuUs = (of: 'ours' | 'bare') =>
    Math.round(pairs.reduce((sum, pair) => sum + pair[of].cpuUs, 0) / pairs.length);
  const [own, yardstick] = [cpuUs('ours'), cpuUs('bare')];
  return [...times, { ...figure('processor time', 'µs', own, yardstick), ratio: own / yardstick }];
}
