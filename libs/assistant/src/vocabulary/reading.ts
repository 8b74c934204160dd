import { z } from 'zod';
import { given, keysOf } from '#libs/furniture';
import names from '../../data/reading-names.json' with { type: 'json' };
import { measure } from './measure.js';
import { listOf, modelAnswer, size, wallId } from './schema.js';

/** Closed list of kinds, with their Russian names; anything else is `unknown`. No text from the picture is kept. */
export const READ_NAMES = names;
export const READ_KINDS = keysOf(READ_NAMES);
export type ReadKind = (typeof READ_KINDS)[number];

const ROWS = ['base', 'wall', 'tall', 'upper'] as const;
export type ReadRow = (typeof ROWS)[number];
const UNREAD = ['size', 'kind', 'all'] as const;

const printed = size.optional();

/** A model's reading: numbers as printed, kinds from the closed list. */
export const readingSchema = modelAnswer({
  is_composition: z.boolean(),
  walls: listOf(z.strictObject({ wall: wallId, printed_length: printed })),
  printed_ceiling: printed,
  /** Left to right along each wall. */
  items: listOf(z.strictObject({ wall: wallId, row: z.enum(ROWS), kind: z.enum(READ_KINDS), printed })),
  unread: listOf(
    z.strictObject({
      wall: wallId.optional(),
      row: z.enum(ROWS).optional(),
      place: z.int().optional(),
      what: z.enum(UNREAD),
    }),
  ),
});
export type WireReading = z.infer<typeof readingSchema>;

export interface ReadItem {
  readonly wall: string;
  readonly row: ReadRow;
  readonly kind: ReadKind;
  /** mm, and the printed number it was parsed from; absent if unreadable. */
  readonly w?: number;
  readonly printed?: string;
}

/** The content of a picture; stored with the turn so that the next one can build it with corrections. */
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

const MAX_ITEMS = 60;
/** A printed size: one number, maybe with a unit. Anything else is dropped. */
const PRINTED = /^\d{1,5}(?:[.,]\d{1,3})?(?: ?(?:мм|см|м|mm|cm|m))?\.?$/i;
/** Range of furniture and room sizes, mm; a single digit is a position number. */
const SIZE_RANGE_MM = { min: 50, max: 12_000 } as const;

/** The printed number in mm; undefined if it is not a size. */
function sizeOf(printed: string | undefined, what: 'width' | 'wall' | 'ceiling' | 'place'): number | undefined {
  const text = printed?.trim() ?? '';
  if (!PRINTED.test(text) || /^\d$/.test(text)) return undefined;
  const mm = measure(text, what);
  return mm !== undefined && mm >= SIZE_RANGE_MM.min && mm <= SIZE_RANGE_MM.max ? mm : undefined;
}

/** The reading to store; undefined if the picture shows no composition or nothing could be read. */
export function readingOf(wire: WireReading): Reading | undefined {
  const items = wire.items.slice(0, MAX_ITEMS).map(({ wall, row, kind, printed }): ReadItem => {
    const w = sizeOf(printed, kind === 'window' || kind === 'door' || kind === 'gap' ? 'place' : 'width');
    return { wall, row, kind, ...(w === undefined || printed === undefined ? {} : { w, printed: printed.trim() }) };
  });
  if (!wire.is_composition || !items.some(({ kind }) => kind !== 'unknown')) return undefined;
  const named = wire.unread.slice(0, MAX_ITEMS).map(({ wall, row, place, what }) => ({
    ...given({ wall, row, place: place !== undefined && place >= 1 && place <= MAX_ITEMS ? place : undefined }),
    what,
  }));
  const walls = wire.walls.map(({ wall, printed_length }) => ({
    id: wall,
    ...given({ length: sizeOf(printed_length, 'wall') }),
  }));
  return {
    walls: walls.filter(({ id }, i) => walls.findIndex((one) => one.id === id) === i),
    ...given({ ceiling: sizeOf(wire.printed_ceiling, 'ceiling') }),
    items,
    unread: [...named, ...unreported(items, named)],
  };
}

/** Items without size or kind that the model did not list as unread. */
function unreported(items: readonly ReadItem[], named: Reading['unread']): Reading['unread'] {
  return items.flatMap((item, i) => {
    const what = item.kind === 'unknown' ? ('kind' as const) : item.w === undefined ? ('size' as const) : undefined;
    const place = items.slice(0, i + 1).filter(({ wall, row }) => wall === item.wall && row === item.row).length;
    const known = named.some((one) => one.wall === item.wall && one.row === item.row && one.place === place);
    return what === undefined || known ? [] : [{ wall: item.wall, row: item.row, place, what }];
  });
}
