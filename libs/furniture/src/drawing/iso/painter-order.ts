import { type Volume } from '../../geometry/world.js';

/** Whether `a` lies wholly behind `b` along some axis: farther from the viewer at (−x, +y), or lower. */
const behind = (a: Volume, b: Volume): boolean => a.x0 >= b.x1 || a.y1 <= b.y0 || a.z1 <= b.z0;

/** Far bodies first: y − x of the middle, then height (furniture.ru.md 4.3). */
const distance = ({ x0, x1, y0, y1, z0, z1 }: Volume): number => y0 + y1 - x0 - x1 + (z0 + z1) / 1000;

/**
 * Bodies in painter's order. Of two boxes apart from each other, at most one can hide the other, and the axes tell
 * which; a cycle (boxes that overlap) is opened at the farthest body.
 */
export function painterOrder<S extends { box: Volume }>(solids: readonly S[]): S[] {
  const sorted = [...solids].sort((a, b) => distance(a.box) - distance(b.box));
  const waits = sorted.map((s) => sorted.map((o) => o !== s && behind(o.box, s.box) && !behind(s.box, o.box)));
  const pending = waits.map((row) => row.filter(Boolean).length);
  const left = new Set(sorted.keys());
  const out: S[] = [];
  while (left.size > 0) {
    let next = -1;
    for (const i of left) {
      if (next < 0) next = i;
      if (pending[i] === 0) {
        next = i;
        break;
      }
    }
    left.delete(next);
    const solid = sorted[next];
    if (solid) out.push(solid);
    for (const i of left) if (waits[i]?.[next]) pending[i] = (pending[i] ?? 0) - 1;
  }
  return out;
}
