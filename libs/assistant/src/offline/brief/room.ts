import type { BriefObstacle, BriefWall } from '#libs/furniture';
import type { Facts, ObstacleFact } from './facts.js';
import { wallId } from './walls-resolved.js';

/** Widths of obstacles that customers do not name, mm (furniture.ru.md, 3.4; a socket is one frame wide). */
const WIDTHS: Partial<Record<ObstacleFact['kind'], number>> = {
  door: 800,
  gas_pipe: 30,
  boiler: 450,
  socket: 80,
  water: 200,
};
const WINDOW_BOTTOM = 900;
const BOILER_BOTTOM = 1400;

/** An obstacle with all that the engine needs, or nothing while its place is not known. */
export function obstacleOf(
  fact: ObstacleFact,
  facts: Facts,
  walls: readonly BriefWall[],
  open: readonly ObstacleFact[] = [],
): BriefObstacle | undefined {
  // «окно над батареей», the radiator below its window: each would wait for the other.
  if (open.includes(fact)) return undefined;
  const asking = [...open, fact];
  const wall = fact.wall ? wallId(fact.wall, walls) : fact.kind === 'window' && walls.length === 3 ? 'B' : 'A';
  const length = walls[wall.charCodeAt(0) - 65]?.length ?? 0;
  const width = fact.width ?? WIDTHS[fact.kind];
  const window =
    fact.kind === 'radiator' && !fact.at ? facts.obstacles.find(({ kind }) => kind === 'window') : undefined;
  const under = window && obstacleOf(window, facts, walls, asking);
  if (under) return { kind: 'radiator', wall: under.wall, at: under.at, width: fact.width ?? under.width };
  if (width === undefined) return undefined;
  const at = fact.at
    ? fact.at.from === 'left'
      ? fact.at.mm
      : length - fact.at.mm - width
    : fact.centred
      ? Math.round((length - width) / 2)
      : besideAt(fact, width, facts, walls, asking);
  if (at === undefined) return undefined;
  const bottom =
    fact.bottom ??
    (fact.kind === 'window' ? WINDOW_BOTTOM : fact.kind === 'boiler' && fact.height ? BOILER_BOTTOM : undefined);
  const top = fact.top ?? (fact.height === undefined ? undefined : (bottom ?? 0) + fact.height);
  return {
    kind: fact.kind,
    wall,
    at,
    width,
    ...(bottom === undefined ? {} : { bottom }),
    ...(top === undefined ? {} : { top }),
    ...(fact.depth === undefined ? {} : { depth: fact.depth }),
  };
}

/** «рядом, справа от трубы»: edge to edge with the obstacle before it. */
function besideAt(
  fact: ObstacleFact,
  width: number,
  facts: Facts,
  walls: readonly BriefWall[],
  open: readonly ObstacleFact[],
): number | undefined {
  const before = facts.obstacles[facts.obstacles.indexOf(fact) - 1];
  if (fact.over && before) return obstacleOf(before, facts, walls, open)?.at;
  const known = fact.beside?.hand && before ? obstacleOf(before, facts, walls, open) : undefined;
  if (!known) return undefined;
  const gap = fact.beside?.gap ?? 0;
  return fact.beside?.hand === 'left' ? Math.max(0, known.at - gap - width) : known.at + known.width + gap;
}
