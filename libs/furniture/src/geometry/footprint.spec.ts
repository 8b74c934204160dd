import fc from 'fast-check';
import { tidyOrder } from '../../test/drawing/orders.js';
import { kitchen, run, spans } from '../../test/kitchen-of-rows.js';
import { orderBom } from '../bom/order-bom.js';
import type { Order } from '../order/order.js';
import { diagonalHalves, diagonalPlinths, footprint, frontSpan, inPlan, worktopInserts } from './footprint.js';
import { place } from './place.js';
import { plinths, worktopStretches } from './worktops.js';
import { type Point, worldOf } from './world.js';

const first = (width = 900) =>
  kitchen(
    [2000, 2400],
    [
      run('A', 'base', [
        ['B', 1400 - width, 600],
        ['BCD', 2000 - width, width],
      ]),
      run('B', 'base', [['B', width, 600]]),
    ],
  );
const mirrored = kitchen(
  [2400, 2000],
  [
    run('A', 'base', [['B', 900, 600]]),
    run('B', 'base', [
      ['BCD', 0, 900],
      ['B', 900, 600],
    ]),
  ],
);
const alone = kitchen([2000, 2400], [run('A', 'base', [['BCD', 1100, 900]])]);

const diagonal = (order: Order) => {
  const found = place(order).find(({ node }) => node.code === 'BCD');
  if (!found) throw new Error('no diagonal unit');
  return found;
};
const pairs = (points: readonly Point[]) => points.map(({ x, y }) => `${x},${y}`).join(' ');
const area = (points: readonly Point[]): number =>
  Math.abs(
    points.reduce((sum, { x, y }, i) => {
      const next = points[(i + 1) % points.length] ?? { x, y };
      return sum + (x * next.y - next.x * y) / 2;
    }, 0),
  );

describe('the footprint of a unit', () => {
  it('is its rectangle, from the left end of its front', () => {
    const [plain] = place(first());
    expect(plain && pairs(footprint(first(), plain))).toBe('500,580 1100,580 1100,0 500,0');
  });

  it('of a diagonal corner unit is a pentagon, at either wall of the corner', () => {
    expect(pairs(footprint(first(), diagonal(first())))).toBe('1100,580 1420,900 2000,900 2000,0 1100,0');
    expect(pairs(footprint(mirrored, diagonal(mirrored)))).toBe('580,900 900,580 900,0 0,0 0,900');
  });

  it('is the same body in the plan, whichever of its walls the unit is counted to', () => {
    const inRoom = (order: Order) => {
      const p = diagonal(order);
      const frame = worldOf(order)[p.wallIndex];
      if (!frame) throw new Error('no wall');
      const corner = worldOf(order)[1]?.origin ?? { x: 0, y: 0 };
      const points = inPlan(frame, footprint(order, p)).map(({ x, y }) => `${corner.x - x},${y - corner.y}`);
      return points.sort().join(' ');
    };
    expect(inRoom(mirrored)).toBe(inRoom(first()));
  });

  it('lies within its volume, and has its area unless it is diagonal', () => {
    fc.assert(
      fc.property(tidyOrder, (order) => {
        for (const p of place(order)) {
          const points = footprint(order, p);
          expect(area(points)).toBe((p.x1 - p.x0) * (p.y1 - p.y0));
          for (const { x, y } of points) {
            expect(x >= p.x0 && x <= p.x1 && y >= p.y0 && y <= p.y1).toBe(true);
          }
        }
      }),
      { numRuns: 30 },
    );
    expect(area(footprint(first(), diagonal(first())))).toBe(900 * 900 - (320 * 320) / 2);
  });
});

describe('a diagonal corner unit', () => {
  it('shows its front in the elevations of both walls, and no blind zone', () => {
    expect(frontSpan(first(), diagonal(first()))).toEqual({ x0: 1100, x1: 1420 });
    expect(diagonalHalves(first())).toMatchObject([
      { wallIndex: 1, side: 'left', x0: 0, x1: 900, front: { x0: 580, x1: 900 } },
    ]);
    expect(diagonalHalves(mirrored)).toMatchObject([
      { wallIndex: 0, side: 'right', x0: 1500, x1: 2400, front: { x0: 1500, x1: 1820 } },
    ]);
  });

  it('has no half where the walls make no inner corner, or it stands away from it', () => {
    const outer = first();
    for (const wall of outer.room.walls.slice(1)) wall.turn = 'left';
    const away = kitchen([2000, 2400], [run('A', 'base', [['BCD', 300, 900]])]);
    for (const order of [outer, away]) expect(diagonalHalves(order)).toEqual([]);
  });

  it.each([
    [900, 300, 45_000],
    [850, 250, 31_250],
  ])('%i wide adds a triangle with legs of %i to the worktop', (width, leg, mm2) => {
    const order = first(width);
    expect(worktopInserts(order)).toMatchObject([{ leg, area_mm2: mm2 }]);
    for (const { outline } of worktopInserts(order)) expect(area(outline)).toBe(mm2);
    const straight = worktopStretches(order).reduce((sum, { x0, x1 }) => sum + (x1 - x0) * 600, 0);
    expect(orderBom(order).sheets.find(({ material }) => material === 'top')).toMatchObject({
      parts: 3,
      area_mm2: straight + mm2,
    });
  });

  it('is covered by the worktop as a whole, also where no row stands beside it', () => {
    expect(spans(worktopStretches(alone))).toEqual(['A 1100-2000', 'B 600-900']);
    expect(worktopInserts(alone)).toMatchObject([{ area_mm2: 45_000 }]);
  });

  it('has a plinth below its front where the plinths of both rows end', () => {
    for (const order of [first(), mirrored]) {
      const [plinth] = diagonalPlinths(order);
      expect(plinth?.length).toBe(494);
      const ends = plinths(order).map(({ wall, x0, x1 }) => `${wall} ${x0}-${x1}`);
      expect(ends).toEqual(order === mirrored ? ['A 900-1521', 'B 879-1500'] : ['A 500-1121', 'B 879-1500']);
      const total = plinths(order).reduce((sum, { x0, x1 }) => sum + x1 - x0, 494);
      expect(orderBom(order).linear.find(({ key }) => key === 'plinth')).toMatchObject({ parts: 3, length_mm: total });
    }
  });
});
