import { CONSTANTS } from '../catalogue/catalogue.js';
import {
  isDiagonalCorner,
  isEndPanel,
  isFiller,
  isHoodCabinet,
  isMachineFront,
  isNiche,
  isOpenShelf,
} from '../catalogue/traits.js';
import type { Cutout } from '../geometry/cutouts.js';
import type { Point, Volume } from '../geometry/world.js';
import type { Order } from '../order/order.js';
import type { SceneNode } from '../scene/scene.js';
import { addBurners, addCutIn, addHood } from './equipment.js';
import { addPanels, carcassPlane } from './fronts.js';
import type { WallShapes } from './mesh.js';

const BOARD = CONSTANTS.t;

/** A unit with what stands in it: boards, fronts, handles, appliances; mm. */
export function addUnit(shapes: WallShapes, order: Order, node: SceneNode, cutouts: readonly Cutout[]): void {
  const { module } = node;
  const handle = order.handles[node.tier] ?? 'grip';
  if (isFiller(module)) {
    shapes.box('facade', node, false);
    shapes.outline('edge', node, node.y1);
  } else if (isEndPanel(module) || isOpenShelf(module)) {
    shapes.box('carcass', node, false);
    shapes.edges('rim', node);
  } else if (isDiagonalCorner(module)) addDiagonal(shapes, node);
  else {
    if (isMachineFront(module)) addMachine(shapes, node);
    else if (!isNiche(module)) addCarcass(shapes, node, cutouts.length > 0);
    addPanels(shapes, node, handle);
  }
  for (const cutout of cutouts) addCutIn(shapes, cutout, node);
  if (isHoodCabinet(module)) addHood(shapes, node);
  if (isNiche(module) && node.appliances.has('stove')) {
    const gas = node.items.some(({ fuel }) => fuel === 'gas');
    const plate = { x0: node.x0 + 5, x1: node.x1 - 5, y0: node.y0 + 40, y1: node.y1 - 20 };
    shapes.box('dark', { ...plate, z0: node.z1 - 2, z1: node.z1 + 3 });
    addBurners(shapes, plate, node.z1 + 3, gas);
  }
}

/**
 * Sides, bottom, lid, back, shelves where they are seen. Without a lid where something is let into the worktop above,
 * without a bottom where a hood is.
 */
function addCarcass(shapes: WallShapes, node: SceneNode, open: boolean): void {
  const { x0, x1, y0, z0, z1 } = node;
  const y1 = carcassPlane(node);
  const [left, right] = [x0 + BOARD, x1 - BOARD];
  const deep = { y0, y1 };
  shapes.edges('rim', { ...node, y1 });
  shapes.box('carcass', { x0, x1: left, ...deep, z0, z1 });
  shapes.box('carcass', { x0: right, x1, ...deep, z0, z1 });
  const level = (at: number) => shapes.box('carcass', { x0: left, x1: right, ...deep, z0: at, z1: at + BOARD });
  if (!isHoodCabinet(node.module)) level(z0);
  if (!open) level(z1 - BOARD);
  shapes.box('inside', { x0: left, x1: right, y0, y1: y0 + CONSTANTS.back, z0: z0 + BOARD, z1 });
  for (const at of shelvesOf(node)) level(at);
}

/** Lower edges of the shelves that can be seen: beside niches, and in what is open or behind glass, evenly. */
function shelvesOf({ unit, panels, z0, z1 }: SceneNode): number[] {
  const seen = panels.filter(({ kind }) => kind === 'open' || kind === 'glass');
  const shelves = unit.parts.filter(({ name }) => name === 'Полка').reduce((sum, { qty }) => sum + qty, 0);
  const [first] = seen;
  const even = first
    ? Array.from({ length: shelves }, (_, i) => first.z + ((i + 1) * first.h) / (shelves + 1) - BOARD / 2)
    : [];
  const niches = unit.zones.filter(({ kind }) => kind === 'niche');
  const beside = niches.flatMap(({ z, height }) => [z0 + z - BOARD, z0 + z + height]);
  return [...even, ...beside.filter((z) => z > z0 + BOARD && z < z1 - 2 * BOARD)];
}

/** A machine behind its front, on its own feet. */
function addMachine(shapes: WallShapes, node: SceneNode): void {
  const body: Volume = { ...node, x0: node.x0 + 3, x1: node.x1 - 3, y0: node.y0 + 10, y1: carcassPlane(node) };
  shapes.box('machine', { ...body, z1: node.z1 - 4 });
}

/** The body over its footprint, and the one front before its first edge. */
function addDiagonal(shapes: WallShapes, { outline, unit, z0, z1 }: SceneNode): void {
  const [a, b, ...rest] = outline;
  if (!a || !b) return;
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const edge = Math.hypot(dx, dy);
  // Into the body: the outline goes clockwise as seen from above, the room on its left.
  const inner = inwards(outline, a, b);
  const at = (along: number, behind: number): Point => ({
    x: a.x + (dx / edge) * along + inner.x * behind,
    y: a.y + (dy / edge) * along + inner.y * behind,
  });
  const behind = CONSTANTS.facade + CONSTANTS.gap;
  shapes.prism('carcass', [at(0, behind), at(edge, behind), ...rest], z0, z1);
  const width = Math.min(edge, unit.zones[0]?.leafWidth ?? edge);
  const from = (edge - width) / 2;
  const slab = [at(from, 0), at(from + width, 0), at(from + width, CONSTANTS.facade), at(from, CONSTANTS.facade)];
  shapes.prism('facade', slab, z0 + 2, z1 - 2);
  shapes.rims('edge', slab, z0 + 2, z1 - 2);
  const grip = [at(from, -16), at(from + width, -16), at(from + width, 0), at(from, 0)];
  if (z0 < 1000) shapes.prism('handle', grip, z1 - 4, z1 - 1);
}

/** The unit vector from the edge towards the rest of the outline. */
function inwards(outline: readonly Point[], a: Point, b: Point): Point {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const normal = { x: -(b.y - a.y) / length, y: (b.x - a.x) / length };
  const side = outline.reduce((sum, { x, y }) => sum + (x - a.x) * normal.x + (y - a.y) * normal.y, 0);
  return side >= 0 ? normal : { x: -normal.x, y: -normal.y };
}
