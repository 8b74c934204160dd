import { check } from '../checks/check.js';
import type { Brief } from '../layout/brief.js';
import { compose } from '../layout/compose.js';
import type { Order } from '../order/order.js';
import { crossedWalls, wallOverlaps } from './wall-overlaps.js';

const room = (...lengths: number[]): Brief => ({
  walls: lengths.map((length) => ({ length })),
  fixtures: [],
  wallTier: { walls: 'all' },
});

const built = (brief: Brief): Order => {
  const made = compose(brief, { orderId: 'ord' });
  if (!made.ok) throw new Error(made.findings.map(({ msg }) => msg).join(' '));
  return made.order;
};

const codes = (order: Order): string[] =>
  check(order)
    .filter(({ severity }) => severity === 'error')
    .map(({ code }) => code);

describe('a room whose walls come back to the first', () => {
  it('ends its last row before the first one, behind the room that fronts need', () => {
    const order = built(room(3400, 3000, 3400, 3000));
    expect(wallOverlaps(order)).toEqual([{ wallIndex: 3, other: 0, from: 2350, to: 3050 }]);
    const last = order.runs.filter((run) => run.wall === 'D').flatMap((run) => run.nodes);
    expect(last.length).toBeGreaterThan(0);
    expect(Math.max(...last.map((n) => Number(n.at) + n.w))).toBeLessThanOrEqual(2350);
  });

  it('is told apart from one whose rows lie in one another', () => {
    const order = built(room(3400, 3000, 3400, 3000));
    expect(codes(order)).toEqual([]);
    for (const run of order.runs)
      if (run.id === 'D-base') for (const node of run.nodes) node.at = String(Number(node.at) + 200);
    expect(codes(order)).toContain('GEO-OVERLAP');
  });

  it('is refused where its walls run through each other, with the walls to look at', () => {
    const made = compose(room(3000, 2400, 2600, 4700), { orderId: 'ord' });
    if (made.ok) throw new Error('composed');
    expect(made.findings.map(({ code, msg }) => [code, msg])).toEqual([
      ['GEO-OVERLAP', 'Стены A и D пересекаются: такой комнаты не бывает.'],
    ]);
  });

  it('has neither where three walls make it', () => {
    const order = built(room(3000, 2600, 3000));
    expect(wallOverlaps(order)).toEqual([]);
    expect(crossedWalls(order)).toBeUndefined();
  });
});
