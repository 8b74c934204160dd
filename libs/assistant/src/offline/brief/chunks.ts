import type { Fuel } from '#libs/furniture';
import { type Lex, lexes } from '../lexicon/words.js';
import { has, is, type Token } from '../text/token.js';

/** A head word with its attributes. Role `none`: a clause of attributes without a head. */
export interface Chunk {
  readonly role: Role;
  readonly head?: Lex;
  /** The head as typed, in lower case; empty without one. */
  readonly text: string;
  /** Set where the head itself names a fuel: «с индукцией». */
  readonly fuel: Fuel | undefined;
  /** Words between the previous head and this one. */
  readonly before: readonly Token[];
  readonly after: readonly Token[];
  /** Index of the clause over the whole text, from 0. */
  readonly clause: number;
  readonly sentence: number;
  /** How it is joined to the previous head of the same clause: «с», or «и», «плюс». */
  readonly joined: 'with' | 'and' | undefined;
  /** Follows the previous head with no word between: «пенал холодильник». */
  readonly bare?: true;
}

const isCountable = (token: Token | undefined): boolean =>
  is(token, 'cabinet', 'baseUnit', 'drawers', 'tall', 'bottle', 'rack', 'shelf', 'cargo');

/** Start of the words before a head that belong to it (adjectives, place) and not to the previous head. */
function leadOf(clause: readonly Token[], from: number, head: number, placesLead: boolean): number {
  let start = head;
  // «холодильник встроенный духовка»: «встроенный» belongs to a fridge whose kind is not given yet.
  const openFridge =
    is(clause[from - 1], 'fridge') &&
    !clause.slice(0, from - 1).some((token) => is(token, 'builtIn', 'separate', 'standing'));
  while (start > from) {
    const token = clause[start - 1];
    // «ручек нет мойка …»: «нет» after a noun belongs to that noun.
    if (/^нету?$/.test(token?.text ?? '') && start - 1 === from) break;
    const fuel =
      !is(clause[from - 1], 'hob', 'stove') &&
      is(token, ...FUELS) &&
      is(clause[head], 'hob', 'stove', 'oven', 'boiler', 'pipe');
    const kind = !openFridge && is(token, 'builtIn', 'separate', 'standing');
    const own =
      fuel ||
      kind ||
      is(token, 'no', 'and', 'of', 'top', 'low', 'cornerShape', 'open', 'glass', 'all', 'remove', 'larder');
    const colour = token?.finish !== undefined && start - 1 > from;
    // «и в конце холодильник»: the place precedes its noun.
    const led =
      is(token, 'start', 'end', 'centre', 'corner') &&
      is(clause[start - 2], 'inside') &&
      is(clause[start - 3], 'and', 'next');
    if (led) return start - 3;
    const place = placesLead && is(token, 'left', 'right', 'start', 'end', 'centre', 'corner', 'inside', 'on');
    const wallName =
      is(clause[head], 'wall', 'side') &&
      is(token, 'left', 'right', 'long', 'short', 'middle', 'first', 'second', 'third');
    const wallCount =
      is(clause[head], 'wall', 'row', 'side') &&
      token?.quantity?.spoken &&
      !token.quantity.unit &&
      token.quantity.value <= 3;
    const count =
      isCountable(clause[head]) &&
      token?.quantity !== undefined &&
      !token.quantity.unit &&
      token.quantity.value <= 6 &&
      start === head;
    if (!own && !colour && !place && !count && !wallName && !wallCount) break;
    start -= 1;
    // Words before an «и» belong to the previous head.
    if (is(token, 'and')) break;
  }
  return start;
}

/** Splits the text into chunks, in order. */
export function chunksOf(sentences: readonly (readonly Token[][])[]): Chunk[] {
  const out: Chunk[] = [];
  let number = 0;
  sentences.forEach((sentence, at) => {
    for (const clause of sentence) {
      out.push(...chunksOfClause(clause, number, at));
      number += 1;
    }
  });
  return out;
}

function chunksOfClause(clause: readonly Token[], number: number, sentence: number): Chunk[] {
  const heads = clause.flatMap((_, i) => {
    const found = roleOf(clause, i);
    return found ? [{ i, ...found }] : [];
  });
  const first = heads[0];
  if (!first)
    return [
      {
        role: 'none',
        text: '',
        fuel: undefined,
        before: [],
        after: clause,
        clause: number,
        sentence,
        joined: undefined,
      },
    ];
  const placesLead = has(clause.slice(0, first.i), 'left', 'right', 'start', 'end', 'centre', 'corner');
  const starts = heads.map(({ i, role }, k) => {
    if (k === 0) return 0;
    const start = leadOf(clause, (heads[k - 1]?.i ?? 0) + 1, i, placesLead);
    // «стена 3 м слева вентшахта»: the side belongs to the obstacle unless the obstacle names another.
    const own = clause.slice(i + 1, heads[k + 1]?.i ?? clause.length);
    const sided =
      role === 'obstacle' &&
      heads[k - 1]?.role === 'wall' &&
      is(clause[start - 1], 'left', 'right') &&
      !has(own, 'left', 'right');
    return sided && start - 1 > (heads[k - 1]?.i ?? 0) ? start - 1 : start;
  });
  return heads.map(({ i, role, head }, k) => {
    const before = clause.slice(starts[k] ?? 0, i);
    const end = starts[k + 1] ?? clause.length;
    const token = clause[i];
    const fuel = FUELS.find((one) => is(token, one));
    const joined = k === 0 ? undefined : has(before, 'of') ? 'with' : has(before, 'and') ? 'and' : undefined;
    return {
      role,
      head,
      text: token?.text ?? '',
      fuel,
      before,
      after: clause.slice(i + 1, end),
      clause: number,
      sentence,
      joined,
      ...(k > 0 && heads[k - 1]?.i === i - 1 ? { bare: true as const } : {}),
    };
  });
}

type Role = 'fixture' | 'wall' | 'obstacle' | 'look' | 'none';

const FIXTURES = lexes(
  'sink dishwasher hob oven stove washer fridge microwave cabinet baseUnit drawers bottle cargo tall rack shelf dryer',
);
const WALLS = lexes('kitchen wall side length size room straight cornerShape uShape island peninsula parallel');
const OBSTACLES = lexes('window sill door riser pipe radiator boiler socket water niche');
const LOOKS = lexes('top low facade carcass worktop apron handle gola push bar grip light ceiling hood mezzanine');
const FUELS = ['gas', 'electric', 'induction'] as const;

const roles = new Map<Lex, Role>([
  ...FIXTURES.map((lex): [Lex, Role] => [lex, 'fixture']),
  ...WALLS.map((lex): [Lex, Role] => [lex, 'wall']),
  ...OBSTACLES.map((lex): [Lex, Role] => [lex, 'obstacle']),
  ...LOOKS.map((lex): [Lex, Role] => [lex, 'look']),
]);

/** A fuel stands for the hob («духовка с индукцией») unless it is an adjective of its neighbour. */
function fuelIsHob(clause: readonly Token[], i: number): boolean {
  const [before, after] = [clause[i - 1], clause[i + 1]];
  if (is(after, 'hob', 'stove', 'boiler', 'pipe', 'oven') || is(before, 'hob', 'stove', 'boiler', 'pipe')) return false;
  return !(is(before, 'oven') && !is(clause[i], 'induction'));
}

/** A noun that only locates another one: «рядом с мойкой», «под окном», «от стены». */
function isReference(clause: readonly Token[], i: number): boolean {
  let at = i - 1;
  while (
    at >= 0 &&
    (is(clause[at], 'left', 'right', 'builtIn', 'gas', 'electric', 'induction', 'of') || clause[at]?.finish)
  )
    at -= 1;
  const lead = clause[at];
  // «рядом холодильник» names a fixture; «рядом с мойкой», «возле мойки» are places.
  if (is(lead, 'near'))
    return lead?.text === 'рядом' ? has(clause.slice(at, i), 'of') : is(clause[i - 1], 'of') || at === i - 1;
  if (is(clause[i - 1], 'of')) return false;
  // «кухня под стиралку и посудомойку» lists fixtures.
  if (is(lead, 'under') && is(clause[at - 1], 'kitchen')) return false;
  if (is(lead, 'at', 'under', 'above', 'between', 'except')) return true;
  if (is(lead, 'from') && (at === i - 1 || is(clause[i - 1], 'gas'))) return true;
  if (is(lead, 'and') && at === i - 1) {
    const between = clause.findLastIndex((token, k) => k < at && is(token, 'between'));
    return between >= 0 && !has(clause.slice(between, at), 'and');
  }
  if (is(lead, 'than')) return true;
  return is(clause[i], 'tall', 'corner', 'niche') && is(lead, 'inside');
}

/** «на короткой стороне», «по левой стене»: a place, unless the wall's length follows. */
function isPlaceWall(clause: readonly Token[], i: number): boolean {
  if (!is(clause[i], 'wall', 'side')) return false;
  const lead = clause.slice(Math.max(0, i - 2), i);
  const others = clause.slice(0, i).some((token) => roles.get(token.lex ?? 'no') === 'obstacle');
  if (others && lead.some((token) => is(token, 'on', 'centre', 'middle', 'left', 'right', 'long', 'short')))
    return true;
  if (clause.slice(i + 1, i + 3).some((token) => token.quantity)) return false;
  if (clause.slice(Math.max(0, i - 2), i).some((token) => token.quantity)) return false;
  return (
    clause.some((token, at) => at < i && roles.get(token.lex ?? 'no') === 'fixture') || has(clause.slice(0, i), 'top')
  );
}

/** «с подъёмными дверями», «двери белые»: doors of a cabinet, not of the room. */
const isFront = (clause: readonly Token[], i: number): boolean =>
  is(clause[i - 1], 'lift', 'glass', 'open', 'push', 'top', 'low', 'cabinet', 'baseUnit', 'facade') ||
  clause[i - 1]?.finish !== undefined ||
  clause[i + 1]?.finish !== undefined ||
  has(clause, 'lift', 'glass');

/** The role of a word that is a head in its clause; undefined for attributes and references. */
function roleOf(clause: readonly Token[], i: number): { role: Role; head: Lex } | undefined {
  const lex = clause[i]?.lex;
  if (!lex) return undefined;
  if (is(clause[i], ...FUELS))
    return fuelIsHob(clause, i) && !isReference(clause, i) ? { role: 'fixture', head: 'hob' } : undefined;
  const role = roles.get(lex);
  if (!role || isReference(clause, i) || isPlaceWall(clause, i)) return undefined;
  if (
    lex === 'cabinet' &&
    (is(clause[i - 1], 'top', 'low') || (is(clause[i + 1], 'top') && !is(clause[i + 2], 'cabinet')))
  )
    return undefined;
  if ((lex === 'door' || lex === 'niche') && is(clause[i - 1], 'of')) return undefined;
  if (lex === 'door' && isFront(clause, i)) return undefined;
  if ((lex === 'length' || lex === 'wall') && is(clause[i - 1], 'all', 'both')) return undefined;
  if (
    (lex === 'top' || lex === 'low') &&
    clause.some(
      (token, at) =>
        at !== i && roles.get(token.lex ?? 'no') === 'obstacle' && (at < i || at === i + 1) && !is(token, 'window'),
    )
  )
    return undefined;
  // «верхние где нет окна»
  if (role === 'obstacle' && is(clause[i - 1], 'no') && clause[i - 2]?.text === 'где') return undefined;
  if (lex === 'top' && is(clause[i + 1], 'window')) return { role: 'obstacle', head: 'top' };
  if (lex === 'window' && is(clause[i - 1], 'top', 'height', 'width', 'centre')) return undefined;
  if (lex === 'cornerShape' && is(clause[i + 1], 'sink', 'cabinet', 'baseUnit') && !clause[i - 1]?.quantity)
    return undefined;
  if (
    (lex === 'length' || lex === 'size') &&
    clause.some((token) => is(token, 'wall', 'kitchen', 'straight', 'cornerShape'))
  )
    return undefined;
  return { role, head: lex };
}

/** Rooms other than the kitchen. */
const ELSEWHERE = /^(коридор|балкон|лоджи|кладов|прихож|ванн|гостин|зал|погреб|подвал|постирочн)/;

/** «Без вытяжки», «холодильник не нужен», «посудомойки нет», «холодильник в другом месте». */
export function isDenied(chunk: Chunk): boolean {
  const { before } = chunk;
  const after = chunk.after.filter(({ text }) => !/^(там|тут|здесь|у|нас|вообще|совсем|никакого|никакой)$/.test(text));
  const last = before.at(-1);
  if (is(last, 'no', 'remove')) return true;
  if (is(before.at(-2), 'no') && is(last, 'want', 'builtIn', 'separate', 'top', 'gas', 'electric', 'all')) return true;
  if (is(after[0], 'no') && (after.length === 1 || is(after[1], 'want') || isConjunction(after[1]))) return true;
  if (is(after[0], 'want') && is(after[1], 'no')) return true;
  if (is(after[0], 'remove') || /^(откаж|отказ)/.test(before.at(-1)?.text ?? '')) return true;
  return isElsewhere(after);
}

const isConjunction = (token: Token | undefined): boolean => is(token, 'and');

function isElsewhere(tokens: readonly Token[]): boolean {
  if (tokens.some(({ text }) => ELSEWHERE.test(text))) return true;
  return has(tokens, 'elsewhere') && tokens.some(({ text }) => /^(мест|комнат|стен)/.test(text));
}
