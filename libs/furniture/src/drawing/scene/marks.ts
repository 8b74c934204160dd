import type { Point } from '../svg/canvas.js';

/** A snowflake of six rays as open lines. */
export function snowflake([cx, cy]: Point, r: number): Point[][] {
  const at = (angle: number, radius: number): Point => [
    Math.round(cx + radius * Math.cos((angle * Math.PI) / 180)),
    Math.round(cy + radius * Math.sin((angle * Math.PI) / 180)),
  ];
  return [30, 90, 150].flatMap((angle) => [
    [at(angle, r), at(angle + 180, r)],
    ...[angle, angle + 180].map((a) => [at(a - 18, r), at(a, r * 0.6), at(a + 18, r)]),
  ]);
}
