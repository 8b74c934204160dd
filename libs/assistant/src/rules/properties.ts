import { type Frame, flag, formOf, meaningOf } from './frame.js';
import type { Computations } from './notation.js';

/** Computations over what is said of a thing, by their names in the grammar. */
export const PROPERTIES: Computations = {
  nothing: () => ({}),
  property: (children) => meaningOf(children.at(-1) ?? {}),
  /** «не угловая, а обычная» */
  contrast: (children) =>
    children[1]?.['fuel'] !== undefined && children[1]['fuel'] === children.at(-1)?.['fuel']
      ? undefined
      : { ...denied(children[1]), ...children.at(-1) },
  /** «не встроенный», «не узкая», «не газовая» */
  unlike([, property = {}]) {
    if (property['size'] !== undefined) return { ...property, size: 'full' };
    if (property['fuel'] === undefined) return { ...property, builtIn: !flag(property, 'builtIn') };
    return property['fuel'] === 'gas' ? { ...property, fuel: 'electric' } : undefined;
  },
  which: ([which = {}]) => ({
    ...formOf(which),
    ...(which['hand'] ? { whichHand: which['hand'] } : {}),
    ...(which['extreme'] ? { extreme: true } : {}),
    ...(which['ordinal'] ? { whichOrdinal: which['ordinal'] } : {}),
  }),
};

/** Yes and no of a property that is not so. */
const denied = (frame: Frame = {}): Frame =>
  Object.fromEntries(
    Object.entries(frame).flatMap(([name, value]) => (typeof value === 'boolean' ? [[name, !value]] : [])),
  );
