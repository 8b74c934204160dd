import type { Box } from './box.js';
import type { Point } from './canvas.js';

/** Lines at 45° that fill a box, `step` apart along its edge; at most some two hundred. */
export function hatch({ x, y, w, h }: Box, step: number): Point[][] {
  const reach = w + h;
  const pace = Math.max(step, Math.ceil(reach / 200), 1);
  const lines: Point[][] = [];
  for (let s = pace; s < reach; s += pace) {
    const from: Point = s <= h ? [x, y + s] : [x + s - h, y + h];
    const to: Point = s <= w ? [x + s, y] : [x + w, y + s - w];
    lines.push([from, to]);
  }
  return lines;
}
