import { type Edit, edit, type Fixture, findModule, type Order } from '#libs/furniture';
import { has, is, type Token } from '../text/token.js';
import { done, namedUnit, type Reading } from './reading.js';
import { allOf, NAMES } from './refer.js';

/** mm between a wall's corner and the front of the row that comes from it (furniture.ru.md, 3.3). */
const DEAD = 580;

/** mm of a wall's floor that nothing stands on and something could: the dead part of a corner is none of it. */
function freeOn(order: Order, wall: string, length: number): number {
  const nodes = allOf(order).filter(({ run }) => run.wall === wall && (run.tier === 'base' || run.tier === 'tall'));
  const edges = [0, ...nodes.map(({ node }) => Number(node.at) + node.w)].toSorted((a, b) => a - b);
  const starts = [...nodes.map(({ node }) => Number(node.at)), length].toSorted((a, b) => a - b);
  return starts.reduce((sum, start, i) => {
    const gap = Math.max(0, start - (edges[i] ?? start));
    const outer = i === 0 || i === starts.length - 1;
    return sum + (outer && order.room.walls.length > 1 && gap >= DEAD ? gap - DEAD : gap);
  }, 0);
}

const roomiest = (order: Order): number =>
  Math.max(...order.room.walls.map(({ id, length }) => freeOn(order, id, length)));

const widthsOf = (code: string): number[] =>
  (findModule(code)?.widths ?? []).filter((w): w is number => typeof w === 'number');

/** «добавь ящики» where no wall has room for one more unit: the widest plain cabinet is made with drawers. */
export function instead(order: Order, fixture: Extract<Fixture, { kind: 'unit' }>): Edit | undefined {
  const { code, width, count } = fixture;
  if (!/^BD\d$/.test(code) || width !== undefined || (count ?? 1) > 1 || roomiest(order) >= Math.min(...widthsOf(code)))
    return undefined;
  const plain = allOf(order)
    .filter(({ node }) => node.code === 'B' && widthsOf(code).includes(node.w))
    .sort((a, b) => b.node.w - a.node.w)[0];
  return plain && { op: 'replace', node: plain.node.id, code };
}

/** «заполни пустое место»: plain units where nothing stands. */
export function readFill(order: Order, clause: readonly Token[]): Reading | undefined {
  if (
    !clause.some(({ text }) => /^(заполн|закро|займи|дополн)/.test(text)) ||
    !(has(clause, 'free') || clause.some(({ text }) => /^мест/.test(text)))
  )
    return undefined;
  if (clause.some((token) => is(token, ...NAMES))) return undefined;
  const edits: Edit[] = [];
  for (let left = roomiest(order); edits.length < FILLS_MOST; ) {
    const fits = (w: number): boolean => w <= left && edit(order, [...edits, { op: 'add', code: 'B', w }]).ok;
    const w = widthsOf('B')
      .toSorted((a, b) => b - a)
      .find(fits);
    if (w === undefined) break;
    edits.push({ op: 'add', code: 'B', w });
    left -= w;
  }
  if (edits.length === 0) return { ask: 'Свободного места под ещё один шкаф нет. Что изменить?' };
  return done(
    edits,
    `Добавлено: ${edits.map((one) => (one.op === 'add' ? namedUnit(order, one.code, one.w) : '')).join(', ')}.`,
  );
}

const FILLS_MOST = 3;

/** The widest that the unit is made in and that still has room, where its usual width has none. */
export function fittingWidth(order: Order, code: string): number | undefined {
  const free = roomiest(order);
  const widths = widthsOf(code);
  return code === 'BB' && free < Math.max(...widths) ? widths.filter((w) => w <= free).at(-1) : undefined;
}
