import spoken from '../../../data/spoken.json' with { type: 'json' };
import { CONSTANTS } from '../../catalogue/catalogue.js';
import { obstacleVolumes } from '../../geometry/obstacles.js';
import type { Appliance } from '../../order/order.js';
import { applianceName, obstacleName } from '../../reading/names.js';
import type { SceneNode } from '../../scene/scene.js';
import type { Line, Point } from '../svg/canvas.js';
import type { Stage } from './stage.js';
import { MARKED } from './views.js';

/** A marker's letter and the places that it may take on the sheet, the best first (spec.md, render, rule 6). */
interface Marker {
  mark: string;
  word: string;
  /** What it belongs to: a line leads there from a place that lies aside. */
  at: Point;
  places: readonly Point[];
}

/** The marks that a view shows, with their meaning. */
export type Legend = Map<string, string>;

function appliance(stage: Stage, node: SceneNode, kind: Appliance): Marker {
  const at = stage.onto(node.wallIndex);
  const [cx, top] = [(node.front.x0 + node.front.x1) / 2, CONSTANTS.worktopTop];
  const found = { mark: spoken.marks[kind], word: applianceName({ kind }) };
  if (kind === 'sink' || kind === 'hob') {
    // On the wall behind it, on the side that its tap does not lean to, so that bowl and burners stay free.
    const aside = stage.walls[node.wallIndex]?.n.y === 0 ? 1 : -1;
    const beside = [260, 180, -260].map((d) => at(cx + aside * d, 0, top + 110));
    return { ...found, at: at(cx, 60, top), places: [...beside, at(cx, CONSTANTS.worktopDepth, top - 20)] };
  }
  const panel = node.panels.find((p) => p.appliance === kind);
  const place = panel
    ? at(panel.x + panel.w * 0.78, node.y1, panel.z + panel.h * (kind === 'fridge' ? 0.5 : 0.2))
    : at(cx, node.y1, node.z0 + (node.z1 - node.z0) * (kind === 'hood' ? 0.2 : kind === 'fridge' ? 0.55 : 0.8));
  return { ...found, at: place, places: [place] };
}

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
    const at = stage.onto(v.wallIndex)(x, Math.max(v.y1, ...before.map((n) => n.y1)), height);
    return [{ mark: spoken.marks[kind], word: obstacleName(kind), at, places: [at] }];
  });
  return [...appliances, ...equipment];
}

const RADIUS = 62;

/** Draws markers near their equipment, clear of other text; adds what they mean to the legend. */
export function drawMarkers(stage: Stage, legend: Legend): void {
  const { canvas, labels, scale } = stage;
  const size = { size: Math.round(56 * scale), circle: Math.round(RADIUS * scale) };
  for (const { mark, word, at, places } of markers(stage)) {
    legend.set(mark, word);
    const [line] = labels.place(around(mark, places, size), { over: true }) ?? [];
    if (!line) continue;
    if (line.x !== at[0] || line.y !== at[1]) canvas.lines('lead', [[at, [line.x, line.y]]]);
    canvas.circle('mark', line.x, line.y, size.circle);
    canvas.text(line);
  }
}

function* around(
  text: string,
  places: readonly Point[],
  { size, circle }: { size: number; circle: number },
): Generator<readonly Line[]> {
  const line = (x: number, y: number): readonly Line[] => [
    { cls: 'tw', x, y, size, text, circle, style: { bold: true } },
  ];
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
