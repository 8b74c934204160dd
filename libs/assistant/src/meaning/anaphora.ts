import { given } from '#libs/furniture';
import { conceptOf } from '../concepts/index.js';
import { OBSTACLE_CONCEPTS } from '../concepts/obstacles.js';
import { genderOf } from '../rules/morphology.js';
import {
  type EditSaid,
  type Mention,
  type ObstacleRef,
  type Place,
  partiesOf,
  type Statement,
  thingsAt,
} from './meaning.js';
import { ANAPHOR } from './mentions.js';
import { isSaid, type Thing } from './told.js';

/** Key of what has no module. */
const OUTSIDE = 'outside';

/** «справа от мойки, сразу за ней»: they touch. */
function touching(places: readonly Place[]): readonly Place[] {
  const [open, named] = [true, false].map((is) => places.find((one) => one.at === 'beside' && isOpen(one.of) === is));
  if (open?.at !== 'beside' || named?.at !== 'beside' || open.hand || !named.hand) return places;
  return places.flatMap((one) => (one === open ? [] : one === named ? [{ ...named, close: true }] : [one]));
}

const isOpen = (of: Mention | ObstacleRef): boolean => 'concept' in of && of.concept === ANAPHOR;

/** «рядом», «между ними», «справа от неё»: of what was named before. */
export function resolved(all: Statement[]): void {
  otherKind(all);
  const named: (Mention | ObstacleRef)[] = [];
  /** «справа от неё ящики, слева от неё мойка», «мойка слева от батареи, плита справа от неё»: the other side of the same thing. */
  let flanked: Extract<Place, { at: 'beside' }> | undefined;
  let flanking: typeof flanked;
  /** What was refused last: «духовка не нужна, одной варочной хватит, на её место ящики». */
  let refused: Mention | undefined;
  /** What took another's place last. */
  let by: Mention | undefined;
  let shared: { readonly key: string; readonly places: readonly Place[] } = { key: '[]', places: [] };
  const settled = (place: Place): Place => {
    const [before, last] = [named.at(-2), place.at === 'instead' ? (refused ?? named.at(-1)) : named.at(-1)];
    // «замените посудомойку на 45, на освободившееся место бутылочницу»: it is not that one which goes.
    const isBy = place.at === 'instead' && last !== undefined && last === by;
    if ('of' in place && isOpen(place.of) && last && !isBy) {
      const isOther = place.at === 'beside' && place.hand && flanked?.hand && place.hand !== flanked.hand;
      const found = { ...place, of: isOther && flanked && mayStandFor(place.of, flanked.of) ? flanked.of : last };
      flanking = found.at === 'beside' ? found : undefined;
      return found;
    }
    if (place.at === 'beside' && place.hand) flanking = place;
    if (place.at !== 'between' || !isOpen(place.a) || !last) return place;
    if ('concept' in last && last.count === 2) return { ...place, a: last, b: last };
    return before ? { ...place, a: before, b: last } : place;
  };
  for (const i of all.keys()) {
    all[i] = wantedInstead(all, i);
    const said = all[i];
    [flanked, flanking] = [flanking, undefined];
    // «шкафы справа снять, вместо них полки»
    const [row, units] = [all[i - 1], insteadOfIt(said)];
    // «насчёт шкафов сверху передумала: вместо них полки»
    const isNamed =
      row?.say === 'row' && row.tier === 'wall' && !row.units && conceptOf(units?.concept ?? '')?.tier === 'wall';
    if (units && row?.say === 'row' && (row.act === 'refuse' || isNamed)) {
      // «вместо них две полки»: so many, and no row of them.
      if (units.count !== undefined) {
        all[i - 1] = { ...row, act: 'refuse' };
        all[i] = { say: 'thing', act: 'want', thing: units, places: [], source: said.source };
        continue;
      }
      all[i - 1] = { ...row, act: 'want', units };
      all[i] = { say: 'context', of: 'other', source: said.source };
      continue;
    }
    if (row?.say === 'row' && row.act === 'want' && isWithoutIt(said) && standsFor(said.source.text, row.source.text)) {
      all[i - 1] = { ...row, act: 'refuse' };
      all[i] = { say: 'context', of: 'other', source: said.source };
      continue;
    }
    if (said.say === 'thing') {
      // «перед ней ни духовку, ни посудомойку»: before the same.
      const key = JSON.stringify(said.places);
      // «два холодильника рядом» stand beside each other, «настольная плиточка, под неё тумбу» is below nothing of ours.
      const { count: many = 1 } = said.thing;
      const isVoid = (place: Place): boolean =>
        'of' in place &&
        'concept' in place.of &&
        (place.of.concept === OUTSIDE || (many > 1 && place.at === 'beside' && isOpen(place.of)));
      const isNot = (place: Place): boolean => !isVoid(place);
      if (key !== shared.key) shared = { key, places: touching(said.places).filter(isNot).map(settled).filter(isNot) };
      all[i] = housing({ ...said, places: shared.places });
      // «вытяжку уберите, шкаф под неё не нужен»: it goes with the hood.
      const isOfHood = thingsAt(shared.places, 'under').some((of) => 'concept' in of && of.concept === 'hood');
      if (said.act === 'refuse' && said.thing.concept === 'cabinet' && isOfHood) {
        all[i] = { say: 'context', of: 'other', source: said.source };
        continue;
      }
      if (said.act === 'refuse' && said.thing.concept !== ANAPHOR) refused = said.thing;
      const { concept, source, count } = said.thing;
      const last = named.at(-1);
      const open = last && 'concept' in last && !isWanted(all, last.concept, i);
      if (concept !== ANAPHOR) named.push({ concept, source, ...given({ count }), ...particulars(said.thing) });
      // «встроенный не надо, свой 65», «ниша под холодильник, он 60»
      else if (open && said.act === 'want')
        all[i] = { ...said, places: said.places.map(settled), thing: { ...said.thing, concept: last.concept } };
      // «посудомойка 60, её привезут нескоро. Сделайте место под неё на 45»
      else if (said.act === 'want' && said.thing.width && last && 'concept' in last)
        resized(all, i, { ...said, thing: { ...said.thing, concept: last.concept } });
      // «холодильник в проходе торчит. Его на левую стену»
      else if (isPlacedIt(said) && last && 'concept' in last && last.concept !== OUTSIDE)
        all[i] = { ...said, places: shared.places, thing: { ...said.thing, concept: last.concept } };
      else if (said.act !== 'want' && last && !unwant(all, said.act, last, i) && 'concept' in last)
        all[i] = { ...said, thing: { ...said.thing, concept: last.concept } };
    } else if (said.say === 'edit' && said.edit.act === 'replace' && !units) {
      by = said.edit.by;
      named.push(by);
    } else if (said.say === 'outside') named.push({ concept: OUTSIDE, source: said.source });
    else if (said.say === 'question') named.push(...said.things);
    else if (said.say === 'place') named.push(...said.places.flatMap(partiesOf).filter((of) => !isOpen(of)));
    else if (said.say === 'obstacle') {
      all[i] = { ...said, obstacle: { ...said.obstacle, places: said.obstacle.places.map(settled) } };
      const obstacle = { obstacle: said.obstacle.kind, source: said.source };
      const below = thingsAt(said.obstacle.places, 'under');
      // «розетка под вытяжку 1,7 м от угла, плита под ней»: under the socket.
      if (said.obstacle.kind === 'socket') named.push(...below, obstacle);
      else named.push(obstacle, ...below);
    } else if (said.say === 'edit' && units) {
      // «ящики убрать, вместо них тумбу»
      const [of] = named.slice(-1);
      if (of)
        all[i] = {
          say: 'thing',
          act: 'want',
          thing: units,
          places: [{ at: 'instead', of }],
          source: said.source,
        };
      named.push({ concept: units.concept, source: said.source });
    } else if (row?.say === 'thing' && row.act === 'want' && row.places.length === 0 && placesToAdd(said).length > 0) {
      // «забыли посудомойку 45, вставьте её между ящиками и мойкой»
      all[i - 1] = { ...row, places: placesToAdd(said).map(settled) };
      all[i] = { say: 'context', of: 'other', source: said.source };
    } else if (
      row?.say === 'obstacle' &&
      said.say === 'edit' &&
      said.edit.act === 'move' &&
      said.edit.places.length === 0
    ) {
      // «вода в 110 от угла, передвиньте мойку туда»
      const of = { obstacle: row.obstacle.kind, source: row.source };
      all[i] = { ...said, edit: { ...said.edit, places: [{ at: 'under', of }] } };
    } else if (said.say === 'edit' && 'places' in said.edit) {
      const last = named.at(-1);
      const things = said.edit.things.map((thing) =>
        thing.concept === ANAPHOR && last && 'concept' in last ? { ...thing, concept: last.concept } : thing,
      );
      all[i] = { ...said, edit: { ...said.edit, things, places: touching(said.edit.places).map(settled) } };
      named.push(...things.filter(({ concept }) => concept !== ANAPHOR));
    } else if (said.say === 'edit' && said.edit.act === 'resize') {
      const [{ things, by, from, to }, last] = [said.edit, named.at(-1)];
      const isHeight = row?.say === 'row' && things.length === 0 && by === 'higher' && to !== undefined;
      // «верхние шкафы возьмём повыше, по 90»: it is the row that was named before.
      if (isHeight) all[i - 1] = { ...row, height: to };
      if (isHeight || isToldAgain(said.edit, row)) all[i] = { say: 'context', of: 'other', source: said.source };
      // «посудомойку сын советует пошире. Исправьте 45 на 60»
      else if (from !== undefined && things.length === 0 && last && 'concept' in last)
        all[i] = { ...said, edit: { ...said.edit, things: [{ ...last, width: from }] } };
      named.push(...things.filter(({ concept }) => concept !== ANAPHOR));
    }
  }
}

/** Whether a pronoun is of the gender of a thing's name; one without a gender may stand for any. */
function mayStandFor({ source: { text } }: Mention | ObstacleRef, of: Mention | ObstacleRef): boolean {
  const said = /(не[её]|ней|нею)$/i.test(text) ? 'f' : /(него|ним|нём|нем)$/i.test(text) ? 'mn' : 'fmn';
  const name = 'obstacle' in of ? OBSTACLE_CONCEPTS[of.obstacle].name : conceptOf(of.concept)?.name;
  return name === undefined || said.includes(genderOf(name));
}

/** «верх обсудим позже, пока без него» */
const isWithoutIt = (said: Statement): boolean =>
  said.say === 'thing' && said.act === 'refuse' && said.thing.concept === ANAPHOR && said.places.length === 0;

/** Whether a pronoun may be that of a row: «верх … без него», «верхние шкафы … без них». */
const standsFor = (pronoun: string, row: string): boolean =>
  /их$/i.test(pronoun) ? !/верх$/i.test(row) : /его$/i.test(pronoun) && /(верх|ряд|ярус)$/i.test(row);

const isPlacedIt = ({ act, thing, places }: Thing): boolean =>
  act === 'want' && places.length > 0 && thing.which?.all !== true;

/** Where something is to be added of which only the place is said. */
const placesToAdd = (said: Statement): readonly Place[] =>
  said.say === 'edit' && said.edit.act === 'add' && said.edit.things.length === 0 ? said.edit.places : [];

type Resize = Extract<EditSaid, { act: 'resize' }>;

/** «купили её на 60, так что место под неё нужно шире»: the size was said. */
const isToldAgain = ({ things: [thing, more], mm, to }: Resize, before: Statement | undefined): boolean =>
  thing?.concept === ANAPHOR &&
  more === undefined &&
  mm === undefined &&
  to === undefined &&
  before?.say === 'thing' &&
  before.thing.which?.anaphor === true &&
  before.thing.width !== undefined;

/** A thing that was spoken of before, with another width: the last word. */
function resized(all: Statement[], at: number, said: Thing): void {
  const before = all.findLastIndex((one, i) => i < at && isSaid(one, 'want', said.thing.concept));
  const { source } = all[before] ?? said;
  if (before >= 0) all[before] = { say: 'context', of: 'other', source };
  all[at] = said;
}

/** What tells one of several units from the others. */
const particulars = ({ concept, width, tier }: Mention): Partial<Mention> =>
  conceptOf(concept)?.kind ? {} : given({ width, tier });

/** «без верхних шкафов, вместо них две полки»: what comes in the place of what is refused is wanted. */
function wantedInstead(all: readonly Statement[], i: number): Statement {
  const [before, said] = [all[i - 1], all[i] as Statement];
  const isRefused = (before?.say === 'row' || before?.say === 'thing') && before.act === 'refuse';
  const isInstead =
    said.say === 'thing' && said.act === 'refuse' && said.places.some((one) => one.at === 'instead' && isOpen(one.of));
  return isRefused && isInstead ? { ...said, act: 'want' } : said;
}

/** «встроенный не потянем, поставим свой старый, 65»: two kinds of one thing, of which the one is wanted. */
function otherKind(all: Statement[]): void {
  for (const [i, said] of all.entries()) {
    const next = all[i + 1];
    const isPair = isIt(said) && next !== undefined && isIt(next) && said.act === 'refuse' && next.act === 'want';
    if (!isPair || said.thing.builtIn === undefined || next.thing.builtIn !== !said.thing.builtIn) continue;
    all[i] = { say: 'context', of: 'other', source: said.source };
    // «на то же место»
    const places = next.places.filter((one) => one.at !== 'instead' || !isOpen(one.of));
    all[i + 1] = { ...next, places };
  }
}

const isIt = (said: Statement): said is Thing => said.say === 'thing' && said.thing.concept === ANAPHOR;

/** What comes in the place of what was named before. */
const insteadOfIt = (said: Statement): Mention | undefined =>
  said.say === 'thing' && said.act === 'want' && said.places.some((place) => place.at === 'instead' && isOpen(place.of))
    ? said.thing
    : said.say === 'edit' && said.edit.act === 'replace' && isOpen(said.edit.old)
      ? said.edit.by
      : undefined;

/** «шкаф под неё нужен 80»: the cabinet of what stands on it; in the place of a hood it hangs. */
function housing(said: Thing): Thing {
  const { thing, places, act } = said;
  const [under] = thingsAt(places, 'under');
  const isPlain = thing.concept === 'base' || thing.concept === 'cabinet';
  const isHung = thingsAt(places, 'instead').some(({ concept }) => concept === 'hood');
  if (isHung && isPlain) return { ...said, thing: { ...thing, concept: 'upper' } };
  return under && act === 'want' && isPlain && thing.width
    ? { ...said, thing: { ...thing, concept: under.concept }, places: places.filter(({ at }) => at !== 'under') }
    : said;
}

const isWanted = (all: readonly Statement[], concept: string, before: number): boolean =>
  all.slice(0, before).some((one) => one.say === 'thing' && one.act === 'want' && one.thing.concept === concept);

/** «плита …, её не считайте»: what was named before is not wanted here. */
function unwant(all: Statement[], act: 'refuse' | 'elsewhere', named: Mention | ObstacleRef, before: number): boolean {
  const index = all.findLastIndex(
    (one, i) =>
      i < before &&
      (('concept' in named && one.say === 'thing' && one.thing.concept === named.concept) ||
        ('obstacle' in named && one.say === 'obstacle' && one.obstacle.kind === named.obstacle)),
  );
  const said = all[index];
  if (said?.say === 'thing' && said.act === 'want') all[index] = { ...said, act };
  if (said?.say === 'obstacle') all[index] = { ...said, act: 'gone' };
  return index >= 0;
}
