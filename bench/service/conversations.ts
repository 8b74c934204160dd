import { SqliteEventReader } from '#libs/event-store';
import { residentBytes } from '../../test/attacks/fuzz/watch.js';
import type { Figure } from '../figure.js';
import { ask, type MeasuredPartner, type MeasuredService, withService } from './measured-service.js';
import { callOpenLoop } from './open-loop.js';

const BODY = JSON.stringify({ text: 'Прямая кухня 3 метра: мойка 60, посудомойка 45, духовка с индукцией' });
/** Of three partners. All of them together are more than run at once: the large one's wait, the others' should not. */
const CONVERSATIONS = [8_000, 1_000, 1_000];
/** Within these all of them have said something, s. */
const SECONDS = 8;
const ANSWER_MS = 2_000;
/** Turns that run at once. */
const CONCURRENCY = 1_000;
const SAMPLE_MS = 250;

/** 10,000 conversations at once with an assistant that takes 2 s: memory, the event loop's delay, and who waits for whom. */
export async function run(dir: string): Promise<Figure[]> {
  const wanted = { dir, conversations: CONVERSATIONS, concurrency: CONCURRENCY, env: {}, answerMs: ANSWER_MS };
  return withService(wanted, async (service) => {
    let mostBytes = 0;
    const sampling = setInterval(async () => {
      mostBytes = Math.max(mostBytes, await residentBytes(service.child.pid ?? 0));
    }, SAMPLE_MS);
    await Promise.all(service.partners.map((partner) => say(service, partner)));
    const total = CONVERSATIONS.reduce((sum, count) => sum + count);
    while ((await ask(service.child, 'used')).coinsUsed < total)
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    clearInterval(sampling);
    const { delayP99Ms } = await ask(service.child, 'delay');
    const times = await timesToOutcome(service);
    return [
      ...service.partners.flatMap(({ partner_id, ids }, index) => {
        const name = `time to outcome, partner ${index + 1} of 3 with ${ids.length.toLocaleString('en')} conversations`;
        return figuresOf(name, times.get(partner_id) ?? []);
      }),
      { name: 'the same, most resident memory', value: Math.round(mostBytes / 1e6), unit: 'MB' },
      { name: 'the same, event loop delay p99', value: Math.round(delayP99Ms * 10) / 10, unit: 'ms' },
    ];
  });
}

async function say({ url }: MeasuredService, { key, ids }: MeasuredPartner): Promise<void> {
  const { all } = await callOpenLoop({
    ...{ url, key, perSecond: ids.length / SECONDS, connections: 64, seconds: SECONDS },
    requests: ids.map((id) => ({ method: 'POST', path: `/v1/conversations/${id}/turns`, body: BODY })),
    windows: [{ name: 'all', from: 0, to: SECONDS }],
  });
  if (all?.statuses['202'] !== ids.length) throw new Error(`turns were refused: ${JSON.stringify(all?.statuses)}`);
}

/** ms from accepted to recorded outcome, by partner, as the events say. */
async function timesToOutcome({ dataDir }: MeasuredService): Promise<ReadonlyMap<string, number[]>> {
  const reader = new SqliteEventReader({ dir: dataDir });
  const queued = new Map<unknown, number>();
  const times = new Map<string, number[]>();
  try {
    for await (const { type, data, metadata } of reader.readAll({
      filter: { types: ['TurnQueued', 'TurnCompleted'] },
    })) {
      const at = Date.parse(metadata.at);
      const { partner_id = '' } = metadata;
      if (type === 'TurnQueued') queued.set(data.turn_id, at);
      else times.set(partner_id, [...(times.get(partner_id) ?? []), at - (queued.get(data.turn_id) ?? Number.NaN)]);
    }
  } finally {
    reader.close();
  }
  return times;
}

/** Beside the assistant's own time. */
function figuresOf(name: string, times: readonly number[]): Figure[] {
  const sorted = times.toSorted((a, b) => a - b);
  return [50, 99].map((percentile) => {
    const value = sorted[Math.floor(((sorted.length - 1) * percentile) / 100)] ?? Number.NaN;
    const yardstick = { name: 'what the assistant takes', value: ANSWER_MS };
    return { name: `${name}, p${percentile}`, value, unit: 'ms', yardstick, ratio: value / ANSWER_MS };
  });
}
