import { CONSTANTS } from '../catalogue/catalogue.js';
import type { ObstacleVolume } from '../geometry/obstacles.js';
import { obstacleName } from '../reading/names.js';
import { areaIn, type Elevation } from './elevation.js';
import { type Area, MIN_TEXT, meet, PENS } from './paper/paper.js';
import { widthOf } from './paper/text.js';

const LINE = MIN_TEXT + 1;

/** «Окно 1200 × 1200, низ 900» where it is seen, else beside; what furniture hides is named over the worktop, with a leader. */
export function noteObstacles(e: Elevation): void {
  for (const v of e.obstacles) {
    const lines = wordsOf(v);
    const w = Math.max(...lines.map((text) => widthOf(text, { size: MIN_TEXT }))) + 1;
    const spot = spotOf(e, v, { w, h: lines.length * LINE + 0.6 });
    if (!spot) continue;
    const { paper } = e;
    paper.take(spot);
    paper.rect(PENS.plate, spot);
    lines.forEach((text, i) => {
      paper.text(spot.x + w / 2, spot.y + (i + 1) * LINE - 0.4, text, { anchor: 'middle' });
    });
  }
}

/** What comes farther into the room than a pipe is told with its depth, mm. */
const DEEP = 60;

function wordsOf({ obstacle: { kind }, x0, x1, y1, z0, z1 }: ObstacleVolume): string[] {
  const name = obstacleName(kind);
  if (kind === 'socket') return [name, `ось ${Math.round((z0 + z1) / 2)}`];
  const depth = y1 > DEEP ? [`глубина ${y1}`] : [];
  return [name, `${x1 - x0} × ${z1 - z0}`, ...depth, ...(z0 > 0 ? [`низ ${z0}`] : [])];
}

type Size = Pick<Area, 'w' | 'h'>;

function spotOf(e: Elevation, v: ObstacleVolume, { w, h }: Size): Area | undefined {
  const { paper } = e;
  const area = areaIn(e, v);
  const inside = [0.5, 0.3, 0.7, 0.15, 0.85].map((s) => ({
    ...{ x: area.x + area.w / 2 - w / 2, y: area.y + area.h * s - h / 2 },
    ...{ w, h },
  }));
  const beside = [0.5, 0.3, 0.7, 0.1, 0.9].flatMap((s) => [
    { x: area.x + area.w + 1, y: area.y + area.h * s - h / 2, w, h },
    { x: area.x - w - 1, y: area.y + area.h * s - h / 2, w, h },
  ]);
  const wide = area.w >= w;
  const inWall = (a: Area) => a.x >= e.x(0) && a.x + a.w <= e.x(e.wall.length) && a.y + a.h <= e.y(0);
  const spots = (wide ? [...inside, ...beside] : [...beside, ...inside]).filter(inWall);
  const free = (a: Area) => paper.isFree(a, true);
  // On another obstacle it would be taken for that one's.
  const others = e.obstacles.filter((other) => other !== v).map((other) => areaIn(e, other));
  const clear = (a: Area) => free(a) && !others.some((other) => meet(a, other));
  const seen = (a: Area) => clear(a) && !e.nodes.some((n) => meet(a, areaIn(e, n)));
  return (
    spots.find(seen) ?? (wide ? inside.find(clear) : undefined) ?? overTop(e, area, { w, h }, clear) ?? spots.find(free)
  );
}

/** In the field over the worktop, a leader down to what it names. */
function overTop(e: Elevation, { x, y, w: width }: Area, { w, h }: Size, clear: (a: Area) => boolean) {
  const top = e.y(CONSTANTS.worktopTop);
  if (y < top) return undefined;
  const cx = x + width / 2;
  for (let row = 0; row < 4; row += 1) {
    for (const share of [0.5, 0.1, 0.9, -0.3, 1.3, -0.7, 1.7]) {
      const spot = { x: cx - w * share, y: top - 3 - h - row * (h + 1), w, h };
      const within = spot.x >= e.x(0) && spot.x + w <= e.x(e.wall.length);
      if (!within || !clear(spot) || !e.paper.isFree(spot)) continue;
      const end = Math.min(Math.max(cx, spot.x), spot.x + w);
      e.paper.line(PENS.thin, [cx, y], [cx, top], [end, spot.y + h]);
      return spot;
    }
  }
  return undefined;
}
