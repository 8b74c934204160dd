import { z } from 'zod';
import { EventType } from '../../src/event-types.js';

// A process of its own for event-types.spec.ts: prints what parsing and what decoding one large event take, in ms.
const size = z.strictObject({ w: z.number(), h: z.number(), d: z.number() });
const node = z.strictObject({
  id: z.string(),
  kind: z.enum(['base', 'wall', 'tall']),
  size,
  place: z.strictObject({ wall: z.string(), x: z.number(), y: z.number() }),
  items: z.array(z.strictObject({ id: z.string(), article: z.string(), count: z.int() })),
});
const type = EventType.of(z.strictObject({ turn_id: z.string(), order: z.strictObject({ nodes: z.array(node) }) }));
const nodes = Array.from({ length: 40 }, (_, n) => ({
  id: `node_${n}`,
  kind: 'base',
  size: { w: 600 + n, h: 720, d: 560 },
  place: { wall: 'wall_a', x: 600 * n, y: 0 },
  items: [0, 1, 2].map((item) => ({ id: `item_${n}_${item}`, article: 'RAL 9016', count: item })),
}));
const text = JSON.stringify({ turn_id: 'trn_1', order: { nodes } });
const decoded: unknown = JSON.parse(text);

/** The best of many: what disturbs a run only makes it slower. */
function bestMs(work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 2_000; n += 1) {
    const began = performance.now();
    work();
    best = Math.min(best, performance.now() - began);
  }
  return best;
}

console.log(
  JSON.stringify({ parsedMs: bestMs(() => type.read(1, decoded)), decodedMs: bestMs(() => JSON.parse(text)) }),
);
