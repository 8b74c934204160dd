import { type Brief, type Composition, compose } from '#libs/furniture';

/** Drafts of this turn's briefs: several questions are asked of one layout, and it takes milliseconds. */
const drafts = new WeakMap<Brief, Composition>();

/** The brief laid out on trial. A brief is never changed once it is made, so it is laid out once. */
export function draftOf(brief: Brief): Composition {
  const known = drafts.get(brief);
  if (known) return known;
  const made = compose(brief, { orderId: 'draft' });
  drafts.set(brief, made);
  return made;
}
