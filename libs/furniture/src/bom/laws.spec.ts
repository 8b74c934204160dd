import fc from 'fast-check';
import { anyOrder } from '../../test/any-order.js';
import { goldenOrder, straightOrder } from '../../test/golden-order.js';
import { CATALOGUE, makeUnit, modules } from '../catalogue/catalogue.js';
import { diagonalPlinths, worktopInserts } from '../geometry/footprint.js';
import { plinths, worktops } from '../geometry/worktops.js';
import { nodeUnit } from '../order/node-unit.js';
import type { Run } from '../order/order.js';
import { gripsOf, lights } from '../parts/profiles.js';
import { type Bom, unitBom } from './bom.js';
import { orderBom } from './order-bom.js';

/** Rows of a bom as sums by key, which add up. */
function sums(bom: Bom): Map<string, number> {
  const found = new Map<string, number>();
  const add = (key: string, n: number) => found.set(key, (found.get(key) ?? 0) + n);
  for (const row of bom.sheets) {
    add(`parts ${row.material}`, row.parts);
    add(`area ${row.material}`, row.area_mm2);
  }
  for (const row of bom.linear) {
    add(`cuts ${row.key}`, row.parts);
    add(`length ${row.key}`, row.length_mm);
  }
  for (const row of bom.edges) add(`edge ${row.edge}`, row.length_mm);
  for (const row of bom.pieces) add(`piece ${row.article}`, row.qty);
  return found;
}

const sized = CATALOGUE.recipes.flatMap(({ module }) =>
  module.widths
    .flatMap((w) => (typeof w === 'number' ? [w] : Array.from({ length: w[1] - w[0] + 1 }, (_, i) => w[0] + i)))
    .flatMap((w) => module.heights.map((h) => ({ module, w, h }))),
);

describe('every module in every width and height', () => {
  it.each(modules().map((module) => [module.code, module] as const))(
    '%s: parts add up to sheets, tapes to edges',
    (_code, module) => {
      for (const { w, h } of sized.filter((size) => size.module === module)) {
        const unit = makeUnit(module, { w, h });
        const expected = new Map<string, number>();
        const add = (key: string, n: number) => expected.set(key, (expected.get(key) ?? 0) + n);
        for (const part of unit.parts) {
          add(`parts ${part.material}`, part.qty);
          add(`area ${part.material}`, part.qty * part.length * part.width);
          const { L1, L2, W1, W2 } = part.edges;
          for (const edge of [L1, L2]) if (edge) add(`edge ${edge}`, part.qty * part.length);
          for (const edge of [W1, W2]) if (edge) add(`edge ${edge}`, part.qty * part.width);
        }
        for (const [article, qty] of Object.entries(unit.pieces)) add(`piece ${article}`, qty);
        for (const [key, length] of Object.entries(unit.linear)) {
          add(`cuts ${key}`, 1);
          add(`length ${key}`, length);
        }
        expect(sums(unitBom(unit))).toEqual(expected);
        for (const n of expected.values()) expect(Number.isSafeInteger(n) && n > 0).toBe(true);
      }
    },
  );
});

describe('the bom of an order', () => {
  it('is the sum of its units and of what is derived', () => {
    fc.assert(
      fc.property(anyOrder(), (order) => {
        const expected = new Map<string, number>();
        const add = (key: string, n: number) => expected.set(key, (expected.get(key) ?? 0) + n);
        const cut = (key: string, length: number) => {
          add(`cuts ${key}`, 1);
          add(`length ${key}`, length);
        };
        for (const run of order.runs) {
          for (const node of run.nodes) {
            const unit = nodeUnit(node, run);
            if (!unit) throw new Error(`no unit for ${node.code}`);
            for (const [key, n] of sums(unitBom(unit))) add(key, n);
            if (run.tier === 'base' || run.tier === 'tall')
              for (const width of gripsOf(unit)) cut('profile-grip', width);
          }
        }
        for (const { x0, x1 } of worktops(order)) {
          add('parts top', 1);
          add('area top', (x1 - x0) * 600);
          expect(x1 - x0).toBeGreaterThan(0);
          expect(x1 - x0).toBeLessThanOrEqual(3000);
        }
        for (const { area_mm2 } of worktopInserts(order)) {
          add('parts top', 1);
          add('area top', area_mm2);
        }
        for (const { length } of diagonalPlinths(order)) cut('plinth', length);
        for (const { x0, x1 } of plinths(order)) {
          expect(x1).toBeGreaterThan(x0);
          cut('plinth', x1 - x0);
        }
        for (const { length } of lights(order)) for (const key of ['led', 'led-profile']) cut(key, length);
        expect(sums(orderBom(order))).toEqual(expected);
      }),
    );
  });

  it('does not depend on the order of runs, nor of nodes in them, nor on where it was counted before', () => {
    fc.assert(
      fc.property(anyOrder(), fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (order, random) => {
        const shuffled = <T>(list: readonly T[]): T[] =>
          list
            .map((value) => ({ value, key: random.next().value }))
            .sort((a, b) => a.key - b.key)
            .map(({ value }) => value);
        const other = { ...order, runs: shuffled(order.runs).map((run) => ({ ...run, nodes: shuffled(run.nodes) })) };
        expect(JSON.stringify(orderBom(other))).toBe(JSON.stringify(orderBom(order)));
      }),
    );
  });

  it('counts units in one place the same in whatever sequence their runs are named', () => {
    const order = straightOrder();
    const [wall] = order.room.walls;
    const at = (id: string, tier: 'base' | 'tall', code: string): Run => ({
      id: `A-${tier}`,
      wall: 'A',
      tier,
      countertop: tier === 'base',
      plinth: true,
      nodes: [{ id, at: '0', code, w: 300 }],
    });
    const runs = [at('n1', 'base', 'B'), at('n2', 'tall', 'T')];
    const room = { walls: [{ ...wall!, length: 600 }] };
    const bom = (of: Run[]): string => JSON.stringify(orderBom({ ...order, room, items: [], runs: of }));
    expect(bom(runs.toReversed())).toBe(bom(runs));
  });

  it('leaves the order as it was', () => {
    const order = goldenOrder();
    orderBom(order);
    expect(order).toEqual(goldenOrder());
  });
});
