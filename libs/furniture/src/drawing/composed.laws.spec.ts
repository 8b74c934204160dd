import fc from 'fast-check';
import { viewsOn, wronglyPainted } from '../../test/drawing/sight.js';
import { boxOf, chainsOf, parseXml, sum, textOverlaps, viewBox } from '../../test/drawing/svg.js';
import { briefs } from '../../test/layout/arbitrary-briefs.js';
import { orderBom } from '../bom/order-bom.js';
import { footprint, inPlan } from '../geometry/footprint.js';
import { place } from '../geometry/place.js';
import type { Point } from '../geometry/world.js';
import { compose } from '../layout/compose.js';
import { edit } from '../layout/edit.js';
import { FINISHES, type Order } from '../order/order.js';
import { readOrder } from '../reading/reading.js';
import { sceneOf } from '../scene/scene.js';
import { drawFront, drawHtml, drawIso, drawPlan } from './index.js';
import { furnitureSolids } from './iso/units.js';
import { inside } from './svg/canvas.js';

const sound = (svg: string): void => {
  const elements = parseXml(svg);
  const view = viewBox(elements);
  const outside = elements.filter((e) => {
    const box = boxOf(e);
    return box !== undefined && !inside(box, view);
  });
  expect(outside.map((e) => `${e.name} ${e.text}`)).toEqual([]);
  expect(textOverlaps(elements)).toEqual([]);
};

describe('every kitchen that can be composed', () => {
  it('is drawn well-formed, everything inside the sheet, no text on another; and is counted and read', () => {
    fc.assert(
      fc.property(briefs, fc.constantFrom(...FINISHES), (brief, facade) => {
        const made = compose(brief, { orderId: 'ord' });
        if (!made.ok) return;
        const { order, findings } = made;
        sound(drawFront(order, { facade, findings }));
        sound(drawIso(order, { facade }));
        sound(drawPlan(order, { facade }));
        expect(drawHtml(order, { view: 'front', title: 'Кухня', facade })).toContain('</html>');
        expect(readOrder(order)).not.toMatch(/undefined|NaN|null/);
        const { sheets, edges, linear } = orderBom(order);
        for (const { area_mm2 } of sheets) expect(area_mm2).toBeGreaterThan(0);
        for (const { length_mm } of [...edges, ...linear]) expect(length_mm).toBeGreaterThan(0);
      }),
      { numRuns: 60 },
    );
  });

  it('hides nothing in the isometric view behind what stands farther away, and shows every unit’s front', () => {
    fc.assert(
      fc.property(briefs, (brief) => {
        const made = compose(brief, { orderId: 'ord' });
        if (!made.ok) return;
        expect(wronglyPainted(made.order)).toEqual([]);
        const stages = viewsOn(made.order);
        const unseen = place(made.order).filter((p) => !stages.some(({ seen }) => seen(p.wallIndex)));
        expect(unseen.map(({ node }) => node.id)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('is drawn in the isometric view over the very footprints of its units, diagonal ones too', () => {
    const corner = fc.record({
      lengths: fc.array(fc.integer({ min: 18, max: 36 }), { minLength: 2, maxLength: 3 }),
      width: fc.constantFrom(850, 900),
      sink: fc.constantFrom('A', 'B'),
      uppers: fc.constantFrom<('all' | 'none')[]>('all', 'none'),
      handed: fc.constantFrom<('left' | undefined)[]>('left', undefined),
    });
    let diagonals = 0;
    fc.assert(
      fc.property(corner, ({ lengths, width, sink, uppers, handed }) => {
        const made = compose(
          {
            walls: lengths.map((length, i) => ({
              length: length * 100,
              ...(i === 2 && handed ? { turn: handed } : {}),
            })),
            fixtures: [
              { kind: 'unit', code: 'BCD', width },
              { kind: 'sink', wall: sink },
            ],
            wallTier: { walls: uppers },
          },
          { orderId: 'ord' },
        );
        if (!made.ok) return;
        const { order } = made;
        expect(wronglyPainted(order)).toEqual([]);
        for (const stage of viewsOn(order)) {
          for (const { node, plan } of furnitureSolids(stage)) {
            const frame = node && stage.walls[node.wallIndex];
            if (!frame || !stage.seen(node.wallIndex)) continue;
            if (plan.length === 5) diagonals += 1;
            expect(corners(plan)).toEqual(corners(inPlan(frame, footprint(order, node))));
          }
        }
      }),
      { numRuns: 40 },
    );
    expect(diagonals).toBeGreaterThan(0);
  });

  it('is dimensioned to the millimetre: every chain of a wall sums to the wall, those of the heights to the ceiling', () => {
    fc.assert(
      fc.property(briefs, (brief) => {
        const made = compose(brief, { orderId: 'ord' });
        if (!made.ok) return;
        const { order } = made;
        const [front, plan] = [drawFront(order), drawPlan(order)];
        for (const { id, length } of order.room.walls) {
          for (const chains of [chainsOf(front), chainsOf(plan)]) {
            const own = chains.filter(({ of }) => of === id).map(({ numbers }) => sum(numbers));
            expect(own.length).toBeGreaterThan(0);
            expect(new Set(own)).toEqual(new Set([length]));
          }
        }
        const heights = chainsOf(front).filter(({ of }) => of === 'height');
        for (const { numbers } of heights) expect(sum(numbers)).toBe(order.ceiling);
      }),
      { numRuns: 150 },
    );
  });

  it('shows every unit with its number and every wall with its mark in the plan', () => {
    fc.assert(
      fc.property(briefs, (brief) => {
        const made = compose(brief, { orderId: 'ord' });
        if (!made.ok) return;
        const svg = drawPlan(made.order);
        expect(shownNumbers(svg)).toEqual(sceneOf(made.order).nodes.map(({ number }) => number));
        const marks = parseXml(svg).filter((e) => e.attributes.class === 'mk');
        expect(marks).toHaveLength(made.order.room.walls.length);
      }),
      { numRuns: 100 },
    );
  });

  it('takes the same material as its mirror image', () => {
    fc.assert(
      fc.property(briefs, (brief) => {
        const made = compose(brief, { orderId: 'ord' });
        if (!made.ok) return;
        const mirrored = edit(made.order, [{ op: 'mirror' }]);
        if (!mirrored.ok) throw new Error('refused');
        const { top: _, ...own } = units(made.order);
        const { top: __, ...its } = units(mirrored.order);
        expect(its).toEqual(own);
      }),
      { numRuns: 60 },
    );
  });
});

/** Areas by material; the worktop apart: which wall's part fills the corner depends on the hand. */
const units = (order: Order): Record<string, number> =>
  Object.fromEntries(orderBom(order).sheets.map((s) => [s.material, s.area_mm2]));

const corners = (outline: readonly Point[]): string[] => outline.map(({ x, y }) => `${x + 0},${y + 0}`).sort();

const shownNumbers = (svg: string): number[] =>
  parseXml(svg)
    .filter((e) => e.name === 'text' && e.attributes.class === 'tn' && e.text !== '№')
    .map((e) => Number(e.text))
    .sort((a, b) => a - b);
