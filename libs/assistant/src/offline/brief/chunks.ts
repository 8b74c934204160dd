import type { Fuel } from '#libs/furniture';
import type { Lex } from '../lexicon/words.js';
import { has, is, type Token } from '../text/token.js';

export type Role = 'fixture' | 'wall' | 'obstacle' | 'look' | 'none';

/** A head word with the words that speak of it. `none`: a clause of attributes alone. */
export interface Chunk {
  readonly role: Role;
  readonly head?: Lex;
  /** The head as the customer wrote it, lower case; empty without one. */
  readonly text: string;
  /** Where the head itself names a fuel: «с индукцией». */
  readonly fuel: Fuel | undefined;
  /** Words of the clause before the head, back to the head before it. */
  readonly before: readonly Token[];
  readonly after: readonly Token[];
  /** The clause that it stands in, from 0, over the whole text. */
  readonly clause: number;
  readonly sentence: number;
  /** A word «с», «и», «плюс» joins it to the head before it, in one clause. */
  readonly joined: boolean;
}

const FIXTURES: readonly Lex[] = [
  'sink', 'dishwasher', 'hob', 'oven', 'stove', 'washer', 'fridge', 'microwave', 'cabinet', 'baseUnit', 'drawers',
  'bottle', 'cargo', 'tall', 'rack', 'shelf', 'dryer',
];
const WALLS: readonly Lex[] = ['kitchen', 'wall', 'side', 'length', 'size', 'room', 'straight', 'cornerShape', 'uShape', 'island', 'peninsula', 'parallel'];
const OBSTACLES: readonly Lex[] = ['window', 'sill', 'door', 'riser', 'pipe', 'radiator', 'boiler', 'socket', 'water', 'niche'];
const LOOKS: readonly Lex[] = ['top', 'low', 'facade', 'carcass', 'worktop', 'apron', 'handle', 'gola', 'push', 'bar', 'grip', 'light', 'ceiling', 'hood', 'mezzanine'];
const FUELS: readonly Lex[] = ['gas', 'electric', 'induction'];

const roles = new Map<Lex, Role>([
  ...FIXTURES.map((lex): [Lex, Role] => [lex, 'fixture']),
  ...WALLS.map((lex): [Lex, Role] => [lex, 'wall']),
  ...OBSTACLES.map((lex): [Lex, Role] => [lex, 'obstacle']),
  ...LOOKS.map((lex): [Lex, Role] => [lex, 'look']),
]);

/** A fuel names the hob itself («духовка с индукцией») unless it is an adjective of what stands beside it. */
function fuelIsHob(clause: readonly Token[], i: number): boolean {
  const [before, after] = [clause[i - 1], clause[i + 1]];
  if (is(after, 'hob', 'stove', 'boiler', 'pipe', 'oven') || is(before, 'hob', 'stove', 'boiler', 'pipe')) return false;
  return !(is(before, 'oven') && !is(clause[i], 'induction'));
}

/** A thing named only to say where another one is: «рядом с мойкой», «под окном», «от стены». */
function isReference(clause: readonly Token[], i: number): boolean {
  let at = i - 1;
  while (at >= 0 && (is(clause[at], 'left', 'right', 'builtIn', 'gas', 'electric', 'induction', 'of') || clause[at]?.finish)) at -= 1;
  const lead = clause[at];
  if (is(lead, 'near')) return is(clause[i - 1], 'of') || at === i - 1;
  if (is(clause[i - 1], 'of')) return false;
  if (is(lead, 'at', 'under', 'above', 'between', 'except')) return true;
  if (is(lead, 'from') && at === i - 1) return true;
  if (is(lead, 'and') && at === i - 1) return has(clause.slice(0, at), 'between');
  if (is(lead, 'than')) return true;
  return is(clause[i], 'tall', 'corner', 'niche') && is(lead, 'inside');
}

/** «на короткой стороне», «по левой стене»: a place, unless a length of that wall follows. */
function isPlaceWall(clause: readonly Token[], i: number): boolean {
  if (!is(clause[i], 'wall', 'side')) return false;
  const lead = clause.slice(Math.max(0, i - 2), i);
  const others = clause.slice(0, i).some((token) => roles.get(token.lex ?? 'no') === 'obstacle');
  if (others && lead.some((token) => is(token, 'on', 'centre', 'middle', 'left', 'right', 'long', 'short'))) return true;
  if (clause.slice(i + 1, i + 3).some((token) => token.quantity)) return false;
  if (clause.slice(Math.max(0, i - 2), i).some((token) => token.quantity)) return false;
  return clause.some((token, at) => at < i && roles.get(token.lex ?? 'no') === 'fixture') || has(clause.slice(0, i), 'top');
}

function roleOf(clause: readonly Token[], i: number): { role: Role; head: Lex } | undefined {
  const lex = clause[i]?.lex;
  if (!lex) return undefined;
  if (FUELS.includes(lex)) return fuelIsHob(clause, i) && !isReference(clause, i) ? { role: 'fixture', head: 'hob' } : undefined;
  const role = roles.get(lex);
  if (!role || isReference(clause, i) || isPlaceWall(clause, i)) return undefined;
  if (lex === 'cabinet' && is(clause[i - 1], 'top', 'low')) return undefined;
  if ((lex === 'door' || lex === 'niche') && is(clause[i - 1], 'of')) return undefined;
  if ((lex === 'length' || lex === 'wall') && is(clause[i - 1], 'all', 'both')) return undefined;
  if ((lex === 'top' || lex === 'low') && clause.some((token, at) => at !== i && roles.get(token.lex ?? 'no') === 'obstacle' && (at < i || at === i + 1) && !is(token, 'window'))) return undefined;
  if (lex === 'top' && is(clause[i + 1], 'window')) return { role: 'obstacle', head: 'top' };
  if (lex === 'window' && is(clause[i - 1], 'top', 'height', 'width', 'centre')) return undefined;
  if (lex === 'cornerShape' && is(clause[i + 1], 'sink', 'cabinet', 'baseUnit')) return undefined;
  if ((lex === 'length' || lex === 'size') && clause.some((token) => is(token, 'wall', 'kitchen', 'straight', 'cornerShape'))) return undefined;
  return { role, head: lex };
}

const isCountable = (token: Token | undefined): boolean => is(token, 'cabinet', 'baseUnit', 'drawers', 'tall', 'bottle', 'rack', 'shelf', 'cargo');

/** Words right before a head that are its own adjectives or place, not the tail of the head before it. */
function leadOf(clause: readonly Token[], from: number, head: number, placesLead: boolean): number {
  let start = head;
  while (start > from) {
    const token = clause[start - 1];
    const fuel = is(token, ...FUELS) && is(clause[head], 'hob', 'stove', 'oven', 'boiler', 'pipe');
    const own = fuel || is(token, 'builtIn', 'separate', 'standing', 'no', 'and', 'of', 'top', 'low', 'cornerShape', 'open', 'glass', 'all', 'remove');
    const colour = token?.finish !== undefined && start - 1 > from;
    const place = placesLead && is(token, 'left', 'right', 'start', 'end', 'centre', 'corner', 'inside', 'on');
    const count = isCountable(clause[head]) && token?.quantity !== undefined && !token.quantity.unit && token.quantity.value <= 6 && start === head;
    if (!own && !colour && !place && !count) break;
    start -= 1;
  }
  return start;
}

/** The text as chunks, in order. */
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
  if (!first) return [{ role: 'none', text: '', fuel: undefined, before: [], after: clause, clause: number, sentence, joined: false }];
  const placesLead = has(clause.slice(0, first.i), 'left', 'right', 'start', 'end', 'centre', 'corner');
  const starts = heads.map(({ i }, k) => (k === 0 ? 0 : leadOf(clause, (heads[k - 1]?.i ?? 0) + 1, i, placesLead)));
  return heads.map(({ i, role, head }, k) => {
    const before = clause.slice(starts[k] ?? 0, i);
    const end = starts[k + 1] ?? clause.length;
    const token = clause[i];
    const fuel: Fuel | undefined = is(token, 'gas') ? 'gas' : is(token, 'electric') ? 'electric' : is(token, 'induction') ? 'induction' : undefined;
    const joined = k > 0 && has(before, 'of', 'and');
    return { role, head, text: token?.text ?? '', fuel, before, after: clause.slice(i + 1, end), clause: number, sentence, joined };
  });
}

