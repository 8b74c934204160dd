import { CONSTANTS, findModule, madeHeights } from '../../catalogue/catalogue.js';
import {
  isCornerFiller,
  isEndPanel,
  isFiller,
  isHoodCabinet,
  isNiche,
  isOrdinary,
  STANDARD,
} from '../../catalogue/traits.js';
import { RULES } from '../../checks/rules/index.js';
import { DOOR_SWING } from '../../geometry/corners.js';
import { type Edge, type FreeStretch, type Piece, plainBlock, plainPiece, type Room } from '../model.js';
import { UPPER } from '../row/tilings.js';
import { type BlockedZone, blockedZones, cut, overlaps } from '../row/zones.js';
import { FILLER } from '../scoring.js';
import { hang, jointsOf } from './hang.js';

/** Made heights, highest first; widths over tall units; room for mounting below the ceiling (HGT-CEIL). mm */
const HEIGHTS = madeHeights(STANDARD.mezzanine).toReversed();
const DEEP: readonly unknown[] = findModule(STANDARD.tallMezzanine)?.widths ?? [];
const CLEAR = RULES['HGT-CEIL'].limits.mounting;
const { wallBottom, wallTop, deadWall, frontPlaneBase, frontPlaneWall, cornerFiller } = CONSTANTS;

/** The tallest mezzanine that a room takes, mm; undefined where not even the lowest goes in. */
export const mezzanineHeight = (ceiling: number): number | undefined =>
  HEIGHTS.find((h) => wallTop + h <= ceiling - CLEAR);

/**
 * Mezzanines over wall units and tall units (furniture.ru.md 1.1: from 2140): deep ones over tall units, the rest
 * tiled over the wall row. There is no corner mezzanine: where two rows meet both end 370 from the corner, behind
 * fillers (3.3, dead corner).
 */
export function mezzanine(
  room: Room,
  floor: readonly (readonly Piece[])[],
  wallRows: readonly (readonly Piece[])[],
): Piece[][] {
  const h = mezzanineHeight(room.ceiling);
  const zones = blockedZones(room, 'upper');
  const near = (i: number, side: 'left' | 'right', within: number): boolean => {
    const length = room.walls[i]?.length ?? 0;
    const high = [...(wallRows[i] ?? []), ...(floor[i] ?? []).filter((p) => p.tier === 'tall')];
    return high.some((p) => (side === 'left' ? p.at : length - p.at - p.w) < within);
  };
  // This row reaches into the corner and the other's fronts are near enough to be blocked by it (COR-DEAD).
  const meet = (i: number, side: 'left' | 'right', other: number): boolean =>
    near(i, side, deadWall) && near(other, side === 'left' ? 'right' : 'left', deadWall + DOOR_SWING);
  return room.walls.map((wall, i) => {
    if (h === undefined) return [];
    const left = wall.turn === 'right' && meet(i, 'left', i - 1);
    const right = room.walls[i + 1]?.turn === 'right' && meet(i, 'right', i + 1);
    const reach = { from: left ? deadWall : 0, to: wall.length - (right ? deadWall : 0), inner: right };
    const row = over(floor[i] ?? [], wallRows[i] ?? [], h, reach, zones[i] ?? []);
    const filler = (at: number): Piece => ({ ...plainPiece(STANDARD.cornerFiller, 'upper', cornerFiller, h), at });
    const first = row[0]?.at ?? Number.POSITIVE_INFINITY;
    const last = row.at(-1);
    return [
      ...(left && first - reach.from < FILLER.min ? [filler(frontPlaneWall)] : []),
      ...row,
      ...(right && last && reach.to - last.at - last.w < FILLER.min ? [filler(reach.to)] : []),
    ];
  });
}

function over(
  floor: readonly Piece[],
  wallRows: readonly Piece[],
  h: number,
  reach: { from: number; to: number; inner: boolean },
  zones: readonly BlockedZone[],
): Piece[] {
  const inside = (p: Piece): boolean => p.at >= reach.from && p.at + p.w <= reach.to;
  const clear = (p: Piece): boolean => !zones.some((z) => overlaps(z, p.at, p.at + p.w));
  const talls = floor.filter(
    (p) => p.tier === 'tall' && !isNiche(p.code) && DEEP.includes(p.w) && inside(p) && clear(p),
  );
  const deep = talls.map((p): Piece => ({ ...plainPiece(STANDARD.tallMezzanine, 'upper', p.w, h), at: p.at }));
  const under = wallRows.some(isHigh) ? [] : wallRows.filter((p) => !isCornerFiller(p.code) && !isEndPanel(p.code));
  const joints = jointsOf(under, isOrdinary);
  const beside = (at: number): Edge => (talls.some((p) => p.at === at || p.at + p.w === at) ? TALL : END);
  const shallow = spans(under)
    .flatMap((span) => cut({ ...span, left: beside(span.from), right: beside(span.to) }, zones, []))
    .flatMap((span) => {
      const from = Math.max(span.from, reach.from);
      const to = Math.min(span.to, reach.to);
      const left = reach.from > 0 && from === reach.from ? CORNER : span.left;
      const right = reach.inner && to === reach.to ? CORNER : span.right;
      const stretch = { from, to, left, right };
      const pieces = tiled(stretch, h, joints);
      const together =
        (left === CORNER && isFiller(pieces[0]?.code ?? '')) ||
        (right === CORNER && isFiller(pieces.at(-1)?.code ?? ''));
      return (together ? aboveFillers(stretch, h, joints, under) : undefined) ?? pieces;
    });
  const row = [...deep, ...shallow].sort((a, b) => a.at - b.at);
  const sides = [...floor.filter((p) => p.tier === 'tall'), ...wallRows]
    .filter((p) => isEndPanel(p.code) && inside(p) && clear(p))
    .flatMap((p) => panelOver(p, row, h));
  return [...row, ...row.flatMap((p, i) => closed(p, row[i + 1], h)), ...sides].sort((a, b) => a.at - b.at);
}

/** Goes on with an end panel beside the mezzanine that ends at it, as deep as that. */
function panelOver({ at, w }: Piece, row: readonly Piece[], h: number): Piece[] {
  const beside = row.filter((p) => p.at === at + w || p.at + p.w === at);
  const [only] = beside;
  if (!only || beside.length > 1) return [];
  const panel: Piece = { ...plainPiece(STANDARD.endPanel, 'upper', w, h), at };
  return [only.code === STANDARD.tallMezzanine ? { ...panel, d: frontPlaneBase } : panel];
}

/** Wall units that reach above 2140 leave no room for a mezzanine. */
const isHigh = ({ code, h = 0 }: Piece): boolean => !isHoodCabinet(code) && wallBottom + h > wallTop;

/** Closes a slit between two mezzanines, as a panel between their tall units causes it. */
function closed(p: Piece, next: Piece | undefined, h: number): Piece[] {
  const at = p.at + p.w;
  const w = (next?.at ?? at) - at;
  return w >= FILLER.min && w <= FILLER.max ? [{ ...plainPiece(STANDARD.filler, 'upper', w, h), at }] : [];
}

/** What a stretch of mezzanines ends at: the end of the row below, a deep one over a tall unit, the row round the corner. */
const END: Edge = { kind: 'obstacle' };
const TALL: Edge = { kind: 'block', block: plainBlock('tall', { code: STANDARD.tallMezzanine, w: 0, tier: 'tall' }) };
const CORNER: Edge = { kind: 'corner' };

/** Unbroken stretches of the wall row, mm. */
function spans(pieces: readonly Piece[]): { from: number; to: number }[] {
  const list: { from: number; to: number }[] = [];
  for (const p of pieces.toSorted((a, b) => a.at - b.at)) {
    const open = list.at(-1);
    if (open && p.at - open.to < 16) open.to = Math.max(open.to, p.at + p.w);
    else list.push({ from: p.at, to: p.at + p.w });
  }
  return list;
}

/** Mezzanines with a filler over each filler of the row below, where their widths are made; undefined where they are not. */
function aboveFillers(
  { from, to, left, right }: FreeStretch,
  height: number,
  joints: readonly number[],
  row: readonly Piece[],
): Piece[] | undefined {
  const fillers = row.filter((p) => isFiller(p.code) && p.at >= from && p.at + p.w <= to).sort((a, b) => a.at - b.at);
  if (fillers.length === 0) return undefined;
  const pieces: Piece[] = [];
  let at = from;
  for (const end of [...fillers, { at: to, w: 0 }]) {
    const units = tiled({ from: at, to: end.at, left, right }, height, joints);
    if (units.reduce((w, p) => w + p.w, 0) !== end.at - at || units.some((p) => isFiller(p.code))) return undefined;
    pieces.push(
      ...units,
      ...(end.w > 0 ? [{ ...plainPiece(STANDARD.filler, 'upper', end.w, height), at: end.at }] : []),
    );
    at = end.at + end.w;
  }
  return pieces;
}

function tiled(stretch: FreeStretch, height: number, joints: readonly number[]): Piece[] {
  if (stretch.to <= stretch.from) return [];
  const task = { stretch, blocks: [], table: UPPER, tier: 'upper' as const, height, joints, placePoints: () => 0 };
  return hang(task)?.pieces ?? [];
}
