import { CONSTANTS } from '../../catalogue/catalogue.js';
import type { Span, Volume } from '../../geometry/world.js';
import type { Fuel } from '../../order/order.js';
import type { SceneNode } from '../../scene/scene.js';
import { type Point, segment } from '../svg/canvas.js';
import { cuboid, flat, type Onto, type Stage } from './stage.js';

const HOB = { width: 580, depth: 510, back: 45 };
const BOWL = { width: 520, back: 120, depth: 400, deep: 160, rim: 36 };

/** Sinks and hobs in the piece of worktop from `x0` to `x1`. */
export function paintTop(stage: Stage, wallIndex: number, x0: number, x1: number): void {
  for (const node of stage.scene.nodes) {
    if (node.wallIndex !== wallIndex || node.tier !== 'base') continue;
    const middle = (node.front.x0 + node.front.x1) / 2;
    if (middle < x0 || middle >= x1) continue;
    if (node.appliances.has('sink')) paintSink(stage, node);
    if (node.appliances.has('hob')) paintHob(stage, node, CONSTANTS.worktopTop);
  }
}

/** A steel rim with a bowl: of its inside the two walls away from the viewer are seen, and what they leave of the bottom. */
function paintSink({ canvas, project, onto, walls }: Stage, { wallIndex, front }: SceneNode): void {
  const frame = walls[wallIndex];
  const w = bowlWidth(front);
  if (!frame || w === 0) return;
  const [cx, z, at] = [(front.x0 + front.x1) / 2, CONSTANTS.worktopTop, onto(wallIndex)];
  const { rim, back, depth, deep } = BOWL;
  canvas.polygon('sp', flat(at, z, { x: cx - w / 2, y: back - 60, w, d: depth + 60 + rim }));
  const local = { x0: cx - w / 2 + rim, x1: cx + w / 2 - rim, y0: back, y1: back + depth, z0: z - deep, z1: z };
  const { x0, x1, y0, y1 } = cuboid(frame, local);
  const on = (x: number, y: number): Point => project({ x, y }, z);
  // Seen along (1, −1, −1), what lies `deep` below appears moved by as much along both walls.
  canvas.polygon('bfloor', [on(x0, y1), on(x1 - deep, y1), on(x1 - deep, y0 + deep), on(x0, y0 + deep)]);
  canvas.polygon('bwall', [on(x0, y0), on(x1, y0), on(x1 - deep, y0 + deep), on(x0, y0 + deep)]);
  canvas.polygon('bwall', [on(x1, y0), on(x1, y1), on(x1 - deep, y1), on(x1 - deep, y0 + deep)]);
  canvas.polygon('s', [on(x0, y0), on(x1, y0), on(x1, y1), on(x0, y1)]);
  const drain = { x: (x0 + x1 - deep) / 2, y: (y0 + deep + y1) / 2 };
  canvas.polygon(
    'bwall',
    circle(26).map(([dx, dy]) => on(drain.x + dx, drain.y + dy)),
  );
}

/** Of a unit's open part, mm; 0 where it has no room for a bowl. */
const bowlWidth = ({ x0, x1 }: Span): number => {
  const w = Math.min(x1 - x0 - 80, BOWL.width);
  return w < 200 ? 0 : w;
};

const TAP = { radius: 30, reach: 170, high: 315 };

/** A sink's tap as a body of its own: a window's board lies behind it, and nearer units before it. */
export function tapOf(
  { canvas, onto }: Stage,
  { wallIndex, front }: SceneNode,
): { box: Volume; paint(): void } | undefined {
  if (bowlWidth(front) === 0) return undefined;
  const [x, y, z] = [(front.x0 + front.x1) / 2, BOWL.back - 25, CONSTANTS.worktopTop];
  const { radius, reach, high } = TAP;
  const box = { x0: x - radius, x1: x + radius, y0: y - radius, y1: y + reach, z0: z, z1: z + high };
  return { box, paint: () => paintTap(canvas, onto(wallIndex), [x, y, z]) };
}

function paintTap(canvas: Stage['canvas'], at: Onto, [x, y, z]: readonly [number, number, number]): void {
  canvas.polygon(
    'sp',
    circle(TAP.radius).map(([dx, dy]) => at(x + dx, y + dy, z)),
  );
  const arch = [0, 30, 60, 90, 120, 150, 180].map((degrees): Point => {
    const angle = (degrees * Math.PI) / 180;
    return at(x, y + 85 - 85 * Math.cos(angle), z + 230 + 85 * Math.sin(angle));
  });
  const spout = [at(x, y, z), ...arch, at(x, y + TAP.reach, z + 190)];
  canvas.lines('tap', [spout]);
  canvas.lines('tapl', [spout]);
}

/** Burners as shares of the hob's width and mm from its back edge, with their radius. */
const BURNERS = [
  [-0.25, 130, 75],
  [0.25, 130, 92],
  [-0.25, 370, 92],
  [0.25, 370, 75],
] as const;
const TWO_BURNERS = [
  [0, 130, 75],
  [0, 370, 92],
] as const;

/** A hob at height `z`, or the top of a stove: grates over burners for gas, rings on dark glass else. */
export function paintHob({ canvas, onto }: Stage, { wallIndex, front, items }: SceneNode, z: number): void {
  const { x0, x1 } = front;
  const item = items.find(({ kind }) => kind === 'hob' || kind === 'stove');
  const w = Math.min(x1 - x0 - 20, item?.kind === 'hob' ? (item.w ?? HOB.width) : HOB.width);
  if (w < 200) return;
  const at = onto(wallIndex);
  const cx = (x0 + x1) / 2;
  const gas = item?.fuel === 'gas';
  canvas.polygon(gas ? 'sp' : 'sd', flat(at, z, { x: cx - w / 2, y: HOB.back, w, d: HOB.depth }));
  const burners = w < 400 ? TWO_BURNERS : BURNERS;
  for (const [share, y, radius] of burners) {
    const r = Math.min(radius, w / 6);
    const spot = (dx: number, dy: number, up = 0): Point => at(cx + share * w + dx, HOB.back + y + dy, z + up);
    const ring = (radius: number): Point[] => circle(radius).map(([dx, dy]) => spot(dx, dy));
    if (gas) {
      canvas.polygon('bwall', ring(r * 0.72));
      canvas.polygon('sd', ring(r * 0.42));
    } else canvas.polygon('sk', ring(r));
    const signs = zoneLines(item?.fuel, r);
    if (signs.length > 0)
      canvas.lines(
        'sk',
        signs.map((line) => line.map(([dx, dy]) => spot(dx, dy))),
      );
  }
  if (gas) paintGrates(canvas, (x, y) => at(cx + x, HOB.back + y, z + GRATE), w, burners.length);
  else canvas.lines('sk', [[at(cx - w * 0.16, HOB.back + 478, z), at(cx + w * 0.16, HOB.back + 478, z)]]);
}

/** Within the ring of a zone: an inner ring for heat from below, a cross for induction. */
function zoneLines(fuel: Fuel | undefined, r: number): Point[][] {
  if (fuel === 'gas') return [];
  if (fuel === 'induction') return [segment(-r / 4, 0, r / 4, 0), segment(0, -r / 4, 0, r / 4)];
  const inner = circle(r * 0.55);
  return [[...inner, ...inner.slice(0, 1)]];
}

/** Height of the bars above the hob, mm. */
const GRATE = 32;

/** One cast grate over each two burners: a frame and a bar across each of them, away from their middles. */
function paintGrates(canvas: Stage['canvas'], on: (x: number, y: number) => Point, w: number, burners: number): void {
  const middles = burners === 4 ? [-0.25, 0.25] : [0];
  const half = burners === 4 ? w * 0.225 : w * 0.42;
  const bars = middles.flatMap((share): Point[][] => {
    const [x0, x1, cx] = [share * w - half, share * w + half, share * w];
    const frame = [on(x0, 30), on(x1, 30), on(x1, 470), on(x0, 470), on(x0, 30)];
    const across = [130, 250, 370].map((y) => [on(x0, y), on(x1, y)]);
    return [frame, ...across, [on(cx, 30), on(cx, 470)]];
  });
  canvas.lines('bar', bars);
}

const circle = (r: number): Point[] =>
  Array.from({ length: 20 }, (_, i): Point => {
    const angle = (i * Math.PI) / 10;
    return [r * Math.cos(angle), r * Math.sin(angle)];
  });
