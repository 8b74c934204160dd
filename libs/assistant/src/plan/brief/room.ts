import { type BriefObstacle, type BriefWall, CONSTANTS, given, type ObstacleKind, wallIdAt } from '#libs/furniture';
import type { ObstacleSaid, WallRef } from '../../meaning/meaning.js';
import { MM } from '../../rules/quantities.js';
import type { Ask, Assumed, Shape } from '../decision.js';
import type { Length, Wishes } from './wishes.js';

/** Row lengths that are made, mm (furniture.ru.md, 6). */
const WALL_MM = { min: 400, max: 12_000 };
export const isWallLength = (mm: number): boolean => mm >= WALL_MM.min && mm <= WALL_MM.max;

/** A bare number as a wall, mm: metres below 13, centimetres from 150 to 1,300, millimetres above; between them nobody knows. */
export function wallLengthOf(value: number, unit: 'mm' | 'cm' | 'm' | undefined): number | undefined {
  const mm = value * (unit ? MM[unit] : value < 13 ? 1000 : value < 150 ? 0 : value < 1300 ? 10 : 1);
  return isWallLength(mm) ? Math.round(mm) : undefined;
}

/** How the walls of a kitchen with several are called, from left to right. */
export const wallNames = (walls: number): readonly ('left' | 'middle' | 'right')[] =>
  walls === 2 ? ['left', 'right'] : ['left', 'middle', 'right'];

export const WALLS_OF: Readonly<Record<Shape, number>> = { straight: 1, corner: 2, u: 3 };

type Side = 'left' | 'right';
export type Walls = readonly Pick<BriefWall, 'length' | 'ends'>[];

/** The wall at that end of the room. */
export const outerWall = (walls: Walls, hand: Side): string => (hand === 'left' ? 'A' : wallIdAt(walls.length - 1));

/** mm; of the first wall where none is named. */
export const lengthOf = (walls: Walls, wall = 'A'): number => walls[wall.charCodeAt(0) - 65]?.length ?? 0;

interface Walled {
  readonly walls: BriefWall[];
  readonly shape: Shape;
  readonly assumed: readonly Assumed[];
}

/** A longer wall is no kitchen's unless its shape was said, mm. */
const MAX_STRAIGHT_MM = 6000;

/** The walls of a kitchen from left to right, or what has to be asked to know them. */
export function wallsOf(wishes: Wishes): Walled | Ask {
  const { unclear, room } = wishes;
  const lengths = wishes.lengths.length > 0 ? wishes.lengths : wishes.obstacles.flatMap(measuredAcross).slice(0, 1);
  const known = lengths.map(({ mm }) => mm);
  if (unclear) return { ask: 'units', ...unclear };
  const odd = known.find((mm) => !isWallLength(mm));
  if (odd !== undefined) return { ask: 'units', value: odd, unit: 'mm' };
  if (room && lengths.length > 0) return { ask: 'room', known };
  const shape = wishes.shape ?? shapeBy({ ...wishes, lengths });
  // «кухня 9 метров» may be its area.
  if (lengths.length === 0 || (wishes.shape === undefined && shape === 'straight' && (known[0] ?? 0) > MAX_STRAIGHT_MM))
    return { ask: 'length', shapeToo: wishes.shape === undefined, known: [], ...given({ shape }) };
  if (shape === undefined) return { ask: 'shape', known };
  const needed = WALLS_OF[shape];
  if (lengths.length < needed) return { ask: 'length', shapeToo: false, shape, known };
  if (lengths.length > needed) return { ask: 'contradiction', shape, known };
  const walls = inRoomOrder(lengths).map(({ mm }): BriefWall => ({ length: mm }));
  const { ends, approximate } = wishes;
  const [first, last] = [walls[0], walls.at(-1)];
  if (first && ends.left) first.ends = { ...first.ends, left: ends.left };
  if (last && ends.right) last.ends = { ...last.ends, right: ends.right };
  const straight: Assumed[] = wishes.shape === undefined && shape === 'straight' ? [{ assume: 'straight' }] : [];
  const near = (approximate ? walls : []).map(({ length }): Assumed => ({ assume: 'approximate', length }));
  return { walls, shape, assumed: [...straight, ...near] };
}

/** The wall of which all parts were measured: «от левого угла до окна 110, окно 120, до правого 90». */
function measuredAcross({ places, width }: ObstacleSaid): Length[] {
  const offsets = places.filter((place) => place.at === 'offset');
  const [left, right] = (['left', 'right'] as const).map((side) => offsets.find(({ from }) => from === side)?.mm);
  return left === undefined || right === undefined || width === undefined ? [] : [{ mm: left + width + right }];
}

/** The shape that lengths and words about walls imply; undefined where several may as well be a correction or a room. */
function shapeBy({ lengths, straightOnly, cornered, approximate }: Wishes): Shape | undefined {
  if (straightOnly || approximate) return 'straight';
  const named = lengths.some(({ wall }) => wall !== undefined);
  if (lengths.length > 1) return cornered || named ? (lengths.length === 3 ? 'u' : 'corner') : undefined;
  if (lengths.length === 0) return undefined;
  return cornered && named ? 'corner' : 'straight';
}

const SIDES: Readonly<Record<string, number>> = { left: 0, first: 0, middle: 1, second: 1, right: 2, third: 2 };

/** Lengths that were named by side, from left to right; the others keep the places that are left. */
function inRoomOrder(lengths: readonly Length[]): Length[] {
  const at = ({ wall }: Length): number | undefined => (typeof wall === 'string' ? SIDES[wall] : undefined);
  const placed = lengths.map((_, i) =>
    lengths.find((one) => Math.min(at(one) ?? Number.NaN, lengths.length - 1) === i),
  );
  const rest = lengths.filter((one) => !placed.includes(one));
  return placed.flatMap((one) => one ?? rest.shift() ?? []);
}

/** The wall that a customer means, among walls from left to right; undefined where there is none. */
export function wallIdOf(ref: WallRef, walls: Walls): string | undefined {
  const lengths = walls.map(({ length }) => length);
  const last = walls.length - 1;
  if (typeof ref === 'object') {
    // Of a wall by what is on it nobody said which it is.
    if (!('length' in ref)) return undefined;
    const near = lengths.findIndex((length) => Math.abs(length - ref.length) <= length / 20);
    return near < 0 ? undefined : wallIdAt(near);
  }
  if (ref === 'long') return wallIdAt(lengths.indexOf(Math.max(...lengths)));
  if (ref === 'short' && new Set(lengths).size > 1) return wallIdAt(lengths.indexOf(Math.min(...lengths)));
  const index = ref === 'middle' && last < 2 ? 0 : ref === 'right' ? last : (SIDES[ref] ?? last);
  return index > last ? undefined : wallIdAt(index);
}

/** Default sizes of obstacles, mm (furniture.ru.md, 3.4; a socket is one frame wide). */
const WIDTHS: Partial<Record<ObstacleKind, number>> = { door: 800, gas_pipe: 30, boiler: 450, socket: 80, water: 200 };
const BOTTOMS: Partial<Record<ObstacleKind, number>> = { window: 900, boiler: 1400 };

export type ObstacleAsk = Extract<Ask, { ask: 'obstacle' }>;
export type ReadyObstacle =
  | { readonly ok: true; readonly obstacle: BriefObstacle; readonly assumed: readonly Assumed[] }
  | { readonly ok: false; readonly ask: ObstacleAsk };

/** What places of an obstacle say of its left edge. */
interface Spot {
  wall?: string;
  from?: Side;
  mm?: number;
  centred?: boolean;
  /** A distance from a corner that was not said which. */
  unsided?: boolean;
  /** «с краю»: how far from the corner was not said. */
  edge?: boolean;
  beside?: { readonly kind: ObstacleKind; readonly hand?: Side; readonly gap: number };
  same?: ObstacleKind;
}

/** Kinds that stand in the very corner where only a side was said. */
const CORNERED: readonly ObstacleKind[] = ['riser', 'gas_pipe'];

function spotOf(said: ObstacleSaid, walls: Walls): Spot {
  const spot: Spot = {};
  const single = walls.length === 1;
  for (const place of said.places) {
    if (place.at === 'wall') {
      // The left wall of a straight kitchen is its left end.
      if (single && (place.wall === 'left' || place.wall === 'right')) spot.from ??= place.wall as Side;
      else spot.wall = wallIdOf(place.wall, walls) ?? 'A';
    } else if (place.at === 'offset') {
      spot.mm = place.mm;
      if (place.from === 'unsaid' && said.to === undefined) spot.unsided = true;
      else spot.from = place.from === 'right' ? 'right' : 'left';
    } else if (place.at === 'corner') {
      if (place.hand) spot.from = place.hand;
      // Two walls have one corner.
      else if (walls.length === 2) [spot.wall, spot.from] = ['A', 'right'];
      spot.mm ??= 0;
    } else if (place.at === 'side') {
      if (place.end && spot.mm === undefined) [spot.mm, spot.edge] = [0, true];
      if (place.hand === 'centre') spot.centred = true;
      else if (place.hand !== 'any') {
        if (!single && !place.end) spot.wall ??= outerWall(walls, place.hand);
        spot.from ??= place.hand;
        if (CORNERED.includes(said.kind)) spot.mm ??= 0;
      }
    } else if (place.at === 'start' || place.at === 'end') {
      spot.from = place.at === 'start' ? 'left' : 'right';
      spot.mm ??= 0;
    } else if (place.at === 'beside' && 'obstacle' in place.of)
      spot.beside = { kind: place.of.obstacle, gap: place.gap ?? 0, ...given({ hand: place.hand }) };
    else if ((place.at === 'under' || place.at === 'over') && 'obstacle' in place.of) spot.same = place.of.obstacle;
  }
  return spot;
}

/** An obstacle of the room for the engine, or what of its place and size has to be asked. `known`: those before it. */
export function obstacleOf(said: ObstacleSaid, walls: Walls, known: readonly BriefObstacle[]): ReadyObstacle {
  const { kind } = said;
  const spot = spotOf(said, walls);
  const of = (other: ObstacleKind | undefined): BriefObstacle | undefined => known.find((one) => one.kind === other);
  const twin = of(spot.same ?? (kind === 'radiator' && spot.mm === undefined ? 'window' : undefined));
  const beside = of(spot.beside?.kind);
  const wall =
    spot.wall ??
    twin?.wall ??
    beside?.wall ??
    (walls.length === 1 ? 'A' : walls.length === 3 && kind === 'window' ? 'B' : undefined);
  if (spot.unsided) spot.from ??= sharedCornerOf(wall, walls);
  const start = spot.from ? spot.mm : undefined;
  const reach = said.to !== undefined && start !== undefined ? said.to - start : undefined;
  const width = said.width ?? reach ?? twin?.width ?? WIDTHS[kind];
  const length = lengthOf(walls, wall);
  // By a distance from a corner, edge to edge with another obstacle, below the middle of one, or of the wall.
  const leftEdge = (w: number): number | undefined => {
    const { mm, from, centred, beside: { hand, gap = 0 } = {} } = spot;
    if (mm !== undefined && from) return from === 'left' ? mm : length - mm - w;
    if (hand && beside) return hand === 'left' ? Math.max(0, beside.at - gap - w) : beside.at + beside.width + gap;
    if (twin) return Math.round(twin.at + (twin.width - w) / 2);
    return centred ? Math.round((length - w) / 2) : undefined;
  };
  const at = width === undefined ? undefined : leftEdge(width);
  const placed = at !== undefined || start !== undefined || spot.centred === true;
  const where = (spot.mm !== undefined && !spot.from) || spot.beside ? 'side' : placed ? 'wall' : 'place';
  const lacks: ObstacleAsk['lacks'] = [
    ...(placed && wall !== undefined ? [] : ([where] as const)),
    ...(width === undefined ? (['width'] as const) : []),
  ];
  if (lacks.length > 0 || at === undefined || width === undefined || wall === undefined)
    return { ok: false, ask: { ask: 'obstacle', obstacle: said, lacks } };
  const bottom = said.bottom ?? (kind === 'window' || said.height !== undefined ? BOTTOMS[kind] : undefined);
  const top = said.top ?? (said.height === undefined ? undefined : (bottom ?? 0) + said.height);
  const assumed: Assumed[] = [];
  if (kind === 'window' && said.bottom === undefined)
    assumed.push({ assume: 'obstacle', obstacle: said, field: 'bottom', mm: bottom ?? 0 });
  if ((spot.edge || said.assumed) && !CORNERED.includes(kind))
    assumed.push({ assume: 'obstacle', obstacle: said, field: 'at', mm: at });
  if (said.width === undefined && said.to === undefined && ASSUMED.includes(kind))
    assumed.push({ assume: 'obstacle', obstacle: said, field: 'width', mm: width });
  // A duct is about as deep as it is wide, and nothing stands before it however deep it is.
  const depth = said.free ? CONSTANTS.baseD : (said.depth ?? (kind === 'riser' ? width : undefined));
  if (depth !== said.depth && !said.free)
    assumed.push({ assume: 'obstacle', obstacle: said, field: 'depth', mm: width });
  return { ok: true, obstacle: { kind, wall, at, width, ...given({ bottom, top, depth }) }, assumed };
}

/** «от угла»: an outer wall has one corner, which it shares, unless its other end was said to be one too. */
function sharedCornerOf(wall: string | undefined, walls: Walls): Side | undefined {
  if (walls.length < 2) return undefined;
  if (wall === 'A') return walls[0]?.ends?.left === 'wall' ? undefined : 'right';
  return wall === outerWall(walls, 'right') && walls.at(-1)?.ends?.right !== 'wall' ? 'left' : undefined;
}

/** Outlets keep no unit away. */
export const UNASKED: readonly ObstacleKind[] = ['socket', 'water'];
/** Kinds whose default width is told. */
const ASSUMED: readonly ObstacleKind[] = ['door', 'boiler'];

/** All obstacles that were described, each after those that it refers to; outlets of which too little is known are left out. */
export function obstaclesOf(
  said: readonly ObstacleSaid[],
  walls: readonly BriefWall[],
): { readonly obstacles: BriefObstacle[]; readonly asks: ObstacleAsk[]; readonly assumed: Assumed[] } {
  const obstacles: BriefObstacle[] = [];
  const asks: ObstacleAsk[] = [];
  const assumed: Assumed[] = [];
  for (const one of [...said].sort((a, b) => Number(refers(a)) - Number(refers(b)))) {
    const ready = obstacleOf(one, walls, obstacles);
    if (ready.ok) {
      obstacles.push(ready.obstacle);
      assumed.push(...ready.assumed);
    } else if (!UNASKED.includes(one.kind)) asks.push(ready.ask);
  }
  return { obstacles, asks, assumed };
}

const refers = ({ kind, places }: ObstacleSaid): boolean =>
  kind === 'radiator' || places.some((place) => 'of' in place);
