import {
  APPLIANCES,
  atOf,
  endOf,
  findModule,
  findNode,
  hasTrait,
  isBlindCorner,
  isBuiltInFridge,
  isCornerUnit,
  isDiagonalCorner,
  isHoodCabinet,
  isNiche,
  isOpenShelf,
  isOrdinary,
  itemsIn,
  nodesOf,
  type Order,
  type OrderNode,
  type Run,
  STANDARD,
  type Tier,
} from '#libs/furniture';
import { offsetOf, REFERENCES } from '../brief/place.js';
import { widthOf } from '../brief/width.js';
import { type Lex, lexes } from '../lexicon/words.js';
import { has, is, type Token } from '../text/token.js';

export interface NodeInRun {
  readonly node: OrderNode;
  readonly run: Run;
}

/** A wall unit that hangs in the row and can become another kind: no corner unit, no appliance's, no shelf. */
export const isPlainWallUnit = (code: string): boolean =>
  isFree(code, 'wall') && !isCornerUnit(code) && !isOpenShelf(code);

/** A unit of a tier that no appliance stands in. */
function isFree(code: string, tier: Tier): boolean {
  const module = findModule(code);
  return module?.tier === tier && module.appliances.length === 0;
}

const isBaseCabinet = (code: string): boolean => isFree(code, 'base') && !isDiagonalCorner(code);
const isWallCabinet = (code: string): boolean => isPlainWallUnit(code) || (isBlindCorner(code) && isFree(code, 'wall'));

/** Modules by customers' words. */
const MODULES: Partial<Record<Lex, (code: string) => boolean>> = {
  drawers: (code) => hasTrait(code, 'drawers'),
  bottle: (code) => code === STANDARD.narrowBase,
  cargo: (code) => code === 'TC',
  rack: (code) => code === 'BOS' || code === STANDARD.narrowWall,
  shelf: (code) => isOpenShelf(code) || code === STANDARD.narrowWall,
  dryer: (code) => hasTrait(code, 'drainer'),
  glass: (code) => code === 'WG',
  mezzanine: (code) => findModule(code)?.tier === 'upper',
  baseUnit: isBaseCabinet,
  cabinet: (code) => isBaseCabinet(code) || isWallCabinet(code),
  tall: (code) => findModule(code)?.tier === 'tall' && !isNiche(code),
  hood: isHoodCabinet,
  filler: (code) => hasTrait(code, 'filler'),
};

/** Kinds of which a kitchen has several; the width tells them apart. */
const UNITS: readonly Lex[] = ['baseUnit', 'cabinet', 'drawers', 'bottle', 'rack'];

/** Words that can name a node of the order. */
export const NAMES: readonly Lex[] = [
  ...APPLIANCES,
  ...lexes('drawers bottle cargo rack shelf dryer glass mezzanine baseUnit cabinet tall induction filler'),
];

/** Base and tall units of a wall, left to right, without fillers, panels and gaps. */
export const floorRow = (order: Order, wall: string | undefined): NodeInRun[] =>
  nodesOf(order)
    .filter(
      ({ node, run }) => run.wall === wall && (run.tier === 'base' || run.tier === 'tall') && isOrdinary(node.code),
    )
    .toSorted((a, b) => atOf(a.node) - atOf(b.node));

/** Nodes that the word may mean, left to right. */
export function nodesNamed(order: Order, lex: Lex): NodeInRun[] {
  const kind = lex === 'induction' ? 'hob' : lex;
  const found = nodesOf(order).filter(({ node }) => {
    const items = itemsIn(order, node.id);
    if (items.some((item) => item.kind === kind)) return true;
    if (kind === 'hob')
      return items.some((item) => item.kind === 'stove') && !items.some((item) => item.kind === 'hob');
    if (kind === 'stove')
      return items.some((item) => item.kind === 'hob') && !order.items.some((item) => item.kind === 'stove');
    const takenByAppliance = items.length > 0 && (kind === 'baseUnit' || kind === 'cabinet');
    return MODULES[kind]?.(node.code) === true && !takenByAppliance;
  });
  return found.sort((a, b) => a.run.wall.localeCompare(b.run.wall) || atOf(a.node) - atOf(b.node));
}

/** A token that names nodes, with the candidates left after narrowing. */
interface Mention {
  readonly lex: Lex;
  readonly i: number;
  readonly found: readonly NodeInRun[];
}

/** The hood's cabinet over the hob, which «верхний шкаф над плитой» means. */
const hoodUnitOver = (order: Order, hob: NodeInRun): NodeInRun | undefined =>
  nodesOf(order).find((one) => isHoodCabinet(one.node.code) && covers(one, hob));

/** Whether one stands over or under another, by their places along the wall. */
export const covers = (one: NodeInRun, other: NodeInRun): boolean =>
  one.run.wall === other.run.wall && atOf(one.node) < endOf(other.node) && endOf(one.node) > atOf(other.node);

/** Narrows by tier, width, ordinal, side and neighbour: «верхний», «400», «второй слева», «над мойкой». */
function narrow(
  order: Order,
  found: readonly NodeInRun[],
  clause: readonly Token[],
  i: number,
  exactWidth: boolean,
): readonly NodeInRun[] {
  const around = clause.slice(Math.max(0, i - 3), i + 5);
  const before = clause.slice(Math.max(0, i - 3), i);
  let list = found;
  const keep = (test: (standing: NodeInRun) => boolean): void => {
    const kept = list.filter(test);
    if (kept.length > 0) list = kept;
  };
  if (is(clause[i], 'cabinet', 'baseUnit')) {
    if (has(before, 'top') || has(clause.slice(i + 1, i + 2), 'above')) keep(({ run }) => run.tier === 'wall');
    else if (has(before, 'low') || is(clause[i], 'baseUnit')) keep(({ run }) => run.tier === 'base');
    if (is(clause[i + 1], 'of') && is(clause[i + 2], 'shelf', 'door'))
      keep(({ node }) => node.code === STANDARD.base || node.code === STANDARD.wall);
    if (has(before, 'cornerShape')) keep(({ node }) => isCornerUnit(node.code));
  }
  if (is(clause[i], 'tall')) {
    const inside = is(clause[i + 1], 'of', 'under') ? clause[i + 2]?.lex : undefined;
    if (inside) keep(({ node }) => itemsIn(order, node.id).some(({ kind }) => kind === inside));
    else keep(({ node }) => !isBuiltInFridge(node.code));
  }
  const above = clause.findIndex((token, at) => at > i && at <= i + 2 && is(token, 'above', 'under'));
  const target = above >= 0 ? targetsIn(order, clause.slice(above + 1))[0] : undefined;
  const over =
    target && is(clause[above], 'above') && is(clause[i], 'cabinet') ? hoodUnitOver(order, target) : undefined;
  if (over && !list.some(({ node }) => node.id === over.node.id)) list = [over];
  else if (target) keep((one) => covers(one, target));
  const width = exactWidth ? widthOf(clause.slice(i + 1, i + 3)) : undefined;
  if (width !== undefined && is(clause[i], ...UNITS)) return list.filter(({ node }) => node.w === width);
  if (width !== undefined) keep(({ node }) => node.w === width);
  if (list.length > 1) {
    const last = has(before, 'last') || has(around, 'end');
    const fromRight = has(around, 'right') && !offsetOf(around);
    const named = ordinalIn(around);
    const ordinal = named ?? (last ? -1 : undefined);
    const side = fromRight ? -1 : has(around, 'left') ? 0 : undefined;
    const index = fromRight && ordinal !== undefined && ordinal >= 0 ? -1 - ordinal : (ordinal ?? side);
    const chosen = index === undefined ? undefined : list.at(index);
    if (chosen) list = [chosen];
  }
  return list;
}

/** «первый», «второй», «третий»: 0, 1, 2. */
export function ordinalIn(tokens: readonly Token[]): number | undefined {
  const ordinal = lexes('first second third').findIndex((lex) => has(tokens, lex));
  return ordinal < 0 ? undefined : ordinal;
}

/**
 * Nodes named in a clause, in order. `exactWidth`: a number next to a name identifies the unit («тумбу 400») and is not
 * its new width.
 */
export function mentions(order: Order, clause: readonly Token[], exactWidth = false): Mention[] {
  return clause.flatMap((token, i): Mention[] => {
    if (!token.lex || !NAMES.includes(token.lex)) return [];
    if (is(token, 'cabinet') && is(clause[i - 1], 'oven')) return [];
    if (is(token, 'induction') && (is(clause[i + 1], 'hob', 'stove') || is(clause[i - 1], 'hob', 'stove'))) return [];
    if (is(token, 'drawers') && is(clause[i - 1], 'of') && is(clause[i - 2], 'baseUnit', 'cabinet')) return [];
    if (is(token, 'drawers') && clause[i - 1]?.quantity && is(clause[i - 2], 'of')) return [];
    const lex: Lex = is(token, 'baseUnit', 'cabinet') && hasDrawers(clause, i) ? 'drawers' : token.lex;
    const pointed = token.node ? findNode(order, token.node) : undefined;
    return [{ lex, i, found: pointed ? [pointed] : narrow(order, nodesNamed(order, lex), clause, i, exactWidth) }];
  });
}

const hasDrawers = (clause: readonly Token[], i: number): boolean =>
  is(clause[i + 1], 'of') && clause.slice(i + 2, i + 4).some((token) => is(token, 'drawers'));

/** First matching node for each name in a clause. */
const targetsIn = (order: Order, clause: readonly Token[]): NodeInRun[] =>
  clause.flatMap((token) => (token.lex && NAMES.includes(token.lex) ? nodesNamed(order, token.lex).slice(0, 1) : []));

/** The node for a layout engine's name («sink», «BD3»). */
export function nodeOfReference(order: Order, of: string): NodeInRun | undefined {
  const lex = (Object.keys(REFERENCES) as Lex[]).find((key) => REFERENCES[key] === of);
  return lex && nodesNamed(order, lex)[0];
}
