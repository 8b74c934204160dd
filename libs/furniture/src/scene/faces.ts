import type { Side } from '../geometry/corners.js';
import type { Appliance } from '../order/order.js';

/** On the front, mm: to the right and down. */
type Point = readonly [x: number, y: number];

/** What an appliance's front is drawn of, mm from its upper left corner; both views put it in their own plane. */
export type Mark =
  | { cls: string; rect: { x: number; y: number; w: number; h: number; r?: number } }
  | { cls: string; circle: { x: number; y: number; r: number } }
  | { cls: string; lines: readonly (readonly Point[])[] };

/** Classes of styles.ts: body, dark glass, reflections, handle and lines of a built-in machine; those of a free one. */
const BUILT_IN = { body: 'ab', handle: 'ah', line: 'al' };
const FREE = { body: 'sp', handle: 'hg', line: 's' };

/**
 * The front of an appliance in its niche, `w` × `h` mm (furniture.ru.md 4.1): a frame with window, handle and knobs.
 * `hinge`: where a refrigerator's doors hang; their handles are on the other side.
 */
export function faceOf(appliance: Appliance | undefined, w: number, h: number, hinge: Side = 'right'): Mark[] {
  switch (appliance) {
    case 'oven':
      return oven(w, h);
    case 'microwave':
      return microwave(w, h);
    case 'stove':
      return stove(w, h);
    case 'washer':
      return washer(w, h);
    case 'fridge':
      return fridge(w, h, hinge === 'left' ? w - 54 : 40);
    default:
      return [{ cls: FREE.body, rect: { x: 0, y: 0, w, h } }];
  }
}

const across = (y: number, from: number, to: number): Point[] => [
  [from, y],
  [to, y],
];

/** Between a free-standing refrigerator and its niche, mm. */
export const FRIDGE_AIR = { side: 10, above: 60 };

/** Two doors; `x`: the left edge of their handles. */
function fridge(w: number, h: number, x: number): Mark[] {
  const { body, line, handle } = FREE;
  const { side, above } = FRIDGE_AIR;
  return [
    { cls: body, rect: { x: side, y: above, w: w - 2 * side, h: h - above, r: 16 } },
    { cls: line, lines: [across(h * 0.62, side, w - side)] },
    { cls: handle, rect: { x, y: h * 0.42, w: 14, h: h * 0.16, r: 7 } },
    { cls: handle, rect: { x, y: h * 0.66, w: 14, h: h * 0.16, r: 7 } },
  ];
}

/** Dark glass with two reflections in its upper right corner. */
function glass(x: number, y: number, w: number, h: number): Mark[] {
  const run = Math.min(w, h) / 4;
  const reflection = (dx: number): Point[] => [
    [x + w - 26 - dx - run, y + 26 + run],
    [x + w - 26 - dx, y + 26],
  ];
  const panes: Mark[] = [{ cls: 'ag', rect: { x, y, w, h, r: 14 } }];
  return run > 30 ? [...panes, { cls: 'agl', lines: [reflection(0), reflection(46)] }] : panes;
}

function oven(w: number, h: number): Mark[] {
  const { body, handle, line } = BUILT_IN;
  const knobs = [0.14, 0.86].map((share): Mark => ({ cls: line, circle: { x: w * share, y: h * 0.095, r: 20 } }));
  return [
    { cls: body, rect: { x: 0, y: 0, w, h, r: 6 } },
    ...knobs,
    { cls: 'ag', rect: { x: w * 0.37, y: h * 0.055, w: w * 0.26, h: h * 0.08, r: 6 } },
    { cls: line, lines: [across(h * 0.19, 0, w)] },
    { cls: handle, rect: { x: w * 0.1, y: h * 0.245, w: w * 0.8, h: 16, r: 8 } },
    ...glass(w * 0.1, h * 0.34, w * 0.8, h * 0.54),
  ];
}

function microwave(w: number, h: number): Mark[] {
  const { body, handle, line } = BUILT_IN;
  return [
    { cls: body, rect: { x: 0, y: 0, w, h, r: 6 } },
    ...glass(w * 0.06, h * 0.13, w * 0.62, h * 0.74),
    { cls: handle, rect: { x: w * 0.715, y: h * 0.15, w: 14, h: h * 0.7, r: 7 } },
    ...[0.34, 0.66].map((share): Mark => ({ cls: line, circle: { x: w * 0.87, y: h * share, r: 26 } })),
  ];
}

function stove(w: number, h: number): Mark[] {
  const { body, handle, line } = FREE;
  return [
    { cls: body, rect: { x: 5, y: 0, w: w - 10, h, r: 8 } },
    ...[0.2, 0.4, 0.6, 0.8].map((share): Mark => ({ cls: line, circle: { x: w * share, y: 60, r: 22 } })),
    { cls: line, lines: [across(120, 5, w - 5), across(h * 0.8, 5, w - 5)] },
    { cls: handle, rect: { x: w * 0.1, y: 150, w: w * 0.8, h: 16, r: 8 } },
    ...glass(w * 0.1, 200, w * 0.8, Math.max(0, h * 0.76 - 200)),
  ];
}

function washer(w: number, h: number): Mark[] {
  const { body, line } = FREE;
  const [x, y, r] = [w / 2, h * 0.58, Math.min(w, h) * 0.3];
  return [
    { cls: body, rect: { x: 5, y: 10, w: w - 10, h: h - 10, r: 12 } },
    { cls: line, lines: [across(130, 5, w - 5)] },
    { cls: line, rect: { x: 30, y: 40, w: w * 0.28, h: 60, r: 6 } },
    { cls: line, circle: { x: w * 0.84, y: 70, r: 26 } },
    { cls: line, circle: { x, y, r } },
    { cls: line, circle: { x, y, r: r * 0.78 } },
  ];
}

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
