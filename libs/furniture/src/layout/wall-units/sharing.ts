/** Which wall units go where: units that were asked for to their walls, blocks to the stretches of a row. */
import { hasTrait, isCornerUnit } from '../../catalogue/traits.js';
import type { Wall } from '../../order/order.js';
import { type Block, type FreeStretch, isHob, type Piece, type Room } from '../model.js';
import type { BlockedZone } from '../row/zones.js';
import type { WallUnitsBrief } from './rows.js';

/** A drainer that was asked for replaces the one that follows from the sink. */
export function withoutDoubleDrainer(
  { units, filled }: { units: readonly Block[]; filled: boolean },
  drainers: readonly Block[],
): [drainers: Block[], units: Block[]] {
  const [over] = drainers;
  const asked = units.find((unit) => unit.code === over?.code);
  if (!over || !asked) return [filled ? [...drainers] : [], [...units]];
  const at = Math.round((over.placement.at ?? 0) + (over.w - asked.w) / 2);
  return [[], units.map((unit) => (unit === asked ? { ...unit, placement: { ...unit.placement, at } } : unit))];
}

/** Drainers go to the stretch over their sink, other units to the roomiest one. */
export function distribute(
  stretches: readonly FreeStretch[],
  drainers: readonly Block[],
  units: readonly Block[],
): Block[][] {
  const placed: Block[][] = stretches.map(() => []);
  const room = stretches.map((s) => s.to - s.from);
  const put = (i: number, block: Block): void => {
    placed[i]?.push(block);
    room[i] = (room[i] ?? 0) - block.w;
  };
  for (const drainer of drainers) {
    const centre = (drainer.placement.at ?? 0) + drainer.w / 2;
    const i = stretches.findIndex((s) => s.from <= centre && centre <= s.to);
    if (i >= 0 && (room[i] ?? 0) >= drainer.w) put(i, drainer);
  }
  for (const unit of units) {
    const centre = (unit.placement.at ?? Number.NaN) + unit.w / 2;
    const over = stretches.findIndex((s, i) => s.from <= centre && centre <= s.to && (room[i] ?? 0) >= unit.w);
    const i = over >= 0 ? over : room.indexOf(Math.max(...room));
    if (i >= 0 && (room[i] ?? 0) >= unit.w) put(i, unit);
  }
  return placed;
}

/**
 * The wall units that were asked for, by wall: the wall that was named, for a drainer the sink's, else the first with a
 * row; the next one with a row where that cannot hold it. `free`: mm that each wall takes.
 */
export function share(
  walls: readonly Wall[],
  floor: readonly (readonly Piece[])[],
  free: ReadonlyMap<string, number>,
  wanted: WallUnitsBrief,
): Map<string, Block[]> {
  const shared = new Map<string, Block[]>();
  const carrying = walls.filter((wall) => wanted.carries(wall.id));
  const usual = carrying[0] ?? walls[0];
  const sink = walls.find((wall, i) => wanted.carries(wall.id) && floor[i]?.some((p) => p.block?.role === 'sink'));
  const room = new Map(free);
  for (const unit of wanted.units.filter((u) => !isCornerUnit(u.code))) {
    const first = (hasTrait(unit.code, 'drainer') ? sink : undefined) ?? usual;
    const roomy = [first, ...carrying].find((wall) => wall && (room.get(wall.id) ?? 0) >= unit.w);
    const wall = unit.placement.wall ?? (roomy ?? first)?.id;
    if (wall === undefined) continue;
    shared.set(wall, [...(shared.get(wall) ?? []), unit]);
    room.set(wall, (room.get(wall) ?? 0) - unit.w);
  }
  return shared;
}

/** At most so many mm of wall units hang on each wall: beside windows and boilers, tall units and the hood. */
export function roomOver(
  walls: readonly Wall[],
  floor: readonly (readonly Piece[])[],
  zones: readonly (readonly BlockedZone[])[],
  { hood, carries }: WallUnitsBrief,
): Map<string, number> {
  return new Map(
    walls.map(({ id, length }, i): [string, number] => {
      const standing = floor[i] ?? [];
      const taken = standing.filter((p) => p.tier === 'tall' || (hood && carries(id) && isHob(p.block)));
      const blocked = [...(zones[i] ?? []), ...taken.map(({ at, w }) => ({ from: at, to: at + w }))];
      return [id, length - covered(blocked, length)];
    }),
  );
}

/** Units of a wall that its row has no place for. */
export function unhung(units: readonly Block[], row: readonly Piece[]): Block[] {
  const codes = row.map(({ code, w }) => `${code} ${w}`);
  return units.filter(({ code, w }) => {
    const at = codes.indexOf(`${code} ${w}`);
    if (at >= 0) codes.splice(at, 1);
    return at < 0;
  });
}

export const sumOfWidths = (blocks: readonly Block[]): number => blocks.reduce((mm, { w }) => mm + w, 0);

/** mm of a wall that lie in some of these parts. */
function covered(parts: readonly { from: number; to: number }[], length: number): number {
  let sum = 0;
  let end = 0;
  for (const { from, to } of parts.toSorted((a, b) => a.from - b.from)) {
    sum += Math.max(0, Math.min(to, length) - Math.max(from, end));
    end = Math.max(end, to);
  }
  return sum;
}

/** Whether the wall units that were asked for are longer than the walls, however the floor is laid out. */
export function isOverfull(
  { walls }: Room,
  zones: readonly (readonly BlockedZone[])[],
  wanted: WallUnitsBrief,
): boolean {
  const units = wanted.units.filter(({ tier, code }) => tier === 'wall' && !isCornerUnit(code));
  const room = roomOver(walls, [], zones, wanted);
  const over = walls.some(
    ({ id }) => sumOfWidths(units.filter(({ placement }) => placement.wall === id)) > (room.get(id) ?? 0),
  );
  return over || sumOfWidths(units) > [...room.values()].reduce((mm, free) => mm + free, 0);
}
