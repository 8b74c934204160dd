import type { Concept, ConceptTable } from '../../concepts/concepts.js';
import type { Edge } from '../../rules/chart.js';
import { MAX_DRAWERS, mayBe } from '../../rules/computations.js';
import { type Frame, flag, number, part, parts, text } from '../../rules/frame.js';
import { millimetres } from '../../rules/quantities.js';
import { isWithWall } from '../../rules/walls.js';
import { ATTACHMENTS } from './costs.js';
import type { Node } from './hypothesis.js';

/** What may belong to what, and what it costs: undefined where it may not. */
export interface Fit {
  /** Of a head in itself. */
  head(edge: Edge): number;
  attachment(head: Node, fragment: Edge, correcting?: boolean): number | undefined;
  /** Whether a phrase may belong to an act itself. */
  taking(act: Edge, fragment: Edge): boolean;
}

const CONFLICT = 4;
/** Tall units are painted apart, as other things are not. */
const TALL_COLOUR = 0.25;
const CORRECTED = 0.05;
const ELSEWHERE = 0.6;
const CORNERED = 0.8;
const UNLIKELY = 0.3;
/** Walls of kitchens, mm (furniture.ru.md, section 6). */
const WALL_RANGE = { min: 400, max: 12_000 };
/** Lengths that may be said of obstacles and of rows, mm; of things those of the table of concepts. */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  obst: [0, 3500],
  row: [300, 1000],
  mod: [0, 1200],
  thing: [0, 1200],
  outside: [0, 2400],
};
/** No unit is higher, none wider, mm. */
const [MAX_UNIT, MAX_WIDTH] = [2400, 1200];
const MIN_PLAIN_WALL = 1000;
const SIDES = ['a', 'b', 'c'];
/** Obstacles that are hardly wider than a hand, mm. */
const POINTS = new Set(['socket', 'water']);
const MAX_POINT = 300;
/** No window of a kitchen is wider, mm. */
const MAX_WINDOW = 2600;
/** Obstacles that stand on the floor. */
const STANDING = new Set(['radiator', 'riser', 'door']);

export function fitOf(concepts: ConceptTable): Fit {
  const slots = (node: Node): ReadonlySet<string> => {
    const out = new Set(Object.keys(node.edge.frame));
    if (node.edge.category === 'walls') out.add('width');
    for (const kid of node.kids) for (const slot of slotsOf(kid)) out.add(slot);
    return out;
  };
  return {
    head: (edge) => (edge.category === 'walls' ? wallCost(edge.frame) : 0),
    attachment(head, fragment, correcting = false) {
      const { category, frame } = head.edge;
      const base = ATTACHMENTS[category]?.[fragment.category];
      const concept = concepts[text(frame, 'concept') ?? ''];
      if (base === undefined || !mayBelong(head.edge, fragment, concept)) return undefined;
      let cost = base;
      const taken = slots(head);
      // «верх над холодильником и над мойкой», «духовку не внизу, а в пенал»
      const isTaken = (slot: string): boolean =>
        taken.has(slot) && slot !== 'tall' && !(category === 'row' && slot === '@over');
      for (const slot of slotsOf(fragment)) if (isTaken(slot)) cost += correcting ? CORRECTED : CONFLICT;
      if (fragment.category === 'colour' && concept && !concept.kind && concept.tier === 'tall') cost -= TALL_COLOUR;
      // «встроенный, нет, решили на простом»
      if (concept && fragment.category === 'mod' && !correcting) cost += disagreement(frame, fragment.frame);
      // «мойка, плита, между ними тумба»: of what comes.
      const isBetween = ({ at, a, of }: Frame): boolean => at === 'between' && a === undefined && of === undefined;
      if (category === 'thing' && fragment.from >= head.edge.to && parts(fragment.frame, 'places').some(isBetween))
        cost += ELSEWHERE;
      // «крайний справа» is no dishwasher
      if (category === 'thing') for (const place of parts(fragment.frame, 'places')) cost += otherGender(frame, place);
      // «угловая мойка под окном» stands under the window, not in the corner: the kitchen is what is cornered.
      // «холодильник в самом конце, там розетка»
      if (category === 'obst')
        for (const place of parts(fragment.frame, 'places'))
          if (/^(end|start)$/.test(text(place, 'at') ?? '')) cost += ELSEWHERE;
      const isElsewhere = (place: Frame): boolean => !['corner', 'wall'].includes(text(place, 'at') ?? '');
      const cornered = [frame, ...head.kids.map((kid) => kid.frame)].some((one) => one['corner'] === true);
      if (concept && cornered && parts(fragment.frame, 'places').some(isElsewhere)) cost += ELSEWHERE;
      // «мойка в углу на длинной плита»: what stands in the corner stands on both walls.
      const inCorner = head.kids.some((kid) => parts(kid.frame, 'places').some(isCorner));
      const isBehind = fragment.from >= head.edge.to;
      if (concept && inCorner && isBehind && parts(fragment.frame, 'places').some(({ at }) => at === 'wall'))
        cost += CORNERED;
      // «мойку в угол рядом с мойкой посудомойку»: no machine and no cooker stands in the corner.
      if (NEVER_IN_CORNER.test(concept?.kind ?? '') && parts(fragment.frame, 'places').some(isCorner)) cost += UNLIKELY;
      // «стиралка в ванной, слева мойка»
      const isAway = fragment.category === 'place' && head.kids.some((kid) => kid.category === 'away');
      if (isBehind && isAway) cost += CORNERED;
      return cost;
    },
    taking: (act, fragment) =>
      // «купим отдельный»
      (fragment.category === 'mod' || text(act.frame, 'act') !== 'want') &&
      // «зачем не угловая, прямая, 2,6»
      (fragment.category === 'place' || text(act.frame, 'about') !== 'why') &&
      (millimetres(part(fragment.frame, 'by_mm'), 'change') ?? 0) < MIN_PLAIN_WALL &&
      (fragment.category !== 'len' ||
        act.category === 'ask' ||
        (millimetres(fragment.frame, 'width') ?? 0) <=
          (/wider|narrower/.test(text(act.frame, 'by') ?? '') ? MAX_WIDTH : MAX_UNIT)),
  };
}

/** Machines and cookers, which would not open there. */
const NEVER_IN_CORNER = /^(dishwasher|washer|oven|hob|stove|cooker)$/;

/** The corner of the kitchen, whichever that is. */
const isCorner = ({ at, hand }: Frame): boolean => at === 'corner' && !hand;

/** Whether a phrase may belong to a head at all. */
function mayBelong({ category, frame, from }: Edge, fragment: Edge, concept: Concept | undefined): boolean {
  const { category: kind, frame: said } = fragment;
  const measure = kind === 'measure' ? text(said, 'measure') : undefined;
  const length =
    measure === 'width' && concept ? part(said, 'len') : kind === 'len' || kind === 'bundle' ? said : undefined;
  const mm = number(length, 'width') ?? millimetres(length, category === 'obst' ? 'place' : 'width');
  const [min, max] = concept?.widths ?? RANGES[category] ?? [0, Number.POSITIVE_INFINITY];
  const isWidth = (width: number): boolean => width >= min && width <= max;
  if (mm !== undefined && !isCount(frame, said) && !isWidth(mm)) return false;
  // «только ящики 80 вместо 60»: lower rows are of one height.
  if (category === 'row' && kind === 'len' && frame['units'] !== undefined && text(frame, 'tier') === 'base')
    return false;
  // «три на два мойка»: a size of which no side may be its width is of the kitchen.
  const sides = SIDES.flatMap((side) => millimetres(part(said, side), 'width') ?? []);
  if (kind === 'size' && concept && (isWithWall(said) || !sides.some(isWidth))) return false;
  if (measure === 'along' && category !== 'obst') return false;
  // «розетка под холодильник, отдельный 60»
  if (mm !== undefined && mm > MAX_POINT && POINTS.has(text(frame, 'obstacle') ?? '')) return false;
  // «кухня прямая два девяносто окно на другой стене» without marks
  if (mm !== undefined && kind === 'len' && mm > MAX_WINDOW && frame['obstacle'] === 'window') return false;
  // «подоконник 92, под окном батарея»
  if (measure === 'bottom' && STANDING.has(text(frame, 'obstacle') ?? '')) return false;
  // «плита …, верх газовый»: no row cooks.
  if (category === 'row' && said['fuel'] !== undefined) return false;
  if (kind === 'mod' && concept && !mayBe(concept, said)) return false;
  // «плита сверху» is nowhere, «снизу мойка» where it always is.
  const isThere = concept?.tier === 'tall' ? said['level'] === 'base' : concept?.tier === said['level'];
  if (kind === 'level' && concept && !isThere && !mayBe(concept, { tier: said.level })) return false;
  const isSame = (place: Frame): boolean => text(part(place, 'of'), 'obstacle') === text(frame, 'obstacle');
  if (category === 'talk') return text(frame, 'topic') === 'other_furniture';
  // «газ отрезали, переделайте варочную на индукцию»
  if (category === 'edit') return part(frame, 'by') !== undefined && fragment.from > from;
  // «раковина посередине справа от раковины посудомойка»: nothing stands beside itself.
  const isItself = (place: Frame): boolean =>
    text(part(place, 'of'), 'concept') === text(frame, 'concept') &&
    (concept?.kind !== undefined || text(place, 'at') === 'next' || part(place, 'of')?.['width'] === undefined);
  if (category === 'thing' && parts(said, 'places').some(isItself)) return false;
  if (category === 'thing' || category === 'row') return measure !== 'bottom' && measure !== 'top';
  if (category === 'shape') return kind === 'place' || /island|peninsula/.test(text(frame, 'shape') ?? '');
  return category !== 'obst' || !parts(said, 'places').some(isSame);
}

/** «ящики … четыре», «полку одну»: drawers are counted, other things measured. */
export function isCount(thing: Frame, len: Frame): boolean {
  const count = number(len, 'value') ?? 0;
  const isWhole = Number.isInteger(count) && count > 0 && count <= MAX_DRAWERS;
  const isOne = count === 1 && number(len, 'rank') === 1;
  return !text(len, 'unit') && (isOne || (text(thing, 'concept') === 'drawers' && isWhole));
}

/** What a fragment says, as slots that are filled once. */
function slotsOf({ category, frame }: Edge): string[] {
  if (category === 'place') {
    return parts(frame, 'places').map((place) => {
      const at = text(place, 'at') ?? '';
      return at === 'side' || at === 'start' || at === 'end' || at === 'beside' ? '@side' : `@${at}`;
    });
  }
  if (category === 'len' || category === 'bundle' || category === 'size') return ['width'];
  if (category === 'measure') return [text(frame, 'measure') ?? 'width'];
  if (category === 'mod') {
    return Object.keys(frame).filter((name) => ['fuel', 'builtIn', 'size', 'corner', 'tier', 'tall'].includes(name));
  }
  return [category];
}

const OTHER_GENDER = 0.5;
function otherGender(thing: Frame, place: Frame): number {
  const [gender, shown] = [text(thing, 'gender'), text(place, 'gender')];
  return flag(place, 'agrees') && gender && shown && !shown.includes(gender) && shown !== 'p' ? OTHER_GENDER : 0;
}

/** A property in another gender or case than its thing. */
function disagreement(thing: Frame, property: Frame): number {
  const [a, b] = [text(thing, 'cases'), text(property, 'cases')];
  const common = a && b ? [...a].filter((letter) => b.includes(letter)) : undefined;
  if (!common) return 0;
  const [gender, shown] = [text(thing, 'gender'), text(property, 'gender')];
  return common.length === 0 || (gender && shown && !shown.includes(gender) && !shown.includes('p')) ? 0.8 : 0;
}

/** A bare number that can hardly be a wall costs. */
function wallCost(frame: Frame): number {
  let cost = 0;
  const product = frame['product'] !== undefined;
  for (const item of parts(frame, 'items')) {
    const len = part(item, 'len');
    const mm = millimetres(len, 'wall') ?? 0;
    const value = number(len, 'value') ?? 0;
    if (item['more']) continue;
    if (mm < MIN_PLAIN_WALL) cost += 2.2;
    else if (mm > WALL_RANGE.max) cost += 1;
    else if (item['bare'] && !text(len, 'unit') && number(len, 'rank') === undefined && value >= 100 && value < 1000)
      cost += 2.2;
    else if (!text(len, 'unit')) cost += Number.isInteger(value) && value < 13 && !product ? 0.5 : 0.05;
  }
  return cost;
}
