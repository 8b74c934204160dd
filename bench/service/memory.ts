import { residentBytes } from '../../test/attacks/fuzz/watch.js';
import type { Figure } from '../figure.js';
import { type MeasuredPartner, type MeasuredService, withService } from './measured-service.js';
import { callOpenLoop, type PlannedRequest } from './open-loop.js';

const TURN = JSON.stringify({
  text: 'Прямая кухня 3 метра: мойка 60, посудомойка 45, духовка с индукцией, верхние шкафы и вытяжка',
});
const AT_REST_S = 5;
const WAITING_TURNS = 10_000;
/** By then what went before is collected. */
const STANDING_S = 20;
/** An hour of 20 requests a second, in a minute: a third of them turns. */
const HOUR = { partners: 3, conversations: 8_000, perSecond: 400, seconds: 60 } as const;

/** Resident memory at rest, with waiting turns, and after as many requests as an hour brings. */
export async function run(dir: string): Promise<Figure[]> {
  return [await atRest(dir), ...(await withWaitingTurns(dir)), ...(await afterAnHour(dir))];
}

async function atRest(dir: string): Promise<Figure> {
  const wanted = { dir, conversations: [0], concurrency: 64, env: { ASSISTANT: 'offline' } };
  return withService(wanted, async (service) => {
    await seconds(AT_REST_S);
    return resident('at rest', service, 130);
  });
}

async function withWaitingTurns(dir: string): Promise<Figure[]> {
  return withService({ dir, conversations: [WAITING_TURNS], concurrency: 0, env: {} }, async (service) => {
    const [partner] = service.partners;
    const perSecond = 1_000;
    const until = WAITING_TURNS / perSecond;
    const calls = { url: service.url, key: partner?.key ?? '', perSecond, seconds: until, connections: 64 };
    const requests = turnsOf(partner);
    const { all } = await callOpenLoop({ ...calls, requests, windows: [{ name: 'all', from: 0, to: until }] });
    if (all?.statuses['202'] !== WAITING_TURNS) throw new Error(`turns were refused: ${JSON.stringify(all?.statuses)}`);
    const name = `with ${WAITING_TURNS.toLocaleString('en')} waiting turns`;
    const atOnce = await resident(`${name}, as the last is accepted`, service, 350);
    await seconds(STANDING_S);
    return [atOnce, await resident(`${name}, as they stand`, service, 350)];
  });
}

/** Beside what it held after the first tenth of them: memory grows with what lives, not with what was done. */
async function afterAnHour(dir: string): Promise<Figure[]> {
  const conversations = Array.from({ length: HOUR.partners }, () => HOUR.conversations);
  return withService({ dir, conversations, concurrency: 64, env: {} }, async (service) => {
    const tenth = HOUR.seconds / 10;
    await sendAll(service, 0, tenth);
    await seconds(STANDING_S);
    const first = await resident('after a tenth of these requests, 20 s later', service);
    await sendAll(service, tenth, HOUR.seconds);
    const underLoad = await resident('under load', service);
    await seconds(STANDING_S);
    const requests = HOUR.partners * HOUR.perSecond * HOUR.seconds;
    const last = await resident(`after ${requests.toLocaleString('en')} requests, an hour's, 20 s later`, service);
    const yardstick = { name: 'after a tenth of them', value: first.value };
    return [underLoad, { ...last, yardstick, ratio: last.value / first.value }];
  });
}

async function sendAll({ url, partners }: MeasuredService, from: number, to: number): Promise<void> {
  await Promise.all(
    partners.map((partner) => {
      const requests = turnsAndReads(partner).slice(from * HOUR.perSecond, to * HOUR.perSecond);
      const calls = { url, key: partner.key, perSecond: HOUR.perSecond, connections: 16, seconds: to - from };
      return callOpenLoop({ ...calls, requests, windows: [] });
    }),
  );
}

async function resident(when: string, { child }: MeasuredService, atMost?: number): Promise<Figure> {
  const value = Math.round((await residentBytes(child.pid ?? 0)) / 1e6);
  const target = atMost === undefined ? {} : { target: { of: 'value' as const, atMost } };
  return { name: `resident memory ${when}`, value, unit: 'MB', ...target };
}

export function turnsOf(partner: MeasuredPartner | undefined, body = TURN): PlannedRequest[] {
  return (partner?.ids ?? []).map((id) => ({ method: 'POST', path: `/v1/conversations/${id}/turns`, body }));
}

/** A turn, and two reads of its conversation. */
export function turnsAndReads(partner: MeasuredPartner | undefined): PlannedRequest[] {
  return turnsOf(partner).flatMap((turn) => [
    turn,
    { method: 'GET', path: turn.path.replace(/\/turns$/, '') },
    { method: 'GET', path: turn.path },
  ]);
}

export function seconds(count: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, count * 1_000));
}
