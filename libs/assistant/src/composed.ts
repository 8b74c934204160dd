import { type Brief, type Composition, compose } from '#libs/furniture';

/** Kitchens that are kept: one that was tried while a message was decided upon is laid out again to be applied. */
const MAX_KEPT = 16;
const kept = new Map<string, Composition>();

/** The kitchen of a brief. Pure: it is kept for nothing but speed. */
export function composed(brief: Brief, orderId: string): Composition {
  const key = JSON.stringify(brief);
  const made = kept.get(key) ?? compose(brief, { orderId });
  if (kept.size >= MAX_KEPT && !kept.has(key)) kept.delete(kept.keys().next().value ?? '');
  kept.set(key, made);
  return made.ok ? { ...made, order: { ...made.order, id: orderId } } : made;
}
