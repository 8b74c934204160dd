import type { Order } from '#libs/furniture';
import { conceptOf } from '../concepts/index.js';
import { handIn, type Mention, type Place, type Statement } from '../meaning/meaning.js';
import { meant } from '../units/meant.js';
import { unitWidthOf } from './brief/room-wishes.js';
import { isOfUsual, NO_WISHES, told } from './brief/wishes.js';
import type { Conversation, Open } from './conversation.js';
import { type Act, type Ask, type Became, type Decision, decided, type Way } from './decision.js';
import type { Scene } from './edits/scene.js';
import { changed } from './edits/standing.js';
import { isOfKitchen, mentionsOf, placesOf } from './mentions.js';
import { isSameThing } from './things.js';

/** The one of a list that a number means, −1 the last; none where there are not so many. */
const nth = <T>(list: readonly T[], choice: number): T[] => list.slice(choice < 0 ? -1 : choice - 1).slice(0, 1);

const answersIn = (statements: readonly Statement[]) =>
  statements.flatMap((one) => (one.say === 'answer' ? [one.answer] : []));

/** The number that an answer names. */
const choiceIn = (statements: readonly Statement[]): number | undefined =>
  answersIn(statements).find((answer) => typeof answer === 'object')?.choice;

/** A message that takes an offer; what else it says changes the kitchen that the offer ends in. */
export function taking(talk: Conversation, statements: readonly Statement[]): Decision | undefined {
  const { asks = [], offers = [] } = talk.open ?? {};
  const isAlone = !statements.some(isOfKitchen);
  const [answer] = answersIn(statements);
  // Which of two answers a «да» to their question means nobody knows.
  const agrees =
    answer === 'any' ? !asks.some(isOfUsual) : answer === 'yes' && (asks.length === 0 || offers.length === 1);
  const choice = choiceIn(statements) ?? (isAlone && agrees ? 1 : undefined);
  const [offer] = choice === undefined ? [] : nth(offers, choice);
  if (!offer) return undefined;
  const { operations, made, missed = [], assumed = [] } = offer;
  const more = isAlone ? undefined : changed(made, statements, talk);
  const also = more?.act.kind === 'operations' ? more.act : { operations: [], made };
  const all = [...operations, ...also.operations];
  const act: Act = { kind: 'operations', operations: all, made: also.made, ...(isAlone ? { agreed: true } : {}) };
  const became = missed.map((why): Became => ({ is: 'not_done', why }));
  return decided(act, [...became, ...(more?.became ?? [])], assumed);
}

/** The number of the offer whose thing a message names: «сузьте ящики», «без пенала». */
export function offerNamed(order: Order | undefined, open: Open, statements: readonly Statement[]): number | undefined {
  const { offers } = open;
  const [said, more] = statements.filter(isOfKitchen);
  if (!said || more || placesOf(said).length > 0) return undefined;
  // «сузьте тумбу между плитой и холодильником»: which of them is meant, the edit itself finds.
  if (said.say === 'edit' && 'among' in said.edit && said.edit.among?.length) return undefined;
  const named = offers.filter(({ ways: [way, other] }) => way !== undefined && !other && names(order, way, said));
  const things = new Set(named.flatMap(({ ways }) => ways.map((way) => 'thing' in way && nodeOf(way))));
  const [first] = named;
  return first && things.size === 1 ? offers.indexOf(first) + 1 : undefined;
}

const nodeOf = (way: Extract<Way, { thing: unknown }>): string | undefined =>
  'node' in way ? way.node : 'node' in way.thing ? way.thing.node : undefined;

/** What a statement does to a thing, as a way out; `any` where it only names it. */
const DOES: Readonly<Record<string, Way['way'] | 'any'>> = {
  remove: 'drop',
  refuse: 'drop',
  elsewhere: 'drop',
  want: 'any',
};

/** Whether a statement names the thing of a way out, and nothing against what the way does to it. */
function names(order: Order | undefined, way: Way, said: Statement): boolean {
  if (!('thing' in way) || (said.say !== 'edit' && said.say !== 'thing')) return false;
  const resize = said.say === 'edit' && said.edit.act === 'resize' ? said.edit : undefined;
  const to = resize?.to ?? (said.say === 'thing' ? said.thing.width : undefined);
  const does = resize || to ? 'narrow' : DOES[said.say === 'edit' ? said.edit.act : said.act];
  // «и холодильник встроенный»: what is wanted is not dropped.
  const isOther = does === 'any' ? way.way === 'drop' : does !== way.way;
  if (resize?.by === 'wider' || isOther) return false;
  if (to !== undefined && way.way === 'narrow' && way.to !== to) return false;
  const node = nodeOf(way);
  const { concept } = way.thing;
  return mentionsOf(said).some(({ width: _, ...thing }) =>
    order && node ? meant(order, thing).some((one) => one.id === node) : thing.concept === concept,
  );
}

/**
 * The request completed by an answer to which, where, how wide, and where an obstacle is; `chosen` are the nodes that were
 * chosen, by the concept that several answered to.
 */
export function answering(
  { statements: request, asks: [ask] }: Open,
  statements: readonly Statement[],
  order: Order,
): (Pick<Open, 'statements'> & Partial<Pick<Scene, 'chosen'>>) | undefined {
  const own = statements.filter(isOfKitchen);
  switch (ask?.ask) {
    case 'which': {
      const ids = chosenOf(ask, statements, order);
      return ids.length > 0 ? { statements: request, chosen: new Map([[ask.thing.concept, ids]]) } : undefined;
    }
    case 'where': {
      const isAsked = (it: Mention): boolean => isSameThing(it, ask.thing) || it.concept === 'it';
      const places = own.flatMap((said) => (mentionsOf(said).every(isAsked) ? placesOf(said) : []));
      const there: Statement = { say: 'thing', act: 'want', thing: ask.thing, places, source: ask.thing.source };
      const rest = request.filter((said) => !mentionsOf(said).includes(ask.thing));
      return places.length === 0 ? undefined : { statements: [...rest, there] };
    }
    case 'width': {
      const [width] = own.flatMap((said) => widthIn(said, ask.thing));
      return width === undefined ? undefined : { statements: request.map((said) => withWidth(said, ask.thing, width)) };
    }
    case 'obstacle': {
      const { obstacles } = told({ ...NO_WISHES, obstacles: [ask.obstacle] }, statements, 0, [ask]);
      const [obstacle] = obstacles;
      const { kind } = ask.obstacle;
      // «труб на этой стене нет»: what else was asked for is done.
      if (!obstacle)
        return { statements: request.filter((said) => said.say !== 'obstacle' || said.obstacle.kind !== kind) };
      if (JSON.stringify(obstacle) === JSON.stringify(ask.obstacle)) return undefined;
      const completed = request.map((said) =>
        said.say === 'obstacle' && said.obstacle.kind === obstacle.kind ? { ...said, obstacle } : said,
      );
      return { statements: completed };
    }
    default:
      return undefined;
  }
}

/** A width that an answer names, of the thing that was asked about or of none, mm. */
function widthIn(said: Statement, thing: Mention): number[] {
  if (said.say === 'number') return [unitWidthOf(said)];
  if (said.say === 'walls') return said.lengths.map(({ mm }) => mm);
  return said.say === 'thing' &&
    said.thing.width !== undefined &&
    isSameThing(said.thing, { ...thing, ...said.thing, concept: thing.concept })
    ? [said.thing.width]
    : [];
}

/** The request with more said of one of its things, and with other places where some are said. */
function withMore(said: Statement, thing: Mention, more: Partial<Mention>, places: readonly Place[] = []): Statement {
  const merged = (one: Mention): Mention => (isSameThing(one, thing) ? { ...one, ...more } : one);
  if (!mentionsOf(said).some((one) => isSameThing(one, thing))) return said;
  const before = placesOf(said);
  const there = places.length > 0 ? places.map((place) => otherSide(place, before)) : before;
  if (said.say === 'thing') return { ...said, thing: merged(said.thing), places: there };
  if (said.say !== 'edit') return said;
  const { edit } = said;
  if (edit.act === 'resize' && more.width)
    return { ...said, edit: { act: 'resize', things: edit.things, to: more.width } };
  if (edit.act !== 'add' && edit.act !== 'move') return said;
  return { ...said, edit: { ...edit, things: edit.things.map(merged), places: there } };
}

/** The request with another width of the thing that the question was about. */
export const withWidth = (said: Statement, thing: Mention | undefined, width: number): Statement =>
  thing ? withMore(said, thing, { width }) : said;

/** «а лучше справа»: of what it was put beside. */
export function otherSide(place: Place, before: readonly Place[]): Place {
  const beside = before.find((one) => one.at === 'beside');
  const hand = place.at === 'side' && !place.end ? handIn([place]) : undefined;
  return hand && beside ? { ...beside, hand } : place;
}

/** «правую», «вторую», «которая 400», «обе»; none where nothing says which. */
function chosenOf(
  { nodes, thing }: Extract<Ask, { ask: 'which' }>,
  statements: readonly Statement[],
  order: Order,
): readonly string[] {
  const among = (mention: Mention): string[] =>
    meant(order, mention).flatMap(({ id }) => (nodes.includes(id) ? [id] : []));
  const choice = choiceIn(statements) ?? (answersIn(statements).includes('any') ? 1 : undefined);
  if (choice !== undefined) return nth(nodes, choice);
  for (const said of statements) {
    if (said.say === 'number') {
      const wide = among({ ...thing, width: unitWidthOf(said) });
      return wide.length > 0 && wide.length < nodes.length ? wide : nth(nodes, said.value);
    }
    const side = said.say === 'place' || said.say === 'thing' ? said.places.find(({ at }) => at === 'side') : undefined;
    if (side?.at === 'side') return nth(nodes, side.hand === 'right' ? -1 : 1);
    const [mention] = said.say === 'edit' && said.edit.act === 'add' ? [] : mentionsOf(said);
    if (!mention) continue;
    const { which } = mention;
    if (which?.all) return nodes;
    const ids = among({ ...thing, ...mention });
    if (ids.length > 0 && ids.length < nodes.length) return ids;
    if (which) return nth(nodes, which.ordinal ?? (which.hand === 'right' ? -1 : 1));
  }
  return [];
}

/** What makes room, or another width, together with what had no room; undefined for a message about something else. */
export function withRequest({ statements }: Open, more: readonly Statement[]): readonly Statement[] | undefined {
  const own = more.filter(isOfKitchen);
  const frees = own.filter(({ say }) => say !== 'number');
  const makesRoom = frees.every((said) =>
    said.say === 'thing'
      ? said.act !== 'want' || said.thing.width !== undefined
      : said.say === 'edit' && ['remove', 'resize', 'replace', 'yield'].includes(said.edit.act),
  );
  const last = statements.flatMap(mentionsOf).at(-1);
  const isAmended = (said: Statement): boolean => last !== undefined && amends(said, last);
  const [amending, freeing] = [own.filter(isAmended), frees.filter((said) => !isAmended(said))];
  if (own.length === 0 || !(makesRoom || freeing.length === 0)) return undefined;
  const request = amending.reduce<readonly Statement[]>(
    (all, by) => all.map((one) => amended(one, last, by)),
    statements,
  );
  const isSame = (a: Statement, b: Statement): boolean =>
    mentionsOf(a).some((one) => mentionsOf(b).some((other) => isSameThing(one, other)));
  const isAgain = (one: Statement): boolean => one.say === 'thing' || (one.say === 'edit' && one.edit.act !== 'yield');
  return [...freeing, ...request.filter((said) => !freeing.some((one) => isAgain(one) && isSame(one, said)))];
}

/** «не 60, 45», «тогда узкую», «с другой стороны»: of the thing that had no room. */
export const amends = (said: Statement, last: Mention): boolean =>
  said.say === 'number' ||
  said.say === 'place' ||
  (said.say === 'thing' && said.act === 'want' && (isSameThing(said.thing, last) || !conceptOf(said.thing.concept)));

function amended(said: Statement, last: Mention | undefined, by: Statement): Statement {
  if (!last) return said;
  if (by.say === 'number') return withWidth(said, last, unitWidthOf(by));
  if (by.say === 'place') return withMore(said, last, {}, by.places);
  if (by.say !== 'thing') return said;
  const { concept: _, source: __, which: ___, ...more } = by.thing;
  return withMore(said, last, more, by.places);
}
