import type { SceneNode } from '../../scene/scene.js';
import type { Point } from '../svg/canvas.js';
import { covers, type Solid, silhouette } from './solids.js';
import type { Stage } from './stage.js';

/** What hides places of the sheet at a unit: bodies painted after its own. */
export interface Hiding {
  /** Of `places` those that nothing before the unit hides, first the ones around which a whole circle is seen. */
  shown(node: SceneNode, places: readonly Point[], radius: number): Point[];
}

/** A body's outline on the sheet with its extent, by which most points are told to lie outside. */
interface Outline {
  node: SceneNode | undefined;
  points: readonly Point[];
  x0: number;
  x1: number;
  y0: number;
  y1: number;
}

/** `painted`: bodies in the order of painting. */
export function hidingOf({ project }: Stage, painted: readonly Solid[]): Hiding {
  const outlines = painted.map((solid) => outlineOf(solid.node, silhouette(project, solid)));
  return {
    shown: (node, places, radius) => {
      const nearer = outlines.slice(outlines.findIndex((outline) => outline.node === node) + 1);
      const free = (p: Point) => !nearer.some((outline) => hides(outline, p));
      const isWhole = ([x, y]: Point) => RING.every(([dx, dy]) => free([x + dx * radius, y + dy * radius]));
      const seen = places.filter(free);
      const whole = new Set(seen.filter(isWhole));
      return [...whole, ...seen.filter((p) => !whole.has(p))];
    },
  };
}

const RING: readonly Point[] = Array.from({ length: 8 }, (_, i) => [
  Math.cos((i * Math.PI) / 4),
  Math.sin((i * Math.PI) / 4),
]);

function outlineOf(node: SceneNode | undefined, points: readonly Point[]): Outline {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { node, points, x0: Math.min(...xs), x1: Math.max(...xs), y0: Math.min(...ys), y1: Math.max(...ys) };
}

const hides = ({ points, x0, x1, y0, y1 }: Outline, p: Point): boolean =>
  p[0] > x0 && p[0] < x1 && p[1] > y0 && p[1] < y1 && covers(points, p);
