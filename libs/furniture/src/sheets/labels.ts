import { CONSTANTS } from '../catalogue/catalogue.js';
import { halvesOf } from '../drawing/front/index.js';
import type { Tier } from '../order/order.js';
import { isClosing } from '../scene/panels.js';
import type { SceneNode } from '../scene/scene.js';
import { areaIn, type Elevation, upperEdges } from './elevation.js';
import { edgesOf } from './paper/chains.js';
import { type Area, MIN_TEXT, meet, PENS, type Point, within } from './paper/paper.js';
import { widthOf } from './paper/text.js';

const LOOK = { size: MIN_TEXT };
const RADIUS = 2.7;
const LINE = MIN_TEXT + 1.2;
const AIR = 0.5;
/** Beside an upright name in a filler. */
const TIGHT = 0.1;

/** Number, Russian code and width of every unit: in it where there is room, else beside it with a leader. */
export function labelUnits(e: Elevation): void {
  const outside = e.nodes.filter((node) => !labelInside(e, node));
  for (const half of halvesOf(e.scene)) if (half.wallIndex === e.index) labelInside(e, half);
  for (const body of [...e.nodes, ...e.obstacles]) e.paper.takeBody(areaIn(e, body));
  for (const node of outside) labelBeside(e, node);
}

/** What an appliance's face leaves below its window or drum, as a share of its height. */
const BELOW_FACE = 0.2;

/** The places in a unit, best first: its fronts from the tallest, then appliances, then all of it. */
function roomsOf(e: Elevation, node: SceneNode): Area[] {
  const panels = node.panels
    .filter((p) => !isClosing(p) && p.kind !== 'gap')
    .sort((a, b) => Number(a.kind === 'niche') - Number(b.kind === 'niche') || b.h - a.h || a.x - b.x)
    .map((p) => areaIn(e, { x0: p.x, x1: p.x + p.w, z0: p.z, z1: p.z + p.h * (p.appliance ? BELOW_FACE : 1) }));
  const open = panels.reduce<Area | undefined>((a, b) => (a ? union(a, b) : b), undefined);
  return open ? [...panels, open] : [areaIn(e, node)];
}

function union(a: Area, b: Area): Area {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y };
}

function labelInside(e: Elevation, node: SceneNode): boolean {
  const { paper } = e;
  const [code, width] = [node.module.code, String(node.unit.width)];
  const w = Math.max(widthOf(code, LOOK), widthOf(width, LOOK), 2 * RADIUS) + 2 * AIR;
  const h = 2 * RADIUS + 2 * LINE + AIR;
  const upright = nameOf(node);
  const long = widthOf(upright, LOOK) + 2 * AIR;
  for (const room of roomsOf(e, node)) {
    for (const share of [0.5, 0.3, 0.7]) {
      const [cx, cy] = [room.x + room.w / 2, room.y + room.h * share];
      const area = { x: cx - w / 2, y: cy - h / 2, w, h };
      if (within(area, room) && paper.isFree(area)) {
        paper.rect(PENS.plate, { x: cx - w / 2 + AIR / 2, y: area.y + 2 * RADIUS, w: w - AIR, h: h - 2 * RADIUS });
        badge(e, [cx, area.y + RADIUS], node.number);
        paper.text(cx, area.y + 2 * RADIUS + LINE, code, { anchor: 'middle' });
        paper.text(cx, area.y + 2 * RADIUS + 2 * LINE, width, { anchor: 'middle' });
        paper.take(area);
        return true;
      }
    }
    const [cx, cy] = [room.x + room.w / 2, room.y + room.h / 2];
    for (const area of [
      { x: cx - MIN_TEXT / 2 - TIGHT, y: cy - long / 2, w: MIN_TEXT + 2 * TIGHT, h: long },
      { x: cx - long / 2, y: cy - MIN_TEXT / 2 - AIR, w: long, h: MIN_TEXT + 2 * AIR },
    ]) {
      if (!within(area, room) || !paper.isFree(area)) continue;
      const tall = area.h > area.w;
      paper.rect(PENS.plate, area);
      if (tall) paper.text(cx + MIN_TEXT / 2, cy, upright, { anchor: 'middle', upright: true });
      else paper.text(cx, cy + MIN_TEXT / 2, upright, { anchor: 'middle' });
      paper.take(area);
      return true;
    }
  }
  return false;
}

/** A number in a circle: the same in elevation, plan and lists. */
export function badge({ paper }: Pick<Elevation, 'paper'>, at: Point, number: number): void {
  paper.circle(PENS.badge, at, RADIUS);
  paper.text(at[0], at[1] + MIN_TEXT / 2, String(number), { anchor: 'middle', bold: true, within: 2 * RADIUS - 0.8 });
}

/** In the free field between the rows or above them, with a leader from the unit; where there is none, on its neighbour. */
function labelBeside(e: Elevation, node: SceneNode): void {
  const below = node.tier === 'wall';
  const found =
    placeBeside(e, node, below, false) ||
    placeAtFoot(e, node) ||
    placeOverCeiling(e, node) ||
    (below && placeBeside(e, node, false, false));
  if (!found) placeBeside(e, node, true, true);
}

/** Above its tier's unit there is nothing but the room's air. */
const HIGH: ReadonlySet<Tier> = new Set(['upper', 'tall']);

/** What stands below the ceiling is named over it, between the extension lines of the chain there. */
function placeOverCeiling(e: Elevation, node: SceneNode): boolean {
  const { paper } = e;
  if (!HIGH.has(node.tier)) return false;
  const text = nameOf(node);
  const [w, h] = [widthOf(text, LOOK) + 2 * AIR, MIN_TEXT + 2 * AIR];
  const box = areaIn(e, node);
  const [cx, ceiling] = [box.x + box.w / 2, e.y(e.scene.order.ceiling)];
  const stops = edgesOf(upperEdges(e)[0]?.at ?? []).map(e.x);
  const spots = [Number.NEGATIVE_INFINITY, ...stops]
    .flatMap((from, i): Area[] => {
      const to = stops[i] ?? Number.POSITIVE_INFINITY;
      const x = Math.max(from + AIR, Math.min(cx - w / 2, to - w - AIR));
      return x + w + AIR <= to ? [{ x, y: ceiling - 1.5 - h, w, h }] : [];
    })
    .sort((a, b) => Math.abs(a.x + w / 2 - cx) - Math.abs(b.x + w / 2 - cx));
  const area = spots.find((spot) => paper.isFree(spot));
  if (!area) return false;
  const end = Math.min(Math.max(cx, area.x), area.x + w);
  paper.line(PENS.thin, [cx, box.y + 2], [end, area.y + h]);
  paper.circle(PENS.dot, [cx, box.y + 2], 0.4);
  paper.text(area.x + AIR, area.y + h - AIR, text);
  paper.take(area);
  return true;
}

/** A panel that stands on the floor between others is named on the plinth beside it. */
function placeAtFoot(e: Elevation, node: SceneNode): boolean {
  const { paper, scene, index } = e;
  if (node.z0 > 0) return false;
  const text = nameOf(node);
  const [w, h] = [widthOf(text, LOOK) + 2 * AIR, MIN_TEXT + 2 * AIR];
  const box = areaIn(e, node);
  const [cx, middle] = [box.x + box.w / 2, e.y(CONSTANTS.legs / 2)];
  const plinths = scene.plinths.filter((plinth) => plinth.wallIndex === index);
  for (const x of [box.x + box.w + 2, box.x - 2 - w]) {
    const area = { x, y: middle - h / 2, w, h };
    const stands = plinths.some((plinth) => within(area, areaIn(e, { ...plinth, z0: 0, z1: CONSTANTS.legs })));
    if (!stands || !paper.isFree(area)) continue;
    paper.line(PENS.thin, [cx, middle], [x > cx ? x : x + w, middle]);
    paper.circle(PENS.dot, [cx, middle], 0.4);
    paper.rect(PENS.plate, area);
    paper.text(x + AIR, middle + MIN_TEXT / 2, text);
    paper.take(area);
    return true;
  }
  return false;
}

const nameOf = ({ number, module, unit }: SceneNode): string => `${number} · ${module.code} ${unit.width}`;

function placeBeside(e: Elevation, node: SceneNode, below: boolean, over: boolean): boolean {
  const { paper } = e;
  const box = areaIn(e, node);
  const wall = areaIn(e, { x0: 0, x1: e.wall.length, z0: 0, z1: e.scene.order.ceiling });
  const text = nameOf(node);
  const w = widthOf(text, LOOK) + 2 * AIR;
  const h = MIN_TEXT + 2 * AIR;
  const cx = box.x + box.w / 2;
  const edge = below && !over ? box.y + box.h : box.y;
  const from = below ? edge + (over ? 4 : -2) : edge + 2;
  for (const area of areasBeside({ cx, w, h, edge, from, below, rows: over ? 16 : 7 })) {
    if (!within(area, wall) || !paper.isFree(area, over)) continue;
    const near = below ? area.y : area.y + area.h;
    const [start, end]: readonly [Point, Point] = [
      [cx, from],
      [Math.min(Math.max(cx, area.x), area.x + area.w), near],
    ];
    const leader = dotsOf(start, end);
    // Over signs of the units a leader may go, through no other name.
    const onUnit = (dot: Area) => e.nodes.some((n) => meet(dot, areaIn(e, n)));
    if (!over && !leader.every((dot) => paper.isFree(dot, true) || onUnit(dot))) continue;
    paper.line(PENS.thin, start, end);
    for (const dot of leader) paper.take(dot);
    paper.circle(PENS.dot, [cx, from], 0.4);
    paper.rect(PENS.plate, area);
    const middle = area.x + area.w / 2;
    if (area.h > area.w) {
      paper.text(middle + MIN_TEXT / 2, area.y + area.h / 2, text, { anchor: 'middle', upright: true });
    } else paper.text(area.x + AIR, area.y + h - AIR, text);
    paper.take(area);
    return true;
  }
  return false;
}

/** A leader as what other texts keep clear of and it of them, a millimetre from either end. */
function dotsOf([x0, y0]: Point, [x1, y1]: Point): Area[] {
  const length = Math.hypot(x1 - x0, y1 - y0);
  return Array.from({ length: Math.max(0, Math.floor(length) - 1) }, (_, i) => {
    const t = (i + 1) / length;
    return { x: x0 + (x1 - x0) * t - 0.1, y: y0 + (y1 - y0) * t - 0.1, w: 0.2, h: 0.2 };
  });
}

/** What a name beside its unit may take: lying near it, upright where something stands in the way, lying farther off. */
function* areasBeside(at: {
  /** The unit's middle, the name's length and height, the unit's edge and where the leader begins; mm of the sheet. */
  readonly cx: number;
  readonly w: number;
  readonly h: number;
  readonly edge: number;
  readonly from: number;
  readonly below: boolean;
  readonly rows: number;
}): Generator<Area> {
  const { cx, w, h, edge, from, below, rows } = at;
  const lying = function* (first: number, last: number): Generator<Area> {
    for (let row = first; row < last; row += 1) {
      const y = below ? from + 5 + row * (h + 0.6) : edge - 5 - h - row * (h + 0.6);
      for (const shift of [-0.15, -0.85, -0.5, -1.1, 0.3, -1.5, 0.8, -1.8]) yield { x: cx + shift * w, y, w, h };
    }
  };
  yield* lying(0, 2);
  for (const aside of [1, -1 - h, 3, -3 - h]) {
    yield { x: cx + aside, y: below ? from + 5 : edge - 5 - w, w: h, h: w };
  }
  yield* lying(2, rows);
}
