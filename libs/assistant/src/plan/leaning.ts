import { isBuiltInFridge, isNiche, madeWidths, type Order, STANDARD, TIERS } from '#libs/furniture';
import { shadeOf } from '../concepts/colours.js';
import { codeOf, conceptOf } from '../concepts/index.js';
import { isObstacle, type Mention, type Part, type Place, type Statement } from '../meaning/meaning.js';
import { GENDER } from '../rules/morphology.js';
import { meant } from '../units/meant.js';
import { floorRow, type Unit } from '../units/units.js';
import { unitWidthOf } from './brief/room-wishes.js';
import { looksOf } from './brief/rows.js';
import type { Conversation } from './conversation.js';
import { isOfKitchen, mentionsOf, placesOf, turned } from './mentions.js';
import { kindOf, madeWidthFor, namedOf } from './things.js';

/** Statements of a message that lean on the kitchen, or on what was asked: «низ светлее», «встроенный», «без неё». */
export const leaning = (statements: readonly Statement[], talk: Conversation): readonly Statement[] =>
  statements.map((said, i) => {
    if (said.say === 'thing') return conceptOf(said.thing.concept) ? said : named(said, talk);
    if (said.say === 'number') return sized(said, statements, talk);
    if (said.say === 'place') return { ...said, places: said.places.map((place) => otherSide(place, talk)) };
    return said.say === 'edit' && said.edit.act === 'shade' ? shaded(said, statements.slice(0, i), talk) : said;
  });

type Thing = Extract<Statement, { say: 'thing' }>;

function named(said: Thing, { versions, brief, open, last, said: all }: Conversation): Statement {
  const order = brief ? undefined : versions.at(-1)?.order;
  const { thing, act } = said;
  const concept =
    act === 'refuse' && thing.which?.anaphor
      ? (dropped(open?.offers ?? []) ?? (open?.statements.flatMap(mentionsOf) ?? (last[1] ? [] : last)).at(-1)?.concept)
      : order && !thing.which && only(bearing(order, thing, all));
  return concept ? { ...said, thing: { ...thing, concept } } : said;
}

/** «45» to a kitchen that has no room: of the one thing whose width was said, and which is made so. */
function sized(said: Extract<Statement, { say: 'number' }>, all: readonly Statement[], talk: Conversation): Statement {
  const { brief, open } = talk;
  const width = unitWidthOf(said);
  const isMade = (thing: Mention): boolean => madeWidths(codeOf(thing) ?? '').includes(width);
  // «какой ширины бывают посудомойки?», and then «тогда 45»
  const asked = open?.statements.find((one) => one.say === 'question' && one.about === 'width');
  const [thing, other] = asked?.say === 'question' ? asked.things : [];
  if (thing && !other && isMade(thing))
    return { ...said, say: 'thing', act: 'want', thing: { ...thing, width }, places: [] };
  const [wish, more] = (brief?.things ?? []).filter(
    ({ thing }) => thing.width && thing.width !== width && isMade(thing),
  );
  const isRefused = open !== undefined && open.asks.length === 0 && all.filter(isOfKitchen).length === 1;
  if (!isRefused || !wish || more) return said;
  return { ...said, say: 'thing', act: 'want', thing: { ...wish.thing, width }, places: [] };
}

/** «с другой стороны» along one wall: the side that was not said before, or where it does not stand. */
function otherSide(place: Place, { versions, open }: Conversation): Place {
  const order = versions.at(-1)?.order;
  const before = (open ?? versions.at(-1))?.statements ?? [];
  if (place.at !== 'wall' || place.wall !== 'other' || order?.room.walls.length !== 1) return place;
  const sided = before.flatMap(placesOf).find((one) => turned(one) !== one);
  if (sided) return turned(sided);
  const beside = before.flatMap(placesOf).find((one) => one.at === 'beside');
  const [thing] = before.flatMap(mentionsOf);
  if (beside?.at !== 'beside' || isObstacle(beside.of) || !thing) return place;
  const [it, of] = [meant(order, thing)[0], meant(order, beside.of)[0]];
  return it && of ? { ...beside, hand: it.at < of.at ? 'right' : 'left' } : place;
}

/** The thing that one of the offers does without. */
function dropped(offers: NonNullable<Conversation['open']>['offers']): string | undefined {
  const [one, other] = offers.flatMap(({ ways: [way, more] }) => (way?.way === 'drop' && !more ? [way.thing] : []));
  return other ? undefined : one?.concept;
}

const only = ([unit, other]: readonly Unit[]): string | undefined =>
  unit && !other ? namedOf(unit).concept : undefined;

/** Appliances that a bare property («встроенный», «45») may be said of: those that it changes, of which nobody said so. */
export function bearing(order: Order, { builtIn, width, gender }: Mention, said: readonly Mention[]): readonly Unit[] {
  if (builtIn === undefined && width === undefined) return [];
  const isBuiltIn = ({ code }: Unit): boolean => isBuiltInFridge(code) || !isNiche(code);
  // «свой, 65» of a built-in fridge: the other kind is made in widths of its own.
  const codeFor = (unit: Unit): string =>
    unit.kinds.has('fridge') && builtIn !== undefined && builtIn !== isBuiltIn(unit)
      ? STANDARD[builtIn ? 'builtInFridge' : 'fridge']
      : unit.code;
  const made = (unit: Unit): number => madeWidthFor(codeFor(unit), width ?? 0);
  const can = floorRow(order).filter(
    (unit) =>
      unit.kinds.size > 0 &&
      (builtIn === undefined || unit.kinds.has('fridge') || isBuiltIn(unit) === builtIn) &&
      (width === undefined || madeWidths(codeFor(unit)).includes(made(unit))) &&
      (!gender || gender.includes(genderOf(unit))),
  );
  const changes = can.filter(
    (unit) =>
      (width !== undefined && made(unit) !== unit.width) || (builtIn !== undefined && isBuiltIn(unit) !== builtIn),
  );
  const isSaid = ({ kinds }: Unit): boolean =>
    said.some((one) => {
      const kind = kindOf(one);
      const isIt = kind === 'cooker' ? kinds.has('hob') || kinds.has('stove') : kind !== undefined && kinds.has(kind);
      const isWidth = width === undefined || one.width !== undefined;
      return isIt && isWidth && (builtIn === undefined || one.builtIn !== undefined);
    });
  const open = changes.filter((unit) => !isSaid(unit));
  return [open, changes, can.slice(0, 1)].find((list) => list.length > 0) ?? [];
}

const genderOf = (unit: Unit): string => {
  const [noun = ''] = /\/[fqjmlne](?![a-z])/.exec(conceptOf(namedOf(unit).concept)?.name ?? '') ?? [];
  return GENDER[noun.slice(1)] ?? '';
};

/** «низ светлее»: the neighbour in the palette of the colour that it has; without parts, of what was painted last. */
function shaded(
  said: Extract<Statement, { say: 'edit' }>,
  before: readonly Statement[],
  { brief, versions }: Conversation,
): Statement {
  if (said.edit.act !== 'shade') return said;
  const { by } = said.edit;
  const version = versions.at(-1);
  const colours = (all: readonly Statement[]) => all.flatMap((one) => (one.say === 'colour' ? [one] : []));
  const known = (brief ? looksOf(brief.looks).finish : version?.order.finish) ?? {};
  const now = looksOf(colours(before)).finish;
  const facade = { ...known.facade, ...now?.facade };
  const finishes = { ...known, ...now, ...facade, facade: undefined };
  const last = colours([...(version?.statements ?? []), ...before]).at(-1);
  const parts = [said.edit.parts, last?.parts ?? []].find((one) => one.length > 0) ?? (['facade'] as const);
  const painted = parts.flatMap((part): readonly Part[] => (part === 'facade' ? TIERS : [part]));
  const own = painted.flatMap((part) => finishes[part] ?? [])[0];
  const finish = own && shadeOf(own, by);
  const alike = painted.filter((part) => finishes[part] === own);
  const { source } = said;
  return finish ? { say: 'colour', parts: alike, colour: { finish, named: source.text }, source } : said;
}
