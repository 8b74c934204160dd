import { type BriefObstacle, type BriefWall, given, type ObstacleKind } from '#libs/furniture';
import type { Lex } from '../lexicon/words.js';
import { distanceOf } from '../text/lengths.js';
import { has, is, type Token } from '../text/token.js';
import { type Chunk, isDenied } from './chunks.js';
import type { Facts, ObstacleFact } from './facts.js';
import { offsetOf, placeOf } from './place.js';
import { wallId } from './walls.js';

/** Words that name an obstacle. */
export const OBSTACLE_KINDS: Partial<Record<Lex, ObstacleKind>> = {
  window: 'window',
  door: 'door',
  riser: 'riser',
  pipe: 'gas_pipe',
  radiator: 'radiator',
  boiler: 'boiler',
  socket: 'socket',
  water: 'water',
  niche: 'niche',
};

/** Obstacles without a width of their own: a number next to a side is a distance. */
const POINTS: readonly ObstacleKind[] = ['gas_pipe', 'socket', 'water'];

/** What the number at `i` measures. */
function measureOf(tokens: readonly Token[], i: number, kind: ObstacleKind): keyof ObstacleFact | 'place' | 'toTop' {
  const before = tokens.slice(Math.max(0, i - 4), i).toReversed();
  for (const token of before) {
    if (token.quantity) break;
    if (is(token, 'sill')) return 'bottom';
    if (is(token, 'top')) return 'top';
    if (is(token, 'low', 'bottom')) return 'bottom';
    if (is(token, 'depth')) return 'depth';
    if (is(token, 'width')) return 'width';
    if (is(token, 'height')) return is(tokens[i - 2], 'on') || is(tokens[i - 1], 'on') ? 'bottom' : 'height';
    if (is(token, 'corner')) break;
    if (is(token, 'from', 'begins') || /^(через|расстоян)/.test(token.text)) return 'place';
    if (is(token, 'left', 'right')) return POINTS.includes(kind) || is(tokens[i - 1], 'inside') ? 'place' : 'width';
    if (/^(выступ|торч)/.test(token.text)) return 'depth';
  }
  const after = tokens[i + 1];
  if (is(after, 'from') && !tokens[i + 2]?.quantity) return is(tokens[i + 2], 'floor') ? 'bottom' : 'place';
  if (is(after, 'left', 'right')) return 'place';
  if (/^(глубин)/.test(after?.text ?? '')) return 'depth';
  return kind === 'socket' ? 'bottom' : 'width';
}

/** The tokens without the offset already read: «100 см от левого угла», «от левого угла метр». */
function without(tokens: readonly Token[], used: Token): Token[] {
  const at = tokens.indexOf(used);
  const end = tokens.findIndex((token, i) => i > at && i <= at + 4 && is(token, 'corner', 'wall', 'end'));
  if (end >= 0) return tokens.filter((_, i) => i < at || i > end);
  const from = tokens.findLastIndex((token, i) => i < at && i >= at - 4 && is(token, 'from'));
  return tokens.filter((_, i) => i !== at && (from < 0 || i < from || i > at));
}

/** Reads the numbers of a clause into the obstacle. */
function measure(all: readonly Token[], fact: ObstacleFact): void {
  const offset = offsetOf(all);
  if (offset) fact.at = { mm: offset.mm, from: offset.sided ? offset.from : (fact.hand ?? offset.from) };
  const tokens = offset ? without(all, offset.used) : all;
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i];
    const quantity = token?.quantity;
    if (!quantity) continue;
    const mm = distanceOf(quantity);
    const until = is(tokens[i - 1], 'from', 'of') && is(tokens[i + 1], 'to') ? tokens[i + 2]?.quantity : undefined;
    if (until && distanceOf(until) > mm) {
      // «от 50 до 240 см»
      const unit = quantity.unit ?? until.unit;
      const from = distanceOf(unit ? { ...quantity, unit } : quantity);
      fact.at = { mm: from, from: 'left' };
      fact.width = distanceOf(until) - from;
      i += 2;
      continue;
    }
    const next = tokens[i + 2]?.quantity;
    if ((tokens[i + 1]?.mark === 'x' || is(tokens[i + 1], 'on')) && next && fact.width === undefined) {
      fact.width = mm;
      const second = distanceOf(next);
      if (fact.kind === 'riser') fact.depth = second;
      else fact.height = second;
      i += 2;
      continue;
    }
    const read = measureOf(tokens, i, fact.kind);
    // The place is known, so a number next to «справа» is the obstacle's width.
    const field = read === 'place' && offset && is(tokens[i + 1], 'left', 'right') ? 'width' : read;
    if (field === 'place') fact.at ??= { mm, from: has(tokens, 'right') && !has(tokens, 'left') ? 'right' : 'left' };
    else if (field === 'width') fact.width ??= mm;
    else if (field === 'bottom') fact.bottom = mm;
    else if (field === 'top') fact.top = mm;
    else if (field === 'height') fact.height = mm;
    else if (field === 'depth') fact.depth = mm;
  }
}

/** Reads a chunk whose head is an obstacle, or a clause that continues the previous one. */
export function readObstacle(chunk: Chunk, head: Token | undefined, facts: Facts): void {
  const kind = chunk.head && OBSTACLE_KINDS[chunk.head];
  const words = [...chunk.before, ...(head ? [head] : []), ...chunk.after];
  const last = facts.obstacles.at(-1);
  if (!kind || (kind === 'water' && last && chunk.head === 'sill')) {
    if (last) place(words, last, facts);
    return;
  }
  if (isDenied(chunk)) {
    removeObstacle(kind, facts);
    return;
  }
  const gas = has(words, 'gas') || words.some(({ text }) => /^газ/.test(text));
  readObstacleOf(kind === 'gas_pipe' && !gas && !burnsGas(facts) ? 'riser' : kind, words, facts);
}

/** «окна нет»: removes the obstacle, and placements under it. */
function removeObstacle(kind: ObstacleKind, facts: Facts): void {
  facts.obstacles = facts.obstacles.filter((fact) => fact.kind !== kind);
  if (kind !== 'window') return;
  for (const { place } of facts.fixtures) if (place.where === 'window') delete place.where;
}

/** «труба» without an adjective is the gas pipe where the kitchen has gas or a boiler, else a riser. */
const burnsGas = ({ obstacles, fixtures }: Facts): boolean =>
  obstacles.some(({ kind }) => kind === 'gas_pipe' || kind === 'boiler') || fixtures.some(({ fuel }) => fuel === 'gas');

function readObstacleOf(kind: ObstacleKind, words: readonly Token[], facts: Facts): void {
  const known = facts.obstacles.find((obstacle) => obstacle.kind === kind);
  const fact: ObstacleFact = known ?? { kind };
  if (!known) facts.obstacles.push(fact);
  place(words, fact, facts);
}

function place(words: readonly Token[], fact: ObstacleFact, facts: Facts): void {
  const before = fact.at;
  const side = words.find((word) => is(word, 'left', 'right'));
  if (side && !words.some((word) => is(word, 'from'))) fact.hand = is(side, 'left') ? 'left' : 'right';
  measure(words, fact);
  const where = placeOf(words, undefined);
  if (where.wall) fact.wall = where.wall;
  if (where.where === 'centre') fact.centred = true;
  if (where.where === 'corner' && where.hand) fact.at ??= { mm: 0, from: where.hand };
  const close = words.some(({ text }) => /^(вплотн|впритык|сразу)/.test(text));
  if (!fact.at && where.hand && (close || fact.kind === 'riser') && !words.some((word) => is(word, 'from')))
    fact.at = { mm: 0, from: where.hand };
  if (has(words, 'near') && (facts.obstacles.length > 1 || has(words, 'pipe', 'riser'))) fact.beside = {};
  if (has(words, 'above') && facts.obstacles.length > 1 && !fact.at) fact.over = true;
  if (fact.beside && where.hand) fact.beside = { hand: where.hand };
  const from = words.findIndex(
    (word, i) => is(word, 'left', 'right') && is(words[i + 1], 'from') && is(words[i + 2], ...BESIDE),
  );
  if (from < 0 || facts.obstacles.length < 2) return;
  fact.beside = { hand: is(words[from], 'right') ? 'right' : 'left' };
  // «справа от трубы в 20 см»: measured from the pipe, not from the wall's end.
  if (fact.at && !before && !offsetOf(words)) {
    fact.beside.gap = fact.at.mm;
    delete fact.at;
  }
}

const BESIDE: readonly Lex[] = ['pipe', 'window', 'door', 'riser', 'gas'];

/** Default widths of obstacles, mm (furniture.ru.md, 3.4; a socket is one frame wide). */
const WIDTHS: Partial<Record<ObstacleFact['kind'], number>> = {
  door: 800,
  gas_pipe: 30,
  boiler: 450,
  socket: 80,
  water: 200,
};
const WINDOW_BOTTOM = 900;
const BOILER_BOTTOM = 1400;

/** The obstacle for the engine; undefined while its place is unknown. */
export function obstacleOf(
  fact: ObstacleFact,
  facts: Facts,
  walls: readonly BriefWall[],
  open: readonly ObstacleFact[] = [],
): BriefObstacle | undefined {
  // A window above a radiator that is placed under that window would recurse for ever.
  if (open.includes(fact)) return undefined;
  const asking = [...open, fact];
  const wall = fact.wall ? wallId(fact.wall, walls) : fact.kind === 'window' && walls.length === 3 ? 'B' : 'A';
  const length = walls[wall.charCodeAt(0) - 65]?.length ?? 0;
  const width = fact.width ?? WIDTHS[fact.kind];
  const window =
    fact.kind === 'radiator' && !fact.at ? facts.obstacles.find(({ kind }) => kind === 'window') : undefined;
  const under = window && obstacleOf(window, facts, walls, asking);
  if (under) return { kind: 'radiator', wall: under.wall, at: under.at, width: fact.width ?? under.width };
  if (width === undefined) return undefined;
  const at = fact.at
    ? fact.at.from === 'left'
      ? fact.at.mm
      : length - fact.at.mm - width
    : fact.centred
      ? Math.round((length - width) / 2)
      : besideAt(fact, width, facts, walls, asking);
  if (at === undefined) return undefined;
  const bottom =
    fact.bottom ??
    (fact.kind === 'window' ? WINDOW_BOTTOM : fact.kind === 'boiler' && fact.height ? BOILER_BOTTOM : undefined);
  const top = fact.top ?? (fact.height === undefined ? undefined : (bottom ?? 0) + fact.height);
  return { kind: fact.kind, wall, at, width, ...given({ bottom, top, depth: fact.depth }) };
}

/** «рядом, справа от трубы»: edge to edge with the previous obstacle. */
function besideAt(
  fact: ObstacleFact,
  width: number,
  facts: Facts,
  walls: readonly BriefWall[],
  open: readonly ObstacleFact[],
): number | undefined {
  const before = facts.obstacles[facts.obstacles.indexOf(fact) - 1];
  if (fact.over && before) return obstacleOf(before, facts, walls, open)?.at;
  const known = fact.beside?.hand && before ? obstacleOf(before, facts, walls, open) : undefined;
  if (!known) return undefined;
  const gap = fact.beside?.gap ?? 0;
  return fact.beside?.hand === 'left' ? Math.max(0, known.at - gap - width) : known.at + known.width + gap;
}
