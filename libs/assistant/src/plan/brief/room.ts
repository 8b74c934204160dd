import { type BriefObstacle, type BriefWall, given, type ObstacleKind, wallIdAt } from '#libs/furniture';
import type { ObstacleSaid, Place, WallRef } from '../../meaning/meaning.js';
import { MM } from '../../rules/quantities.js';
import type { Ask, Assumed } from '../decision.js';
import type { Length, Shape, Wishes } from './wishes.js';

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

export type Resolved =
  | { readonly ok: true; readonly walls: BriefWall[]; readonly shape: Shape; readonly assumed: readonly Assumed[] }
  | { readonly ok: false; readonly ask: Ask };

/** A longer wall is no kitchen's unless its shape was said, mm. */
const MAX_STRAIGHT_MM = 6000;

/** The walls of a kitchen from left to right, or what has to be asked to know them. */
export function wallsOf(wishes: Wishes): Resolved {
  const { unclear, room } = wishes;
  const lengths = wishes.lengths.length > 0 ? wishes.lengths : wishes.obstacles.flatMap(measuredAcross).slice(0, 1);
  const known = lengths.map(({ mm }) => mm);
  if (unclear) return { ok: false, ask: { ask: 'units', ...unclear } };
  const odd = known.find((mm) => !isWallLength(mm));
  if (odd !== undefined) return { ok: false, ask: { ask: 'units', value: odd, unit: 'mm' } };
  if (room && lengths.length > 0) return { ok: false, ask: { ask: 'room', known } };
  const shape = wishes.shape ?? shapeBy({ ...wishes, lengths });
  // «кухня 9 метров» may be its area.
  if (lengths.length === 0 || (wishes.shape === undefined && shape === 'straight' && (known[0] ?? 0) > MAX_STRAIGHT_MM))
    return { ok: false, ask: { ask: 'length', shapeToo: wishes.shape === undefined, known: [], ...given({ shape }) } };
  if (shape === undefined) return { ok: false, ask: { ask: 'shape', known } };
  const needed = WALLS_OF[shape];
  if (lengths.length < needed) return { ok: false, ask: { ask: 'length', shapeToo: false, shape, known } };
  if (lengths.length > needed) return { ok: false, ask: { ask: 'contradiction', shape, known } };
  return built(
    inRoomOrder(lengths).map(({ mm }) => mm),
    shape,
    wishes,
  );
}

/** The wall of which all parts were measured: «от левого угла до окна 110, окно 120, до правого 90». */
function measuredAcross({ places, width }: ObstacleSaid): Length[] {
  const from = (side: Side): number | undefined =>
    places.flatMap((place) => (place.at === 'offset' && place.from === side ? [place.mm] : []))[0];
  const [left, right] = [from('left'), from('right')];
  return left === undefined || right === undefined || width === undefined ? [] : [{ mm: left + width + right }];
}

function built(lengths: readonly number[], shape: Shape, wishes: Wishes): Resolved {
  const { ends, approximate } = wishes;
  const walls = lengths.map((length): BriefWall => ({ length }));
  const [first, last] = [walls[0], walls.at(-1)];
  if (first && ends.left) first.ends = { ...first.ends, left: ends.left };
  if (last && ends.right) last.ends = { ...last.ends, right: ends.right };
  const assumed: Assumed[] = [
    ...(wishes.shape === undefined && shape === 'straight' ? [{ assume: 'straight' } as const] : []),
    ...(approximate ? lengths.map((length) => ({ assume: 'approximate', length }) as const) : []),
  ];
  return { ok: true, walls, shape, assumed };
}

/** The shape that lengths and words about walls imply; undefined where several may as well be a correction or a room. */
function shapeBy({ lengths, straightOnly, cornered, approximate }: Wishes): Shape | undefined {
  if (straightOnly || approximate) return 'straight';
  const named = cornered || lengths.some(({ wall }) => wall !== undefined);
  if (lengths.length > 1) return named ? (lengths.length === 3 ? 'u' : 'corner') : undefined;
  if (lengths.length === 0) return undefined;
  return cornered && lengths[0]?.wall !== undefined ? 'corner' : 'straight';
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
export function wallIdOf(ref: WallRef, walls: readonly { readonly length: number }[]): string | undefined {
  const last = walls.length - 1;
  const by = (pick: (...lengths: number[]) => number): number =>
    walls.findIndex(({ length }) => length === pick(...walls.map((wall) => wall.length)));
  if (typeof ref === 'object') {
    const near = walls.findIndex(({ length }) => Math.abs(length - ref.length) <= length / 20);
    return near < 0 ? undefined : wallIdAt(near);
  }
  const equal = walls.every(({ length }) => length === walls[0]?.length);
  if (ref === 'long') return wallIdAt(by(Math.max));
  if (ref === 'short' && !equal) return wallIdAt(by(Math.min));
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

type Side = 'left' | 'right';

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

function spotOf(said: ObstacleSaid, walls: readonly { readonly length: number }[]): Spot {
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
        if (!single && !place.end) spot.wall ??= place.hand === 'left' ? 'A' : wallIdAt(walls.length - 1);
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
export function obstacleOf(
  said: ObstacleSaid,
  walls: readonly Ended[],
  known: readonly BriefObstacle[],
): ReadyObstacle {
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
  const length = walls[(wall ?? 'A').charCodeAt(0) - 65]?.length ?? 0;
  const start = spot.from ? spot.mm : undefined;
  const reach = said.to !== undefined && start !== undefined ? said.to - start : undefined;
  const width = said.width ?? reach ?? twin?.width ?? WIDTHS[kind];
  const at = width === undefined ? undefined : leftEdgeOf(spot, { width, length, ...given({ twin, beside }) });
  const placed = at !== undefined || start !== undefined || spot.centred === true;
  const where = (spot.mm !== undefined && !spot.from) || spot.beside ? 'side' : placed ? 'wall' : 'place';
  const lacks: ObstacleAsk['lacks'] = [
    ...(placed && wall !== undefined ? [] : ([where] as const)),
    ...(width === undefined ? (['width'] as const) : []),
    ...(kind === 'riser' && said.depth === undefined ? (['depth'] as const) : []),
  ];
  if (lacks.length > 0 || at === undefined || width === undefined || wall === undefined)
    return { ok: false, ask: { ask: 'obstacle', obstacle: said, lacks } };
  const bottom = said.bottom ?? (kind === 'window' || said.height !== undefined ? BOTTOMS[kind] : undefined);
  const top = said.top ?? (said.height === undefined ? undefined : (bottom ?? 0) + said.height);
  const assumed: Assumed[] = [
    ...(kind === 'window' && said.bottom === undefined
      ? [{ assume: 'obstacle', obstacle: said, field: 'bottom', mm: bottom ?? 0 } as const]
      : []),
    ...((spot.edge || said.assumed) && !CORNERED.includes(kind)
      ? [{ assume: 'obstacle', obstacle: said, field: 'at', mm: at } as const]
      : []),
    ...(said.width === undefined && said.to === undefined && ASSUMED.includes(kind)
      ? [{ assume: 'obstacle', obstacle: said, field: 'width', mm: width } as const]
      : []),
  ];
  return { ok: true, obstacle: { kind, wall, at, width, ...given({ bottom, top, depth: said.depth }) }, assumed };
}

type Ended = Pick<BriefWall, 'length' | 'ends'>;

/** «от угла»: an outer wall has one corner, which it shares, unless its other end was said to be one too. */
function sharedCornerOf(wall: string | undefined, walls: readonly Ended[]): Side | undefined {
  const [first, last] = [walls[0], walls.at(-1)];
  if (walls.length < 2) return undefined;
  if (wall === 'A') return first?.ends?.left === 'wall' ? undefined : 'right';
  return wall === wallIdAt(walls.length - 1) && last?.ends?.right !== 'wall' ? 'left' : undefined;
}

/** Outlets keep no unit away. */
export const UNASKED: readonly ObstacleKind[] = ['socket', 'water'];
/** Kinds whose default width is told. */
const ASSUMED: readonly ObstacleKind[] = ['door', 'boiler'];

interface Around {
  readonly width: number;
  /** Of the wall. */
  readonly length: number;
  readonly twin?: BriefObstacle;
  readonly beside?: BriefObstacle;
}

/** mm; by a distance from a corner, edge to edge with another obstacle, below the middle of one, or of the wall. */
function leftEdgeOf(
  { mm, from, centred, beside: place }: Spot,
  { width, length, twin, beside }: Around,
): number | undefined {
  if (mm !== undefined && from) return from === 'left' ? mm : length - mm - width;
  if (place?.hand && beside)
    return place.hand === 'left' ? Math.max(0, beside.at - place.gap - width) : beside.at + beside.width + place.gap;
  if (twin) return Math.round(twin.at + (twin.width - width) / 2);
  return centred ? Math.round((length - width) / 2) : undefined;
}

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
  kind === 'radiator' || places.some((place: Place) => 'of' in place);
