import type { Edit, ObstacleKind, Order } from '#libs/furniture';
import { overOf } from '../brief/wall-tier.js';
import { wallId } from '../brief/walls.js';
import type { Lex } from '../lexicon/words.js';
import { has, is, type Token } from '../text/token.js';
import { readAdd, readFill } from './add.js';
import { freed, fuelled, removalsFirst } from './batch.js';
import { clausesOf, joinedReplacements } from './clauses.js';
import type { Reading } from './interpretation.js';
import { readMove, readSwap } from './move.js';
import { candidates, mentions, NAMES, type Standing } from './refer.js';
import { readRemove, speaksOfRemoval } from './remove.js';
import { readAllDrawers, readApart, readDrawers, readRaise, readReplace, readUnderHob } from './replace.js';
import { readResize, speaksOfWidth } from './resize.js';
import { readFuel, readLook, readRoom, readTier, readWallLength } from './settings.js';
import { wallsIn } from './spots.js';
import { onlyOver, readFronts, readOnlyHood, readOnlyWall } from './wall-units.js';

const VERBS: readonly Lex[] = [
  'keep',
  'remove',
  'add',
  'put',
  'make',
  'replace',
  'move',
  'raise',
  'wider',
  'narrower',
  'want',
  'places',
];

const WALL_WORDS: readonly (readonly [Lex, Parameters<typeof wallId>[0]])[] = [
  ['left', 'left'],
  ['right', 'right'],
  ['long', 'long'],
  ['short', 'short'],
  ['second', 'second'],
  ['middle', 'centre'],
];

/** «на правой стене», «по короткой стороне»: the wall that a clause limits itself to. */
export function wallIn(order: Order, clause: readonly Token[]): string | undefined {
  if (order.room.walls.length < 2) return undefined;
  const named = WALL_WORDS.find(([lex]) =>
    clause.some(
      (token, i) =>
        is(token, lex) &&
        (is(clause[i + 1], 'wall', 'side') ||
          is(token, 'long', 'short', 'middle') ||
          (is(token, 'left', 'right') && has(clause, 'top') && !is(clause[i + 1], 'from', 'corner'))),
    ),
  );
  return named && wallId(named[1], wallsIn(order));
}

interface Context {
  readonly order: Order;
  /** The verb of the clause before: «убери мойку, сушку». */
  readonly verb: Lex | undefined;
  /** The thing named last: «и сделай её шире». */
  readonly last: Standing | undefined;
}

const speaksOf = (clause: readonly Token[], verb: Lex | undefined, ...lexes: Lex[]): boolean =>
  has(clause, ...lexes) || (verb !== undefined && lexes.includes(verb) && !has(clause, ...VERBS));

/** Whether what the clause is about stands in the order; what it is only placed by does not count. */
function standsIn(order: Order, clause: readonly Token[]): boolean {
  const subject = mentions(order, clause).find(
    ({ i }) => !is(clause[i - 1], 'from', 'near', 'under', 'above', 'between', 'at') && !followsSide(clause, i),
  );
  return subject !== undefined && subject.found.length > 0;
}

/** «рядом с мойкой», «справа от газовой плиты», «между мойкой и плитой»: named only as a place. */
function followsSide(clause: readonly Token[], i: number): boolean {
  const lead = clause.slice(Math.max(0, i - 3), i);
  const between = clause.findLastIndex((token, k) => k < i && is(token, 'between'));
  return (is(clause[i - 1], 'of') && has(lead, 'near')) || has(lead, 'from') || (between >= 0 && i - between <= 5);
}

/** What one clause asks for: the first grammar that understands it. */
function readClause(clause: readonly Token[], { order, verb, last }: Context): Reading | undefined {
  const wall = wallIn(order, clause);
  const named = standsIn(order, clause);
  if (has(clause, 'mirror')) {
    const painted = readLook(clause);
    const looks = painted && 'edits' in painted ? painted : { edits: [], told: '' };
    return { edits: [{ op: 'mirror' }, ...looks.edits], told: `Кухня отражена зеркально. ${looks.told}`.trim() };
  }
  if (has(clause, 'places')) return readSwap(order, clause);
  const over = overOf(clause);
  if (has(clause, 'keep') && !over && !(wall && has(clause, 'only'))) return undefined;
  if (over && has(clause, 'only', 'rest') && order.runs.some(({ tier }) => tier === 'wall'))
    return { edits: onlyOver(order, over), told: 'Верхние шкафы оставлены только там, где просили.' };
  const special =
    readAllDrawers(order, clause) ??
    readDrawers(order, clause) ??
    readApart(order, clause) ??
    readFill(order, clause) ??
    readOnlyWall(order, clause, wall) ??
    readFronts(order, clause) ??
    readWallLength(order, clause);
  if (special) return special;
  const raised = readRaise(order, clause) ?? readUnderHob(order, clause);
  if (raised) return raised;
  if (speaksOf(clause, verb, 'replace')) {
    const replaced =
      readReplace(order, clause) ?? readLook(clause) ?? readSwap(order, clause) ?? readResize(order, clause, last);
    if (replaced || has(clause, 'replace')) return replaced;
  }
  const look = readLook(clause);
  if (look) return withThing(withTier(look, order, clause, wall), order, clause, wall);
  if (speaksOfRemoval(clause) || speaksOf(clause, verb, 'remove')) return readRemove(order, clause, wall);
  if (speaksOfWidth(clause)) return readResize(order, clause, last);
  if (speaksOf(clause, verb, 'move') && !has(clause, 'add')) return readMove(order, clause, last);
  if (has(clause, 'lefter', 'righter') && named) return readMove(order, clause, last);
  if (speaksOf(clause, verb, 'put') && named)
    return readMove(order, clause, last) ?? putOrWiden(order, clause, last, wall);
  const tier = readTier(order, clause, wall);
  if (tier) return tier;
  if (speaksOf(clause, verb, 'add', 'put')) return readAdd(order, clause, wall);
  if (named && has(clause, 'start', 'end') && !has(clause, 'add', 'want')) {
    const moved = readMove(order, clause, last);
    if (moved) return moved;
  }
  if (named && clause.some(({ quantity }) => quantity) && !has(clause, 'window', 'door'))
    return readResize(order, clause, last);
  if (named && !has(clause, 'want')) {
    return (
      readFuel(order, clause) ??
      readReplace(order, clause) ??
      fridgeKind(order, clause) ??
      readMove(order, clause, last)
    );
  }
  return (
    readRoom(order, clause) ??
    readFuel(order, clause) ??
    (has(clause, 'want', 'make', 'add') || !named ? readAdd(order, clause, wall) : undefined)
  );
}

/** «поставь мойку 80» widens what stands; a unit of a width that does not stand is a new one. */
function putOrWiden(
  order: Order,
  clause: readonly Token[],
  last: Standing | undefined,
  wall: string | undefined,
): Reading | undefined {
  const stands = mentions(order, clause, true).some(
    ({ found, i }) => found.length > 0 && !is(clause[i - 1], 'from', 'near', 'of', 'at', 'under', 'above'),
  );
  return (stands ? readResize(order, clause, last) : undefined) ?? readAdd(order, clause, wall);
}

/** «холодильник встроенный»: the other kind of the one that stands. */
function fridgeKind(order: Order, clause: readonly Token[]): Reading | undefined {
  const fridge =
    has(clause, 'fridge') && has(clause, 'builtIn', 'separate', 'standing')
      ? candidates(order, 'fridge')[0]
      : undefined;
  if (!fridge) return undefined;
  const code = has(clause, 'builtIn') ? 'TF' : 'NF';
  if (fridge.node.code === code) return undefined;
  return {
    edits: [{ op: 'replace', node: fridge.node.id, code }],
    told: code === 'TF' ? 'Холодильник теперь встроенный.' : 'Холодильник теперь отдельно стоящий.',
  };
}

/** A clause that asks for something in words of the trade: passed over in silence it would be lost. */
const speaksOfTrade = (clause: readonly Token[]): boolean =>
  !has(clause, 'keep') &&
  clause.some((token) => is(token, ...VERBS) || token.finish) &&
  clause.some(
    (token) => token.quantity || token.finish || is(token, ...NAMES, 'top', 'low', 'facade', 'worktop', 'light'),
  );

const OBSTACLES: Partial<Record<Lex, ObstacleKind>> = {
  window: 'window',
  door: 'door',
  riser: 'riser',
  pipe: 'gas_pipe',
  radiator: 'radiator',
  boiler: 'boiler',
  socket: 'socket',
};

/** An obstacle that is not in the order yet, told with a deed or a number: what is missing of it is asked. */
const asksForNew = (order: Order, tokens: readonly Token[]): boolean =>
  tokens.some(({ lex }) => lex && OBSTACLES[lex] && !order.obstacles.some(({ kind }) => kind === OBSTACLES[lex])) &&
  (has(tokens, 'add', 'put') || tokens.some(({ quantity }) => quantity));

/** All that a message asks of the standing order, in its sequence; the first question ends it. Nothing understood: no edits. */
export function readEdits(order: Order, tokens: readonly Token[]): Reading {
  const edits: Edit[] = [];
  const told: string[] = [];
  const missed: string[] = [];
  const room =
    tokens.some((token) => is(token, 'window', 'door', 'riser', 'pipe', 'radiator', 'boiler', 'socket', 'sill')) &&
    !has(tokens, 'remove', 'no', 'move')
      ? readRoom(order, tokens)
      : undefined;
  if (room && 'ask' in room ? asksForNew(order, tokens) : room?.edits.some(({ op }) => op === 'set_obstacle'))
    return room ?? { edits: [], told: '' };
  const hood = readOnlyHood(order, tokens);
  if (hood) return hood;
  let verb: Lex | undefined;
  let last: Standing | undefined;
  for (const clause of joinedReplacements(clausesOf(tokens))) {
    if (fuelled(edits, clause)) continue;
    // «разверни, чтобы мойка была слева»: why, not what.
    if (/^(чтоб|чтобы)$/.test(clause[0]?.text ?? '') && edits.some(({ op }) => op === 'mirror')) continue;
    const reading = readClause(clause, { order: freed(order, edits, clause), verb, last });
    const found = mentions(order, clause)[0]?.found;
    if (found?.length === 1) last = found[0];
    verb = clause.find((token) => token.lex && VERBS.includes(token.lex))?.lex ?? verb;
    if (!reading) {
      if (speaksOfTrade(clause)) missed.push(clause.map(({ text }) => text).join(' '));
      continue;
    }
    if ('ask' in reading) return reading;
    edits.push(...reading.edits);
    if (reading.told !== '') told.push(reading.told);
  }
  return {
    edits: removalsFirst(edits),
    told: told
      .join(' ')
      .replaceAll(/\. (Изменено|Убрано|Добавлено|Ширина изменена): /g, (joined, verb: string) =>
        told.every((text) => text.startsWith(verb)) ? ', ' : joined,
      )
      .concat(edits.length > 0 && missed.length > 0 ? ` Не понял: «${missed.join('», «')}».` : ''),
  };
}

/** «добавь бутылочницу и подсветку»: the thing beside the look. */
export function withThing(look: Reading, order: Order, clause: readonly Token[], wall: string | undefined): Reading {
  const things = clause.filter(
    (token) => !token.finish && !is(token, 'light', 'handle', 'gola', 'push', 'bar', 'grip'),
  );
  const added =
    has(clause, 'add', 'put') && things.some((token) => is(token, ...NAMES)) ? readAdd(order, things, wall) : undefined;
  if (!added || 'ask' in added || 'ask' in look) return look;
  return { edits: [...added.edits, ...look.edits], told: `${added.told} ${look.told}` };
}

/** «верхние до потолка и белые»: the tier beside the look. */
export function withTier(look: Reading, order: Order, clause: readonly Token[], wall: string | undefined): Reading {
  const tier = has(clause, 'no', 'remove') && !has(clause, 'make') ? undefined : readTier(order, clause, wall);
  if (!tier || 'ask' in tier || 'ask' in look) return look;
  return { edits: [...tier.edits, ...look.edits], told: `${tier.told} ${look.told}` };
}
