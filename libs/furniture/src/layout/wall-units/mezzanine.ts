import { CONSTANTS, findModule, madeHeights } from '../../catalogue/catalogue.js';
import { isCornerFiller, isEndPanel, isHoodCabinet, isNiche, isOrdinary, STANDARD } from '../../catalogue/traits.js';
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
const { wallBottom, wallTop, deadWall, frontPlaneWall, cornerFiller } = CONSTANTS;

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
    const reach = { from: left ? deadWall : 0, to: wall.length - (right ? deadWall : 0) };
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
  reach: { from: number; to: number },
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
      const left = from > span.from ? CORNER : span.left;
      const right = to < span.to ? CORNER : span.right;
      return tiled({ from, to, left, right }, h, joints);
    });
  const row = [...deep, ...shallow].sort((a, b) => a.at - b.at);
  return [...row, ...row.flatMap((p, i) => closed(p, row[i + 1], h))].sort((a, b) => a.at - b.at);
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

function tiled(stretch: FreeStretch, height: number, joints: readonly number[]): Piece[] {
  if (stretch.to <= stretch.from) return [];
  const task = { stretch, blocks: [], table: UPPER, tier: 'upper' as const, height, joints, placePoints: () => 0 };
  return hang(task)?.pieces ?? [];
}
