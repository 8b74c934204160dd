import type { ObstacleKind, Tier } from '#libs/furniture';
import type { EditSaid, Meaning, Mention, Part, Place, Statement } from '../meaning/meaning.js';
import { type Change, type Painted, type Pair, pairsOf, reordered } from './changes.js';
import { referred } from './claims.js';
import { namesThing, sentencesOf } from './names.js';
import { conceptsOf, fulfils, isOnFloor, isWide, mayMean, type Standing, type Unit } from './standing.js';

/** What the words allow to change. */
interface Asked {
  everything: boolean;
  room: boolean;
  ceiling: boolean;
  handles: boolean;
  lighting: boolean;
  readonly things: Mention[];
  readonly tiers: Set<Tier>;
  readonly parts: Set<Part>;
  readonly obstacles: Set<ObstacleKind>;
}

function askedBy(statements: readonly Statement[]): Asked {
  const asked: Asked = {
    everything: false,
    room: false,
    ceiling: false,
    handles: false,
    lighting: false,
    things: [],
    tiers: new Set(),
    parts: new Set(),
    obstacles: new Set(),
  };
  const paint = (thing: Mention): void => {
    if (thing.colour) asked.parts.add(thing.tier ?? 'facade');
  };
  for (const said of statements) {
    switch (said.say) {
      case 'thing':
        asked.things.push(said.thing, ...moving(said.places));
        paint(said.thing);
        break;
      case 'edit':
        if (UNBOUNDED.includes(said.edit.act)) asked.everything = true;
        asked.things.push(...thingsIn(said.edit));
        thingsIn(said.edit).forEach(paint);
        break;
      case 'row':
        asked.tiers.add(said.tier);
        if (said.toCeiling) asked.tiers.add('upper').add('wall');
        break;
      case 'colour':
        // A colour alone is of what was painted last.
        for (const part of said.parts.length > 0 ? said.parts : PARTS) asked.parts.add(part);
        break;
      case 'undo':
        if (typeof said.what === 'object' && 'aspect' in said.what) aspect(said.what.aspect);
        else asked.everything = true;
        break;
      case 'question':
        // «Влезет ли посудомойка?» — «да, ставь».
        asked.things.push(...said.things);
        break;
      case 'obstacle':
        asked.obstacles.add(said.obstacle.kind);
        break;
      case 'shape':
      case 'anew':
        asked.everything = true;
        break;
      case 'walls':
      case 'ends':
        asked.room = true;
        break;
      case 'ceiling':
      case 'handles':
      case 'lighting':
        asked[said.say] = true;
        break;
      default:
        break;
    }
  }
  return asked;

  function aspect(of: Mention | Part | 'handles' | 'lighting'): void {
    if (of === 'handles' || of === 'lighting') asked[of] = true;
    else if (typeof of === 'string') asked.parts.add(of);
    else asked.things.push(of);
  }
}

const PARTS = ['facade', 'carcass', 'worktop'] as const;

/** Edits that may change anything. */
const UNBOUNDED: readonly EditSaid['act'][] = ['mirror', 'reverse', 'likewise'];

/** «вместо пенала»: the pencil goes. */
const moving = (places: readonly Place[]): readonly Mention[] =>
  places.filter(({ at }) => at === 'instead').flatMap(referred);

function thingsIn(edit: EditSaid): readonly Mention[] {
  switch (edit.act) {
    case 'add':
    case 'remove':
    case 'move':
      return [...edit.things, ...moving(edit.places), ...(edit.instead ? [edit.instead] : [])];
    case 'swap':
      return [edit.a, edit.b];
    case 'replace':
      return [edit.old, edit.by];
    case 'resize':
    case 'likewise':
      return edit.things;
    case 'split':
      return [edit.thing, ...edit.into];
    default:
      return [];
  }
}

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
  const asked = askedBy(statements);
  if (asked.everything || isBrief(statements, before)) return [];
  const answered = statements.some(({ say }) => say === 'answer') ? sentencesOf(question) : [];
  const sentences = sentencesOf(reply);
  const anew = sentences.some((sentence) => ANEW.test(sentence));
  const isFree = (unit: Unit, standing: Standing): boolean =>
    asked.tiers.has(unit.tier) ||
    asked.things.some((thing) => mayMean(unit, thing) && isMeantWidth(unit, thing, standing)) ||
    answered.some((sentence) => speaksOf(sentence, unit));
  const isFreePair = (pair: Pair): boolean => isFree(pair.was, before) || isFree(pair.now, now);
  const follows = (unit: Unit): boolean => !isOnFloor(unit) && isBelowChanged(unit, before, now);
  const isTold = (...units: readonly Unit[]): boolean =>
    (anew && units.every(({ kinds, isCorner }) => kinds.size === 0 || isCorner)) ||
    sentences.some((sentence) => CHANGED.test(sentence) && units.some((unit) => speaksOf(sentence, unit)));
  const says = (pattern: RegExp): boolean => sentences.some((one) => CHANGED.test(one) && pattern.test(one));
  const isNamed = (unit: Unit): boolean => unit.kinds.size > 0 || wanted.some((thing) => isWanted(unit, thing, before));
  const isAllowed = (change: Change): boolean => {
    switch (change.change) {
      case 'gone':
      case 'added':
        return (
          isFree(change.unit, change.change === 'gone' ? before : now) || follows(change.unit) || isTold(change.unit)
        );
      case 'became':
        return isFreePair(change) || follows(change.was) || isTold(change.was, change.now);
      case 'moved':
        // On its wall it is judged among those that nobody asked to move: below.
        return change.was.wall === change.now.wall || isFreePair(change) || isTold(change.was);
      case 'renamed':
        return isFreePair(change) || follows(change.was) || anew;
      case 'row_gone':
        return (
          asked.tiers.has(change.tier) || now.obstacles.length > before.obstacles.length || says(/верх|навес|антресол/)
        );
      case 'wall':
        return (asked.room && change.was !== undefined && change.now !== undefined) || says(/стен/);
      case 'ends':
        return asked.room || says(/стен/);
      case 'ceiling':
        return asked.ceiling || says(/потол/);
      case 'obstacle': {
        const { was, now: is } = change;
        return (was && is && asked.room) || [was, is].some((one) => one && asked.obstacles.has(one.kind));
      }
      case 'finish':
        return asked.parts.has(change.part) || (isFacade(change.part) && asked.parts.has('facade'));
      default:
        return asked[change.change];
    }
  };
  const passed = reordered(pairsOf(before, now).filter((pair) => !isFreePair(pair)))
    .filter(({ was }) => !isTold(was))
    .map((pair): Change => ({ change: 'moved', ...pair }));
  return [...passed, ...changes.filter((change) => !isAllowed(change))].map((change) => ({
    change,
    grave: unitsOf(change)?.some(isNamed) ?? true,
  }));
}

const isFacade = (part: Painted): boolean => part !== 'carcass' && part !== 'worktop';

/** Units that a change is of; none where it is of the room or the looks. */
const unitsOf = (change: Change): readonly Unit[] | undefined =>
  'unit' in change
    ? [change.unit]
    : change.change === 'became' || change.change === 'moved'
      ? [change.was, change.now]
      : undefined;

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
  return isWide(standing, unit, width) || !standing.units.some((one) => isWide(standing, one, width));
}

const isWanted = (unit: Unit, thing: Mention, standing: Standing): boolean =>
  fulfils(unit, thing) && (thing.width === undefined || isWide(standing, unit, thing.width));

/** Units on the wall are laid anew with the floor row under them. */
function isBelowChanged({ wall }: Unit, before: Standing, now: Standing): boolean {
  const below = ({ floor, obstacles, walls, order }: Standing): string =>
    JSON.stringify([
      floor.filter((unit) => Math.abs(unit.wall - wall) <= 1).map(({ id, at, width, fuel }) => [id, at, width, fuel]),
      obstacles.map(({ obstacle }) => obstacle),
      walls,
      order.ceiling,
    ]);
  return below(before) !== below(now);
}
