import { CONSTANTS } from '../catalogue/catalogue.js';
import type { Scene } from '../scene/scene.js';
import { drawElevation, type Elevation, elevationOf, halvesIn, upperEdges } from './elevation.js';
import { labelUnits } from './labels.js';
import { titleOf } from './lists.js';
import { noteObstacles } from './notes.js';
import { beyond, drawChain } from './paper/chains.js';
import { DRAWING_AREA, type Draft, drawing, STRIP_AREA } from './paper/frame.js';
import type { Area } from './paper/paper.js';
import { drawTable, ROW } from './paper/table.js';

/** Standard scales (ГОСТ 2.302), the largest first. */
export const SCALES = [10, 20, 25, 40, 50, 75, 100] as const;

/** What chains take beside an elevation, mm of the sheet. */
const LEFT = 22;
const RIGHT = 34;
const ABOVE = 34;
const BELOW = 34;
const FIRST = 9;
const NEXT = 7.5;

/** The largest standard scale at which a drawing of `w` × `h` mm fits `area` with its dimensions. */
export function scaleFor(w: number, h: number, area: Pick<Area, 'w' | 'h'>): number {
  return SCALES.find((scale) => w / scale <= area.w && h / scale <= area.h) ?? SCALES[SCALES.length - 1] ?? 100;
}

/** One wall from the front, its units numbered, with every dimension that it is made and hung by. */
export function wallSheet(scene: Scene, index: number): Draft | undefined {
  const wall = scene.order.room.walls[index];
  if (!wall) return undefined;
  const { ceiling } = scene.order;
  // What hangs beside the title block: the drawing may go down to it.
  const area = DRAWING_AREA;
  const scale = scaleFor(wall.length, ceiling, { w: area.w - LEFT - RIGHT, h: area.h - ABOVE - BELOW + 8 });
  const draft = drawing(`Стена ${wall.id}. Вид спереди`, `1:${scale}`);
  const left = area.x + LEFT + Math.max(0, (area.w - LEFT - RIGHT - wall.length / scale) / 2);
  const floor = area.y + ABOVE + ceiling / scale;
  const e = elevationOf(draft.paper, scene, index, scale, [left, floor]);
  if (!e) return undefined;
  drawElevation(e);
  labelUnits(e);
  noteObstacles(e);
  upperChains(e);
  const below = lowerChains(e);
  heights(e);
  const title = `Стена ${wall.id}, ${wall.length} мм`;
  draft.paper.text(area.x, area.y + 5, title, { size: 5, bold: true });
  draft.paper.text(area.x, area.y + 11, `Вид спереди, М 1:${scale}`, { size: 3.5 });
  unitTable(e, below);
  return draft;
}

/** Rows above the ceiling: wall units with what is left of the wall, then the mezzanine. */
function upperChains(e: Elevation): void {
  const { paper, wall, x } = e;
  const ceiling = e.y(e.scene.order.ceiling);
  let [line, from] = [ceiling - FIRST, ceiling - 1];
  for (const { caption, at } of upperEdges(e)) {
    const reach = drawChain(paper, { of: `${wall.id}: ${caption}`, axis: 'x', at, place: x, line, from, caption });
    // Beyond the numbers of the chain before.
    from = line - Math.max(4, reach + 0.6);
    line -= Math.max(NEXT, reach + 5);
  }
}

/** Rows below the floor: units, obstacles, the wall as a whole; gives the lowest line. */
function lowerChains(e: Elevation): number {
  const { paper, wall, nodes, obstacles, x } = e;
  const floor = e.y(0);
  let [line, from] = [floor + FIRST, floor + 1];
  const chain = (edges: readonly number[], caption: string) => {
    const at = [0, wall.length, ...edges];
    const reach = drawChain(paper, { of: `${wall.id}: ${caption}`, axis: 'x', at, place: x, line, from, caption });
    from = beyond(line, reach);
    // The next chain's numbers stand above its line: apart from those that this one has below.
    line += Math.max(NEXT, reach + 6);
  };
  const row = nodes.filter((n) => n.tier === 'base' || n.tier === 'tall');
  if (row.length > 0) {
    chain(
      [...row, ...halvesIn(e, ['base', 'tall'])].flatMap((n) => [n.x0, n.x1]),
      'низ',
    );
  }
  if (obstacles.length > 0) {
    chain(
      obstacles.flatMap((v) => (v.obstacle.kind === 'socket' ? [(v.x0 + v.x1) / 2] : [v.x0, v.x1])),
      'проёмы, выводы',
    );
  }
  const lowest = line;
  chain([], 'стена');
  return lowest;
}

/** At the left what stands there, at the right the worktop and the ceiling as totals. */
function heights(e: Elevation): void {
  const { paper, scene, wall, index, nodes, x, y } = e;
  const { ceiling } = scene.order;
  const { legs, worktopTop } = CONSTANTS;
  const of = (tier: string) => nodes.filter((n) => n.tier === tier);
  const low = of('base').filter((n) => n.z0 >= legs);
  const hung = of('wall').filter((n) => n.z1 - n.z0 > 100);
  const top = scene.worktops.some((w) => w.wallIndex === index);
  const at = [0, ceiling];
  if (low.length + of('tall').length > 0) at.push(legs);
  if (low.length > 0) at.push(Math.max(...low.map((n) => n.z1)));
  if (top) at.push(worktopTop);
  const row = hung.filter((n) => !n.appliances.has('hood'));
  const measured = row.length > 0 ? row : hung;
  if (measured.length > 0) at.push(Math.min(...measured.map((n) => n.z0)), Math.max(...measured.map((n) => n.z1)));
  at.push(...of('tall').map((n) => n.z1), ...of('upper').map((n) => n.z1));
  const left = x(0);
  drawChain(paper, { of: `${wall.id}: высоты`, axis: 'y', at, place: y, line: left - FIRST, from: left - 1 });
  const right = x(wall.length);
  const hoods = nodes.filter((n) => n.appliances.has('hood')).map((n) => n.z0);
  const totals = [0, ceiling, ...(top ? [worktopTop] : []), ...hoods];
  drawChain(paper, { of: `${wall.id}: итог`, axis: 'y', at: totals, place: y, line: right + FIRST, from: right + 1 });
  drawChain(paper, {
    of: `${wall.id}: потолок`,
    axis: 'y',
    at: [0, ceiling],
    place: y,
    line: right + FIRST + NEXT,
    from: right + FIRST + 1,
  });
}

/** The wall's units left of the title block and up to the chains, where they fit; the list of units has them all. */
function unitTable(e: Elevation, below: number): void {
  const rows = e.nodes.map((n) => [
    String(n.number),
    n.module.code,
    titleOf(n).replace(/ \(.*\)/, ''),
    `${n.unit.width} × ${n.unit.height} × ${n.unit.depth}`,
  ]);
  const bottom = STRIP_AREA.y + STRIP_AREA.h - 3;
  const fitting = (top: number) => Math.floor((bottom - top) / ROW) - 1;
  const [beside, most] = [fitting(STRIP_AREA.y - 3), fitting(below + 4)];
  if (rows.length > 2 * most) return;
  const alone = rows.length <= beside;
  const half = alone ? rows.length : Math.ceil(rows.length / 2);
  const columns = [
    { head: '№', w: 7, align: 'middle' as const },
    { head: 'Код', w: alone ? 13 : 12 },
    { head: 'Наименование', w: alone ? 90 : 53 },
    { head: 'Ш × В × Г', w: alone ? 31 : 27, align: 'middle' as const },
  ];
  const y = Math.min(STRIP_AREA.y - 3, bottom - (half + 1) * ROW);
  for (const [i, part] of [rows.slice(0, half), rows.slice(half)].entries()) {
    if (part.length > 0) drawTable(e.paper, { x: STRIP_AREA.x + i * 100.5 - 4, y, columns, rows: part });
  }
}
