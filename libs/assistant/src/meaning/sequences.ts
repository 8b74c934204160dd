import { conceptOf } from '../concepts/index.js';
import type { Edge } from '../rules/chart.js';
import { flag, oneOf, parts } from '../rules/frame.js';
import { type Place, type Statement, thingsAt } from './meaning.js';
import { isNext, kidsOf } from './mentions.js';
import { type Text, type Thing, thingsOf } from './told.js';
import type { Node } from './tree/hypothesis.js';

type Direction = 'left_to_right' | 'right_to_left' | 'listed';
export interface Sequence {
  readonly of: readonly number[];
  readonly direction: Direction;
  /** The words that say so. */
  readonly marks: readonly Edge[];
}

/** Things that were said to follow each other: «слева направо: …», «потом», «после мойки». */
export function sequencesOf(text: Text, nodes: readonly Node[]): Sequence[] {
  const said = numbered(text, nodes) ?? saidSequences(text, nodes);
  const isTold = ({ of }: Sequence): boolean => said.some((one) => one.of.some((index) => of.includes(index)));
  return [...said, ...walksOf(text, nodes).filter((walk) => !isTold(walk))];
}

/** Stems of ordinal numbers in their order, unless they count walls. */
const ORDINALS = ['перв', 'втор', 'трет', 'четверт', 'пят[ыао]', 'шест[оаы]', 'седьм', 'восьм'].map(
  (stem) => new RegExp(`(?<![а-я])${stem}[а-я]*(?! (стен|сторон))(?![а-я])`),
);
const MIN_NUMBERED = 3;

/** «первый слева холодильник. второй пенал 40. третий духовка»: every thing with its number. */
function numbered(text: Text, nodes: readonly Node[]): Sequence[] | undefined {
  const of: number[] = [];
  let before: Edge | undefined;
  let direction: Direction = 'left_to_right';
  for (const [{ edge }, index, said] of thingsOf(text, nodes)) {
    const words = text.sourceOf(before ?? edge, edge, ...(nodes.find((one) => one.edge === edge)?.kids ?? []));
    const own = before ? words.text.slice(text.sourceOf(before).text.length) : words.text;
    if (!ORDINALS[of.length]?.test(own.toLowerCase().replaceAll('ё', 'е'))) {
      if (of.length > 0) break;
      continue;
    }
    if (of.length === 0 && sideOf(said)?.hand === 'right') direction = 'right_to_left';
    of.push(index);
    before = edge;
  }
  if (of.length < MIN_NUMBERED) return undefined;
  for (const index of of) {
    const said = text.all[index];
    if (said?.say !== 'thing') continue;
    const { which: _, ...thing } = said.thing;
    text.all[index] = { ...said, thing };
  }
  return [{ of, marks: [], direction }];
}

const CORRECTING = /(?<![а-яё])(нет|вернее|точнее|то есть|наоборот|не так)(?![а-яё])/i;

function saidSequences(text: Text, nodes: readonly Node[]): Sequence[] {
  const out: Sequence[] = [];
  const seen: number[] = [];
  let chain: number[] = [];
  let marks: Edge[] = [];
  let direction: Direction | undefined;
  let listing = false;
  let last: number | undefined;
  let linked = false;
  let towards = false;
  /** Things of the sentence up to a direction: «мойка, плита, холодильник слева направо». */
  let sentence: number[] = [];
  let listed: number[] = [];
  /** «слева мойка, ящики, плита»: from there on, while nothing else is said of where they stand. */
  let led: number[] = [];
  let leads: Direction = 'listed';
  const end = (): void => {
    const isLed = chain.length === 0 && !direction && led.length >= MIN_LED;
    const of = corrected(isLed ? led : chain.length === 0 && direction ? listed : chain);
    const heading = isLed ? leads : (direction ?? directionOf(text.all, of));
    if (of.length > 1) out.push({ of, marks, direction: heading });
    [chain, marks, direction, listing, listed, led] = [[], [], undefined, false, [], []];
  };
  const inOneRow = !text.all.some(isOfCorner);
  const things = new Map([...thingsOf(text, nodes)].map(([{ edge }, index, said]) => [edge, { index, said }]));
  const edges = new Map([...things].map(([edge, { index }]) => [index, edge]));
  /** «потом плита, мойка, ой нет, сначала мойка, потом плита»: what is named again stands where it is named last. */
  const corrected = (of: readonly number[]): number[] =>
    of.filter((index, i) => !of.slice(i + 1).some((later) => isCorrected(index, later)));
  const isCorrected = (index: number, later: number): boolean => {
    const [edge, again, said] = [edges.get(index), edges.get(later), text.all[later]];
    const isAgain = edge && again && said?.say === 'thing' && isAbout(text.all[index], said);
    return isAgain === true && CORRECTING.test(text.sourceOf(edge, again).text);
  };
  for (const node of nodes) {
    const { edge } = node;
    if (node.starts && !linked && listing) end();
    if (node.starts) {
      if (led.length >= MIN_LED && chain.length === 0) end();
      [sentence, led] = [[], []];
    }
    if (edge.category === 'direction') {
      end();
      direction = oneOf('left_to_right right_to_left', edge.frame, 'direction');
      [marks, listing, linked, listed] = [[edge], true, true, sentence];
    } else if (edge.category === 'after_list') {
      end();
      [chain, marks] = [[...seen], [edge]];
      end();
    } else if (edge.category === 'then') {
      // «дальше влево: мойка, плита»
      if (edge.frame['hand'] === 'left') direction = 'right_to_left';
      if (chain.length === 0 && last !== undefined) chain = led.at(-1) === last ? [...led] : [last];
      marks.push(edge);
      [listing, linked] = [true, true];
    }
    const thing = things.get(edge);
    // «слева направо хотим плиту, тумбу, мойку»: the act says nothing that its things do not.
    if (edge.category === 'act' && thing && governs(text, nodes, edge, thing.index)) continue;
    if (thing?.said.act !== 'want' || thing.said.thing.concept === 'hood') continue;
    const { index, said } = thing;
    if ((chain.length > 0 || listing) && isOverOrUnder(said, last === undefined ? undefined : text.all[last])) {
      linked = false;
      continue;
    }
    const goesOn = led.length > 0 && node.joined !== undefined && said.places.length === 0 && isOnFloor(said);
    if (goesOn) led.push(index);
    else {
      const isFree = chain.length === 0 && !direction && !listing;
      if (isFree && led.length > 0) end();
      leads = (isFree && inOneRow && leadOf(node, said)) || 'listed';
      led = leads === 'listed' ? [] : [index];
    }
    seen.push(index);
    sentence = [...sentence, index];
    // «справа холодильник, левее мойка»: beside what was named before, not at that end of the wall.
    // «мойку слева, нет, направо»: named again, it is beside nothing else.
    const isAgain = seen.some((one) => one !== index && isAbout(text.all[one], said));
    const toward = last === undefined || isAgain ? undefined : towardOf(node);
    if (toward) text.all[index] = { ...said, places: said.places.filter(({ at }) => at !== 'side') };
    const heading = toward && (toward === 'left' ? 'right_to_left' : 'left_to_right');
    if (heading && heading !== direction) {
      end();
      direction = heading;
    }
    // «ещё левее посудомойка и мойка»
    const goesAlong: boolean = towards || (chain.length > 0 && said.thing.which?.extreme === true);
    const joins: boolean = goesAlong && node.joined === 'and' && said.places.length === 0;
    // «перед розеткой не ставить духовку» says of no order.
    const isBehind = node.kids.some(isNext) && !said.places.some(({ at }) => at === 'apart');
    const after = toward !== undefined || joins || isBehind;
    towards = toward !== undefined || joins;
    // «слева от мойки ящики, за посудомойкой духовка»: behind the one that is named, not the last.
    const behind = isBehind ? behindOf(text.all, said, seen) : undefined;
    if (behind !== undefined && behind !== last) {
      end();
      chain = [behind];
    }
    if (after && last !== undefined && chain.length === 0) chain = [last];
    // «потом плита, в самом конце справа пенал»: a place of its own ends a list.
    const own = direction ? ENDING : [...ENDING, 'side'];
    const placed = said.places.some(({ at }) => own.includes(at)) && !after;
    if (placed && !linked) {
      if (listing || chain.length > 0) end();
    } else if ((listing || after) && !chain.includes(index)) chain.push(index);
    last = index;
    linked = false;
  }
  end();
  return out;
}

/** «потом духовка и над ней индукция, потом ящики»: both stand there, and the list goes on. */
const isOverOrUnder = ({ places }: Thing, last: Statement | undefined): boolean =>
  last?.say === 'thing' &&
  [...thingsAt(places, 'over'), ...thingsAt(places, 'under')].some(({ concept }) => concept === last.thing.concept);

const isAbout = (one: Statement | undefined, { thing }: Thing): boolean =>
  one?.say === 'thing' && one.thing.concept === thing.concept && conceptOf(thing.concept)?.kind !== undefined;

/** Shorter lists say what is wanted and not where. */
const MIN_WALK = 3;

/**
 * «холодильник слева, мойка, ящики 40, духовка», «мойка, ящики, духовка, в конце справа холодильник»: a list that begins at
 * one end of the row, or comes to the other, goes along it. Of appliances alone in an order that nobody would want it only says
 * what there is to be.
 */
function walksOf(text: Text, nodes: readonly Node[]): Sequence[] {
  if (text.all.some(isOfCorner)) return [];
  const out: Sequence[] = [];
  let walk: Thing[] = [];
  let of: number[] = [];
  /** «холодильник слева, пенал справа, мойка, …»: both ends are told, and the rest is between. */
  let isScattered = false;
  const end = (): void => {
    const [from, to] = [sideOf(walk[0]), sideOf(walk.at(-1))];
    const direction = from ? AWAY_FROM[from.hand] : to?.end ? TOWARDS[to.hand] : undefined;
    const isThought = walk.slice(1, -1).some(isPlainUnit) || isPlausible(walk);
    if (direction && of.length >= MIN_WALK && isThought && !isScattered) out.push({ of, marks: [], direction });
    [walk, of] = [[], []];
  };
  for (const [node, index, said] of thingsOf(text, nodes)) {
    if (said.act !== 'want' || of.at(-1) === index) continue;
    const isLast = sideOf(said)?.end && !node.starts;
    const splits = sideOf(said) !== undefined && sideOf(walk[0]) !== undefined && !isLast;
    const goesOn = (node.joined !== undefined || isLast) && walk.length > 0 && isOnFloor(said);
    if (!goesOn || sideOf(walk.slice(1).at(-1))) end();
    else if (said.places.length > 0 && !isLast) end();
    isScattered = !node.starts && (isScattered || splits);
    if (isOnFloor(said) && (said.places.length === 0 || sideOf(said))) {
      walk.push(said);
      of.push(index);
    }
  }
  end();
  return out;
}

/** The side of the row that a thing was said to stand at, and nothing else of its place. */
function sideOf(said: Thing | undefined): Extract<Place, { at: 'side' }> | undefined {
  const [place, ...more] = said?.places ?? [];
  return place?.at === 'side' && more.length === 0 ? place : undefined;
}

const isPlainUnit = ({ thing }: Thing): boolean => conceptOf(thing.concept)?.kind === undefined;
const isHot = ({ thing }: Thing): boolean => (conceptOf(thing.concept)?.fuels.length ?? 0) > 0;

/** Whether somebody may have thought of a row: no cooker beside the fridge, a dishwasher beside its sink. */
function isPlausible(walk: readonly Thing[]): boolean {
  const at = (concept: string): number => walk.findIndex(({ thing }) => thing.concept === concept);
  const isBeside = (one: number, other: number): boolean => one < 0 || other < 0 || Math.abs(one - other) === 1;
  return (
    isBeside(at('dishwasher'), at('sink')) &&
    !walk.some((one, i) => isHot(one) && Math.abs(i - at('fridge')) === 1 && at('fridge') >= 0)
  );
}

/** Whether a phrase of its own says the thing of an act. */
const governs = ({ of }: Text, nodes: readonly Node[], act: Edge, index: number): boolean =>
  nodes.some(({ edge }) => edge !== act && of.get(edge) === index);

/** The thing that another was said to stand behind, among those that were named before. */
const behindOf = (all: readonly Statement[], { places }: Thing, seen: readonly number[]): number | undefined =>
  seen.slice(0, -1).findLast((index) => {
    const one = all[index];
    return one?.say === 'thing' && thingsAt(places, 'beside').some(({ concept }) => concept === one.thing.concept);
  });

/** Fewer are no list: «слева мойка, плита». */
const MIN_LED = 3;

/** «слева» of a corner kitchen is a wall. */
const isOfCorner = (said: Statement): boolean =>
  (said.say === 'shape' && !said.not && said.shape !== 'straight') || (said.say === 'walls' && said.lengths.length > 1);

/** «слева мойка …», «справа плита …»: away from the side that was said before the thing. */
function leadOf(node: Node, { places: [place, ...more] }: Thing): Direction | undefined {
  const isBefore = kidsOf(node, 'place').some((kid) => kid.from < node.edge.from);
  return place?.at === 'side' && more.length === 0 && isBefore ? AWAY_FROM[place.hand] : undefined;
}
const AWAY_FROM: Readonly<Record<string, Direction>> = { left: 'left_to_right', right: 'right_to_left' };
const TOWARDS: Readonly<Record<string, Direction>> = { right: 'left_to_right', left: 'right_to_left' };

const isOnFloor = ({ thing }: Thing): boolean => thing.tier !== 'wall' && conceptOf(thing.concept)?.tier !== 'wall';

const ENDING: readonly Place['at'][] = ['beside', 'between', 'over'];

const towardOf = (node: Node): 'left' | 'right' | undefined =>
  kidsOf(node, 'place')
    .flatMap(({ frame }) => parts(frame, 'places'))
    .flatMap((place) => (flag(place, 'toward') ? (oneOf('left right', place, 'hand') ?? []) : []))[0];

/** From the middle outwards where the middle was told first: «по центру плита, справа мойка, потом посудомойка». */
function directionOf(all: readonly Statement[], of: readonly number[]): Direction {
  const handAt = (index: number | undefined, at: 'side' | 'beside'): string | undefined => {
    const said = index === undefined ? undefined : all[index];
    const place = said?.say === 'thing' ? said.places.find((one) => one.at === at) : undefined;
    return place?.at === 'side' || place?.at === 'beside' ? place.hand : undefined;
  };
  const outward = all
    .slice(0, of[0])
    .some((one) => one.say === 'thing' && one.places.some((place) => place.at === 'side' && place.hand === 'centre'));
  const [first, last, beside] = [handAt(of[0], 'side'), handAt(of.at(-1), 'side'), handAt(of[0], 'beside')];
  if (outward && first !== undefined) return first === 'left' ? 'right_to_left' : 'left_to_right';
  if (first === 'left' || last === 'right' || beside === 'right') return 'left_to_right';
  return first === 'right' || last === 'left' || beside === 'left' ? 'right_to_left' : 'listed';
}
