import { z } from 'zod';
import { given, keysOf, TIERS } from '#libs/furniture';
import READ_NAMES from '../../data/reading-names.json' with { type: 'json' };
import type { Answer, Picture } from '../port.js';
import { joined, listing } from '../words/names.js';
import { MAX_NOTE_LENGTH } from '../words/note.js';
import { measure } from './measure.js';
import { listOf, modelAnswer, size, wallId } from './schema.js';

/** Closed list of kinds, with their Russian names; anything else is `unknown`. No text from the picture is kept. */
export const READ_KINDS = keysOf(READ_NAMES);

const printed = size.optional();

/** A model's reading: numbers as printed, kinds from the closed list. */
export const readingSchema = modelAnswer({
  is_composition: z.boolean(),
  walls: listOf(z.strictObject({ wall: wallId, printed_length: printed })),
  printed_ceiling: printed,
  /** Left to right along each wall. */
  items: listOf(z.strictObject({ wall: wallId, row: z.enum(TIERS), kind: z.enum(READ_KINDS), printed })),
  unread: listOf(
    z.strictObject({
      wall: wallId.optional(),
      row: z.enum(TIERS).optional(),
      place: z.int().optional(),
      what: z.enum(['size', 'kind', 'all']),
    }),
  ),
});
export type WireReading = z.infer<typeof readingSchema>;

/** `w` in mm and the printed number that it was parsed from; absent if unreadable. */
type ReadItem = Readonly<WireReading['items'][number] & { w?: number }>;

/** The content of a picture; stored with the turn so that the next one can build it with corrections. */
export interface Reading {
  readonly walls: readonly { readonly id: string; readonly length?: number }[];
  readonly ceiling?: number;
  /** Left to right along each wall. */
  readonly items: readonly ReadItem[];
  /** What could not be read; `place` counts from 1, left to right in its row. */
  readonly unread: readonly Readonly<WireReading['unread'][number]>[];
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

/** Rows in the order in which they are told. */
const ROW_NAMES = { base: 'внизу', tall: 'пеналы', wall: 'вверху', upper: 'антресоли' } as const;
const MISSING = { size: 'размер', kind: 'что это', all: 'надписи' } as const;
/** Shorter side in px below which a picture is read poorly (spec.md, Limits). */
const MIN_SIDE_PX = 600;

const CLOSING = 'Всё верно? Поправьте словами, если что-то не так, или напишите «собирай».';
const NOT_A_KITCHEN =
  'На картинке не вижу плана кухни. Пришлите чертёж или рисунок с размерами либо опишите кухню словами: длина стены, что стоит слева направо.';
const NOTHING_READ =
  'Вижу план, но прочитать на нём ничего не получилось. Пришлите картинку крупнее либо опишите кухню словами: длина стены, что стоит слева направо.';

type Sizes = readonly Pick<Picture, 'width' | 'height'>[];
const smallText = (pictures: Sizes): string =>
  pictures.some(({ width, height }) => Math.min(width, height) < MIN_SIDE_PX)
    ? 'Картинка мелкая, размеры могли прочитаться неточно: проверьте их, пожалуйста.'
    : '';

function itemText({ kind, w, printed }: ReadItem): string {
  if (w === undefined) return `${READ_NAMES[kind]} (размер не прочитан)`;
  return String(w) === printed ? `${READ_NAMES[kind]} ${w}` : `${READ_NAMES[kind]} ${w} (подписано «${printed}»)`;
}

function rowText(items: readonly ReadItem[], row: ReadItem['row']): string[] {
  const words = items.filter((item) => item.row === row).map(itemText);
  return words.length > 0 ? [`${ROW_NAMES[row]} слева направо: ${words.join(', ')}`] : [];
}

function unreadText({ wall, row, place, what }: Reading['unread'][number]): string {
  const where = [row && ROW_NAMES[row], place && `${place}-й слева`, wall && `стена ${wall}`]
    .filter(Boolean)
    .join(', ');
  return where ? `${MISSING[what]} (${where})` : MISSING[what];
}

/**
 * The reading as a note for the customer to correct: Russian, at most 1,000 characters. Consists of sizes and a closed
 * list of names only, so that text in a picture cannot get through.
 */
export function readingText(reading: Reading, pictures: Sizes): string {
  const ids = [...new Set([...reading.walls.map(({ id }) => id), ...reading.items.map(({ wall }) => wall)])].sort();
  const walls = ids.map((id) => {
    const length = reading.walls.find((wall) => wall.id === id)?.length;
    const items = reading.items.filter(({ wall }) => wall === id);
    const rows = keysOf(ROW_NAMES).flatMap((row) => rowText(items, row));
    return `Стена ${id}${length === undefined ? '' : `, ${length} мм`}: ${rows.join('; ') || 'ничего не прочитано'}.`;
  });
  const ceiling = reading.ceiling === undefined ? '' : `Потолок ${reading.ceiling} мм.`;
  const unread = [...new Set(reading.unread.map(unreadText))].slice(0, 6);
  const tail = joined([smallText(pictures), CLOSING]);
  const body = joined(['Читаю картинку.', ...walls, ceiling, listing('Не прочитано', unread, '; ')]);
  const room = MAX_NOTE_LENGTH - tail.length - 1;
  return `${body.length > room ? `${body.slice(0, body.lastIndexOf(',', room - 30))} и так далее.` : body} ${tail}`;
}

/** The answer to a turn whose pictures were read. */
export function readingReply(wire: WireReading, pictures: Sizes): Answer {
  const reading = readingOf(wire);
  if (reading) return { kind: 'reading', reply: readingText(reading, pictures), reading };
  return { kind: 'question', reply: joined([wire.is_composition ? NOTHING_READ : NOT_A_KITCHEN, smallText(pictures)]) };
}
