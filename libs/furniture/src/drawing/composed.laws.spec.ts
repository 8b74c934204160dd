import fc from 'fast-check';
import { viewsOn, wronglyPainted } from '../../test/drawing/sight.js';
import { boxOf, parseXml, textOverlaps, viewBox } from '../../test/drawing/svg.js';
import { briefs } from '../../test/layout/arbitrary-briefs.js';
import { orderBom } from '../bom/order-bom.js';
import { place } from '../geometry/place.js';
import { compose } from '../layout/compose.js';
import { edit } from '../layout/edit.js';
import { FINISHES } from '../order/order.js';
import { readOrder } from '../reading/reading.js';
import { drawFront, drawHtml, drawIso } from './index.js';
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
        expect(drawHtml(order, { view: 'front', title: 'Кухня', facade })).toContain('</html>');
        expect(readOrder(order)).not.toMatch(/undefined|NaN|null/);
        const { sheets, edges, linear } = orderBom(order);
        for (const { area_mm2 } of sheets) expect(area_mm2).toBeGreaterThan(0);
        for (const { length_mm } of [...edges, ...linear]) expect(length_mm).toBeGreaterThan(0);
      }),
      { numRuns: 60 },
    );
  }, 90_000);

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
  }, 90_000);

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
  }, 90_000);
});

/** Areas by material; the worktop apart: which wall's part fills the corner depends on the hand. */
const units = (order: Parameters<typeof orderBom>[0]): Record<string, number> =>
  Object.fromEntries(orderBom(order).sheets.map((s) => [s.material, s.area_mm2]));
