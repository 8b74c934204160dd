import { given, type Order, type WallEnd } from '#libs/furniture';
import { codeOf, conceptOf } from '../../concepts/index.js';
import { byKindOr } from '../../meaning/cases.js';
import {
  type EditSaid,
  isObstacle,
  type Mention,
  type ObstacleSaid,
  type Place,
  referredTo,
  type Statement,
  thingsAt,
  unsaid,
} from '../../meaning/meaning.js';
import { meant } from '../../units/meant.js';
import type { Ask, Numbered, Shape } from '../decision.js';
import { COOKERS, isCooker, isSameThing, isUpperRow, kindOf, tierOf, withOwn } from '../things.js';
import {
  filled,
  onlyNumbers,
  unitWidthOf,
  withFittingShape,
  withLengths,
  withNumbers,
  withObstacle,
  withoutObstacle,
  withShape,
} from './room-wishes.js';

export type Said<S extends Statement['say']> = Extract<Statement, { say: S }>;
export type RowSaid = Said<'row'>;
export type LookSaid = Said<'colour'> | Said<'handles'> | Said<'lighting'>;

export type Length = Pick<Said<'walls'>['lengths'][number], 'mm' | 'wall'>;

/** Which statement of which message; messages count from 0. */
export interface At {
  readonly message: number;
  readonly statement: number;
}

/** A thing that is wanted in the kitchen, as all messages together describe it. */
export interface Wish {
  readonly thing: Mention;
  readonly places: readonly Place[];
  /** The statements that spoke of it. */
  readonly ats: readonly At[];
}

/** Whether a statement spoke of the thing. */
export const isOfStatement = ({ ats }: Wish, message: number, statement: number): boolean =>
  ats.some((at) => at.message === message && at.statement === statement);

/** Statements of one message. */
type Sequence = Pick<Said<'sequence'>, 'of' | 'direction'> & { readonly message: number };

/** The number of the message that an order counts as: before all that were said. */
const STANDING = -1;

/** All that was said of a kitchen that is still to be laid out; later words win. */
export interface Wishes {
  readonly shape?: Shape;
  /** «не угловая», without another shape. */
  readonly straightOnly?: true;
  readonly unsupported?: { readonly shape: Said<'shape'>['shape']; readonly at: At };
  readonly lengths: readonly Length[];
  readonly approximate?: true;
  readonly room?: true;
  /** A number that may be a wall's length, once its unit is known. */
  readonly unclear?: Numbered & { readonly others?: readonly number[] };
  /** A number of the last message that may be a unit's size: the walls are known, and nothing says what it belongs to. */
  readonly unread?: Numbered;
  /** Words that only a kitchen with a corner has: «в углу», «на длинной». */
  readonly cornered?: true;
  readonly ceiling?: number;
  readonly ends: { readonly left?: WallEnd; readonly right?: WallEnd };
  readonly obstacles: readonly ObstacleSaid[];
  readonly things: readonly Wish[];
  /** Not wanted, or kept elsewhere: never asked for again. */
  readonly refused: readonly Mention[];
  readonly sequences: readonly Sequence[];
  readonly rows: readonly RowSaid[];
  readonly looks: readonly LookSaid[];
  readonly usual?: true;
  /** «всё встроенное». */
  readonly builtIn?: boolean;
}

export const NO_WISHES: Wishes = {
  lengths: [],
  ends: {},
  obstacles: [],
  things: [],
  refused: [],
  sequences: [],
  rows: [],
  looks: [],
};

/** The wishes with one statement more; statements of other kinds say nothing of a kitchen. */
const withStatement = byKindOr<Statement, 'say', Wishes | undefined, [wishes: Wishes, at: At, asked: readonly Ask[]]>(
  'say',
  {
    shape: (said, wishes, at, asked) => withShape(wishes, said, at, asked),
    walls: (said, wishes, _, asked) => withLengths(wishes, said, asked),
    ceiling: ({ mm }, wishes) => ({ ...wishes, ceiling: mm }),
    ends: ({ left, right }, wishes) => ({ ...wishes, ends: { ...wishes.ends, ...given({ left, right }) } }),
    obstacle: ({ act, obstacle }, wishes, at) =>
      act === 'is' ? withObstacle(wishes, obstacle, at) : withoutObstacle(wishes, obstacle.kind),
    place({ places }, wishes, at, asked) {
      const about = asked.find((ask) => ask.ask === 'obstacle');
      return about ? withObstacle(wishes, { kind: about.obstacle.kind, places }) : placingLast(wishes, places, at);
    },
    thing({ act, thing, places }, wishes, at, asked) {
      // «от левого» to «от какого угла отмерять?»
      const about = asked.find((ask) => ask.ask === 'obstacle');
      const hand = [about?.obstacle.kind, 'it'].includes(thing.concept) ? thing.which?.hand : undefined;
      if (about && hand) return withObstacle(wishes, { kind: about.obstacle.kind, places: [{ at: 'side', hand }] });
      // «мойку под окно не надо»: not there.
      if (act === 'refuse' && kindOf(thing) && places.some(isOfRoom)) return wanting(wishes, thing, [], at);
      return act === 'want' ? wanting(wishes, thing, withOwn(thing, places), at) : refusing(wishes, thing);
    },
    // «посудомойка 45 или 60?»: one of them. «стиралка влезет?»: where nothing stands yet, it is tried.
    question: (said, wishes, at) => (/^(which|fits)$/.test(said.about) ? placing(said, wishes, at) : wishes),
    // «мойка и посудомойка, больше никакой техники»
    context: ({ source }, wishes) =>
      /(друг|больше).* техник/i.test(source.text) ? withoutCooker(wishes, source) : wishes,
    // «плитка у нас настольная»: who cooks on it needs no cooker.
    outside: ({ name, source }, wishes) => (name === 'настольная плитка' ? withoutCooker(wishes, source) : wishes),
    sequence: ({ of, direction }, wishes, { message }) => ({
      ...wishes,
      sequences: [...wishes.sequences, { message, of, direction }],
    }),
    row(said, wishes) {
      // «шкафы до потолка не надо, просто обычные»: the row stays, the mezzanines go.
      const { toCeiling, ...row } = said;
      const below = toCeiling && said.act === 'refuse';
      const kept: RowSaid = below ? { ...row, act: 'want' } : said;
      const gone: RowSaid[] = below ? [{ ...row, tier: 'upper' }] : [];
      return { ...wishes, rows: [...wishes.rows, kept, ...gone], ...(said.walls ? { cornered: true } : {}) };
    },
    colour: withLook,
    handles: withLook,
    lighting: withLook,
    usual: (_, wishes, at, [ask]) => answering({ ...wishes, usual: true }, 'any', at, ask),
    answer: ({ answer }, wishes, at, [ask]) => answering(wishes, answer, at, ask),
    edit: ({ edit }, wishes, at) => withEdit(edit, wishes, at),
  },
);

/** A cooker that nobody named is not asked for. */
const withoutCooker = (wishes: Wishes, source: Mention['source']): Wishes =>
  wishes.things.some(({ thing }) => isCooker(thing)) ? wishes : refusing(wishes, { concept: 'cooker', source });

/** «посудомойка под столешницей, рядом с мойкой»: where the thing goes that the message spoke of last. */
function placingLast(wishes: Wishes, places: readonly Place[], at: At): Wishes {
  const index = wishes.things.findLastIndex(({ ats }) => ats.at(-1)?.message === at.message);
  const wish = wishes.things[index];
  if (!wish || wish.places.length > 0 || !places.every(({ at: where }) => where === 'beside')) return wishes;
  return { ...wishes, things: wishes.things.with(index, { ...wish, places, ats: [...wish.ats, at] }) };
}

const isOfRoom = (place: Place): boolean => place.at === 'corner' || ('of' in place && isObstacle(place.of));

function withLook(look: LookSaid, wishes: Wishes): Wishes {
  return { ...wishes, looks: [...wishes.looks, look] };
}

const placing = ({ things, places }: Pick<Said<'question'>, 'things' | 'places'>, wishes: Wishes, at: At): Wishes =>
  things.reduce((all, thing) => wanting(all, thing, places, at), wishes);

/** Where no order stands, an edit is a wish. */
const withEdit = byKindOr<EditSaid, 'act', Wishes, [wishes: Wishes, at: At]>('act', {
  add: placing,
  move: placing,
  keep: placing,
  remove: ({ things }, wishes) => things.reduce(refusing, wishes),
  likewise: ({ things }, wishes, at) =>
    things.reduce((all, one) => (one.width || kindOf(one) ? wanting(all, one, [], at) : all), wishes),
  replace({ old, by, among = [] }, wishes, at) {
    const index = wishes.things.findIndex(({ thing }) => isSameThing(thing, old));
    const wish = wishes.things[index];
    if (!wish || kindOf(old) || kindOf(by)) return wanting(refusing(wishes, old), by, among, at);
    // «тумбу замените на ящики»: where it was among the others.
    const places = among.length > 0 ? among : wish.places;
    return { ...wishes, things: wishes.things.with(index, { thing: by, places, ats: [...wish.ats, at] }) };
  },
  resize: ({ things, to }, wishes, at) =>
    to === undefined ? wishes : things.reduce((all, thing) => wanting(all, { ...thing, width: to }, [], at), wishes),
});

/** The wishes with a message's statements; `asked` is what the message before it was answered with. */
export function told(before: Wishes, statements: readonly Statement[], message: number, asked: readonly Ask[]): Wishes {
  const { unread: _, ...wishes } = before;
  const about = asked.find((ask) => ask.ask === 'obstacle');
  const answers = about && onlyNumbers(statements);
  if (answers) return withObstacle(wishes, filled(about, answers, statements));
  const said = statements.reduce(
    (known, one, statement) => withStatement(one, known, { message, statement }, asked) ?? known,
    wishes,
  );
  const number = statements.find((one) => one.say === 'number');
  const width = asked.find((ask) => ask.ask === 'width');
  const at = { message, statement: number ? statements.indexOf(number) : 0 };
  if (number && width) return wanting(said, { ...width.thing, width: unitWidthOf(number) }, [], at);
  return withFittingShape(withNumbers(said, statements, asked), statements);
}

/** «духовка с варочной» and «варочная с духовкой» are one thing: the hob with its oven. */
function normalised(thing: Mention): Mention {
  const hob = kindOf(thing) === 'oven' && !thing.tall ? thing.with?.find(isCooker) : undefined;
  if (!hob) return thing;
  const { with: others = [], width: _, concept, ...rest } = thing;
  const oven = { concept, source: thing.source };
  return { ...rest, ...hob, with: [oven, ...others.filter((one) => one !== hob)] };
}

/** A thing wanted: fields of a description that was given later win, a place takes the place of all earlier ones. */
function wanting(all: Wishes, said: Mention, allPlaces: readonly Place[], at: At): Wishes {
  if (said.which?.all && said.builtIn !== undefined && !conceptOf(said.concept))
    return { ...all, builtIn: said.builtIn };
  if (said.which?.all && !conceptOf(said.concept) && allPlaces.length > 0)
    // «мойка на короткой, остальное на длинной»: what this message has a place for keeps it.
    return {
      ...all,
      things: all.things.map((one) =>
        kindOf(one.thing) && !(one.places.length > 0 && one.ats.at(-1)?.message === at.message)
          ? { ...one, places: allPlaces }
          : one,
      ),
    };
  // «полки вместо шкафов»
  const instead = thingsAt(allPlaces, 'instead');
  const hangs = tierOf(codeOf(said)) === 'wall';
  const wishes = instead.reduce(
    (rest, { tier = hangs ? 'wall' : undefined, ...of }) => refusing(rest, { ...of, ...given({ tier }) }),
    all,
  );
  const saidPlaces = allPlaces.filter((place) => place.at !== 'instead');
  if (isUpperRow(said) && said.count === undefined && saidPlaces.length === 0 && !refusesRow(wishes))
    return withUpperRow(wishes, 'want', said);
  const before = wishes.things.at(-1);
  const last = before?.thing ?? wishes.obstacles.flatMap(({ places }) => places.flatMap(referredTo)).at(-1);
  const named = conceptOf(said.concept) ? said : last && { ...said, concept: last.concept };
  if (!named) return wishes;
  const inCorner = saidPlaces.some((place) => place.at === 'corner' && !place.hand) && kindOf(named) === undefined;
  const thing = normalised(inCorner || named.diagonal ? { ...named, corner: true } : named);
  const pointed = saidPlaces.map((place) => withLast(place, last));
  const places = onLastWall(pointed, before, at);
  const rest: Wishes = {
    ...wishes,
    refused: wishes.refused.filter((one) => !isSameThing(one, thing)),
    ...(thing.corner || places.some(isCornered) ? { cornered: true } : {}),
  };
  const index = wishes.things.findIndex((wish) => isOneWith(wish, thing, places, at));
  const known = wishes.things[index];
  if (!known) return { ...rest, things: [...wishes.things, { thing, places, ats: [at] }] };
  const keeps = (isCooker(thing) && (thing.concept === 'cooker' || stands(known))) || isHousing(known, thing);
  const wish: Wish = {
    thing: { ...known.thing, ...given(thing), concept: (keeps ? known.thing : thing).concept },
    places: places.length > 0 ? places : known.places,
    ats: [...known.ats, at],
  };
  return { ...rest, things: wishes.things.with(index, wish) };
}

/** «плита на длинной, холодильник в самом конце»: the end of the wall that was spoken of last. */
function onLastWall(places: readonly Place[], last: Wish | undefined, { message }: At): readonly Place[] {
  const wall = last?.ats.at(-1)?.message === message && last.places.find((place) => place.at === 'wall');
  const isEnd = (place: Place): boolean =>
    /^(start|end)$/.test(place.at) || (place.at === 'side' && place.hand === 'any');
  const isOpen = places.some(isEnd) && !places.some(({ at }) => at === 'wall' || at === 'corner');
  return wall && isOpen ? [...places, wall] : places;
}

/** «над ней», «рядом с ним»: the thing that was spoken of last. */
const withLast = (place: Place, last: Mention | undefined): Place =>
  last && 'of' in place && 'concept' in place.of && !conceptOf(place.of.concept) ? { ...place, of: last } : place;

/** Appliances are one each; a unit that was said again in another message is the same one where nothing tells them apart. */
const isOneWith = (wish: Wish, thing: Mention, places: readonly Place[], at: At): boolean =>
  (isHousing(wish, thing) && places.length > 0) ||
  (isSameThing(wish.thing, thing) &&
    (kindOf(thing) !== undefined ||
      thing.which?.anaphor === true ||
      // «Пенал один… нет, два пенала.»
      (places.length === 0 && (thing.count ?? 1) > 1 && wish.places.length === 0 && wish.thing.width === undefined) ||
      (wish.ats.every(({ message }) => message !== at.message) &&
        (wish.thing.width === thing.width || (stands(wish) && thing.width === undefined)))));

/** «духовка в пенале, пенал справа»: the unit in which an appliance stands. */
const isHousing = (wish: Wish, { concept, width, count, with: others }: Mention): boolean =>
  concept === 'tall' && wish.thing.tall === true && wish.places.length === 0 && !width && !count && !others;

const isCornered = (place: Place): boolean =>
  (place.at === 'corner' && place.hand === undefined) ||
  (place.at === 'wall' && (place.wall === 'long' || place.wall === 'short' || place.wall === 'other'));

const refusing = (wishes: Wishes, thing: Mention): Wishes =>
  isUpperRow(thing)
    ? withUpperRow(wishes, 'refuse', thing)
    : {
        ...wishes,
        things: wishes.things.filter((wish) => !isSameThing(wish.thing, thing) || isOtherKind(wish.thing, thing)),
        refused: [...wishes.refused, thing],
      };

/** «плита отдельная, не варочная»: it is a stove that was wanted. */
const isOtherKind = (wanted: Mention, refused: Mention): boolean =>
  wanted.concept === 'stove' && refused.concept === 'hob';

const withUpperRow = (wishes: Wishes, act: RowSaid['act'], { source }: Mention): Wishes => ({
  ...wishes,
  rows: [...wishes.rows, { say: 'row', act, tier: 'wall', source }],
});

const refusesRow = ({ rows }: Wishes): boolean => rows.findLast(({ tier }) => tier === 'wall')?.act === 'refuse';

export const HOB_WITH_OVEN = unsaid('hob', { with: [unsaid('oven')] });

/** What a kitchen usually has, where the customer leaves the choice to us. */
export const USUAL: Readonly<Record<string, readonly Mention[]>> = {
  appliances: [unsaid('sink'), HOB_WITH_OVEN, unsaid('fridge')],
  cooker: [HOB_WITH_OVEN],
  sink: [unsaid('sink')],
};

/** Whether «на ваш вкус» is an answer to it of its own. */
export const isOfUsual = ({ ask }: Ask): boolean => USUAL[ask] !== undefined;

function answering(wishes: Wishes, answer: Said<'answer'>['answer'], at: At, ask: Ask | undefined): Wishes {
  const usual = answer === 'any' || answer === 'unsure' || (answer === 'yes' && ask?.ask === 'sink');
  const things = ask && (usual || answer === 'no') ? USUAL[ask.ask] : undefined;
  if (!things) return wishes;
  if (!usual) return things.filter(({ concept }) => concept !== 'fridge').reduce(refusing, wishes);
  const taken = (thing: Mention): boolean =>
    [...wishes.things.map((wish) => wish.thing), ...wishes.refused].some((one) => isSameThing(one, thing));
  const added = things.filter((thing) => !taken(thing)).reduce((all, thing) => wanting(all, thing, [], at), wishes);
  return answer === 'yes' ? added : { ...added, usual: true };
}

/** The wishes without what has gone from the kitchen since it was wanted. */
export const lasting = (wishes: Wishes, order: Order): Wishes => ({
  ...wishes,
  things: wishes.things.filter(({ thing }) => meant(order, thing).length > 0),
});

/** The wishes of a kitchen that stands, wherever its things were to be: what is said next is said of them. */
export const asStanding = (wishes: Wishes, order: Order): Wishes => ({
  ...wishes,
  things: lasting(wishes, order).things.map((wish, statement) => ({
    ...wish,
    places: [],
    ats: [{ message: STANDING, statement }],
  })),
  sequences: [],
});
const stands = ({ ats: [first] }: Wish): boolean => first?.message === STANDING;

/** Whether a kitchen of these wishes has one of these appliances, or was said to have none. */
export const settles = ({ things, refused }: Wishes, kinds: readonly string[]): boolean =>
  [...things.flatMap(({ thing }) => [thing, ...(thing.with ?? [])]), ...refused].some(
    (thing) => kinds.includes(kindOf(thing) ?? '') || (isCooker(thing) && kinds.some((kind) => COOKERS.includes(kind))),
  );

/** Things that a place refers to are in the kitchen too: «вытяжка над плитой», «тумба рядом с мойкой». */
export function withImplied(wishes: Wishes): Wishes {
  const named = [...wishes.things, ...wishes.obstacles].flatMap(({ places }) => places.flatMap(referredTo));
  const over = wishes.rows.flatMap((row) => row.over ?? []);
  return [...named, ...over].reduce((all, thing) => {
    const kind = kindOf(thing);
    const implied = kind !== undefined && IMPLIED.includes(kind) && !settles(all, isCooker(thing) ? COOKERS : [kind]);
    return implied ? wanting(all, thing, [], IMPLICIT) : all;
  }, wishes);
}
const IMPLIED: readonly string[] = ['sink', 'dishwasher', 'hob', 'stove', 'cooker', 'washer', 'fridge'];
const IMPLICIT: At = { message: -2, statement: -1 };
