/** What geometry, checks, layout and drawing ask of a module: its traits in data/traits.json, never its code. */
import traits from '../../data/traits.json' with { type: 'json' };
import type { Appliance } from '../order/order.js';
import { findModule } from './catalogue.js';
import type { Module, Trait } from './module.js';

/** The module that the layout takes for each purpose, by Latin code (furniture.ru.md 1.2, 3.2). */
export const STANDARD: Readonly<Record<keyof typeof traits.standard, string>> = traits.standard;

type ModuleOrCode = Module | string;

const moduleOf = (m: ModuleOrCode): Module | undefined => (typeof m === 'string' ? findModule(m) : m);

/** False for a code that the catalogue does not have. */
export const hasTrait = (m: ModuleOrCode, trait: Trait): boolean =>
  typeof m === 'string' ? (findModule(m)?.traits.has(trait) ?? false) : m.traits.has(trait);

/** Closes a gap with a front: at a wall or in a corner. */
export const isFiller = (m: ModuleOrCode): boolean => hasTrait(m, 'filler') || hasTrait(m, 'corner-filler');
export const isEndPanel = (m: ModuleOrCode): boolean => hasTrait(m, 'end-panel');
export const isCornerFiller = (m: ModuleOrCode): boolean => hasTrait(m, 'corner-filler');
export const isGap = (m: ModuleOrCode): boolean => hasTrait(m, 'gap');
export const isOpenShelf = (m: ModuleOrCode): boolean => hasTrait(m, 'open-shelf');
export const isHoodCabinet = (m: ModuleOrCode): boolean => hasTrait(m, 'hood-cabinet');
export const isNiche = (m: ModuleOrCode): boolean => hasTrait(m, 'niche');
export const isDiagonalCorner = (m: ModuleOrCode): boolean => hasTrait(m, 'diagonal');
export const isMachineFront = (m: ModuleOrCode): boolean => hasTrait(m, 'machine-front');

/** A unit made for an inner corner: with a blind zone, or diagonal. */
export const isCornerUnit = (m: ModuleOrCode): boolean => isBlindCorner(m) || isDiagonalCorner(m);
export const isBlindCorner = (m: ModuleOrCode): boolean => (moduleOf(m)?.blind ?? 0) > 0;

export const isBuiltInFridge = (m: ModuleOrCode): boolean =>
  !isNiche(m) && (moduleOf(m)?.appliances.includes('fridge') ?? false);

/** A unit that fills a row and gives way to what was asked for; drawers only where there is no other way. */
export const isReplaceable = (m: ModuleOrCode): boolean => hasTrait(m, 'plain') || hasTrait(m, 'drawers');

/** Whether an appliance can stand in the module; a hob also lies in the worktop over some that are made for others. */
export const carries = (module: Module, kind: Appliance): boolean =>
  module.appliances.includes(kind) || (kind === 'hob' && hasTrait(module, 'hob-above'));

/** A cabinet or an appliance, as against fillers, panels and gaps. */
export const isOrdinary = (m: ModuleOrCode): boolean => (moduleOf(m)?.tier ?? 'any') !== 'any';
