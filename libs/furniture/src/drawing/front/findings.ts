import type { Finding } from '../../checks/finding.js';
import { type Box, grow, type Line, lineBox } from '../svg/canvas.js';
import { TEXT } from '../svg/chain.js';
import { elevation, type Frame } from './frame.js';

const SHOWN = 3;
/** Of the plate below a code, mm. */
const PAD = 8;

/** Errors red, warnings amber, with the check's code (furniture.ru.md 4.1); `info` is for reports only. */
export function drawFindings(frame: Frame, findings: readonly Finding[]): void {
  const places = new Map<string, { box: Box; found: Finding[] }>();
  for (const finding of findings) {
    if (finding.severity === 'info') continue;
    const box = placeOf(frame, finding.path);
    if (!box) continue;
    const key = `${box.x} ${box.y} ${box.w} ${box.h}`;
    const place = places.get(key) ?? { box, found: [] };
    place.found.push(finding);
    places.set(key, place);
  }
  for (const { box, found } of places.values()) outline(frame, box, found);
  for (const { box, found } of places.values()) callOut(frame, box, found);
}

/** The box of `runs[A-base].nodes[n3]`, `obstacles[o1]`, `room.walls[A]`, of a run as its wall; undefined for the rest. */
function placeOf(frame: Frame, path: string): Box | undefined {
  const { nodes, order } = frame.scene;
  const node = nodes.find((n) => path.endsWith(`nodes[${n.node.id}]`));
  if (node) return elevation(frame, node);
  const obstacle = frame.obstacles.find((v) => path === `obstacles[${v.obstacle.id}]`);
  if (obstacle) return elevation(frame, obstacle);
  const item = order.items.find((i) => path === `items[${i.id}]`);
  const holder = item && nodes.find((n) => n.node.id === item.node);
  if (holder) return elevation(frame, holder);
  const run = order.runs.find((r) => path.startsWith(`runs[${r.id}]`));
  const index = order.room.walls.findIndex(
    (wall) => path.startsWith(`room.walls[${wall.id}]`) || wall.id === run?.wall,
  );
  const wall = order.room.walls[index];
  return wall && elevation(frame, { wallIndex: index, x0: 0, x1: wall.length, z0: 0, z1: frame.ceiling });
}

const worst = (found: readonly Finding[]): 'er' | 'wa' => (found.some((f) => f.severity === 'error') ? 'er' : 'wa');

function outline({ canvas }: Frame, box: Box, found: readonly Finding[]): void {
  const b = grow(box, 10);
  canvas.open({}, found.map((f) => `${f.code}: ${f.msg}`).join('\n'));
  canvas.rect(worst(found), b.x, b.y, b.w, b.h, 12);
  canvas.close();
}

function callOut(frame: Frame, box: Box, found: readonly Finding[]): void {
  const codes = [...new Set(found.map((f) => f.code))];
  const shown = codes.slice(0, SHOWN);
  if (codes.length > SHOWN) shown.push(`+${codes.length - SHOWN}`);
  for (const code of shown) {
    const of = found.filter((f) => f.code === code);
    const cls = worst(of.length > 0 ? of : found);
    for (const line of frame.labels.place(callOuts(box, code), { over: true }) ?? []) {
      const b = lineBox(line);
      frame.canvas.rect(`${cls}-b`, b.x, b.y, b.w, b.h, 12);
      frame.canvas.text(line);
    }
  }
}

/** From the upper edge of the place downwards, then above it. */
function* callOuts(box: Box, text: string): Generator<readonly Line[]> {
  const cx = Math.round(box.x + box.w / 2);
  const line = (x: number, y: number): readonly Line[] => [
    { cls: 'tw', x, y, size: TEXT.code, text, style: { bold: true }, pad: PAD },
  ];
  for (let y = box.y + 60; y < box.y + box.h - 40; y += 80) yield line(cx, Math.round(y));
  for (let i = 1; i < 60; i += 1) yield line(cx, Math.round(box.y - 50 - i * 80));
}
