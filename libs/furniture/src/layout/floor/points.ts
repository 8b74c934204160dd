import { CONSTANTS } from '../../catalogue/catalogue.js';
import { hasTrait, isNiche } from '../../catalogue/traits.js';
import type { Interval } from '../../geometry/intervals.js';
import { type ObstacleVolume, obstacleVolumes } from '../../geometry/obstacles.js';
import type { Placement } from '../brief.js';
import { type Block, isHob, isTall, type Room } from '../model.js';
import { GAP, PLACE } from '../preferences.js';
import type { Neighbour } from '../row/solve.js';
import { type BlockedZone, blockedZones, emptyOrder, type Fixed, overlaps } from '../row/zones.js';
import { AIM, POINTS, STEP } from '../scoring.js';

/** What a place on a wall's floor row is judged by; mm along the wall. */
export interface Surroundings {
  length: number;
  /** Where tall units may not stand. */
  tall: readonly BlockedZone[];
  /** Where no hood is possible (windows, boilers). Empty for kitchens without wall units. */
  hood: readonly BlockedZone[];
  windows: readonly Interval[];
  water: readonly Interval[];
  /** Sockets above the plinth. */
  sockets: readonly Interval[];
  /** Front planes of the rows around the corners, where there are inner corners. */
  fronts: { left?: number; right?: number };
  fixed: readonly Fixed[];
}

/** The points of a block as a function of its place; undefined where every place is equal. */
export function placePointsOf(s: Surroundings, block: Block): ((at: number) => number) | undefined {
  const judged =
    s.fixed.length > 0 ||
    block.placement.where === 'centre' ||
    (isTall(block) && s.tall.length > 0) ||
    (isHob(block) && (s.hood.length > 0 || s.windows.length > 0)) ||
    (block.role === 'sink' && s.water.length > 0) ||
    (block.role === 'dishwasher' && (s.fronts.left !== undefined || s.fronts.right !== undefined)) ||
    s.sockets.length > 0;
  return judged ? (at) => placePoints(s, block, at) : undefined;
}

/** Points of a block at a place: obstacles, the corner, the place asked for, appliances that are fixed already. */
export function placePoints(s: Surroundings, block: Block, at: number): number {
  const end = at + block.w;
  let points = 0;
  if (isTall(block) && s.tall.some((z) => overlaps(z, at, end))) points += POINTS.error;
  if (isHob(block)) {
    if (s.hood.some((z) => overlaps(z, at, end))) points += PLACE.hobUnderNothing;
    if (block.fuel === 'gas' && s.windows.some((z) => overlaps(z, at - AIM.gasWindow, end + AIM.gasWindow)))
      points += POINTS.warning;
  }
  if (block.role === 'sink') for (const z of s.water) if (z.from < at || z.to > end) points += PLACE.sinkOffWater;
  if (s.sockets.some((z) => overlaps(z, at, end)) && hasTrait(block.code, 'no-socket-behind'))
    points += PLACE.socketBehind;
  if (block.role === 'dishwasher') points += besideCorner(s, at, end);
  if (block.placement.where === 'centre') {
    const off = Math.abs(at + block.w / 2 - s.length / 2);
    points += (PLACE.offCentreBy5 * off + PLACE.farOffCentreBy5 * Math.max(0, off - AIM.centre)) / 5;
  }
  for (const fixed of s.fixed) points += besideFixed(block, at, fixed);
  return points;
}

function besideCorner({ fronts, length }: Surroundings, at: number, end: number): number {
  const near =
    (fronts.left !== undefined && at - fronts.left < AIM.dishwasherCorner) ||
    (fronts.right !== undefined && length - fronts.right - end < AIM.dishwasherCorner);
  return near ? POINTS.warning : 0;
}

function besideFixed(block: Block, at: number, { block: other, at: otherAt }: Fixed): number {
  const distance = Math.max(otherAt - (at + block.w), at - (otherAt + other.w));
  const { nextTo, side } = block.placement;
  let points = 0;
  if (nextTo !== undefined && matches(nextTo, other) && distance > 0) points += POINTS.placement;
  if (side && matches(side.of, other) && (side.hand === 'left') !== at < otherAt) points += POINTS.placement * 2;
  if (block.role === 'dishwasher' && other.role === 'sink')
    points += (PLACE.dishwasherBy50 * distance) / STEP + (distance > AIM.dishwasherSink ? POINTS.warning : 0);
  if (isHob(block) && other.role === 'sink' && distance > 1200) points += (PLACE.hobFarBy100 * (distance - 1200)) / 100;
  return points;
}

/** The surroundings of each wall's floor row, without blocks of fixed place: the caller adds those. */
export function surroundingsOf(room: Room, hasWallUnits: (wall: string) => boolean): Omit<Surroundings, 'fixed'>[] {
  const volumes = obstacleVolumes(emptyOrder(room));
  const tall = blockedZones(room, 'tall');
  const wallZones = blockedZones(room, 'wall');
  const innerAfter = (i: number): boolean => room.walls[i]?.turn === 'right';
  return room.walls.map((wall, i) => {
    const spans = (take: (v: ObstacleVolume) => boolean) =>
      volumes.filter((v) => v.wallIndex === i && take(v)).map((v) => ({ from: v.x0, to: v.x1 }));
    return {
      length: wall.length,
      tall: tall[i] ?? [],
      hood: hasWallUnits(wall.id) ? (wallZones[i] ?? []) : [],
      windows: spans((v) => v.obstacle.kind === 'window'),
      water: spans((v) => v.obstacle.kind === 'water'),
      sockets: spans((v) => v.obstacle.kind === 'socket' && v.z0 > CONSTANTS.legs),
      fronts: {
        ...(i > 0 && innerAfter(i) ? { left: CONSTANTS.frontPlaneBase } : {}),
        ...(innerAfter(i + 1) ? { right: CONSTANTS.frontPlaneBase } : {}),
      },
    };
  });
}

/** Points of a gap of plain units between two neighbours of the floor row, judged from both. */
export function floorGap(left: Neighbour, right: Neighbour, gap: number): number {
  let points = 0;
  if (left.block) points += facing(left.block, right, gap);
  if (right.block) points += facing(right.block, left, gap);
  const tallAtEdge = isTall(left.block) !== isTall(right.block) && gap > 0 && outer(isTall(left.block) ? right : left);
  if (tallAtEdge) points += POINTS.warning;
  if (isTall(left.block) && isTall(right.block) && gap > 0) points += GAP.betweenTalls;
  if (gap > 0 && gap < 400 && (left.edge?.kind === 'corner' || right.edge?.kind === 'corner'))
    points += GAP.narrowAtCorner;
  return points;
}

const outer = (side: Neighbour): boolean =>
  !side.block && side.edge?.kind !== undefined && side.edge.kind !== 'opening';

/** Points of a block for the `gap` mm of plain units on one side of it and for the neighbour behind them. */
function facing(block: Block, other: Neighbour, gap: number): number {
  let points = besides(block, other.block) && gap > 0 ? POINTS.placement : 0;
  switch (block.role) {
    case 'hob':
    case 'stove':
      return points + besideHob(block, other, gap);
    case 'sink': {
      const land = landing(other, gap);
      if (land < AIM.sinkLanding[1]) points += GAP.sinkNarrow;
      else if (land < AIM.sinkLanding[0]) points += GAP.sinkModest;
      return points;
    }
    case 'fridge':
      if (!other.block) return points + (gap > 0 && gap < AIM.fridgeLanding ? GAP.fridgeAtEnd : 0);
      return points + (isTall(other.block) || landing(other, gap) >= AIM.fridgeLanding ? 0 : GAP.fridgeNarrow);
    case 'dishwasher':
      if (other.block?.role !== 'sink' || gap === 0) return points;
      return points + GAP.machineAway + (GAP.machineAwayBy50 * gap) / STEP;
    case 'washer':
      if (other.block?.role !== 'sink' || gap === 0) return points;
      return points + GAP.washerAway + (GAP.washerAwayBy50 * gap) / STEP;
    default:
      return points;
  }
}

function besideHob(hob: Block, other: Neighbour, gap: number): number {
  let points = 0;
  const gas = hob.fuel === 'gas';
  // A free-standing fridge has no side that gets hot: its distance is HOB-FRIDGE's, as in the checks.
  const hard = other.block ? isTall(other.block) && !isNiche(other.block.code) : other.edge?.kind === 'wall';
  if (hard && gap < AIM.hobTall[0]) points += POINTS.error;
  else if (hard && gap < AIM.hobTall[1]) points += POINTS.warning;
  // What stands behind a riser or pipe is not known here: keep the larger distance.
  if (other.edge?.kind === 'obstacle' && gap < AIM.hobTall[0]) points += 2 * POINTS.warning;
  if (other.block?.role === 'sink') points += tooNear(gap, gas);
  if (other.block?.role === 'fridge' && gas) points += tooNear(gap, true);
  else if (other.block?.role === 'fridge' && gap < 30) points += POINTS.warning;
  const land = landing(other, gap);
  const corner = other.edge?.kind === 'corner' ? CONSTANTS.cornerFiller : 0;
  if (land === 0 && (other.edge?.kind === 'free' || other.edge?.kind === 'opening')) points += GAP.hobBare;
  if (land + corner < AIM.hobShort) points += GAP.hobShort;
  else if (land < AIM.hobLanding[1]) points += GAP.hobNarrow;
  else if (land < AIM.hobLanding[0]) points += GAP.hobModest;
  return points;
}

function tooNear(gap: number, gas: boolean): number {
  if (gas && gap < AIM.hobSink[0]) return POINTS.error;
  return gap < AIM.hobSink[1] ? POINTS.warning : 0;
}

/** Worktop beside an appliance, mm: over the gap's units, and over the unit behind them unless a sink or hob is cut into it. */
function landing(other: Neighbour, gap: number): number {
  const b = other.block;
  const carries = b && b.tier === 'base' && b.role !== 'sink' && !isHob(b);
  return gap + (carries ? b.w : 0);
}

const besides = (block: Block, other: Block | undefined): boolean =>
  (other !== undefined && block.placement.nextTo !== undefined && matches(block.placement.nextTo, other)) ||
  (other?.placement.nextTo !== undefined && matches(other.placement.nextTo, block));

/** Whether a word of a placement («sink», «BD3») means this block. «hob» also means a stove. */
export function matches(word: NonNullable<Placement['nextTo']>, block: Block): boolean {
  return (
    word === block.role ||
    word === block.code ||
    block.items.some((item) => item.kind === word) ||
    (word === 'hob' && isHob(block))
  );
}
