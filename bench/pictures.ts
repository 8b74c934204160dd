import { type Figure, median } from './figure.js';
import { withService } from './measured-service.js';

const WORDS =
  'Угловая кухня 3 на 2 метра: мойка 60, посудомойка 45, духовка с индукцией, холодильник, верхние шкафы и вытяжка';
/** Each pair of finishes is another picture of the same order. */
const FINISHES = ['white', 'milk', 'sand', 'oak', 'walnut', 'wenge'];
const EVERY_MS = 50;

/** A picture that is kept, against the same one while it is drawn: a caller who waits for each answer. */
export async function run(dir: string): Promise<Figure> {
  const wanted = { dir, conversations: [1], concurrency: 1, env: { ASSISTANT: 'offline' } };
  return withService(wanted, async ({ url, partners: [partner] }) => {
    const { key, ids } = partner ?? { key: '', ids: [] };
    const conversation = `${url}/v1/conversations/${ids[0]}`;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    await fetch(`${conversation}/turns`, { method: 'POST', headers, body: JSON.stringify({ text: WORDS }) });
    while (!(await fetch(`${conversation}/project`, { headers })).ok)
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    const pictures = FINISHES.flatMap((carcass) => FINISHES.map((facade) => `carcass=${carcass}&facade=${facade}`));
    const timeAll = async () => {
      const times: number[] = [];
      for (const finishes of pictures) {
        const began = performance.now();
        await (await fetch(`${conversation}/render?view=iso&${finishes}`, { headers })).arrayBuffer();
        times.push(performance.now() - began);
      }
      return median(times);
    };
    const drawn = await timeAll();
    const kept = await timeAll();
    return {
      name: 'pictures from the cache, one caller',
      value: Math.round(1_000 / kept),
      unit: '/s',
      yardstick: { name: 'drawn', value: Math.round(1_000 / drawn) },
      ratio: drawn / kept,
      target: { of: 'ratio', atLeast: 20 },
    };
  });
}
