import { availableParallelism } from 'node:os';
import { residentBytes } from '../../test/attacks/fuzz/watch.js';
import { image, png } from '../../test/support/images.js';
import { type Figure, median } from '../figure.js';
import { ask, type MeasuredPartner, type MeasuredService, withService } from './measured-service.js';
import { seconds, turnsAndReads, turnsOf } from './memory.js';
import { callOpenLoop, type PlannedRequest, type Report } from './open-loop.js';

/** What a kitchen's customer says first. */
const WORDS = 'Прямая кухня 3 метра: мойка 60, посудомойка 45, духовка с индукцией, верхние шкафы и вытяжка';
const TURN_WITH_PICTURE = JSON.stringify({ text: WORDS, images: [image(png(640, 480))] });

/** Of the flood: a p99 of one minute differs by half from the next one's. */
const ROUNDS = 3;
const STEADY_S = 180;
const WARM_S = 10;
const USUAL_S = 60;
const FLOOD_S = 60;
/** Of all processors, what the service takes under steady load. */
const STEADY_SHARE = 0.5;
/** And for a partner that keeps its limits; a third of its requests are turns, which the offline assistant builds. */
const MODEST_SHARE = 0.1;
/** Requests of the flood for each of theirs: ten times the `POST turns` that the service accepts. */
const FLOOD_TIMES = 500;
const FLOOD_CONNECTIONS = 512;
/** Requests a second by which it is known what one takes, and for how long, after as long a warm-up. */
const PROBE = { perSecond: 60, seconds: 20 };

/** Memory under steady load, and what a partner's flood does to two others. */
export async function run(dir: string): Promise<Figure[]> {
  return [...(await underSteadyLoad(dir)), ...(await underFlood(dir))];
}

/**
 * The rate at which such requests take a share of all processors, so that a load means the same on a slow machine as on a
 * quick one.
 */
async function rateFor(dir: string, share: number, requestsOf: (partner: MeasuredPartner) => PlannedRequest[]) {
  const { perSecond, seconds: long } = PROBE;
  return withService(
    { dir, conversations: [1_000], concurrency: 64, env: OFFLINE },
    async ({ child, url, partners }) => {
      const requests = partners.flatMap(requestsOf);
      const send = (from: number) =>
        callOpenLoop({
          ...{ url, key: partners[0]?.key ?? '', requests: requests.slice(from), perSecond, seconds: long },
          ...{ connections: 16, windows: [] },
        });
      await send(0);
      const before = await ask(child, 'cpu');
      await send(perSecond * long);
      const { cpuUs } = await ask(child, 'cpu');
      const each = (cpuUs - before.cpuUs) / (perSecond * long);
      return Math.max(1, Math.round((share * availableParallelism() * 1e6) / each));
    },
  );
}

/** Three partners, each with turns, some of them with a picture, reads, drawings and bills. */
async function underSteadyLoad(dir: string): Promise<Figure[]> {
  const conversations = [2_000, 2_000, 2_000];
  const rate = await rateFor(dir, STEADY_SHARE / conversations.length, everything);
  return withService({ dir, conversations, concurrency: 64, env: OFFLINE }, async (service) => {
    const samples: number[] = [];
    const timer = setInterval(async () => samples.push(await residentMb(service)), 1_000);
    await Promise.all(
      service.partners.map((partner) =>
        callOpenLoop({
          ...{ url: service.url, key: partner.key, requests: everything(partner) },
          ...{ perSecond: rate, connections: 16, seconds: STEADY_S, windows: [] },
        }),
      ),
    );
    clearInterval(timer);
    const endOfMinute = (minute: number) => median(samples.slice(60 * minute - 10, 60 * minute));
    const [first, last] = [endOfMinute(1), endOfMinute(3)];
    return [
      { name: 'steady load, half of all processors', value: rate * conversations.length, unit: '/s' },
      {
        name: 'resident memory at the end of three minutes of steady load',
        value: last,
        unit: 'MB',
        yardstick: { name: 'the end of the first minute', value: first },
        ratio: last / first,
        target: { of: 'ratio', atMost: 1.1 },
      },
    ];
  });
}

async function underFlood(dir: string): Promise<Figure[]> {
  const rate = await rateFor(dir, MODEST_SHARE, turnsAndReads);
  const rounds: Overload[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await overload(dir, rate));
  const slowed = ['GET', 'POST'].map((method): Figure => {
    const figures = rounds.map(({ modest }) => {
      const worst = (window: string) => Math.max(...modest.map((report) => report[window]?.times[method]?.p99 ?? 0));
      return { usual: worst('usual'), flood: worst('flood'), ratio: worst('flood') / worst('usual') };
    });
    return {
      name: `${method}, p99 of two partners while a third floods`,
      value: median(figures.map(({ flood }) => flood)),
      unit: 'ms',
      yardstick: { name: 'undisturbed', value: median(figures.map(({ usual }) => usual)) },
      ratio: median(figures.map(({ ratio }) => ratio)),
      target: { of: 'ratio', atMost: 2 },
    };
  });
  const answered = rounds.map(({ flood }) =>
    Object.values(flood.flood?.statuses ?? {}).reduce((sum, count) => sum + count, 0),
  );
  return [
    { name: 'requests of a partner that keeps its limits, a tenth of all processors', value: rate, unit: '/s' },
    ...slowed,
    { name: 'answers to the flood', value: Math.round(median(answered) / FLOOD_S), unit: '/s' },
  ];
}

interface Overload {
  /** Of the two that keep their limits, each. */
  readonly modest: readonly Report[];
  readonly flood: Report;
}

/** Three partners of three companies, at the service's limits by default: two at a modest rate, and later the third floods. */
async function overload(dir: string, perSecond: number): Promise<Overload> {
  const env = { ...OFFLINE, RATE_LIMIT: '5000,10000' };
  return withService(
    { dir, conversations: [3_000, 3_000, 20_000], concurrency: 64, env },
    async ({ url, partners }) => {
      const [one, two, third] = partners;
      const flood = WARM_S + USUAL_S;
      const until = flood + FLOOD_S;
      const windows = [
        { name: 'usual', from: WARM_S, to: flood },
        // In the first second the flood's process starts and opens its connections.
        { name: 'flood', from: flood + 1, to: until },
      ];
      const modest = [one, two].map((partner) =>
        callOpenLoop({
          ...{ url, windows, key: partner?.key ?? '', requests: turnsAndReads(partner) },
          ...{ perSecond, connections: 16, seconds: until },
        }),
      );
      await seconds(flood);
      const flooded = callOpenLoop({
        ...{ url, key: third?.key ?? '', requests: turnsAndReads(third), seconds: FLOOD_S },
        ...{ perSecond: FLOOD_TIMES * perSecond, connections: FLOOD_CONNECTIONS },
        // It gives way to the others, which share two processors with it: what is measured is the service's fairness.
        nice: 19,
        windows: [{ name: 'flood', from: 0, to: FLOOD_S }],
      });
      return { modest: await Promise.all(modest), flood: await flooded };
    },
  );
}

const OFFLINE = { ASSISTANT: 'offline' };

/** Of ten conversations one begins with a picture; what was built some turns ago is drawn and counted. */
function everything(partner: MeasuredPartner): PlannedRequest[] {
  const withPicture = turnsOf(partner, TURN_WITH_PICTURE);
  const built = (at: number) => `/v1/conversations/${partner.ids.at((at - 100) % partner.ids.length)}`;
  return turnsOf(partner).flatMap((turn, at): PlannedRequest[] => [
    (at % 10 === 0 && withPicture[at]) || turn,
    { method: 'GET', path: turn.path },
    { method: 'GET', path: built(at) },
    { method: 'GET', path: `${built(at)}/bom` },
    { method: 'GET', path: `${built(at)}/render?view=iso` },
  ]);
}

async function residentMb({ child }: MeasuredService): Promise<number> {
  return Math.round((await residentBytes(child.pid ?? 0)) / 1e6);
}
