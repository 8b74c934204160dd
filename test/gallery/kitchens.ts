import type { Brief, Edit, Finish } from '#libs/furniture';

/** A kitchen of the gallery: a brief, edits of what it comes to, and the finishes of its pictures. */
export interface GalleryKitchen {
  /** Stem of the files: `01-straight-2400`. */
  name: string;
  /** Russian caption. */
  title: string;
  brief: Brief;
  edits?: readonly Edit[];
  facade: Finish;
  carcass: Finish;
}
