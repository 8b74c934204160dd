import type { Fuel } from '#libs/furniture';
import { type RuleCode } from '#libs/furniture';

/** Minimum from the worktop to a hood, mm (furniture.ru.md, section 2, HOB-HOOD). */
export const HOOD_CLEARANCE_MM: Readonly<Record<Fuel, number>> = { gas: 750, electric: 650, induction: 650 };

/** Minimum from the worktop to wall units, mm (furniture.ru.md, section 2, HGT-GAP). */
export const WALL_UNIT_CLEARANCE_MM = 450;

export type HobNeighbour = 'hob' | 'fridge' | 'sink' | 'tall' | 'wall';

/** Minimum distances from the hob, mm (furniture.ru.md, section 2). */
export const HOB_DISTANCES: readonly {
  to: Exclude<HobNeighbour, 'hob'>;
  fuel?: Fuel;
  minMm: number;
  code: RuleCode;
  name: string;
}[] = [
  { to: 'fridge', fuel: 'gas', minMm: 300, code: 'HOB-FRIDGE', name: 'холодильник' },
  { to: 'sink', fuel: 'gas', minMm: 300, code: 'HOB-SINK', name: 'мойка' },
  { to: 'tall', minMm: 100, code: 'HOB-TALL', name: 'пенал' },
  { to: 'wall', minMm: 100, code: 'HOB-TALL', name: 'стена' },
];
