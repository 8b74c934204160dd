import { isGap } from '../../src/catalogue/traits.js';
import { obstacleVolumes } from '../../src/geometry/obstacles.js';
import { type PlacedNode, place } from '../../src/geometry/place.js';
import { planBox, worldOf } from '../../src/geometry/world.js';
import type { Order } from '../../src/order/order.js';

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

/** Bodies that share a place, in words; none if sound. Round corners and where the room comes back to itself, too. */
export function clashes(order: Order): string[] {
  const { units, blocks } = bodies(order);
  return units.flatMap((a, i) =>
    [...units.slice(i + 1), ...blocks].filter((b) => meet(a, b)).map((b) => `${a.name} / ${b.name}`),
  );
}
