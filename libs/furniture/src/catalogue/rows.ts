import derived from '../../data/derived.json' with { type: 'json' };
import type { Tier } from '../order/order.js';

/** What a row's strips and end panels are high where nobody says otherwise, mm (furniture.ru.md 1.1). */
export interface RowHeights {
  strips: Readonly<Record<Tier, number>>;
  panels: Readonly<Record<Tier, number>>;
}

type Constants = Readonly<Record<'legs' | 'baseH' | 'tallH' | 'wallBottom' | 'wallTop', number>>;

/** By the catalogue's constants: a strip is as high as its row, a panel on the floor reaches down to it. */
export function rowHeights({ legs, baseH, tallH, wallBottom, wallTop }: Constants): RowHeights {
  const wall = wallTop - wallBottom;
  return {
    strips: { base: baseH, wall, tall: tallH, upper: derived.mezzanine },
    panels: { base: legs + baseH, wall, tall: wallTop, upper: derived.mezzanine },
  };
}
