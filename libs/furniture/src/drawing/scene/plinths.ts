import { plinths } from '../../bom/profiles.js';
import type { Scene } from './scene.js';

/** A stretch along a wall, mm. */
export interface Span {
  x0: number;
  x1: number;
}

/** Stretches of plinth on a wall: the very pieces that are cut (spec.md, render, rule 5), so that both always agree. */
export function plinthSpans(scene: Scene, wallIndex: number): Span[] {
  const id = scene.order.room.walls[wallIndex]?.id;
  return plinths(scene.order).filter(({ wall, x0, x1 }) => wall === id && x1 > x0);
}
