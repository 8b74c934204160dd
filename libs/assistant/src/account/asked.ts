import { conceptOf } from '../concepts/index.js';
import { byKindOr } from '../meaning/cases.js';
import { type EditSaid, type Meaning, type Mention, type Statement, thingsAt } from '../meaning/meaning.js';
import { mentionsOf, placesOf } from '../plan/mentions.js';
import { type Change, isFacade, type Pair, pairsOf, reordered, unitsOf } from '../units/changes.js';
import { conceptsOf, fulfils, mayMean } from '../units/meant.js';
import { isOnFloor, isWide, type Standing, type Unit } from '../units/units.js';
import { namesThing, sentencesOf } from './admitted.js';

const ANYTHING = '*';

/** What a statement allows to change, besides the things it names: tiers, parts, obstacles, and what there is one of. */
const aspectsOf = byKindOr<Statement, 'say', readonly string[], []>(
  'say',
  {
    thing: ({ thing }) => paintedBy(thing),
    edit: (said) => (UNBOUNDED.includes(said.edit.act) ? [ANYTHING] : mentionsOf(said).flatMap(paintedBy)),
    row: ({ toCeiling, tier }) => (toCeiling ? ['row wall', 'row upper'] : [`row ${tier}`]),
    // A colour alone is of what was painted last.
    colour: ({ parts }) => (parts.length > 0 ? parts : ['facade', 'carcass', 'worktop']),
    undo({ what }) {
      if (typeof what === 'string' || !('aspect' in what)) return [ANYTHING];
      return typeof what.aspect === 'string' ? [what.aspect, `row ${what.aspect}`] : [];
    },
    obstacle: ({ obstacle }) => [obstacle.kind],
    shape: () => [ANYTHING],
    anew: () => [ANYTHING],
  },
  ({ say }) => [say],
);

const paintedBy = ({ colour, tier }: Mention): readonly string[] => (colour ? [tier ?? 'facade'] : []);

/** Edits that may change anything. */
const UNBOUNDED: readonly EditSaid['act'][] = ['mirror', 'reverse', 'likewise'];

/** Things that a statement allows to change: those it names, and those that something else takes the place of. */
function thingsIn(said: Statement): readonly Mention[] {
  return [...mentionsOf(said), ...thingsAt(placesOf(said), 'instead'), ...undoneThing(said)];
}

const undoneThing = (said: Statement): readonly Mention[] => {
  const undone = said.say === 'undo' && typeof said.what === 'object' && 'aspect' in said.what && said.what.aspect;
  return typeof undone === 'object' ? [undone] : [];
};

/** «верните посудомойку» where drawers took its place: they give it back. */
const takesPlaceOf = (unit: Unit, thing: Mention, before: Standing, now: Standing): boolean =>
  now.floor.some(
    (one) =>
      mayMean(one, thing) &&
      before.units.every(({ id }) => id !== one.id) &&
      one.wall === unit.wall &&
      (Math.min(one.end, unit.end) - Math.max(one.at, unit.at)) * 2 >= unit.width,
  );

/** A change that nobody asked for, and nothing in the reply tells of. `grave`: of what the customer named. */
export interface Unasked {
  readonly change: Change;
  readonly grave: boolean;
}

interface Edited {
  readonly before: Standing;
  readonly now: Standing;
  readonly changes: readonly Change[];
  /** The message, and those before it whose request is still open. */
  readonly meanings: readonly Meaning[];
  /** Everything that was wanted in the conversation. */
  readonly wanted: readonly Mention[];
  /** The assistant's own words, with the question that the message answers. */
  readonly reply: string;
  readonly question: string;
}

/** What an edit changed beyond what was asked. */
export function unaskedOf({ before, now, changes, meanings, wanted, reply, question }: Edited): readonly Unasked[] {
  const statements = meanings.flatMap((meaning) => meaning.statements);
  const aspects = new Set(statements.flatMap(aspectsOf));
  // A bare number, or a place, is of what was named last.
  const isBare = statements.some(({ say }) => say === 'number' || say === 'place');
  const things = [...statements.flatMap(thingsIn), ...(isBare ? wanted.slice(-1) : [])];
  if (aspects.has(ANYTHING) || isBrief(statements, before)) return [];
  const answered = statements.some(({ say }) => say === 'answer') ? sentencesOf(question) : [];
  const sentences = sentencesOf(reply);
  const anew = sentences.some((sentence) => ANEW.test(sentence));
  const back = statements.flatMap(undoneThing);
  const isFree = (unit: Unit, standing: Standing): boolean =>
    (standing === before && back.some((thing) => takesPlaceOf(unit, thing, before, now))) ||
    aspects.has(`row ${unit.tier}`) ||
    things.some((thing) => mayMean(unit, thing) && isMeantWidth(unit, thing, standing)) ||
    answered.some((sentence) => speaksOf(sentence, unit));
  const isFreePair = (pair: Pair): boolean => isFree(pair.was, before) || isFree(pair.now, now);
  const follows = (unit: Unit): boolean => !isOnFloor(unit) && isBelowChanged(unit, before, now);
  const isTold = (...units: readonly Unit[]): boolean =>
    (anew && units.every(({ kinds, isCorner }) => kinds.size === 0 || isCorner)) ||
    sentences.some((sentence) => CHANGED.test(sentence) && units.some((unit) => speaksOf(sentence, unit)));
  const says = (pattern: RegExp): boolean => sentences.some((one) => CHANGED.test(one) && pattern.test(one));
  // A plain unit that fills a place is told, and takes nothing from anybody; nor does one of which there are enough left.
  const isShort = (thing: Mention): boolean =>
    now.units.filter((unit) => isWanted(unit, thing)).length < (thing.count ?? 1);
  const isNamed = (unit: Unit, change: Change): boolean =>
    unit.kinds.size > 0 ||
    (change.change !== 'added' && wanted.some((thing) => isWanted(unit, thing) && isShort(thing)));
  const isAllowed = byKindOr<Change, 'change', boolean, []>(
    'change',
    {
      gone: ({ unit }) => isFree(unit, before) || follows(unit) || isTold(unit),
      added: ({ unit }) => isFree(unit, now) || follows(unit) || isTold(unit),
      became: (pair) => isFreePair(pair) || follows(pair.was) || isTold(pair.was, pair.now),
      // On its wall it is judged among those that nobody asked to move: below.
      moved: (pair) => pair.was.wall === pair.now.wall || isFreePair(pair) || follows(pair.was) || isTold(pair.was),
      // A row of cabinets on the wall is laid anew when one comes or goes.
      renamed: (pair) =>
        isFreePair(pair) || follows(pair.was) || anew || (!isOnFloor(pair.was) && pair.was.kinds.size === 0),
      row_gone: ({ tier }) =>
        aspects.has(`row ${tier}`) ||
        now.order.obstacles.length > before.order.obstacles.length ||
        says(/верх|навес|антресол/),
      wall: ({ was, now: is }) => (aspects.has('walls') && was !== undefined && is !== undefined) || says(/стен/),
      ends: () => aspects.has('walls') || aspects.has('ends') || says(/стен/),
      ceiling: () => aspects.has('ceiling') || says(/потол/),
      obstacle: ({ was, now: is }) =>
        (was && is && aspects.has('walls')) || [was, is].some((one) => one && aspects.has(one.kind)),
      finish: ({ part }) => aspects.has(part) || (isFacade(part) && aspects.has('facade')),
    },
    ({ change }) => aspects.has(change),
  );
  const passed = reordered(pairsOf(before, now).filter((pair) => !isFreePair(pair)))
    .filter(({ was }) => !isTold(was))
    .map((pair): Change => ({ change: 'moved', ...pair }));
  return [...passed, ...changes.filter((change) => !isAllowed(change))].map((change) => {
    const units = unitsOf(change);
    return {
      change,
      grave: units.length === 0 || change.change === 'renamed' || units.some((unit) => isNamed(unit, change)),
    };
  });
}

/** Lengths with several things, or of walls that were not there: another kitchen is described. */
function isBrief(statements: readonly Statement[], { walls }: Standing): boolean {
  const lengths = statements.flatMap((said) => (said.say === 'walls' ? said.lengths : []));
  const things = statements.filter((said) => said.say === 'thing' && said.act === 'want');
  const isOther = lengths.length > walls.length && lengths.some(({ wall }) => wall !== undefined);
  return isOther || (lengths.length > 0 && things.length > 1);
}

/** Words by which a sentence tells that something was changed. */
const CHANGED =
  /убра|убир|замен|суз|суж|(?<![а-я])(?:шире|уже|стал[аио]?)(?![а-я])|вместо|сдвин|подвин|на мест|перестав|перен[её]с|добав|измен|уменьш|увелич|потесн|раздел|расшир/;
const ANEW = /заново|пересобр|перестро|переставил|перелож/;

const speaksOf = (sentence: string, unit: Unit): boolean =>
  conceptsOf(unit).some((key) => namesThing(key).test(sentence));

/** «тумбу 40»: where one of that width stands, only that one is meant. */
function isMeantWidth(unit: Unit, { width }: Mention, standing: Standing): boolean {
  if (width === undefined || unit.kinds.size > 0) return true;
  return isWide(unit, width) || !standing.units.some((one) => isWide(one, width));
}

/** «шкафы» are no cabinet in particular. */
const isWanted = (unit: Unit, thing: Mention): boolean =>
  fulfils(unit, thing) &&
  (thing.width === undefined ? conceptOf(thing.concept)?.tier !== undefined : isWide(unit, thing.width));

/** Units on the wall are laid anew with the floor row under them. */
function isBelowChanged({ wallIndex }: Unit, before: Standing, now: Standing): boolean {
  const below = ({ floor, walls, order }: Standing): string =>
    JSON.stringify([
      floor
        .filter((one) => Math.abs(one.wallIndex - wallIndex) <= 1)
        .map(({ id, at, width, fuel }) => [id, at, width, fuel]),
      order.obstacles,
      walls,
      order.ceiling,
    ]);
  return below(before) !== below(now);
}
