import { CONSTANTS } from '../catalogue/catalogue.js';
import { build } from './build.js';
import type { Block, Piece, Room, Stretch } from './model.js';
import { lay, type Task } from './solve.js';
import { UPPER } from './tilings.js';

/** Heights of mezzanines, mm (A, AT), and what stays free below the ceiling (HGT-CEIL). */
const HEIGHTS = [540, 480, 420, 360, 300];
const TOP = 2140;
const CLEAR = 10;

/** The tallest mezzanine that a room takes, mm; undefined below 2450. */
export const mezzanineHeight = (ceiling: number): number | undefined => HEIGHTS.find((h) => TOP + h <= ceiling - CLEAR);

/** Mezzanines over what hangs and over tall units (furniture.ru.md 1.1: from 2140): deep ones over tall units, the rest tiled over the hanging row. */
export function mezzanine(
  room: Room,
  floor: readonly (readonly Piece[])[],
  hung: readonly (readonly Piece[])[],
): Piece[][] {
  const h = mezzanineHeight(room.ceiling);
  return room.walls.map((wall, i) => {
    if (h === undefined) return [];
    // There is no corner mezzanine: in an inner corner both rows stop short of each other.
    const from = i > 0 && wall.turn === 'right' ? CONSTANTS.deadWall : 0;
    const to = wall.length - (room.walls[i + 1]?.turn === 'right' ? CONSTANTS.deadWall : 0);
    return over(floor[i] ?? [], hung[i] ?? [], h, { from, to });
  });
}

const TALL_WIDTHS = [400, 450, 500, 600];

function over(
  floor: readonly Piece[],
  hung: readonly Piece[],
  h: number,
  reach: { from: number; to: number },
): Piece[] {
  const inside = (p: Piece): boolean => p.at >= reach.from && p.at + p.w <= reach.to;
  const talls = floor.filter((p) => p.tier === 'tall' && p.code !== 'NF' && TALL_WIDTHS.includes(p.w) && inside(p));
  const deep = talls.map((p): Piece => ({ code: 'AT', tier: 'upper', at: p.at, w: p.w, h, items: [] }));
  const shallow = spans(hung.filter((p) => p.code !== 'FLC' && p.code !== 'EP')).flatMap((span) =>
    tiled({ from: Math.max(span.from, reach.from), to: Math.min(span.to, reach.to) }, h),
  );
  return [...deep, ...shallow].sort((a, b) => a.at - b.at);
}

/** Unbroken stretches of the hanging row, mm. */
function spans(pieces: readonly Piece[]): { from: number; to: number }[] {
  const list: { from: number; to: number }[] = [];
  for (const p of pieces.toSorted((a, b) => a.at - b.at)) {
    const open = list.at(-1);
    if (open && p.at - open.to < 16) open.to = Math.max(open.to, p.at + p.w);
    else list.push({ from: p.at, to: p.at + p.w });
  }
  return list;
}

function tiled({ from, to }: { from: number; to: number }, h: number): Piece[] {
  const edge = (key: string): Stretch['left'] => ({
    kind: 'block',
    block: { key, code: 'W', w: 0, tier: 'wall', role: 'unit', items: [], wish: {} } satisfies Block,
  });
  const task: Task = {
    stretch: { from, to, left: edge('l'), right: edge('r') },
    blocks: [],
    table: UPPER,
    fill: 'all',
    panels: false,
    wallRow: false,
    gapPoints: () => 0,
    placePoints: () => undefined,
  };
  const laid = to > from ? lay(task) : undefined;
  return laid ? build(task, laid, 'upper', h) : [];
}
