import type { Fuel } from '#libs/furniture';

/** Least clearance from the worktop to a hood, mm (furniture.ru.md, section 2, HOB-HOOD). */
export const HOOD_CLEARANCE: Readonly<Record<Fuel, number>> = { gas: 750, electric: 650, induction: 650 };
