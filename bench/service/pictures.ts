import { Agent, get } from 'node:http';
import { type Figure, median } from '../figure.js';
import { ask, withService } from './measured-service.js';

const WORDS =
  'Угловая кухня 3 на 2 метра: мойка 60, посудомойка 45, духовка с индукцией, холодильник, верхние шкафы и вытяжка';
/** Each pair of finishes is another picture of the same order. */
const FINISHES = ['white', 'milk', 'sand', 'oak', 'walnut', 'wenge'];
const EVERY_MS = 50;
/** Times that each kept picture is asked for. */
const PASSES = 10;

/** A picture that is kept, against the same one while it is drawn: a caller who waits for each answer; and the processor's time. */
export async function run(dir: string): Promise<Figure[]> {
  const wanted = { dir, conversations: [1], concurrency: 1, env: { ASSISTANT: 'offline' } };
  return withService(wanted, async ({ child, url, partners: [partner] }) => {
    const { key, ids } = partner ?? { key: '', ids: [] };
    const conversation = `${url}/v1/conversations/${ids[0]}`;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    await fetch(`${conversation}/turns`, { method: 'POST', headers, body: JSON.stringify({ text: WORDS }) });
    while (!(await fetch(`${conversation}/project`, { headers })).ok)
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    const pictures = FINISHES.flatMap((carcass) => FINISHES.map((facade) => `carcass=${carcass}&facade=${facade}`));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const timeAll = async (passes: number) => {
      const times: number[] = [];
      const before = await ask(child, 'cpu');
      for (const finishes of Array.from({ length: passes }, () => pictures).flat()) {
        const began = performance.now();
        await read(`${conversation}/render?view=iso&${finishes}`, headers, agent);
        times.push(performance.now() - began);
      }
      const after = await ask(child, 'cpu');
      return { ms: median(times), cpuMs: (after.cpuUs - before.cpuUs) / times.length / 1_000 };
    };
    const drawn = await timeAll(1);
    await timeAll(PASSES);
    const kept = await timeAll(PASSES);
    agent.destroy();
    const ratioOf = (name: string, unit: string, [whole, part]: [number, number], target: Pick<Figure, 'target'>) => ({
      ...{ name, unit, ratio: whole / part, ...target },
      value: Math.round(1_000 / part),
      yardstick: { name: 'drawn', value: Math.round(1_000 / whole) },
    });
    return [
      ratioOf('pictures from the cache, one caller', '/s', [drawn.ms, kept.ms], {
        target: { of: 'ratio', atLeast: 20 },
      }),
      ratioOf('the same, in a second of processor time', 'pictures', [drawn.cpuMs, kept.cpuMs], {}),
    ];
  });
}

/** As plain as Node has it: what `fetch` takes for itself is as much as the answer takes. */
function read(url: string, headers: Record<string, string>, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode}`));
      answer.on('error', reject).on('end', resolve).resume();
    }).on('error', reject);
  });
}
