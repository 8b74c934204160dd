import { type Edit, edit, type Order } from '#libs/furniture';
import { fuelOf } from '../brief/fixtures.js';
import { is, type Token } from '../text/token.js';

/** A change of the hob lays the wall units anew: what was to go by its id goes before that. */
export const removalsFirst = (edits: readonly Edit[]): Edit[] => {
  const removes = ({ op }: Edit): boolean => op === 'remove' || op === 'remove_tier';
  const gone = new Set(edits.flatMap((one) => (one.op === 'remove' ? [one.node] : [])));
  const rest = edits.filter((one) => !removes(one) && !('node' in one && one.node !== undefined && gone.has(one.node)));
  const once = edits.filter((one, i) => removes(one) && edits.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) === i);
  return [...once, ...rest];
};

/** «поставь плиту, газовую»: the fuel of the cooker that was just put; true where the clause says nothing else. */
export function fuelled(edits: Edit[], clause: readonly Token[]): boolean {
  const fuel = clause.every((token) => is(token, 'gas', 'electric', 'induction', 'and')) ? fuelOf(clause) : undefined;
  const at = edits.findLastIndex((one) => one.op === 'set_item' && (one.item.kind === 'hob' || one.item.kind === 'stove'));
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
