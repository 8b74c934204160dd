import type { Module } from './module.js';

/** What a module is to geometry, checks and drawing, by its catalogue code (furniture.ru.md 1.2). */
const FILLERS = new Set(['FL', 'FLC']);
const FREE_STANDING = new Set(['NB', 'NF']);
const DIAGONAL = new Set(['BCD', 'WCD']);

/** A front strip that closes a gap: `FL` at a wall, `FLC` in a corner. */
export const isFiller = (m: Module): boolean => FILLERS.has(m.ascii);
export const isCornerFiller = (m: Module): boolean => m.ascii === 'FLC';
export const isEndPanel = (m: Module): boolean => m.ascii === 'EP';
export const isGap = (m: Module): boolean => m.ascii === 'GAP';
export const isOpenShelf = (m: Module): boolean => m.ascii === 'SH';
/** The hood cabinet hangs with its top in line with the row, whatever its height. */
export const isHoodCabinet = (m: Module): boolean => m.ascii === 'WH';
/** A niche for an appliance of its own: no carcass, the appliance stands on the floor. */
export const isNiche = (m: Module): boolean => FREE_STANDING.has(m.ascii);
export const isDiagonalCorner = (m: Module): boolean => DIAGONAL.has(m.ascii);
/** A dishwasher's front: no carcass, the machine stands behind it. */
export const isMachineFront = (m: Module): boolean => m.ascii === 'FD';
/** A unit made for an inner corner: blind (`BC`, `BCS`, `WC`) or diagonal (`BCD`, `WCD`). */
export const isCornerUnit = (m: Module): boolean => m.blind > 0 || DIAGONAL.has(m.ascii);
/** A cabinet or an appliance, as against strips, panels and gaps. */
export const isOrdinary = (m: Module): boolean => m.tier !== 'any';
