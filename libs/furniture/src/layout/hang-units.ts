import type { Wall } from '../order/order.js';
import type { WallUnitsInput } from './hang.js';
import { isWallCornerUnit } from './hang-corners.js';
import type { Block, FreeStretch, Piece } from './model.js';

/** A drainer that was asked for takes the place of the one that the sink brings. */
export function drained(
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

/** Which wall an asked unit hangs on: the one that was named, a drainer over the sink, else the first that carries a row. */
export function share(
  walls: readonly Wall[],
  floor: readonly (readonly Piece[])[],
  wish: WallUnitsInput,
): Map<string, Block[]> {
  const shared = new Map<string, Block[]>();
  const usual = walls.find((wall) => wish.carries(wall.id)) ?? walls[0];
  const sink = walls.find((wall, i) => wish.carries(wall.id) && floor[i]?.some((p) => p.block?.role === 'sink'));
  for (const unit of wish.units.filter((u) => !isWallCornerUnit(u))) {
    const wall = unit.placement.wall ?? (unit.code === 'WD' ? sink?.id : undefined) ?? usual?.id;
    if (wall !== undefined) shared.set(wall, [...(shared.get(wall) ?? []), unit]);
  }
  return shared;
}
