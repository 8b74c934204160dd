import { type Edit, edit, findNode, type Order } from '#libs/furniture';
import { fuelOf } from '../brief/fixtures.js';
import { is, type Token } from '../text/token.js';
import { called } from './interpretation.js';
import { endsOf } from './spots.js';

/** A change of the hob lays the wall units anew: what was to go by its id goes before that. */
export const removalsFirst = (edits: readonly Edit[]): Edit[] => {
  const removes = ({ op }: Edit): boolean => op === 'remove' || op === 'remove_tier';
  const gone = new Set(edits.flatMap((one) => (one.op === 'remove' ? [one.node] : [])));
  const rest = edits.filter((one) => !removes(one) && !('node' in one && one.node !== undefined && gone.has(one.node)));
  const once = edits.filter(
    (one, i) => removes(one) && edits.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) === i,
  );
  return [...once, ...rest];
};

/** «поставь плиту, газовую»: the fuel of the cooker that was just put; true where the clause says nothing else. */
export function fuelled(edits: Edit[], clause: readonly Token[]): boolean {
  const fuel = clause.every((token) => is(token, 'gas', 'electric', 'induction', 'and')) ? fuelOf(clause) : undefined;
  const at = edits.findLastIndex(
    (one) => one.op === 'set_item' && (one.item.kind === 'hob' || one.item.kind === 'stove'),
  );
  const put = edits[at];
  if (!fuel || put?.op !== 'set_item') return false;
  edits[at] = { ...put, item: { ...put.item, fuel } };
  return true;
}

/** «…и поставь на освободившееся место»: the order as it stands once what was said before is done. */
export function freed(order: Order, edits: readonly Edit[], clause: readonly Token[]): Order {
  if (edits.length === 0 || !clause.some(({ text }) => /^освоб/.test(text))) return order;
  const done = edit(order, [...edits]);
  return done.ok ? done.order : order;
}

/**
 * An oven raised into a tall unit where its base unit stood may leave the hob beside that unit: then the hob keeps its
 * place and the tall unit goes to an end of the row. The first way that fits; the edits as they were where none does.
 */
export function raisedApart(order: Order, edits: readonly Edit[]): readonly Edit[] {
  const at = edits.findIndex((one) => one.op === 'replace' && /^TOM?$/.test(one.code));
  const raise = edits[at];
  const oven = raise?.op === 'replace' ? findNode(order, raise.node) : undefined;
  if (raise?.op !== 'replace' || oven?.node.code !== 'BO' || edit(order, [...edits]).ok) return edits;
  const gone = edits.flatMap((one) => (one.op === 'remove' ? [one.node] : []));
  const [first, last] = endsOf(order, oven.run.wall, gone);
  const spots = [first && { before: first }, last && { after: last }].flatMap((spot) => spot || []);
  const lowered: Edit = { op: 'replace', node: raise.node, code: 'BH' };
  const rest = [edits.slice(0, at), edits.slice(at + 1)] as const;
  const ways = spots.map((spot): Edit[] => [...rest[0], lowered, { op: 'add', code: raise.code, ...spot }, ...rest[1]]);
  // Or the tall unit right there, and the hob one unit further.
  const next = rightOf(order, oven.run.wall, raise.node, gone);
  if (next !== undefined)
    ways.push([
      ...rest[0],
      ...rest[1],
      lowered,
      { op: 'add', code: raise.code, before: raise.node },
      { op: 'move', node: raise.node, after: next },
    ]);
  return ways.find((way) => edit(order, way).ok) ?? edits;
}

/** The unit on the floor right of this one. */
function rightOf(order: Order, wall: string, id: string, gone: readonly string[]): string | undefined {
  const row = order.runs
    .filter((run) => run.wall === wall && (run.tier === 'base' || run.tier === 'tall'))
    .flatMap(({ nodes }) => nodes)
    .filter((node) => !['FL', 'FLC', 'EP', 'GAP'].includes(node.code) && !gone.includes(node.id))
    .toSorted((a, b) => Number(a.at) - Number(b.at));
  return row[row.findIndex((node) => node.id === id) + 1]?.id;
}

/** Removals and widths of a batch as they came to be; nothing where it holds neither. */
export function toldOfBatch(order: Order, edits: readonly Edit[]): string {
  const name = (id: string): string => {
    const found = findNode(order, id);
    return found ? called(order, found) : '';
  };
  const removed = edits.flatMap((one) => (one.op === 'remove' ? [name(one.node)] : []));
  const resized = edits.flatMap((one) => (one.op === 'resize' ? [`${name(one.node)} → ${one.w} мм`] : []));
  return [
    removed.length > 0 ? `Убрано: ${removed.join(', ')}.` : '',
    resized.length > 0 ? `Ширина изменена: ${resized.join('; ')}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
