import fc from 'fast-check';
import { anyOrder, node, orderOf, run, straightOrder, tidyOrder, wall } from '../../../test/drawing/orders.js';
import { viewsOn, wronglyPainted } from '../../../test/drawing/sight.js';
import { boxOf, type Element, parseXml, textOverlaps, viewBox } from '../../../test/drawing/svg.js';
import { goldenOrder } from '../../../test/golden-order.js';
import { FINISHES, type Fuel, type Order } from '../../order/order.js';
import { shelfCount } from '../../scene/panels.js';
import { sceneOf } from '../../scene/scene.js';
import { inside, overlap } from '../svg/canvas.js';
import { drawIso } from './index.js';
import { obstacleSolids } from './room.js';
import { covers, silhouette } from './solids.js';
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
    expect(wronglyPainted(order)).toEqual([]);
  });
});

/** Between the squares around two circles. */
const apart = (a: Element, b: Element): number => {
  const [ax, ay, ar, bx, by, br] = [a, b].flatMap((e) => ['cx', 'cy', 'r'].map((key) => Number(e.attributes[key])));
  return Math.max(Math.abs((ax ?? 0) - (bx ?? 0)), Math.abs((ay ?? 0) - (by ?? 0))) - (ar ?? 0) - (br ?? 0);
};

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

  it('shows both walls of an L at once, whichever way it turns', () => {
    for (const order of [goldenOrder(), leftTurn]) {
      const stages = viewsOn(order);
      expect(stages.map(({ walls, seen }) => walls.map(({ index }) => seen(index)))).toEqual([[true, true]]);
    }
  });

  it('shows a U from two corners, each without the row that stands before it', () => {
    const stages = viewsOn(uShape);
    expect(stages.map(({ seen }) => [0, 1, 2].filter(seen))).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(drawIso(uShape)).toContain('class="foot"');
    expect(drawIso(goldenOrder())).not.toContain('class="foot"');
  });

  it('leaves of a row that is cut away what lies in the corner, of a diagonal unit nothing: its front is seen edge on', () => {
    const reach = (order: Order) =>
      viewsOn(order).map((stage) =>
        furnitureSolids(stage)
          .flatMap(({ node, box }) => (node && !stage.seen(node.wallIndex) ? [box] : []))
          .map(({ x0, x1, y0, y1 }) => `${x1 - x0} × ${y1 - y0}`),
      );
    expect(reach(uShape)).toEqual([[], ['580 × 580']]);
    const rows = [
      run('A', 'base', [node('n1', 900, 'B', 600), node('n2', 1500, 'BCD', 900)]),
      run('B', 'base', [node('n3', 900, 'B', 600)]),
      run('C', 'base', [node('n4', 630, 'B', 600)]),
    ];
    const diagonal = orderOf(uShape.room.walls, rows);
    expect(reach(diagonal)).toEqual([[], []]);
    // Neither a worktop nor a plinth is left without it.
    const second = viewsOn(diagonal)[1];
    if (!second) throw new Error('one view alone');
    const ends = furnitureSolids(second).map(({ box: { x0, x1, y0, y1 } }) => ({ x0, x1, y0, y1 }));
    const unit = ends.find(({ x1, x0, y1, y0 }) => x1 - x0 === 600 && y1 - y0 === 580);
    expect(Math.min(...ends.map(({ x0 }) => x0))).toBe(unit?.x0);
  });

  it('looks at a straight kitchen from the side on which a tall unit does not hide the sink', () => {
    const withTall = (at: number, sink: number) =>
      orderOf(
        [wall('A', 1800)],
        [run('A', 'tall', [node('n1', at, 'T', 600)]), run('A', 'base', [node('n2', sink, 'BS', 600)])],
        { items: [{ id: 'i1', kind: 'sink', node: 'n2' }] },
      );
    // The first stands at (−x, +y) of the wall, the second at (+x, +y).
    const along = (order: Order) => viewsOn(order).map(({ walls }) => walls.map(({ d }) => d));
    expect(along(withTall(1200, 600))).toEqual([[{ x: 1, y: 0 }]]);
    expect(along(withTall(0, 600))).toEqual([[{ x: 0, y: 1 }]]);
  });

  it('shows no joint where a worktop goes on: what is painted first goes on under what is painted next', () => {
    const order = orderOf([wall('A', 1200)], [run('A', 'base', [node('n1', 0, 'B', 600), node('n2', 600, 'B', 600)])]);
    const [far, near] = parseXml(drawIso(order))
      .filter((e) => e.attributes.class === 'c-wt')
      .flatMap((e) => boxOf(e) ?? []);
    if (!far || !near) throw new Error('no two pieces');
    // On the sheet the nearer piece ends where it is 600 along and 600 deep, the farther begins 560 along.
    const across = (along: number, deep: number) => Math.round((along + deep) * Math.cos(Math.PI / 6));
    expect(near.x + near.w - far.x).toBe(across(600, 600) - across(560, 0));
  });

  it('draws grates over gas burners and rings on the glass of other hobs', () => {
    const hob = (fuel: Fuel) =>
      drawIso(
        orderOf([wall('A', 600)], [run('A', 'base', [node('n1', 0, 'BH', 600)])], {
          items: [{ id: 'i1', kind: 'hob', node: 'n1', fuel }],
        }),
      );
    expect(hob('gas')).toContain('class="bar"');
    for (const fuel of ['electric', 'induction'] as const) {
      expect(hob(fuel)).not.toContain('class="bar"');
      expect(hob(fuel)).toContain('class="sk"');
    }
    expect(hob('electric')).not.toBe(hob('induction'));
  });

  it('gives glass doors the handles of their row', () => {
    const glazed = (wallHandles: 'bar' | 'push') =>
      drawIso(
        orderOf([wall('A', 800)], [run('A', 'wall', [node('n1', 0, 'WG', 800)])], { handles: { wall: wallHandles } }),
      );
    expect(glazed('bar')).toContain('class="hk"');
    expect(glazed('push')).not.toContain('class="hk"');
  });

  it('shows the inside of an open unit, with as many shelves as are made', () => {
    const order = orderOf([wall('A', 600)], [run('A', 'wall', [node('n1', 0, 'WO', 300)])]);
    const shelves = sceneOf(order).nodes.map(({ unit }) => shelfCount(unit));
    expect(shelves).toEqual([2]);
    // A bottom in each of the three openings.
    expect(drawIso(order).split('class="io c-kt"')).toHaveLength(1 + 3);
  });

  it('shows a free-standing refrigerator as high as it is, not as its niche', () => {
    const svg = drawIso(orderOf([wall('A', 600)], [run('A', 'tall', [node('n1', 0, 'NF', 600)])]));
    const [top] = parseXml(svg).filter((e) => e.attributes.class === 'c-ot');
    // Its far corner: half of its width up and 2078 high, of 2140.
    expect(top?.attributes.d).toMatch(/ -2372L/);
  });

  it('hangs the visor of a hood no lower than its cabinet, from where the clearance is measured', () => {
    const order = orderOf([wall('A', 600)], [run('A', 'wall', [node('n1', 0, 'WH', 600, 500)])]);
    const lowest = viewsOn(order).flatMap((stage) => furnitureSolids(stage).map(({ box }) => box.z0));
    expect(Math.min(...lowest)).toBe(1640);
  });

  it('gives a window above the worktop its board, and a lower one none', () => {
    const sills = (bottom: number) =>
      viewsOn(
        orderOf([wall('A', 2000)], [run('A', 'base', [node('n1', 0, 'B', 600)])], {
          obstacles: [{ id: 'o1', kind: 'window', wall: 'A', at: 500, width: 900, bottom }],
        }),
      ).flatMap((stage) => obstacleSolids(stage).map(({ box }) => box.z1));
    expect([sills(900), sills(850)]).toEqual([[900], []]);
  });

  it('marks what stands behind furniture as not seen, and a socket on the wall beside it', () => {
    const row = [run('A', 'base', [node('n1', 0, 'B', 600)])];
    const socket = (bottom: number) =>
      drawIso(
        orderOf([wall('A', 2000)], row, {
          obstacles: [{ id: 'o1', kind: 'socket', wall: 'A', at: 260, width: 80, bottom }],
        }),
      );
    expect(words(socket(300))).toContain('розетка, за мебелью');
    expect(socket(300)).toContain('class="markh"');
    expect(words(socket(1000))).toContain('розетка');
    expect(socket(1000)).not.toContain('class="markh"');
    expect(socket(1000)).toContain('class="lead"');
  });

  it('keeps markers off a socket beside a hob', () => {
    const svg = drawIso(
      orderOf([wall('A', 2000)], [run('A', 'base', [node('n1', 600, 'BO', 600)])], {
        items: [{ id: 'i1', kind: 'hob', node: 'n1', fuel: 'electric' }],
        obstacles: [{ id: 'o1', kind: 'socket', wall: 'A', at: 560, width: 160, bottom: 950 }],
      }),
    );
    const elements = parseXml(svg);
    const [socket] = elements.filter((e) => e.attributes.class === 'ob').flatMap((e) => boxOf(e) ?? []);
    const marks = elements.filter((e) => e.attributes.class === 'mark').flatMap((e) => boxOf(e) ?? []);
    if (!socket) throw new Error('no socket');
    expect(marks.length).toBeGreaterThan(2);
    expect(marks.filter((mark) => overlap(mark, socket))).toEqual([]);
  });

  it('sets a number where its circle is seen whole, if there is such a place', () => {
    // Of the wall unit the tall one beside it hides 240 mm, to within a radius of its middle.
    const order = orderOf(
      [wall('A', 2000)],
      [
        run('A', 'tall', [node('n1', 0, 'T', 600)]),
        run('A', 'base', [node('n2', 1400, 'BS', 600)]),
        run('A', 'wall', [node('n3', 620, 'W', 500)]),
      ],
      { items: [{ id: 'i1', kind: 'sink', node: 'n2' }] },
    );
    const [stage] = viewsOn(order);
    if (!stage) throw new Error('no view');
    const tall = furnitureSolids(stage).find(({ node: n }) => n?.module.ascii === 'T');
    const outline = tall ? silhouette(stage.project, tall) : [];
    const circles = parseXml(drawIso(order)).filter((e) => e.attributes.class === 'num');
    const numbers = parseXml(drawIso(order)).filter((e) => e.attributes.class === 'tn');
    numbers.forEach((e, i) => {
      if (e.text === '1') return;
      const [cx = 0, cy = 0, r = 0] = ['cx', 'cy', 'r'].map((key) => Number(circles[i]?.attributes[key]));
      for (const [dx, dy] of [
        [r, 0],
        [-r, 0],
        [0, r],
        [0, -r],
      ] as const)
        expect(covers(outline, [cx + dx, cy + dy])).toBe(false);
    });
  });

  it('hangs a refrigerator’s door away from the worktop', () => {
    const fridge = (at: number, next: number) =>
      sceneOf(
        orderOf(
          [wall('A', 3000)],
          [run('A', 'tall', [node('n1', at, 'NF', 600)]), run('A', 'base', [node('n2', next, 'B', 600)])],
        ),
      ).nodes.flatMap(({ panels }) => panels.flatMap(({ kind, hinge }) => (kind === 'niche' ? [hinge] : [])));
    expect(fridge(0, 600)).toEqual(['left']);
    expect(fridge(2400, 1800)).toEqual(['right']);
  });

  it('numbers every unit of the golden kitchen but those that others hide', () => {
    const shown = words(drawIso(goldenOrder()));
    const hidden = Array.from({ length: 21 }, (_, i) => String(i + 1)).filter((n) => !shown.includes(n));
    expect(hidden).toEqual(['6']);
  });

  it('sets numbers and markers apart also where they are larger, on small pictures', () => {
    for (const order of Object.values(orders)) {
      const elements = parseXml(drawIso(order, { badge: 130, legend: false }));
      const circles = elements.filter((e) => e.attributes.class === 'num');
      for (const e of circles) expect(Number(e.attributes.r)).toBe(130);
      expect(circles.length).toBeGreaterThan(1);
      const badges = elements.filter((e) => e.name === 'circle');
      badges.forEach((a, i) => {
        for (const b of badges.slice(i + 1)) expect(apart(a, b)).toBeGreaterThan(0);
      });
    }
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
