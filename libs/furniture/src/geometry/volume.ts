import { CONSTANTS } from '../catalogue/catalogue.js';
import { isEndPanel, isFiller, isGap, isHoodCabinet, isNiche, isOpenShelf } from '../catalogue/kinds.js';
import type { Unit } from '../catalogue/module.js';
import type { Tier } from '../order/order.js';

export interface Range {
  from: number;
  to: number;
}

/** Front planes from the wall, mm: 580 for floor units, 320 for wall units (furniture.ru.md 1.1). */
export const frontPlane = (tier: Tier): number =>
  tier === 'base' || tier === 'tall' ? CONSTANTS.frontPlaneBase : CONSTANTS.frontPlaneWall;

/** What the applied parts add to the carcass's depth: back sheet, buffer, front (3 + 1 + 16). */
const APPLIED = CONSTANTS.back + CONSTANTS.gap + CONSTANTS.facade;

/**
 * Height above the floor that a node takes, mm. Floor units stand on legs once (100): a corner unit's blind panel
 * included. Wall units hang with their bottom at 1420, hood cabinets with their top at 2140, the mezzanine from 2140.
 */
export function heightRange({ module, height: h }: Unit, tier: Tier): Range {
  if (tier === 'upper') return { from: CONSTANTS.wallTop, to: CONSTANTS.wallTop + h };
  if (tier === 'wall') {
    if (isHoodCabinet(module)) return { from: CONSTANTS.wallTop - h, to: CONSTANTS.wallTop };
    return { from: CONSTANTS.wallBottom, to: CONSTANTS.wallBottom + h };
  }
  if (isGap(module) || isEndPanel(module)) return { from: 0, to: h };
  return { from: isNiche(module) ? 0 : CONSTANTS.legs, to: CONSTANTS.legs + h };
}

/**
 * Depth from the wall that a node takes, mm, applied parts included. A floor unit shallower than its row keeps the
 * row's front plane and leaves the room behind it (for a riser or a radiator).
 */
export function depthRange({ module, depth }: Unit, tier: Tier): Range {
  const front = frontPlane(tier);
  if (isGap(module)) return { from: 0, to: 0 };
  if (isFiller(module)) return { from: frontPlane(tier) - CONSTANTS.facade, to: frontPlane(tier) };
  if (isEndPanel(module)) return { from: 0, to: depth };
  if (isOpenShelf(module)) return { from: 0, to: depth };
  const total = depth + APPLIED;
  if (tier === 'base' || tier === 'tall') return { from: Math.max(0, front - total), to: Math.max(front, total) };
  return { from: 0, to: total };
}
