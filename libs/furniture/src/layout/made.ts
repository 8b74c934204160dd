import { findModule } from '../catalogue/catalogue.js';

/** The single widths that a module is made in, mm, narrow ones first; ranges (fillers) left out. */
export const madeWidths = (code: string): number[] =>
  (findModule(code)?.widths ?? []).filter((w): w is number => typeof w === 'number').sort((a, b) => a - b);

/** The heights that a module is made in, mm, low ones first. */
export const madeHeights = (code: string): number[] => (findModule(code)?.heights ?? []).toSorted((a, b) => a - b);
