import { isBuiltInFridge, madeWidths, type Order, TIERS } from '#libs/furniture';
import { shadeOf } from '../concepts/colours.js';
import { conceptOf } from '../concepts/index.js';
import type { Mention, Part, Place, Statement } from '../meaning/meaning.js';
import { GENDER } from '../rules/morphology.js';
import { floorRow, type Unit } from '../units/units.js';
import { looksOf } from './brief/rows.js';
import type { Conversation } from './conversation.js';
import { mentionsOf, placesOf, turned } from './mentions.js';
import { kindOf, madeWidthFor, namedOf } from './things.js';

/** Statements of a message that lean on the kitchen, or on what was asked: «низ светлее», «встроенный», «без неё». */
export const leaning = (statements: readonly Statement[], talk: Conversation): readonly Statement[] =>
  statements.map((said, i) => {
    if (said.say === 'thing') return conceptOf(said.thing.concept) ? said : named(said, talk);
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

/** «с другой стороны» along one wall: the side that was not said before. */
function otherSide(place: Place, { versions, open }: Conversation): Place {
  const before = open ?? versions.at(-1);
  if (place.at !== 'wall' || place.wall !== 'other' || versions.at(-1)?.order.room.walls.length !== 1) return place;
  const sided = before?.statements.flatMap(placesOf).find((one) => turned(one) !== one);
  return sided ? turned(sided) : place;
}

/** The thing that one of the offers does without. */
function dropped(offers: NonNullable<Conversation['open']>['offers']): string | undefined {
  const [one, other] = offers.flatMap(({ ways: [way, more] }) => (way?.way === 'drop' && !more ? [way.thing] : []));
  return other ? undefined : one?.concept;
}

const only = ([unit, other]: readonly Unit[]): string | undefined =>
  unit && !other ? namedOf(unit).concept : undefined;

/** Appliances that a bare property («встроенный», «45») would change: where there are such, those of which nobody said so. */
export function bearing(order: Order, { builtIn, width, gender }: Mention, said: readonly Mention[]): readonly Unit[] {
  if (builtIn === undefined && width === undefined) return [];
  const can = floorRow(order).filter((unit) => {
    const { code, kinds } = unit;
    const isOther = builtIn === undefined || (kinds.has('fridge') && isBuiltInFridge(code) !== builtIn);
    const made = width === undefined || madeWidthFor(code, width);
    const isMade = made === true || (made !== unit.width && madeWidths(code).includes(made));
    return kinds.size > 0 && isOther && isMade && (!gender || gender.includes(genderOf(unit)));
  });
  const isSaid = ({ kinds }: Unit): boolean =>
    said.some((one) => {
      const kind = kindOf(one);
      const isIt = kind === 'cooker' ? kinds.has('hob') || kinds.has('stove') : kind !== undefined && kinds.has(kind);
      return (
        isIt && (width === undefined || one.width !== undefined) && (builtIn === undefined || one.builtIn !== undefined)
      );
    });
  const open = can.filter((unit) => !isSaid(unit));
  return open.length > 0 ? open : can;
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
