import { CONSTANTS } from '../../catalogue/catalogue.js';
import { isClosing, type Panel } from '../../scene/panels.js';
import type { SceneNode } from '../../scene/scene.js';
import { type Box, common, grow, type Line, lineBox, overlap, type Point } from '../svg/canvas.js';
import { TEXT } from '../svg/chain.js';
import { textWidth } from '../svg/text.js';
import { elevation, type Frame } from './frame.js';
import { panelBox } from './fronts.js';

const SIZE = TEXT.code;
const RADIUS = 46;
const ROW = 64;

/** What stands on a node: its number in a circle, its Russian code and its width. */
type Label = readonly Line[];

/** Number, code and width inside each unit where they fit. Gives the nodes whose label found no room. */
export function labelInside(frame: Frame): SceneNode[] {
  const narrow = frame.nodes.filter((node) => !within(frame, node));
  for (const half of frame.halves) within(frame, half);
  return narrow;
}

function within(frame: Frame, node: SceneNode): boolean {
  for (const { box, tone, plate, low } of places(frame, node)) {
    // A line is less high than it takes: upright it stands in a filler of 50 mm.
    const room = grow(box, box.w < NARROW ? 2 : -4);
    const lines = frame.labels.place(forms(node, box, tone, low), { room });
    if (!lines) continue;
    paint(frame, lines, plate, grow(box, box.w < NARROW ? -3 : 0));
    return true;
  }
  return false;
}

const NARROW = 60;

interface Place {
  box: Box;
  /** The text's class: on a front, on the carcass, on paper. */
  tone: 'tf' | 'tb' | 't';
  /** The classes of what lies under the text: as the place itself. */
  plate: readonly string[];
  /** An appliance's face: its label stands below window and drum. */
  low: boolean;
}

const ON_FRONT: ReadonlySet<Panel['kind']> = new Set(['door', 'drawer', 'lift', 'drop', 'pullout', 'false']);

/** The node's fronts from the tallest, then its open parts, then the whole of it. */
function places(frame: Frame, node: SceneNode): Place[] {
  const seen = node.panels.filter((p) => !isClosing(p));
  const made = [...seen]
    .sort((a, b) => Number(ON_FRONT.has(b.kind)) - Number(ON_FRONT.has(a.kind)) || b.h - a.h || a.z - b.z || a.x - b.x)
    .map(
      (p): Place => ({ box: panelBox(frame, node, p), tone: toneOf(p), plate: plateOf(p), low: p.kind === 'niche' }),
    );
  const span = union(seen.map((p) => panelBox(frame, node, p)));
  const [first] = seen;
  if (!span || !first) return made;
  return [...made, { box: span, tone: toneOf(first), plate: plateOf(first), low: false }];
}

function plateOf({ kind, appliance }: Panel): readonly string[] {
  if (kind === 'filler') return ['bff'];
  if (kind === 'panel') return ['bkf'];
  // Through the pane of a glass door its carcass is seen.
  if (kind === 'glass') return ['bb', 'bg'];
  if (kind === 'niche' && appliance) return ['bs'];
  return [ON_FRONT.has(kind) ? 'bf' : kind === 'open' ? 'bb' : 'bp'];
}

function toneOf({ kind }: Panel): Place['tone'] {
  if (ON_FRONT.has(kind)) return 'tf';
  return kind === 'open' || kind === 'panel' ? 'tb' : kind === 'filler' ? 'tf' : 't';
}

function union(boxes: readonly Box[]): Box | undefined {
  if (boxes.length === 0) return undefined;
  const [x, y] = [Math.min(...boxes.map((b) => b.x)), Math.min(...boxes.map((b) => b.y))];
  const [r, b] = [Math.max(...boxes.map((v) => v.x + v.w)), Math.max(...boxes.map((v) => v.y + v.h))];
  return { x, y, w: r - x, h: b - y };
}

/** From two lines to one upright line, at several heights of the box. */
function* forms(node: SceneNode, box: Box, cls: string, low: boolean): Generator<Label> {
  const cx = Math.round(box.x + box.w / 2);
  const heights = [0.5, 0.68, 0.32, 0.82, 0.2].map((share) => Math.round(box.y + box.h * share));
  const [number, code, width] = [String(node.number), node.module.code, String(node.unit.width)];
  const line = `${number} · ${code} ${width}`;
  if (low) yield [{ cls, x: cx, y: Math.round(box.y + box.h - 60), size: SIZE, text: line }];
  for (const cy of heights) {
    const left = cx - Math.round((2 * RADIUS + 16 + textWidth(code, SIZE)) / 2);
    yield [
      numberLine(number, left + RADIUS, cy - 34),
      { cls, x: left + 2 * RADIUS + 16, y: cy - 34, size: SIZE, text: code, style: { anchor: 'start' } },
      { cls, x: cx, y: cy + 44, size: SIZE, text: width },
    ];
  }
  for (const cy of heights) {
    yield [
      numberLine(number, cx, cy - ROW - 18),
      { cls, x: cx, y: cy + 6, size: SIZE, text: code },
      { cls, x: cx, y: cy + ROW + 4, size: SIZE, text: width },
    ];
  }
  for (const cy of heights) {
    yield [{ cls, x: cx, y: cy, size: SIZE, text: line, style: { vertical: true } }];
  }
  for (const cy of heights) yield [{ cls, x: cx, y: cy, size: SIZE, text: line }];
}

function numberLine(text: string, x: number, y: number): Line {
  return { cls: 'tn', x, y, size: text.length > 2 ? 34 : SIZE, text, circle: RADIUS };
}

/** `within`: plates leave the outline of what they lie on. */
function paint(frame: Frame, lines: Label, plate: readonly string[], within: Box): void {
  const { canvas } = frame;
  for (const line of lines) {
    if (line.circle) {
      canvas.circle('num', line.x, line.y, line.circle);
    } else {
      const b = lineBox(line);
      const under = common({ ...b, x: b.x - 2, w: b.w + 4 }, within);
      for (const cls of plate) canvas.rect(cls, under.x, under.y, under.w, under.h);
    }
    canvas.text(line);
  }
}

/** Labels of narrow nodes stand in the free field next to them, with a leader. */
export function labelOutside(frame: Frame, nodes: readonly SceneNode[]): void {
  for (const node of nodes) {
    const b = elevation(frame, node);
    const text = `${node.number} · ${node.module.code} ${node.unit.width}`;
    const whole = { wallIndex: node.wallIndex, x0: 0, x1: node.wall.length, z0: 0, z1: frame.ceiling };
    const room = grow(elevation(frame, whole), -20);
    const proposals = () => around(frame, node, b, text);
    const lines = frame.labels.place(proposals(), { room }) ?? frame.labels.place(proposals());
    if (!lines) continue;
    const [line] = lines;
    if (!line) continue;
    const t = lineBox(line);
    const from = leaderStart(b, t);
    const nearest = (at: number, low: number, length: number) => Math.min(Math.max(at, low), low + length);
    frame.canvas.lines('lead', [[from, [nearest(from[0], t.x, t.w), nearest(from[1], t.y, t.h)]]]);
    frame.canvas.circle('t', ...from, 8);
    if (onPlinth(frame, t)) frame.canvas.rect('bp', t.x - 8, t.y, t.w + 16, t.h, 10);
    for (const l of lines) frame.canvas.text(l);
  }
}

const onPlinth = ({ plinths, x }: Frame, box: Box): boolean =>
  plinths.some((p) => overlap(box, { x: x(p.wallIndex, p.x0), y: -CONSTANTS.legs, w: p.x1 - p.x0, h: CONSTANTS.legs }));

/** At the end of the unit towards its label, or beside a label that stands along it. */
function leaderStart(b: Box, t: Box): Point {
  const [cx, middle] = [b.x + b.w / 2, t.y + t.h / 2];
  if (t.y > b.y && t.y + t.h < b.y + b.h) return [cx, middle];
  return [cx, middle < b.y + b.h / 2 ? b.y + 20 : b.y + b.h - 20];
}

/** Beside what is higher than that an upright label has its place, so far from its edge, mm. */
const TALL = 1000;
const BESIDE = [40, 56];
/** From the middle of a panel that stands on the floor to its name on the plinth, mm. */
const FOOT = 60;

/** Free fields: beside a tall unit, above a base unit (between the rows), below a wall unit, above the rest; last the air over the sheet. */
function* around(frame: Frame, node: SceneNode, b: Box, text: string): Generator<Label> {
  const cx = Math.round(b.x + b.w / 2);
  const line = (x: number, y: number, vertical: boolean): Label => [
    { cls: 't', x, y, size: SIZE, text, style: { vertical } },
  ];
  const half = Math.ceil(textWidth(text, SIZE) / 2);
  const floor = node.tier === 'base';
  if (b.h > TALL) {
    for (const share of [0.5, 0.35, 0.65]) {
      for (const x of BESIDE.flatMap((away) => [b.x + b.w + away, b.x - away])) {
        yield line(Math.round(x), Math.round(b.y + b.h * share), true);
      }
    }
  }
  // What nearly reaches the ceiling is named above its line.
  const high = b.y - 100 < -frame.ceiling ? -frame.ceiling - 60 : b.y - 60;
  const start = floor ? Math.min(b.y, -CONSTANTS.worktopTop) - 60 : node.tier === 'wall' ? b.y + b.h + 60 : high;
  const step = node.tier === 'wall' ? 70 : -70;
  // Beside a window that it stands under.
  const shifts = [0, 0.25, -0.25, 0.5, -0.5, 1, -1, 2, -2, ...(floor ? [3, -3] : [])];
  const lying = function* (numbers: readonly number[]): Generator<Label> {
    for (const i of numbers)
      for (const dx of shifts.map((k) => Math.round(k * half))) yield line(cx + dx, start + i * step, false);
  };
  const upright = function* (numbers: readonly number[]): Generator<Label> {
    for (const i of numbers)
      for (const dx of [0, 70, -70, 140, -140]) yield line(cx + dx, start + i * step + Math.sign(step) * half, true);
  };
  yield* lying([0, 1]);
  // Between tall units, below mezzanines, beside a window: on the plinth beside its foot.
  if (node.z0 === 0) for (const side of [1, -1]) yield line(cx + side * (half + FOOT), -CONSTANTS.legs / 2, false);
  yield* upright([0, 1]);
  yield* lying([2, 3, 4, 5, 6, 7]);
  yield* upright([2, 3, 4, 5, 6, 7]);
  const above = -frame.ceiling - 700;
  for (let i = 0; i < 40; i += 1) yield line(cx, above - i * 70, false);
}
