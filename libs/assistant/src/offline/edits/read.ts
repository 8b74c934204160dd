import { type Edit, type Order, STANDARD } from '#libs/furniture';
import { OBSTACLE_KINDS } from '../brief/obstacles.js';
import { WALL_NAMES } from '../brief/place.js';
import { overOf } from '../brief/wall-tier.js';
import { wallId } from '../brief/walls.js';
import { type Lex, lexes } from '../lexicon/words.js';
import { has, is, type Token } from '../text/token.js';
import { readAdd, readFill } from './add.js';
import { afterEdits, applyFuel, removalsFirst } from './batch.js';
import { clausesOf, joinedReplacements } from './clauses.js';
import type { EditInterpretation } from './interpretation.js';
import { readMove, readSwap } from './move.js';
import { mentions, NAMES, type NodeInRun, nodesNamed } from './refer.js';
import { readRemove, speaksOfRemoval } from './remove.js';
import { readAllDrawers, readApart, readDrawers, readRaise, readReplace, readUnderHob } from './replace.js';
import { readResize, speaksOfWidth } from './resize.js';
import { readFuel, readLook, readRoom, readTier, readWallLength } from './settings.js';
import { wallsIn } from './spots.js';
import { keepOnlyOver, readFronts, readOnlyHood, readOnlyWall } from './wall-units.js';

const VERBS = lexes('keep remove add put make replace move raise wider narrower want places');

const WALL_WORDS = lexes('left right long short second middle');

/** «на правой стене», «по короткой стороне»: id of the wall that the clause is limited to. */
export function wallIn(order: Order, clause: readonly Token[]): string | undefined {
  if (order.room.walls.length < 2) return undefined;
  const word = WALL_WORDS.find((lex) =>
    clause.some(
      (token, i) =>
        is(token, lex) &&
        (is(clause[i + 1], 'wall', 'side') ||
          is(token, 'long', 'short', 'middle') ||
          (is(token, 'left', 'right') && has(clause, 'top') && !is(clause[i + 1], 'from', 'corner'))),
    ),
  );
  const name = word && WALL_NAMES[word];
  return name && wallId(name, wallsIn(order));
}

interface Context {
  readonly order: Order;
  /** Verb of the previous clause: «убери мойку, сушку». */
  readonly verb: Lex | undefined;
  /** The node mentioned last: «и сделай её шире». */
  readonly last: NodeInRun | undefined;
}

const speaksOf = (clause: readonly Token[], verb: Lex | undefined, ...lexes: Lex[]): boolean =>
  has(clause, ...lexes) || (verb !== undefined && lexes.includes(verb) && !has(clause, ...VERBS));

/** Whether the subject of the clause is in the order; references do not count. */
function standsIn(order: Order, clause: readonly Token[]): boolean {
  const subject = mentions(order, clause).find(
    ({ i }) => !is(clause[i - 1], 'from', 'near', 'under', 'above', 'between', 'at') && !followsSide(clause, i),
  );
  return subject !== undefined && subject.found.length > 0;
}

/** «рядом с мойкой», «справа от газовой плиты», «между мойкой и плитой»: a reference only. */
function followsSide(clause: readonly Token[], i: number): boolean {
  const lead = clause.slice(Math.max(0, i - 3), i);
  const between = clause.findLastIndex((token, k) => k < i && is(token, 'between'));
  return (is(clause[i - 1], 'of') && has(lead, 'near')) || has(lead, 'from') || (between >= 0 && i - between <= 5);
}

/** Interprets one clause with the first rule that understands it. */
function readClause(clause: readonly Token[], { order, verb, last }: Context): EditInterpretation | undefined {
  const wall = wallIn(order, clause);
  const named = standsIn(order, clause);
  if (has(clause, 'mirror')) {
    const painted = readLook(clause);
    const looks = painted && 'edits' in painted ? painted : { edits: [], summary: '' };
    return { edits: [{ op: 'mirror' }, ...looks.edits], summary: `Кухня отражена зеркально. ${looks.summary}`.trim() };
  }
  if (has(clause, 'places')) return readSwap(order, clause);
  const over = overOf(clause);
  if (has(clause, 'keep') && !over && !(wall && has(clause, 'only'))) return undefined;
  if (over && has(clause, 'only', 'rest') && order.runs.some(({ tier }) => tier === 'wall'))
    return { edits: keepOnlyOver(order, over), summary: 'Верхние шкафы оставлены только там, где просили.' };
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
  if (look) return withAddedUnit(withTier(look, order, clause, wall), order, clause, wall);
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

/** «поставь мойку 80» resizes an existing unit; if there is none of that width, it adds one. */
function putOrWiden(
  order: Order,
  clause: readonly Token[],
  last: NodeInRun | undefined,
  wall: string | undefined,
): EditInterpretation | undefined {
  const stands = mentions(order, clause, true).some(
    ({ found, i }) => found.length > 0 && !is(clause[i - 1], 'from', 'near', 'of', 'at', 'under', 'above'),
  );
  return (stands ? readResize(order, clause, last) : undefined) ?? readAdd(order, clause, wall);
}

/** «холодильник встроенный»: switches the fridge's kind. */
function fridgeKind(order: Order, clause: readonly Token[]): EditInterpretation | undefined {
  const fridge =
    has(clause, 'fridge') && has(clause, 'builtIn', 'separate', 'standing')
      ? nodesNamed(order, 'fridge')[0]
      : undefined;
  if (!fridge) return undefined;
  const code = has(clause, 'builtIn') ? STANDARD.builtInFridge : STANDARD.fridge;
  if (fridge.node.code === code) return undefined;
  return {
    edits: [{ op: 'replace', node: fridge.node.id, code }],
    summary:
      code === STANDARD.builtInFridge ? 'Холодильник теперь встроенный.' : 'Холодильник теперь отдельно стоящий.',
  };
}

/** A request about furniture; reported back if not understood. */
const speaksOfTrade = (clause: readonly Token[]): boolean =>
  !has(clause, 'keep') &&
  clause.some((token) => is(token, ...VERBS) || token.finish) &&
  clause.some(
    (token) => token.quantity || token.finish || is(token, ...NAMES, 'top', 'low', 'facade', 'worktop', 'light'),
  );

/** A new obstacle with a verb or a number: ask for what is missing. */
const asksForNew = (order: Order, tokens: readonly Token[]): boolean =>
  (has(tokens, 'add', 'put') || tokens.some(({ quantity }) => quantity)) &&
  tokens.some((token) => {
    const kind = token.lex && !is(token, 'water', 'niche') && OBSTACLE_KINDS[token.lex];
    return kind && !order.obstacles.some((obstacle) => obstacle.kind === kind);
  });

/**
 * Interprets a whole message against the order, clause by clause; the first question ends it. No edits if nothing was
 * understood.
 */
export function readEdits(order: Order, tokens: readonly Token[]): EditInterpretation {
  const edits: Edit[] = [];
  const summaries: string[] = [];
  const missed: string[] = [];
  const room =
    tokens.some((token) => is(token, 'window', 'door', 'riser', 'pipe', 'radiator', 'boiler', 'socket', 'sill')) &&
    !has(tokens, 'remove', 'no', 'move')
      ? readRoom(order, tokens)
      : undefined;
  if (room && 'question' in room ? asksForNew(order, tokens) : room?.edits.some(({ op }) => op === 'set_obstacle'))
    return room ?? { edits: [], summary: '' };
  const hood = readOnlyHood(order, tokens);
  if (hood) return hood;
  let verb: Lex | undefined;
  let last: NodeInRun | undefined;
  for (const clause of joinedReplacements(clausesOf(tokens))) {
    if (applyFuel(edits, clause)) continue;
    // «разверни, чтобы мойка была слева»: a reason, not a request.
    if (/^(чтоб|чтобы)$/.test(clause[0]?.text ?? '') && edits.some(({ op }) => op === 'mirror')) continue;
    const interpretation = readClause(clause, { order: afterEdits(order, edits, clause), verb, last });
    const found = mentions(order, clause)[0]?.found;
    if (found?.length === 1) last = found[0];
    verb = clause.find((token) => token.lex && VERBS.includes(token.lex))?.lex ?? verb;
    if (!interpretation) {
      if (speaksOfTrade(clause)) missed.push(clause.map(({ text }) => text).join(' '));
      continue;
    }
    if ('question' in interpretation) return interpretation;
    edits.push(...interpretation.edits);
    if (interpretation.summary !== '') summaries.push(interpretation.summary);
  }
  return {
    edits: removalsFirst(edits),
    summary: summaries
      .join(' ')
      .replaceAll(/\. (Изменено|Убрано|Добавлено|Ширина изменена): /g, (joined, verb: string) =>
        summaries.every((text) => text.startsWith(verb)) ? ', ' : joined,
      )
      .concat(edits.length > 0 && missed.length > 0 ? ` Не понял: «${missed.join('», «')}».` : ''),
  };
}

/** «добавь бутылочницу и подсветку»: adds the unit too. */
function withAddedUnit(
  look: EditInterpretation,
  order: Order,
  clause: readonly Token[],
  wall: string | undefined,
): EditInterpretation {
  const things = clause.filter(
    (token) => !token.finish && !is(token, 'light', 'handle', 'gola', 'push', 'bar', 'grip'),
  );
  const added =
    has(clause, 'add', 'put') && things.some((token) => is(token, ...NAMES)) ? readAdd(order, things, wall) : undefined;
  if (!added || 'question' in added || 'question' in look) return look;
  return { edits: [...added.edits, ...look.edits], summary: `${added.summary} ${look.summary}` };
}

/** «верхние до потолка и белые»: changes the tier too. */
function withTier(
  look: EditInterpretation,
  order: Order,
  clause: readonly Token[],
  wall: string | undefined,
): EditInterpretation {
  const tier = has(clause, 'no', 'remove') && !has(clause, 'make') ? undefined : readTier(order, clause, wall);
  if (!tier || 'question' in tier || 'question' in look) return look;
  return { edits: [...tier.edits, ...look.edits], summary: `${tier.summary} ${look.summary}` };
}
