/** Which wall units go where: units that were asked for to their walls, blocks to the stretches of a row. */
import { hasTrait, isCornerUnit } from '../../catalogue/traits.js';
import type { Wall } from '../../order/order.js';
import type { Block, FreeStretch, Piece } from '../model.js';
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

/** The wall units that were asked for, by wall: the wall that was named, for a drainer the sink's, else the first with a row. */
export function share(
  walls: readonly Wall[],
  floor: readonly (readonly Piece[])[],
  wanted: WallUnitsBrief,
): Map<string, Block[]> {
  const shared = new Map<string, Block[]>();
  const usual = walls.find((wall) => wanted.carries(wall.id)) ?? walls[0];
  const sink = walls.find((wall, i) => wanted.carries(wall.id) && floor[i]?.some((p) => p.block?.role === 'sink'));
  for (const unit of wanted.units.filter((u) => !isCornerUnit(u.code))) {
    const wall = unit.placement.wall ?? (hasTrait(unit.code, 'drainer') ? sink?.id : undefined) ?? usual?.id;
    if (wall !== undefined) shared.set(wall, [...(shared.get(wall) ?? []), unit]);
  }
  return shared;
}
