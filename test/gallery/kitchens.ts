import type { Brief, Edit, Finish } from '#libs/furniture';
import { ANGLED } from './angled.js';
import { STRAIGHT } from './straight.js';

/** A kitchen of the gallery: a brief, edits of what it comes to, and the finishes of its pictures. */
export interface GalleryKitchen {
  /** Stem of the files, stable: `01-straight-2400`. */
  name: string;
  /** Russian caption, one line. */
  title: string;
  /** Russian, one line: what to look at: what this kitchen shows best, or what was mended in it. */
  look: string;
  brief: Brief;
  /** What a brief cannot say; node ids are those of the composed order. */
  edits?: readonly Edit[];
  facade: Finish;
  carcass: Finish;
}

export const KITCHENS: readonly GalleryKitchen[] = [...STRAIGHT, ...ANGLED].sort((a, b) => (a.name < b.name ? -1 : 1));

/** Modules that no kitchen of the gallery holds, each with the reason. */
export const UNCOVERED: Readonly<Record<string, string>> = {};
