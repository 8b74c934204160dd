import { CONSTANTS } from '../catalogue/catalogue.js';
import { hasTrait, isOrdinary } from '../catalogue/traits.js';
import type { Order, Run } from '../order/order.js';
import { meetInCorners, nodesAlong, type Stretch, stretchesOf } from './stretches.js';

/**
 * The plinth's stretches, mm on the wall: under base and tall units and their fillers, up to end panels, niches and
 * doors; where two walls meet in an inner corner both end 530 from it (furniture.ru.md 1.1).
 */
export function plinths(order: Order): Stretch[] {
  const onFloor = (run: Run) => run.plinth && (run.tier === 'base' || run.tier === 'tall');
  const rows = order.room.walls.map((wall) =>
    stretchesOf(
      wall.id,
      nodesAlong(order, wall.id, onFloor),
      (lying) => !hasTrait(lying.module, 'breaks-plinth'),
    ).filter((s) => s.nodes.some((lying) => isOrdinary(lying.module))),
  );
  return meetInCorners(order, rows, CONSTANTS.plinthPlane, CONSTANTS.plinthPlane).flat();
}
