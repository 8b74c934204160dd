import fc from 'fast-check';
import { anyOrder, node, orderOf, run, straightOrder, tidyOrder, wall } from '../../../test/drawing/orders.js';
import { boxOf, parseXml, textOverlaps, viewBox } from '../../../test/drawing/svg.js';
import { goldenOrder } from '../../../test/golden-order.js';
import type { Volume } from '../../geometry/world.js';
import { FINISHES } from '../../order/order.js';
import { sceneOf } from '../scene/scene.js';
import { inside } from '../svg/canvas.js';
import { drawIso } from './index.js';
import { painterOrder } from './painter-order.js';
import { covers, silhouette, stageOf } from './stage.js';
import { furnitureSolids } from './units.js';

const leftTurn = orderOf(
  [wall('A', 1800), wall('B', 1500, 'left')],
  [run('A', 'base', [node('n1', 0, 'B', 600)]), run('B', 'base', [node('n2', 0, 'BS', 800)])],
);
const uShape = orderOf(
  [wall('A', 2400), wall('B', 2400, 'right'), wall('C', 2400, 'right')],
  [
    run('A', 'base', [node('n1', 0, 'B', 600), node('n2', 1370, 'BC', 1030)]),
    run('B', 'base', [node('n3', 630, 'BS', 600), node('n4', 1370, 'BC', 1030)]),
    run('C', 'base', [node('n5', 630, 'BO', 600)]),
  ],
);
const orders = { golden: goldenOrder(), straight: straightOrder(), 'left-turning': leftTurn, 'U-shaped': uShape };

describe.each(Object.entries(orders))('the isometric view of the %s kitchen', (_, order) => {
  const elements = parseXml(drawIso(order));

  it('is well-formed, within its view box, with no texts that overlap', () => {
    const view = viewBox(elements);
    for (const e of elements) {
      const box = boxOf(e);
      if (box) expect(inside(box, view)).toBe(true);
    }
    expect(textOverlaps(elements)).toEqual([]);
  });

  it('is the same bytes for the same order', () => {
    expect(drawIso(structuredClone(order), { facade: 'walnut' })).toBe(drawIso(order, { facade: 'walnut' }));
  });

  it('paints nothing over what stands before it', () => {
    const stage = stageOf(sceneOf(order), false);
    const painted = painterOrder(stage.view, furnitureSolids(stage)).map((s) => s.box);
    painted.forEach((first, i) => {
      for (const later of painted.slice(i + 1)) expect(hides(stage.view, first, later)).toBe(false);
    });
  });
});

/** Whether `a` stands before `b` on some line of sight: tried at points of a grid on the sheet. */
function hides(view: 'left' | 'right', a: Volume, b: Volume): boolean {
  const near = (p: Volume, q: Volume) =>
    (view === 'left' ? p.x1 <= q.x0 : p.x0 >= q.x1) || p.y0 >= q.y1 || p.z0 >= q.z1;
  if (!near(a, b) || near(b, a)) return false;
  const [sa, sb] = [silhouette(view, a), silhouette(view, b)];
  const xs = sa.map(([x]) => x);
  const ys = sa.map(([, y]) => y);
  for (let x = Math.min(...xs) + 5; x < Math.max(...xs); x += 25) {
    for (let y = Math.min(...ys) + 5; y < Math.max(...ys); y += 25) {
      if (covers(sa, [x, y]) && covers(sb, [x, y])) return true;
    }
  }
  return false;
}

const words = (svg: string) =>
  parseXml(svg)
    .filter((e) => e.name === 'text')
    .map((e) => e.text);

describe('the isometric view', () => {
  it('marks the equipment: refrigerator, pipe, boiler, hob, sink, oven', () => {
    const shown = words(drawIso(straightOrder()));
    for (const word of ['холодильник', 'газовая труба', 'котёл', 'варочная панель', 'мойка', 'духовой шкаф'])
      expect(shown).toContain(word);
  });

  it('shows an oven’s front with glass and handle, whichever of oven and hob the order names first', () => {
    const shown = (kinds: readonly ('oven' | 'hob')[]) => {
      const items = kinds.map((kind, i) => ({ id: `i${i}`, kind, node: 'n1' }));
      return drawIso(orderOf([wall('A', 600)], [run('A', 'base', [node('n1', 0, 'BO', 600)])], { items }));
    };
    for (const svg of [shown(['oven', 'hob']), shown(['hob', 'oven'])])
      for (const cls of ['ab', 'ag', 'ah']) expect(svg).toContain(`class="${cls}"`);
  });

  it('looks from the left at an L that turns right, from the right at one that turns left', () => {
    expect(stageOf(sceneOf(goldenOrder()), false).view).toBe('left');
    expect(stageOf(sceneOf(leftTurn), false).view).toBe('right');
  });

  it('draws the near run of a U as an outline only', () => {
    const svg = drawIso(uShape);
    expect(svg).toMatch(/<g class="outline">\n<path class="ie"/);
    expect(drawIso(goldenOrder())).not.toContain('<g class="outline">');
  });

  it('numbers every unit of the golden kitchen but those that others hide', () => {
    const shown = words(drawIso(goldenOrder()));
    const hidden = Array.from({ length: 21 }, (_, i) => String(i + 1)).filter((n) => !shown.includes(n));
    expect(hidden).toEqual(['6']);
  });

  it('has no texts that overlap in any kitchen', () => {
    fc.assert(
      fc.property(tidyOrder, (order) => {
        expect(textOverlaps(parseXml(drawIso(order)))).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it('never throws and stays well-formed, whatever the order says', () => {
    fc.assert(
      fc.property(anyOrder, fc.constantFrom(...FINISHES), (order, facade) => {
        parseXml(drawIso(order, { facade }));
      }),
      { numRuns: 30 },
    );
  });
});
