import { CONSTANTS } from '../../catalogue/catalogue.js';
import { type Point as PlanPoint, planBox, toWorld, type WallFrame, worldOf } from '../../geometry/world.js';
import type { Scene, SceneNode } from '../../scene/scene.js';

/** The walls of a room as one view sees them: turned so that the viewer stands at (−x, +y). */
export type View = readonly WallFrame[];

/** Whether fronts that look along `n` are seen. */
export const faces = (n: PlanPoint): boolean => n.y > 0 || n.x < 0;

/** Obstacles that are equipment and carry a marker (spec.md, render, rule 6). */
export const MARKED = ['boiler', 'gas_pipe', 'riser', 'radiator', 'water', 'socket'] as const;

const quarter = ({ x, y }: PlanPoint): PlanPoint => ({ x: 0 - y, y: x });

const turned = (walls: View): View =>
  walls.map((f) => ({ ...f, origin: quarter(f.origin), d: quarter(f.d), n: quarter(f.n) }));

/**
 * The views that together show every wall with furniture or equipment from its front: one for a straight kitchen and
 * an L, two from neighbouring corners for a U. Of several ways, the one in which tall units hide least of sinks and
 * hobs, then the one that shows most, then the first.
 */
export function viewsOf(scene: Scene): View[] {
  const [a, b, c, d] = quarters(worldOf(scene.order));
  const singles = [[a], [b], [c], [d]];
  const pairs = [
    [a, d],
    [a, b],
    [b, c],
    [c, d],
    [a, c],
    [b, d],
  ];
  const needed = furnishedWalls(scene);
  const shows = (views: View[]) =>
    needed.every((i) => views.some((walls) => walls[i] !== undefined && faces(walls[i].n)));
  const shown = (views: View[]) => views.flatMap((walls) => needed.filter((i) => walls[i] && faces(walls[i].n))).length;
  const ways = singles.some(shows) ? singles.filter(shows) : pairs.filter(shows);
  const rated = ways.map((views) => ({ views, hidden: hiddenTops(scene, views), shown: shown(views) }));
  const [best] = rated.sort((p, q) => p.hidden - q.hidden || q.shown - p.shown);
  return best?.views ?? [a];
}

function quarters(walls: View): [View, View, View, View] {
  const once = turned(walls);
  const twice = turned(once);
  return [walls, once, twice, turned(twice)];
}

function furnishedWalls({ nodes, order }: Scene): number[] {
  const marked = new Set<string>(MARKED);
  const equipped = new Set(order.obstacles.filter(({ kind }) => marked.has(kind)).map(({ wall }) => wall));
  const filled = new Set(nodes.map(({ wallIndex }) => wallIndex));
  return [...order.room.walls.entries()].filter(([i, { id }]) => filled.has(i) || equipped.has(id)).map(([i]) => i);
}

const TOPS = ['sink', 'hob', 'stove'] as const;

/** Points of sinks, hobs and stoves that no view shows because something taller stands before them. */
function hiddenTops({ nodes }: Scene, views: readonly View[]): number {
  const high = nodes.filter((n) => n.z1 > CONSTANTS.worktopTop);
  const tops = nodes.filter((n) => n.tier === 'base' && TOPS.some((kind) => n.appliances.has(kind)));
  return tops.reduce((sum, top) => {
    const counts = views.map((walls) => pointsOf(top, walls).filter((p) => isCovered(p, high, walls)).length);
    return sum + Math.min(...counts);
  }, 0);
}

function pointsOf({ wallIndex, front: { x0, x1 } }: SceneNode, walls: View): PlanPoint[] {
  const frame = walls[wallIndex];
  if (!frame || !faces(frame.n)) return [];
  const shares = [0.2, 0.5, 0.8];
  return shares.flatMap((share) => [100, 300, 500].map((y) => toWorld(frame, x0 + (x1 - x0) * share, y)));
}

/** Whether the line from a point of the worktop to the viewer, along (−1, +1, +1), meets one of the bodies. */
function isCovered({ x, y }: PlanPoint, bodies: readonly SceneNode[], walls: View): boolean {
  return bodies.some((body) => {
    const frame = walls[body.wallIndex];
    if (!frame || !faces(frame.n)) return false;
    const b = planBox(frame, body);
    const z = CONSTANTS.worktopTop;
    return Math.max(0, x - b.x1, b.y0 - y, body.z0 - z) < Math.min(x - b.x0, b.y1 - y, body.z1 - z);
  });
}
