import { type MeasuredPartner, withService } from './measured-service.js';
import { callOpenLoop, type PlannedRequest, type Report } from './open-loop.js';

/** What a kitchen's customer says first. */
const WORDS = 'Прямая кухня 3 метра: мойка 60, посудомойка 45, духовка с индукцией, верхние шкафы и вытяжка';
const TURN = JSON.stringify({ text: WORDS });

/** Turns and reads a second of a partner that keeps its limits. */
const MODEST_RATE = 100;
/** Ten times the `POST turns` that the service accepts on two cores. */
const FLOOD_RATE = 20_000;
const FLOOD_CONNECTIONS = 512;
/** Seconds: to warm up, undisturbed, and under the flood. */
const WARM_S = 10;
const USUAL_S = 60;
const FLOOD_S = 60;

export interface Overload {
  /** Of the two that keep their limits, each. */
  readonly modest: readonly Report[];
  readonly flood: Report;
}

/** Three partners of three companies: two at modest rates, and after a while the third floods. */
export async function overload(
  dir: string,
  times = { warm: WARM_S, usual: USUAL_S, flood: FLOOD_S },
  flooding = { perSecond: FLOOD_RATE, connections: FLOOD_CONNECTIONS, pipelined: 1 },
): Promise<Overload> {
  const env = { ASSISTANT: 'offline', RATE_LIMIT: process.env.RL ?? '5000,10000' };
  return withService(
    { dir, conversations: [3_000, 3_000, 20_000], concurrency: 64, env },
    async ({ url, partners }) => {
      const [one, two, third] = partners;
      if (!one || !two || !third) throw new Error('the service has three partners');
      const flood = times.warm + times.usual;
      const until = flood + times.flood;
      const windows = [
        { name: 'usual', from: times.warm, to: flood },
        // Connections are opened in the first second; the flood's last answers are still on their way after the last.
        { name: 'flood', from: flood + 1, to: until },
      ];
      const modest = [one, two].map((partner) =>
        callOpenLoop({
          ...{ url, windows, key: partner.key, requests: turnsAndReads(partner) },
          ...{ perSecond: MODEST_RATE, connections: 16, seconds: until },
        }),
      );
      await new Promise((resolve) => setTimeout(resolve, flood * 1_000));
      const flooded = callOpenLoop({
        ...{ url, key: third.key, requests: turnsAndReads(third), seconds: times.flood, ...flooding },
        // It gives way to the others, which share two processors with it: what is measured is the service's fairness.
        nice: 19,
        windows: [{ name: 'flood', from: 0, to: times.flood }],
      });
      return { modest: await Promise.all(modest), flood: await flooded };
    },
  );
}

/** A turn, and two reads of the conversation. */
function turnsAndReads({ ids }: MeasuredPartner): PlannedRequest[] {
  return ids.flatMap((id): PlannedRequest[] => [
    { method: 'POST', path: `/v1/conversations/${id}/turns`, body: TURN },
    { method: 'GET', path: `/v1/conversations/${id}` },
    { method: 'GET', path: `/v1/conversations/${id}/turns` },
  ]);
}
