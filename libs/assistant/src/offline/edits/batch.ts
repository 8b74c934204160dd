import { type Edit, edit, findNode, type Order, STANDARD } from '#libs/furniture';
import { fuelOf } from '../brief/fixtures.js';
import { is, type Token } from '../text/token.js';
import { labelOf } from './interpretation.js';
import { floorRow } from './refer.js';
import { endsOf } from './spots.js';

/** Changing the hob regenerates wall units, so edits that remove them by id go first. */
export const removalsFirst = (edits: readonly Edit[]): Edit[] => {
  const removes = ({ op }: Edit): boolean => op === 'remove' || op === 'remove_tier';
  const gone = new Set(edits.flatMap((one) => (one.op === 'remove' ? [one.node] : [])));
  const rest = edits.filter((one) => !removes(one) && !('node' in one && one.node !== undefined && gone.has(one.node)));
  const once = edits.filter(
    (one, i) => removes(one) && edits.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) === i,
  );
  return [...once, ...rest];
};

/** «поставь плиту, газовую»: sets the fuel of the cooker just added; true if the clause says nothing else. */
export function applyFuel(edits: Edit[], clause: readonly Token[]): boolean {
  const fuel = clause.every((token) => is(token, 'gas', 'electric', 'induction', 'and')) ? fuelOf(clause) : undefined;
  const at = edits.findLastIndex(
    (one) => one.op === 'set_item' && (one.item.kind === 'hob' || one.item.kind === 'stove'),
  );
  const put = edits[at];
  if (!fuel || put?.op !== 'set_item') return false;
  edits[at] = { ...put, item: { ...put.item, fuel } };
  return true;
}

/** «…и поставь на освободившееся место»: the order after the preceding edits. */
export function afterEdits(order: Order, edits: readonly Edit[], clause: readonly Token[]): Order {
  if (edits.length === 0 || !clause.some(({ text }) => /^освоб/.test(text))) return order;
  const done = edit(order, [...edits]);
  return done.ok ? done.order : order;
}

const TALL_OVENS: readonly string[] = [STANDARD.tallOven, STANDARD.tallOvenMicrowave];

/**
 * Raising an oven into a tall unit in place of its base unit may put the hob next to that unit. Then the hob keeps its
 * place and the tall unit goes to an end of the row: the first variant that fits, or the edits unchanged.
 */
export function withRaisedOven(order: Order, edits: readonly Edit[]): readonly Edit[] {
  const at = edits.findIndex((one) => one.op === 'replace' && TALL_OVENS.includes(one.code));
  const raise = edits[at];
  const oven = raise?.op === 'replace' ? findNode(order, raise.node) : undefined;
  if (raise?.op !== 'replace' || oven?.node.code !== STANDARD.hobOverOven || edit(order, [...edits]).ok) return edits;
  const gone = edits.flatMap((one) => (one.op === 'remove' ? [one.node] : []));
  const [first, last] = endsOf(order, oven.run.wall, gone);
  const spots = [first && { before: first }, last && { after: last }].flatMap((spot) => spot || []);
  const lowered: Edit = { op: 'replace', node: raise.node, code: STANDARD.hob };
  const rest = [edits.slice(0, at), edits.slice(at + 1)] as const;
  const ways = spots.map((spot): Edit[] => [...rest[0], lowered, { op: 'add', code: raise.code, ...spot }, ...rest[1]]);
  // Or the tall unit in this place and the hob one unit further.
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

/** Id of the next floor unit to the right. */
function rightOf(order: Order, wall: string, id: string, gone: readonly string[]): string | undefined {
  const row = floorRow(order, wall).filter(({ node }) => !gone.includes(node.id));
  return row[row.findIndex(({ node }) => node.id === id) + 1]?.node.id;
}

/** Summary of a batch's removals and widths; empty if it has neither. */
export function batchSummary(order: Order, edits: readonly Edit[]): string {
  const name = (id: string): string => {
    const found = findNode(order, id);
    return found ? labelOf(order, found) : '';
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
