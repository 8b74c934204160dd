import spoken from '../../../data/spoken.json' with { type: 'json' };
import { CONSTANTS } from '../../catalogue/catalogue.js';
import { obstacleVolumes } from '../../geometry/obstacles.js';
import { applianceName, obstacleName } from '../../reading/names.js';
import type { Line, Point } from '../svg/canvas.js';
import { flat, type Stage } from './stage.js';

/** Obstacles that are equipment: the rest is seen as it is. */
const MARKED = ['boiler', 'gas_pipe', 'riser', 'radiator', 'water', 'socket'] as const;

const HOB_SIDE = 580;
const HOB_DEPTH = 510;

/** Bowl and hob on the piece of worktop from `x0` to `x1`. */
export function paintTop(stage: Stage, wallIndex: number, x0: number, x1: number): void {
  for (const node of stage.scene.nodes) {
    if (node.wallIndex !== wallIndex || node.tier !== 'base') continue;
    const open = node.front;
    const middle = (open.x0 + open.x1) / 2;
    if (middle < x0 || middle >= x1) continue;
    const width = open.x1 - open.x0;
    if (node.appliances.has('sink')) paintSink(stage, wallIndex, middle, Math.min(width - 80, 520));
    if (node.appliances.has('hob')) paintHob(stage, wallIndex, middle, Math.min(width - 20, HOB_SIDE));
  }
}

function paintSink({ canvas, onto }: Stage, wallIndex: number, cx: number, w: number): void {
  if (w < 60) return;
  const at = onto(wallIndex);
  const z = CONSTANTS.worktopTop;
  canvas.polygon('sp', flat(at, z, { x: cx - w / 2, y: 90, w, d: 430 }));
  canvas.polygon('s', flat(at, z, { x: cx - w / 2 + 40, y: 160, w: w - 80, d: 320 }));
  const stem: Point[] = [
    at(cx, 120, z),
    at(cx, 120, z + 270),
    at(cx, 170, z + 300),
    at(cx, 240, z + 290),
    at(cx, 270, z + 230),
  ];
  canvas.lines('tk', [stem]);
}

function paintHob({ canvas, onto }: Stage, wallIndex: number, cx: number, w: number): void {
  if (w < 60) return;
  const at = onto(wallIndex);
  const z = CONSTANTS.worktopTop;
  canvas.polygon('sd', flat(at, z, { x: cx - w / 2, y: 45, w, d: HOB_DEPTH }));
  const ring = (x: number, y: number, r: number): Point[] =>
    Array.from({ length: 20 }, (_, i) => {
      const angle = (i * Math.PI) / 10;
      return at(x + r * Math.cos(angle), y + r * Math.sin(angle), z);
    });
  for (const [dx, y, r] of [
    [-0.25, 180, 75],
    [0.25, 180, 95],
    [-0.25, 420, 95],
    [0.25, 420, 75],
  ] as const) {
    canvas.polygon('sk', ring(cx + dx * w, y, Math.min(r, w / 6)));
  }
}

/** A marker's letter and the place on the sheet that it belongs to (spec.md, render, rule 6). */
interface Marker {
  mark: string;
  word: string;
  at: Point;
}

function markers(stage: Stage): Marker[] {
  const found: Marker[] = [];
  for (const node of stage.scene.nodes) {
    const at = stage.onto(node.wallIndex);
    const { x0, x1 } = node.front;
    const [cx, top] = [(x0 + x1) / 2, CONSTANTS.worktopTop];
    for (const kind of node.appliances) {
      const panel = node.panels.find((p) => p.appliance === kind);
      const place =
        kind === 'sink' || kind === 'hob'
          ? at(cx, CONSTANTS.worktopDepth / 2, top)
          : panel
            ? at(panel.x + panel.w / 2, node.y1, panel.z + panel.h * 0.5)
            : at(cx, node.y1, node.z0 + (node.z1 - node.z0) * (kind === 'hood' ? 0.2 : kind === 'fridge' ? 0.55 : 0.8));
      found.push({ mark: spoken.marks[kind], word: applianceName({ kind }), at: place });
    }
  }
  for (const v of obstacleVolumes(stage.scene.order)) {
    const kind = MARKED.find((marked) => marked === v.obstacle.kind);
    if (!kind) continue;
    const height = Math.min((v.z0 + v.z1) / 2, 1150 + v.z0);
    const x = (v.x0 + v.x1) / 2;
    // What stands behind a unit is marked on the unit's front.
    const before = stage.scene.nodes.filter(
      (n) => n.wallIndex === v.wallIndex && n.x0 <= x && x <= n.x1 && n.z0 <= height && height <= n.z1,
    );
    const y = Math.max(v.y1, ...before.map((n) => n.y1));
    found.push({ mark: spoken.marks[kind], word: obstacleName(kind), at: stage.onto(v.wallIndex)(x, y, height) });
  }
  return found;
}

const RADIUS = 62;

/** Draws markers near their equipment, clear of other text; returns the entries of the legend. */
export function drawMarkers(stage: Stage): readonly (readonly [mark: string, word: string])[] {
  const words = new Map<string, string>();
  for (const { mark, word, at } of markers(stage)) {
    words.set(mark, word);
    const [line] = stage.labels.place(around(mark, at), { over: true }) ?? [];
    if (!line) continue;
    if (line.x !== at[0] || line.y !== at[1]) stage.canvas.lines('lead', [[at, [line.x, line.y]]]);
    stage.canvas.circle('mark', line.x, line.y, RADIUS);
    stage.canvas.text(line);
  }
  return [...words];
}

function* around(text: string, [x, y]: Point): Generator<readonly Line[]> {
  for (let r = 0; r < 12; r += 1) {
    for (const [dx, dy] of [
      [0, -1],
      [1, 0],
      [-1, 0],
      [0, 1],
      [1, -1],
      [-1, -1],
    ] as const) {
      yield [
        { cls: 'tw', x: x + dx * r * 75, y: y + dy * r * 75, size: 56, text, circle: RADIUS, style: { bold: true } },
      ];
    }
  }
}
