import type { Fuel } from '#libs/furniture';

/** Least clearance from the worktop to a hood, mm (furniture.ru.md, section 2, HOB-HOOD). */
export const HOOD_CLEARANCE: Readonly<Record<Fuel, number>> = { gas: 750, electric: 650, induction: 650 };

/** Least clearance from the worktop to wall units, mm (furniture.ru.md, section 2, HGT-GAP). */
export const HUNG_CLEARANCE = 450;

export type Near = 'hob' | 'fridge' | 'sink' | 'tall' | 'wall';

/** What may not stand closer to the hob than so many mm (furniture.ru.md, section 2). */
export const CLOSEST: readonly { to: Exclude<Near, 'hob'>; fuel?: Fuel; least: number; code: string; name: string }[] =
  [
    { to: 'fridge', fuel: 'gas', least: 300, code: 'HOB-FRIDGE', name: 'холодильник' },
    { to: 'sink', fuel: 'gas', least: 300, code: 'HOB-SINK', name: 'мойка' },
    { to: 'tall', least: 100, code: 'HOB-TALL', name: 'пенал' },
    { to: 'wall', least: 100, code: 'HOB-TALL', name: 'стена' },
  ];
