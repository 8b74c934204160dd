import type { Picture } from '../port.js';
import { MAX_NOTE_LENGTH } from '../words/note.js';
import { READ_NAMES, type ReadItem, type Reading, type ReadRow } from './reading.js';

const ROWS: Readonly<Record<ReadRow, string>> = { base: 'внизу', tall: 'пеналы', wall: 'вверху', upper: 'антресоли' };
const MISSING = { size: 'размер', kind: 'что это', all: 'надписи' } as const;
/** Shorter side in px below which a picture is read poorly (spec.md, Limits). */
const MIN_SIDE_PX = 600;

export const SMALL_PICTURE = 'Картинка мелкая, размеры могли прочитаться неточно: проверьте их, пожалуйста.';
const CLOSING = 'Всё верно? Поправьте словами, если что-то не так, или напишите «собирай».';
export const NOT_A_KITCHEN =
  'На картинке не вижу плана кухни. Пришлите чертёж или рисунок с размерами либо опишите кухню словами: длина стены, что стоит слева направо.';
export const NOTHING_READ =
  'Вижу план, но прочитать на нём ничего не получилось. Пришлите картинку крупнее либо опишите кухню словами: длина стены, что стоит слева направо.';

/** Whether any picture is that small. */
export const isSmall = (pictures: readonly Pick<Picture, 'width' | 'height'>[]): boolean =>
  pictures.some(({ width, height }) => Math.min(width, height) < MIN_SIDE_PX);

function itemText({ kind, w, printed }: ReadItem): string {
  if (w === undefined) return `${READ_NAMES[kind]} (размер не прочитан)`;
  return String(w) === printed ? `${READ_NAMES[kind]} ${w}` : `${READ_NAMES[kind]} ${w} (подписано «${printed}»)`;
}

function rowText(items: readonly ReadItem[], row: ReadRow): string[] {
  const words = items.filter((item) => item.row === row).map(itemText);
  return words.length > 0 ? [`${ROWS[row]} слева направо: ${words.join(', ')}`] : [];
}

function unreadText({ wall, row, place, what }: Reading['unread'][number]): string {
  const where = [row && ROWS[row], place && `${place}-й слева`, wall && `стена ${wall}`].filter(Boolean).join(', ');
  return where ? `${MISSING[what]} (${where})` : MISSING[what];
}

/**
 * The reading as a note for the customer to correct: Russian, at most 1,000 characters. Consists of sizes and a closed
 * list of names only, so that text in a picture cannot get through.
 */
export function readingText(reading: Reading, pictures: readonly Pick<Picture, 'width' | 'height'>[]): string {
  const ids = [...new Set([...reading.walls.map(({ id }) => id), ...reading.items.map(({ wall }) => wall)])].sort();
  const walls = ids.map((id) => {
    const length = reading.walls.find((wall) => wall.id === id)?.length;
    const items = reading.items.filter(({ wall }) => wall === id);
    const rows = (['base', 'tall', 'wall', 'upper'] as const).flatMap((row) => rowText(items, row));
    return `Стена ${id}${length === undefined ? '' : `, ${length} мм`}: ${rows.join('; ') || 'ничего не прочитано'}.`;
  });
  const ceiling = reading.ceiling === undefined ? [] : [`Потолок ${reading.ceiling} мм.`];
  const missing = [...new Set(reading.unread.map(unreadText))];
  const unread = missing.length > 0 ? [`Не прочитано: ${missing.slice(0, 6).join('; ')}.`] : [];
  const tail = [...(isSmall(pictures) ? [SMALL_PICTURE] : []), CLOSING].join(' ');
  const body = ['Читаю картинку.', ...walls, ...ceiling, ...unread].join(' ');
  const room = MAX_NOTE_LENGTH - tail.length - 1;
  return `${body.length > room ? `${body.slice(0, body.lastIndexOf(',', room - 30))} и так далее.` : body} ${tail}`;
}
