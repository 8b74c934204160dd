import { z } from 'zod';
import { measure } from './measure.js';
import { given, maybe, wallId } from './schema.js';

/** What can be named in a picture; anything else is `unknown`. No words of the picture's own get further than this. */
export const READ_KINDS = [
  'sink',
  'dishwasher',
  'hob',
  'hob_with_oven',
  'oven',
  'stove',
  'hood',
  'fridge',
  'fridge_built_in',
  'washer',
  'microwave',
  'cabinet',
  'drawers',
  'corner_cabinet',
  'bottle_rack',
  'open_shelf',
  'glass_cabinet',
  'dish_drainer',
  'tall_cabinet',
  'tall_oven',
  'tall_oven_microwave',
  'filler',
  'window',
  'door',
  'gap',
  'unknown',
] as const;
export type ReadKind = (typeof READ_KINDS)[number];

const ROWS = ['base', 'wall', 'tall', 'upper'] as const;
export type ReadRow = (typeof ROWS)[number];
const UNREAD = ['size', 'kind', 'all'] as const;

/** What a model gives of a picture: numbers as they are printed, kinds from a closed list. */
export const readingSchema = z.strictObject({
  is_composition: z.boolean(),
  walls: z.array(z.strictObject({ wall: wallId, printed_length: maybe(z.string()) })),
  printed_ceiling: maybe(z.string()),
  /** Left to right along each wall. */
  items: z.array(
    z.strictObject({ wall: wallId, row: z.enum(ROWS), kind: z.enum(READ_KINDS), printed: maybe(z.string()) }),
  ),
  unread: z.array(
    z.strictObject({
      wall: maybe(wallId),
      row: maybe(z.enum(ROWS)),
      place: maybe(z.int()),
      what: z.enum(UNREAD),
    }),
  ),
});
export type WireReading = z.infer<typeof readingSchema>;

export interface ReadItem {
  readonly wall: string;
  readonly row: ReadRow;
  readonly kind: ReadKind;
  /** mm, and the printed number that it was read from; absent where none could be read. */
  readonly w?: number;
  readonly printed?: string;
}

/** A picture read aloud; kept with the turn, so that the next one can assemble it with corrections. */
export interface Reading {
  readonly walls: readonly { readonly id: string; readonly length?: number }[];
  readonly ceiling?: number;
  /** Left to right along each wall. */
  readonly items: readonly ReadItem[];
  /** What could not be read; `place` counts from 1, left to right in its row. */
  readonly unread: readonly {
    readonly wall?: string;
    readonly row?: ReadRow;
    readonly place?: number;
    readonly what: (typeof UNREAD)[number];
  }[];
}

const ITEMS_MOST = 60;
/** A printed size: one number, maybe a unit. Whatever else stands there is no size and is not repeated. */
const PRINTED = /^\d{1,5}(?:[.,]\d{1,3})?(?: ?(?:мм|см|м|mm|cm|m))?\.?$/i;
/** mm: what can be a size of furniture or of a room; a bare «1» is the number of a position. */
const SIZES = { least: 50, most: 12_000 } as const;

/** The printed number in mm; undefined where it is none. */
function sizeOf(printed: string | null, what: 'width' | 'wall' | 'ceiling' | 'place'): number | undefined {
  const text = printed?.trim() ?? '';
  if (!PRINTED.test(text) || /^\d$/.test(text)) return undefined;
  const mm = measure(text, what);
  return mm !== undefined && mm >= SIZES.least && mm <= SIZES.most ? mm : undefined;
}

/** A model's reading as the record keeps it; undefined where there is no composition, or nothing of it can be read. */
export function readingOf(wire: WireReading): Reading | undefined {
  const items = wire.items.slice(0, ITEMS_MOST).map(({ wall, row, kind, printed }): ReadItem => {
    const w = sizeOf(printed, kind === 'window' || kind === 'door' || kind === 'gap' ? 'place' : 'width');
    return { wall, row, kind, ...(w === undefined || printed === null ? {} : { w, printed: printed.trim() }) };
  });
  if (!wire.is_composition || !items.some(({ kind }) => kind !== 'unknown')) return undefined;
  const named = wire.unread.slice(0, ITEMS_MOST).map(({ wall, row, place, what }) => ({
    ...given('wall', wall),
    ...given('row', row),
    ...given('place', place !== null && place >= 1 && place <= ITEMS_MOST ? place : undefined),
    what,
  }));
  const walls = wire.walls.map(({ wall, printed_length }) => ({
    id: wall,
    ...given('length', sizeOf(printed_length, 'wall')),
  }));
  return {
    walls: walls.filter(({ id }, i) => walls.findIndex((one) => one.id === id) === i),
    ...given('ceiling', sizeOf(wire.printed_ceiling, 'ceiling')),
    items,
    unread: [...named, ...silent(items, named)],
  };
}

/** Items without a size or kind that the model did not own up to. */
function silent(items: readonly ReadItem[], named: Reading['unread']): Reading['unread'] {
  return items.flatMap((item, i) => {
    const what = item.kind === 'unknown' ? ('kind' as const) : item.w === undefined ? ('size' as const) : undefined;
    const place = items.slice(0, i + 1).filter(({ wall, row }) => wall === item.wall && row === item.row).length;
    const known = named.some((one) => one.wall === item.wall && one.row === item.row && one.place === place);
    return what === undefined || known ? [] : [{ wall: item.wall, row: item.row, place, what }];
  });
}
