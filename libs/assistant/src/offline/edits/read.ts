import type { Edit, Order } from '#libs/furniture';
import { wallId } from '../brief/walls-resolved.js';
import type { Lex } from '../lexicon/words.js';
import { clauses, has, is, type Token } from '../text/token.js';
import { readAdd } from './add.js';
import { readMove, readSwap } from './move.js';
import type { Reading } from './reading.js';
import { candidates, mentions, NAMES, type Standing } from './refer.js';
import { readRemove, speaksOfRemoval } from './remove.js';
import { readDrawers, readRaise, readReplace } from './replace.js';
import { readResize, speaksOfWidth } from './resize.js';
import { readFuel, readLook, readRoom, readTier } from './settings.js';
import { wallsIn } from './wishes.js';

const VERBS: readonly Lex[] = [
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

/** Clauses of a message; «и» before a verb begins a new one. */
function parts(tokens: readonly Token[]): Token[][] {
  return clauses(tokens).flatMap((clause) => {
    const out: Token[][] = [[]];
    clause.forEach((token, i) => {
      const verb = is(clause[i + 1], 'remove', 'add', 'put', 'make', 'move', 'raise');
      const sizes =
        clause.slice(0, i).some(({ quantity }) => quantity) &&
        clause.slice(i).some(({ quantity }) => quantity) &&
        is(clause[i + 1], ...NAMES);
      if (is(token, 'and') && (verb || sizes) && (out.at(-1)?.length ?? 0) > 0) out.push([]);
      else out.at(-1)?.push(token);
    });
    return out.filter((part) => part.length > 0);
  });
}

const WALL_WORDS: readonly (readonly [Lex, Parameters<typeof wallId>[0]])[] = [
  ['left', 'left'],
  ['right', 'right'],
  ['long', 'long'],
  ['short', 'short'],
  ['second', 'second'],
  ['middle', 'centre'],
];

/** «на правой стене», «по короткой стороне»: the wall that a clause limits itself to. */
function wallIn(order: Order, clause: readonly Token[]): string | undefined {
  if (order.room.walls.length < 2) return undefined;
  const named = WALL_WORDS.find(([lex]) =>
    clause.some(
      (token, i) => is(token, lex) && (is(clause[i + 1], 'wall', 'side') || is(token, 'long', 'short', 'middle')),
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

/** What one clause asks for: the first grammar that understands it. */
function readClause(clause: readonly Token[], { order, verb, last }: Context): Reading | undefined {
  const wall = wallIn(order, clause);
  const named = clause.some((token) => token.lex && candidates(order, token.lex).length > 0);
  if (has(clause, 'mirror')) return { edits: [{ op: 'mirror' }], told: 'Кухня отражена зеркально.' };
  if (has(clause, 'places')) return readSwap(order, clause);
  const drawers = readDrawers(order, clause);
  if (drawers) return drawers;
  const raised = readRaise(order, clause);
  if (raised) return raised;
  if (speaksOf(clause, verb, 'replace'))
    return readReplace(order, clause) ?? readLook(clause) ?? readSwap(order, clause) ?? readResize(order, clause, last);
  const look = readLook(clause);
  if (look) return look;
  if (speaksOfRemoval(clause) || speaksOf(clause, verb, 'remove')) return readRemove(order, clause, wall);
  if (speaksOfWidth(clause)) return readResize(order, clause, last);
  if (speaksOf(clause, verb, 'move') && !has(clause, 'add')) return readMove(order, clause, last);
  if (has(clause, 'lefter', 'righter') && named) return readMove(order, clause, last);
  if (speaksOf(clause, verb, 'put') && named)
    return readMove(order, clause, last) ?? putOrWiden(order, clause, last, wall);
  const tier = readTier(clause, wall);
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

/** All that a message asks of the standing order, in its sequence; the first question ends it. Nothing understood: no edits. */
export function readEdits(order: Order, tokens: readonly Token[]): Reading {
  const edits: Edit[] = [];
  const told: string[] = [];
  const room =
    tokens.some((token) => is(token, 'window', 'door', 'riser', 'pipe', 'radiator', 'boiler', 'socket', 'sill')) &&
    !has(tokens, 'remove', 'no', 'move')
      ? readRoom(order, tokens)
      : undefined;
  if (room && !('ask' in room) && room.edits.some(({ op }) => op === 'set_obstacle')) return room;
  let verb: Lex | undefined;
  let last: Standing | undefined;
  for (const clause of parts(tokens)) {
    const reading = readClause(clause, { order, verb, last });
    const found = mentions(order, clause)[0]?.found;
    if (found?.length === 1) last = found[0];
    verb = clause.find((token) => token.lex && VERBS.includes(token.lex))?.lex ?? verb;
    if (!reading) continue;
    if ('ask' in reading) return reading;
    edits.push(...reading.edits);
    told.push(reading.told);
  }
  return {
    edits,
    told: told
      .join(' ')
      .replaceAll(/\. (Изменено|Убрано|Добавлено|Ширина изменена): /g, (joined, verb: string) =>
        told.every((text) => text.startsWith(verb)) ? ', ' : joined,
      ),
  };
}
