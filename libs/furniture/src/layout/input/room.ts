import { given, wallIdAt } from '../../order/nodes.js';
import type { Obstacle, Wall, WallEnd } from '../../order/order.js';
import type { AppliedDefault, Brief, BriefObstacle } from '../brief.js';
import type { Room } from '../model.js';

/** mm; a room whose ceiling nobody named (order.md). */
export const CEILING = 2700;

/** The room of a brief, with what was assumed. Ends: a wall at an inner corner, free at outer corners and outer ends (order.md). */
export function roomOf(brief: Brief): { room: Room; defaults: AppliedDefault[] } {
  const defaults: AppliedDefault[] = [];
  if (brief.ceiling === undefined) defaults.push({ code: 'ceiling', text: `потолок ${CEILING} мм` });
  const walls: Wall[] = brief.walls.map((wall, i) => ({
    id: wallIdAt(i),
    turn: i === 0 ? 'start' : (wall.turn ?? 'right'),
    length: Math.round(wall.length),
    ends: { left: 'free', right: 'free' },
  }));
  const assumed = walls.filter((wall, i) => {
    const named = brief.walls[i]?.ends;
    wall.ends = {
      left: named?.left ?? endBy(i === 0 ? undefined : wall),
      right: named?.right ?? endBy(walls[i + 1]),
    };
    return (i === 0 && !named?.left) || (i === walls.length - 1 && !named?.right);
  });
  if (assumed.length > 0) defaults.push({ code: 'ends', text: 'крайние торцы ряда свободны, без боковых стен' });
  return {
    room: {
      ceiling: brief.ceiling ?? CEILING,
      walls,
      obstacles: (brief.obstacles ?? []).map((obstacle, i) => obstacleOf(`o${i + 1}`, obstacle)),
    },
    defaults,
  };
}

/** The end of a wall where the next one turns. */
const endBy = (turning: Wall | undefined): WallEnd => (turning?.turn === 'right' ? 'wall' : 'free');

/** Widths of obstacles that are named without one, mm (furniture.ru.md 3.4). */
const WIDTHS: Partial<Record<BriefObstacle['kind'], number>> = { door: 800, gas_pipe: 30, boiler: 450, socket: 80 };

const whole = (mm: number | undefined): number | undefined => (mm === undefined ? undefined : Math.round(mm));

/** An obstacle as the order keeps it: named values only, whole millimetres. */
export function obstacleOf(id: string, o: BriefObstacle): Obstacle {
  const { bottom, top, depth } = o;
  return {
    id,
    kind: o.kind,
    wall: o.wall,
    at: Math.round(o.at),
    width: Math.round(o.width) || (WIDTHS[o.kind] ?? 0),
    ...given({ bottom: whole(bottom), top: whole(top), depth: whole(depth) }),
  };
}
