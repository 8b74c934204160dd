import spoken from '../../../data/spoken.json' with { type: 'json' };
import { CONSTANTS } from '../../catalogue/catalogue.js';
import { obstacleVolumes } from '../../geometry/obstacles.js';
import type { Appliance } from '../../order/order.js';
import { applianceName, obstacleName } from '../../reading/names.js';
import type { SceneNode } from '../../scene/scene.js';
import type { Line, Point } from '../svg/canvas.js';
import type { Hiding } from './hiding.js';
import { type Stage, upright } from './stage.js';
import { MARKED } from './views.js';

/** A marker's letter and the places that it may take on the sheet, the best first (spec.md, render, rule 6). */
interface Marker {
  mark: string;
  word: string;
  /** What it belongs to: a line leads there from a place that lies aside. */
  at: Point;
  places: readonly Point[];
  /** The unit at which the places lie. */
  node?: SceneNode;
  /** Furniture stands before it: it is told where it is, but is not seen. */
  hidden?: boolean;
}

/** The marks that a view shows, with their meaning. */
export type Legend = Map<string, Pick<Marker, 'mark' | 'word' | 'hidden'>>;

function appliance(stage: Stage, node: SceneNode, kind: Appliance): Marker {
  const at = stage.onto(node.wallIndex);
  const [cx, top] = [(node.front.x0 + node.front.x1) / 2, CONSTANTS.worktopTop];
  const found = { mark: spoken.marks[kind], word: applianceName({ kind }), node };
  if (kind === 'sink' || kind === 'hob') {
    // On the wall behind it, on the side that its tap does not lean to, so that bowl and burners stay free.
    const aside = stage.walls[node.wallIndex]?.n.y === 0 ? 1 : -1;
    const beside = [260, 180, -260].map((d) => at(cx + aside * d, 0, top + 110));
    return { ...found, at: at(cx, 60, top), places: [...beside, at(cx, CONSTANTS.worktopDepth, top - 20)] };
  }
  const panel = node.panels.find((p) => p.appliance === kind);
  const place = panel
    ? at(panel.x + panel.w * 0.78, node.y1, panel.z + panel.h * (FACE[kind] ?? 0.2))
    : at(
        cx,
        node.y1,
        kind === 'hood' ? node.z0 + ABOVE_VISOR : node.z0 + (node.z1 - node.z0) * (kind === 'fridge' ? 0.55 : 0.8),
      );
  return { ...found, at: place, places: [place] };
}

/** How high on its face a marker stands where that is not below its window: in a stove's drawer. */
const FACE: Partial<Record<Appliance, number>> = { fridge: 0.5, stove: 0.1 };

/** A hood's marker stands between its visor and the handles of its cabinet, mm over the cabinet's lower edge. */
const ABOVE_VISOR = 115;

function markers(stage: Stage): Marker[] {
  const nodes = stage.scene.nodes.filter((n) => stage.seen(n.wallIndex));
  const appliances = nodes.flatMap((node) => [...node.appliances].map((kind) => appliance(stage, node, kind)));
  const equipment = obstacleVolumes(stage.scene.order).flatMap((v): Marker[] => {
    const kind = MARKED.find((marked) => marked === v.obstacle.kind);
    if (!kind || !stage.seen(v.wallIndex)) return [];
    const height = Math.min((v.z0 + v.z1) / 2, 1150 + v.z0);
    const x = (v.x0 + v.x1) / 2;
    // What stands behind a unit is marked on the unit's front.
    const before = nodes.filter(
      (n) => n.wallIndex === v.wallIndex && n.x0 <= x && x <= n.x1 && n.z0 <= height && height <= n.z1,
    );
    const onWall = stage.onto(v.wallIndex);
    const at = onWall(x, Math.max(v.y1, ...before.map((n) => n.y1)), height);
    const found = { mark: spoken.marks[kind], word: obstacleName(kind), at };
    if (before.length > 0) return [{ ...found, word: `${found.word}, за мебелью`, places: [at], hidden: true }];
    // Beside a socket, which its marker would cover.
    const beside = [240, -240].map((d) => onWall(x + d, 0, height + 40));
    return [{ ...found, places: kind === 'socket' ? [...beside, at] : [at] }];
  });
  return [...appliances, ...equipment];
}

const RADIUS = 62;

/** Draws markers near their equipment, clear of other text; adds what they mean to the legend. */
export function drawMarkers(stage: Stage, legend: Legend, hiding: Hiding): void {
  const { canvas, labels, scale } = stage;
  const size = { size: Math.round(56 * scale), circle: Math.round(RADIUS * scale) };
  keepSockets(stage);
  for (const { mark, word, at, places, node, hidden = false } of markers(stage)) {
    legend.set(word, { mark, word, hidden });
    const tone = toneOf(hidden);
    const seen = node ? hiding.shown(node, places, size.circle) : [];
    const best = [...seen, ...places.filter((p) => !seen.includes(p))];
    const [line] = labels.place(around(mark, best, tone.text, size), { over: true }) ?? [];
    if (!line) continue;
    if (line.x !== at[0] || line.y !== at[1]) canvas.lines('lead', [[at, [line.x, line.y]]]);
    canvas.circle(tone.circle, line.x, line.y, size.circle);
    canvas.text(line);
  }
}

/** No marker stands on a socket. */
function keepSockets({ scene, seen, onto, labels }: Stage): void {
  for (const { obstacle, wallIndex, x0, x1, z0, z1 } of obstacleVolumes(scene.order)) {
    if (obstacle.kind !== 'socket' || !seen(wallIndex)) continue;
    const corners = upright(onto(wallIndex), 0, { x: x0, z: z0, w: x1 - x0, h: z1 - z0 });
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    labels.keep({ x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y });
  }
}

/** Classes of a marker's circle and letters: dark, or dashed for what is not seen. */
export const toneOf = (hidden: boolean | undefined): { circle: string; text: string } =>
  hidden ? { circle: 'markh', text: 'tn' } : { circle: 'mark', text: 'tw' };

function* around(
  text: string,
  places: readonly Point[],
  cls: string,
  { size, circle }: { size: number; circle: number },
): Generator<readonly Line[]> {
  const line = (x: number, y: number): readonly Line[] => [{ cls, x, y, size, text, circle, style: { bold: true } }];
  for (const [x, y] of places) yield line(x, y);
  const [[x, y] = [0, 0]] = places;
  for (let r = 1; r < 12; r += 1) {
    for (const [dx, dy] of [
      [0, -1],
      [1, 0],
      [-1, 0],
      [0, 1],
      [1, -1],
      [-1, -1],
    ] as const) {
      yield line(x + dx * r * 75, y + dy * r * 75);
    }
  }
}
