import { place } from '../geometry/place.js';
import { type Point, toWorld, worldOf } from '../geometry/world.js';
import type { Order } from '../order/order.js';

/** Where a viewer stands who sees the fronts: not quite before them, so that the depth is seen; degrees. */
const ASIDE = 22;

/**
 * The direction to look at a kitchen from, whole degrees around the vertical: 0 before its first wall, positive towards
 * that wall's right end. It lies between the walls that have something to show, the more the longer they are; before
 * one wall, or one in the middle, on the side that tall units do not stand in the way of.
 */
export function viewAzimuth(order: Order): number {
  const frames = worldOf(order);
  const placed = place(order);
  const towards: Point = { x: 0, y: 0 };
  for (const { wall, index, n } of frames) {
    if (!placed.some(({ wallIndex }) => wallIndex === index)) continue;
    towards.x += n.x * wall.length;
    towards.y += n.y * wall.length;
  }
  const azimuth = Math.round((Math.atan2(towards.x, towards.y) * 180) / Math.PI);
  if (azimuth % 90 !== 0) return azimuth;
  const points = placed.flatMap(({ wallIndex, tier, x0, x1 }) => {
    const frame = frames[wallIndex];
    return frame ? [{ ...toWorld(frame, (x0 + x1) / 2, 0), tall: tier === 'tall' }] : [];
  });
  // As whoever looks at the kitchen has it.
  const toRight = ({ x, y }: Point): number => x * towards.y - y * towards.x;
  const middle = points.reduce((sum, point) => sum + toRight(point), 0) / (points.length || 1);
  const tall = points.reduce((sum, point) => sum + (point.tall ? toRight(point) - middle : 0), 0);
  return azimuth + (tall < 0 ? ASIDE : -ASIDE);
}
