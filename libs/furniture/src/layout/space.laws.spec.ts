import fc from 'fast-check';
import { isGap } from '../catalogue/kinds.js';
import { obstacleVolumes } from '../geometry/obstacles.js';
import { place } from '../geometry/place.js';
import type { PlacedNode } from '../geometry/placed.js';
import { planBox, worldOf } from '../geometry/world.js';
import type { Order } from '../order/order.js';
import { compose } from './compose.js';
import { briefs } from './testing/arbitrary.js';

interface Body {
  name: string;
  x: [number, number];
  y: [number, number];
  z: [number, number];
}

type Local = { wallIndex: number; x0: number; x1: number; y0: number; y1: number; z0: number; z1: number };

const meet = (a: Body, b: Body): boolean =>
  a.x[0] < b.x[1] && b.x[0] < a.x[1] && a.y[0] < b.y[1] && b.y[0] < a.y[1] && a.z[0] < b.z[1] && b.z[0] < a.z[1];

/** What the order puts where in the room, mm: an arbiter of its own, beside the checks. */
function bodies(order: Order): { units: Body[]; blocks: Body[] } {
  const frames = worldOf(order);
  const body = (name: string, v: Local): Body[] => {
    const frame = frames[v.wallIndex];
    if (!frame) return [];
    const b = planBox(frame, v);
    return [{ name, x: [b.x0, b.x1], y: [b.y0, b.y1], z: [v.z0, v.z1] }];
  };
  const named = (p: PlacedNode): string => `${p.run.id} ${p.module.ascii}${p.node.w}@${p.node.at}`;
  return {
    units: place(order)
      .filter((p) => !isGap(p.module))
      .flatMap((p) => body(named(p), p)),
    blocks: obstacleVolumes(order)
      .filter((v) => v.obstacle.kind === 'riser' || v.obstacle.kind === 'boiler')
      .flatMap((v) => body(`${v.obstacle.kind}@${v.x0}`, v)),
  };
}

function clashes(order: Order): string[] {
  const { units, blocks } = bodies(order);
  return units.flatMap((a, i) =>
    [...units.slice(i + 1), ...blocks].filter((b) => meet(a, b)).map((b) => `${a.name} / ${b.name}`),
  );
}

describe('a composed kitchen in its room', () => {
  it('has no two bodies in one place, round corners too, and none in a riser or boiler', () => {
    fc.assert(
      fc.property(briefs, (brief) => {
        // Walls that turn back on themselves after an outer corner meet elsewhere than in their corners.
        if (brief.walls.length > 2 && brief.walls.some((w) => w.turn === 'left')) return;
        const made = compose(brief, { orderId: 'ord' });
        if (made.ok) expect(clashes(made.order)).toEqual([]);
      }),
      { numRuns: 250 },
    );
  }, 90_000);

  it('is told apart from one whose rows run into each other', () => {
    const made = compose(
      {
        walls: [{ length: 2600 }, { length: 2600 }],
        fixtures: [
          { kind: 'sink', wall: 'A' },
          { kind: 'hob', oven: true, wall: 'B' },
        ],
      },
      { orderId: 'ord' },
    );
    if (!made.ok) throw new Error('refused');
    expect(clashes(made.order)).toEqual([]);
    for (const run of made.order.runs)
      if (run.id === 'B-base') for (const n of run.nodes) n.at = String(Number(n.at) - 60);
    expect(clashes(made.order)).not.toEqual([]);
  });
});
