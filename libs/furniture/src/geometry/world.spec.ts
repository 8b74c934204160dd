import fc from 'fast-check';
import { kitchen } from '../../test/sketched-kitchen.js';
import { planBox, planDistance, toWorld, worldOf } from './world.js';

describe('walls in the plan', () => {
  it('turn right into the room', () => {
    expect(worldOf(kitchen({ walls: [3000, 2000, 2500] })).map(({ origin, d, n }) => [origin, d, n])).toEqual([
      [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
        { x: 0, y: 1 },
      ],
      [
        { x: 3000, y: 0 },
        { x: 0, y: 1 },
        { x: -1, y: 0 },
      ],
      [
        { x: 3000, y: 2000 },
        { x: -1, y: 0 },
        { x: 0, y: -1 },
      ],
    ]);
  });

  it('turn left round an outer corner', () => {
    const [, second] = worldOf(kitchen({ walls: [3000, { length: 2000, turn: 'left' }] }));
    expect([second?.d, second?.n]).toEqual([
      { x: 0, y: -1 },
      { x: 1, y: 0 },
    ]);
  });

  it('place the golden hob at (2420, 1330) in front', () => {
    const [, b] = worldOf(kitchen({ walls: [3000, 2000] }));
    expect(b && toWorld(b, 1330, 580)).toEqual({ x: 2420, y: 1330 });
  });

  it('keep distances, whatever the turns', () => {
    const turns = fc.array(fc.constantFrom('left' as const, 'right' as const), { minLength: 1, maxLength: 4 });
    const mm = fc.integer({ min: 0, max: 3000 });
    fc.assert(
      fc.property(turns, mm, mm, mm, mm, (list, x1, y1, x2, y2) => {
        const frame = worldOf(kitchen({ walls: list.map((turn) => ({ length: 3000, turn })) })).at(-1);
        if (!frame) throw new Error('no wall');
        const [p, q] = [toWorld(frame, x1, y1), toWorld(frame, x2, y2)];
        expect(Math.hypot(p.x - q.x, p.y - q.y)).toBe(Math.hypot(x1 - x2, y1 - y2));
      }),
    );
  });

  it('measure between rectangles of two walls', () => {
    const [a, b] = worldOf(kitchen({ walls: [3000, 2000] }));
    if (!a || !b) throw new Error('no walls');
    const sink = planBox(a, { x0: 1870, x1: 2370, y0: 0, y1: 580 });
    const hob = planBox(b, { x0: 1030, x1: 1630, y0: 0, y1: 580 });
    expect(hob).toEqual({ x0: 2420, x1: 3000, y0: 1030, y1: 1630 });
    expect(planDistance(sink, hob)).toBe(Math.hypot(50, 450));
    expect(planDistance(hob, hob)).toBe(0);
  });
});
