import type { Lex } from '../lexicon/words.js';
import { has, is, type Token } from '../text/token.js';

export type Role = 'fixture' | 'wall' | 'obstacle' | 'look' | 'none';

const FIXTURES: readonly Lex[] = [
  'sink',
  'dishwasher',
  'hob',
  'oven',
  'stove',
  'washer',
  'fridge',
  'microwave',
  'cabinet',
  'baseUnit',
  'drawers',
  'bottle',
  'cargo',
  'tall',
  'rack',
  'shelf',
  'dryer',
];
const WALLS: readonly Lex[] = [
  'kitchen',
  'wall',
  'side',
  'length',
  'size',
  'room',
  'straight',
  'cornerShape',
  'uShape',
  'island',
  'peninsula',
  'parallel',
];
const OBSTACLES: readonly Lex[] = [
  'window',
  'sill',
  'door',
  'riser',
  'pipe',
  'radiator',
  'boiler',
  'socket',
  'water',
  'niche',
];
const LOOKS: readonly Lex[] = [
  'top',
  'low',
  'facade',
  'carcass',
  'worktop',
  'apron',
  'handle',
  'gola',
  'push',
  'bar',
  'grip',
  'light',
  'ceiling',
  'hood',
  'mezzanine',
];
export const FUELS: readonly Lex[] = ['gas', 'electric', 'induction'];

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
  while (
    at >= 0 &&
    (is(clause[at], 'left', 'right', 'builtIn', 'gas', 'electric', 'induction', 'of') || clause[at]?.finish)
  )
    at -= 1;
  const lead = clause[at];
  // «рядом холодильник» is a new thing; «рядом с мойкой», «возле мойки» are places.
  if (is(lead, 'near'))
    return lead?.text === 'рядом' ? has(clause.slice(at, i), 'of') : is(clause[i - 1], 'of') || at === i - 1;
  if (is(clause[i - 1], 'of')) return false;
  // «кухня под стиралку и посудомойку» names what is to stand in it.
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

/** «на короткой стороне», «по левой стене»: a place, unless a length of that wall follows. */
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

/** «с подъёмными дверями», «двери белые»: a cabinet's, not the room's. */
const isFront = (clause: readonly Token[], i: number): boolean =>
  is(clause[i - 1], 'lift', 'glass', 'open', 'push', 'top', 'low', 'cabinet', 'baseUnit', 'facade') ||
  clause[i - 1]?.finish !== undefined ||
  clause[i + 1]?.finish !== undefined ||
  has(clause, 'lift', 'glass');

/** What a word is the head of, in its clause; nothing for attributes and references. */
export function roleOf(clause: readonly Token[], i: number): { role: Role; head: Lex } | undefined {
  const lex = clause[i]?.lex;
  if (!lex) return undefined;
  if (FUELS.includes(lex))
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
