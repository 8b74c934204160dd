import { given } from '#libs/furniture';
import type { Edge } from '../rules/chart.js';
import { type Frame, flag, number, oneOf, part, text } from '../rules/frame.js';
import { millimetres } from '../rules/quantities.js';
import { handIn, type Place, type Statement, thingsAt, type WallRef } from './meaning.js';
import { kidsOf, measured, mentionOf, type SourceOf, wallOf } from './mentions.js';
import type { Of, Told } from './told.js';
import type { Node } from './tree/hypothesis.js';

/** What a question before this message was about, for answers that name nothing themselves. */
export interface Asked {
  readonly about?: 'length' | 'width' | 'kind' | 'place' | 'other';
  readonly concept?: string;
  /** Concepts of the things that were spoken of last. */
  readonly last?: readonly string[];
  /** How many numbered choices it offered: a bare number up to here takes one of them. */
  readonly choices?: number;
  /** The numbers of which it asked the unit. */
  readonly values?: readonly number[];
}

/** Walls of kitchens, mm; another number is asked about. */
const WALL_RANGE = { min: 400, max: 100_000 };

interface Length {
  readonly len: Frame | undefined;
  readonly mm: number;
  readonly wall?: WallRef;
  readonly more?: number;
  /** What it was said to be before: «не 2,9, а 2,7». */
  readonly was?: number;
  /** Its unit has to be asked. */
  readonly unclear: boolean;
}

/** The length of a wall; «300 на 200» of a kitchen whose shape is not said (not `plain`) may be anything. */
export function lengthOf(item: Frame, plain: boolean, isAlone: boolean): Length {
  const len = part(item, 'len');
  if (flag(item, 'more')) {
    const by = (millimetres(len, 'change') ?? 0) * (text(item, 'by') === 'narrower' ? -1 : 1);
    return { len, mm: by, more: by, unclear: false, ...given({ wall: wallOf(item) }) };
  }
  const [mm, value] = [millimetres(len, 'wall') ?? 0, number(len, 'value') ?? 0];
  const unclear = !plain && !text(len, 'unit') && value >= 100 && value < 1000;
  // «маленькая стена 1,7»: of one wall that is no name.
  const wall = isAlone && flag(item, 'vague') ? undefined : wallOf(item);
  const was = millimetres(part(len, 'was'), 'wall');
  return { len, mm, unclear: unclear || mm < WALL_RANGE.min || mm > WALL_RANGE.max, ...given({ wall, was }) };
}

/** A bare number in answer to a question with choices: «2», «давайте 2». */
export function choiceAsked(len: Frame | undefined, asked: Asked | undefined): { choice: number } | undefined {
  const choice = number(len, 'value') ?? 0;
  const isNumber = Number.isInteger(choice) && choice > 0 && choice <= (asked?.choices ?? 0);
  return isNumber && !text(len, 'unit') ? { choice } : undefined;
}

/** A number in answer to a question for a length: «300» is centimetres, as no wall is 300 mm. */
export function lengthAsked(frame: Frame): number | undefined {
  const mm = millimetres(frame, 'wall') ?? 0;
  const value = mm < WALL_RANGE.min ? mm * 10 : mm;
  return value >= 1000 && value <= 12_000 ? value : undefined;
}

type Walls = Extract<Statement, { say: 'walls' }>;

/** What a phrase says of walls: their lengths, mm, and what marks them all. */
export type SaidWalls = Omit<Walls, 'say' | 'source'>;

export function wallsOf(frame: Frame, lengths: readonly Length[]): SaidWalls {
  return {
    lengths: lengths.map(({ mm, wall, more }) => ({ mm, ...given({ wall, more }) })),
    ...given({
      product: flag(frame, 'product') ? (true as const) : undefined,
      approximate: lengths.some(({ len }) => flag(len, 'approximate')) ? (true as const) : undefined,
      room: flag(frame, 'room') ? (true as const) : undefined,
    }),
  };
}

interface Joining {
  /** The length takes the place of those before it. */
  readonly isAnew: boolean;
  readonly isU: boolean;
  readonly was: readonly (number | undefined)[];
}

/** Walls that were said before, with further ones; undefined where these are another statement. */
export function joinedWalls(before: Walls, walls: SaidWalls, { isAnew, isU, was }: Joining): Walls | undefined {
  const { lengths, ...marks } = walls;
  if (isAnew) return { say: before.say, source: before.source, ...walls };
  // «муж намерил 2,8, мастер 2,75, берём по замеру»
  if (lengths.length === 0) return { ...before, lengths: before.lengths.slice(-1) };
  if (before.product || marks.product || lengths.some(({ more }) => more !== undefined)) return undefined;
  // The walls of a U may be alike; of other kitchens the same length is the same wall.
  const isNew = ({ mm, wall }: (typeof lengths)[number]): boolean =>
    wall !== undefined || isU || !before.lengths.some((one) => one.mm === mm);
  const kept = before.lengths.filter(({ mm }) => !was.includes(mm));
  return { ...before, ...marks, lengths: [...kept, ...lengths.filter(isNew)] };
}

/** «угловая 2,6 на 1,9, мойка на 2,6»: a length that was told is the wall on which the thing before it stands. */
export function wallMeant(item: Frame | undefined, all: readonly Statement[]): readonly Place[] | undefined {
  const length = item && flag(item, 'on') ? millimetres(part(item, 'len'), 'wall') : undefined;
  const known = all.some((one) => one.say === 'walls' && one.lengths.some(({ mm }) => mm === length));
  return known && length !== undefined ? [{ at: 'wall', wall: { length } }] : undefined;
}

type Row = Omit<Extract<Statement, { say: 'row' }>, 'say' | 'act' | 'tier' | 'toCeiling' | 'source'>;

/** What was said of a row of units beside its colour. */
export function rowOf({ edge, kids }: Node, places: readonly Place[], sourceOf: SourceOf): Row {
  const { frame } = edge;
  const node = { edge, kids };
  // «по бокам не вешать»
  const flanks: readonly WallRef[] = flag(frame, 'flanks') ? ['left', 'right'] : [];
  const walls = [...flanks, ...places.flatMap((place) => (place.at === 'wall' ? [place.wall] : []))];
  const over = thingsAt(places, 'over');
  const heights = [...kidsOf(node, 'measure'), ...kidsOf(node, 'len')].map((kid) =>
    kid.category === 'len' ? millimetres(kid.frame, 'width') : number(measured(kid.frame, 'width'), 'height'),
  );
  const isOnly = ({ category, frame: said }: Edge): boolean => category === 'only' || flag(said, 'only') === true;
  const [bundle] = kidsOf(node, 'bundle');
  const units = part(frame, 'units') ?? (bundle && { concept: 'upper', ...bundle.frame });
  return {
    ...(walls.length > 0 ? { walls } : {}),
    // «верхние шкафы только по бокам от окна»: there is a lower row all the same.
    ...([edge, ...kids].some(isOnly) && places.every(({ at }) => at !== 'beside') ? { only: true } : {}),
    ...(over.length > 0 ? { over } : {}),
    ...given({
      height: number(frame, 'height') ?? heights.find((mm) => mm !== undefined),
      hand: handIn(places),
      units: units && mentionOf(units, sourceOf(bundle ?? edge)),
    }),
  };
}

/** «остров посередине полтора метра»: that is no wall. */
export function withoutIslands(all: Statement[]): void {
  const shapes = all.flatMap((said) => (said.say === 'shape' && !said.not ? [said.shape] : []));
  if (shapes.includes('u') || !shapes.some((shape) => shape === 'island' || shape === 'peninsula')) return;
  for (const [i, said] of all.entries()) {
    const lengths = said.say === 'walls' ? said.lengths.filter(({ wall }) => wall !== 'middle') : [];
    if (said.say === 'walls' && lengths.length > 0) all[i] = { ...said, lengths };
  }
}

/** Walls on which something is said to be. */
function wallsIn(said: Statement): readonly WallRef[] {
  if (said.say === 'row') return said.walls ?? [];
  const own = said.say === 'obstacle' ? said.obstacle : said.say === 'edit' ? said.edit : said;
  return 'places' in own ? own.places.flatMap((place) => (place.at === 'wall' ? [place.wall] : [])) : [];
}

/** «на стене 3 м окно», «навесные шкафы на стену 2,4 м»: the only word about the length of the wall. */
export function wallsOfPlaces(all: Statement[]): void {
  if (all.some(({ say }) => say === 'walls')) return;
  const lengths = new Map<number, Statement>();
  for (const said of all)
    for (const wall of wallsIn(said)) if (typeof wall === 'object' && 'length' in wall) lengths.set(wall.length, said);
  const [first] = lengths.values();
  if (first) all.push({ say: 'walls', lengths: [...lengths.keys()].map((mm) => ({ mm })), source: first.source });
}

/** Bare numbers that are read as centimetres: «300х300» on a wall of 2900 is in millimetres. */
const [MIN_BARE_MM, MAX_BARE_MM] = [1000, 3500];

/** Sizes of obstacles that their wall is too short for were said in millimetres. */
export function withinWalls(all: Statement[]): void {
  const longest = Math.max(0, ...all.flatMap((said) => (said.say === 'walls' ? said.lengths.map(({ mm }) => mm) : [])));
  for (const [i, said] of all.entries()) {
    if (said.say !== 'obstacle' || longest === 0) continue;
    const { obstacle } = said;
    const [offset = 0] = obstacle.places.flatMap((place) => (place.at === 'offset' ? [place.mm] : []));
    if ((obstacle.width ?? 0) + offset <= longest) continue;
    const less = (mm: number): number => (mm >= MIN_BARE_MM && mm <= MAX_BARE_MM ? mm / 10 : mm);
    const { width, depth } = obstacle;
    const places = obstacle.places.map((place) => (place.at === 'offset' ? { ...place, mm: less(place.mm) } : place));
    const sizes = given({ width: width && less(width), depth: depth && less(depth) });
    all[i] = { ...said, obstacle: { ...obstacle, ...sizes, places } };
  }
}

/** Says what shape the kitchen has, or has not; `nodes` of its message. */
export function sayShape(told: Told, node: Node, refused: boolean, nodes: readonly Node[]): void {
  // «на две стены друг напротив друга»: the number tells the shape where nothing else does.
  const isNamed = nodes.some(({ edge: { category, frame } }) => category === 'shape' && !flag(frame, 'sides'));
  if (flag(node.edge.frame, 'sides') && isNamed) {
    told.say({ say: 'context', of: 'other' }, node);
    return;
  }
  const shape = oneOf('straight corner u island peninsula parallel g', node.edge.frame, 'shape') ?? 'straight';
  // «никаких углов и П»
  const last = told.all.at(-1);
  const isBare = node.joined === 'and' && node.edge.to - node.edge.from === 1;
  const also = isBare && last?.say === 'shape' && last.not === true;
  const not = refused || also || flag(node.edge.frame, 'not');
  const isSame = (one: Statement): one is Of<'shape'> => one.say === 'shape' && one.shape === shape && !one.not;
  if (not || !told.amend(isSame, node, (one) => one))
    told.say({ say: 'shape', shape, ...(not ? { not: true } : {}) }, node);
}

/** Says what is at the ends of the walls: a wall, or nothing. */
export function sayEnds(told: Told, node: Node): void {
  const [left, right] = [oneOf('wall free', node.edge.frame, 'left'), oneOf('wall free', node.edge.frame, 'right')];
  const isEnds = (one: Statement): one is Of<'ends'> => one.say === 'ends';
  if (!told.amend(isEnds, node, (before) => ({ ...before, ...given({ left, right }) })))
    told.say({ say: 'ends', ...given({ left, right }) }, node);
}
