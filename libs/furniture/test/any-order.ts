import fc from 'fast-check';
import { modules } from '../src/catalogue/catalogue.js';
import { type Order, type OrderNode, type Run, TIERS } from '../src/order/order.js';
import { straightOrder } from './golden-order.js';

/** An order of random units in random rows on one to three walls: not a kitchen, but a sum all the same. */
export const anyOrder = (): fc.Arbitrary<Order> => {
  const unit = fc.record({
    module: fc.constantFrom(...modules().filter((module) => module.ascii !== 'GAP')),
    width: fc.nat(),
    gap: fc.constantFrom(0, 0, 0, 10, 300),
  });
  const row = fc.record({ tier: fc.constantFrom(...TIERS), units: fc.array(unit, { maxLength: 7 }) });
  const walls = fc.array(fc.uniqueArray(row, { maxLength: 4, selector: ({ tier }) => tier }), {
    minLength: 1,
    maxLength: 3,
  });
  const lighting = fc.record({ under: fc.boolean() });
  return fc
    .record({ walls, lighting, rest: fc.constantFrom(0, 10, 630, 900) })
    .map(({ walls: rows, lighting: light, rest }) => {
      let id = 0;
      const runs = rows.flatMap((tiers, k): Run[] =>
        tiers.map(({ tier, units }) => {
          let at = 0;
          const wall = 'ABC'[k] ?? 'A';
          const nodes = units
            .filter(({ module }) => module.tier === tier || module.tier === 'any')
            .map(({ module, width, gap }): OrderNode => {
              const widths = module.widths.flatMap((w) => (typeof w === 'number' ? [w] : w));
              const w = widths[width % widths.length] ?? 0;
              id += 1;
              const node = { id: `n${id}`, at: String(at + gap), code: module.ascii, w };
              at += gap + w;
              return node;
            });
          return { id: `${wall}-${tier}`, wall, tier, countertop: tier === 'base', plinth: tier !== 'wall', nodes };
        }),
      );
      return {
        ...straightOrder(),
        room: {
          walls: rows.map((_, k) => ({
            id: 'ABC'[k] ?? 'A',
            turn: k === 0 ? ('start' as const) : ('right' as const),
            length:
              Math.max(
                600,
                ...runs
                  .filter((run) => run.wall === 'ABC'[k])
                  .map((run) => run.nodes.reduce((end, node) => Math.max(end, Number(node.at) + node.w), 0)),
              ) + rest,
            ends: { left: 'wall' as const, right: 'wall' as const },
          })),
        },
        items: [],
        runs,
        lighting: light,
      };
    });
};
