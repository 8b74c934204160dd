import { extractText, getDocumentProxy } from 'unpdf';
import { pdfOf } from '#libs/formats';
import { type Order, sheetsOf } from '#libs/furniture';
import spoken from '../../libs/furniture/data/spoken.json' with { type: 'json' };
import { STRIP_AREA } from '../../libs/furniture/src/sheets/paper/frame.js';
import { onEachOther, outside, struck, textsOf } from '../../libs/furniture/test/drawing/sheets.js';
import { orderOf } from './draw.js';
import { KITCHENS } from './kitchens.js';

const MADE = new Date('2026-11-23T09:00:00.000Z');
/** The writer knows marks, no kitchens: a third of them has every kind. */
const PRINTED = new Set(KITCHENS.filter((_, index) => index % 3 === 0));

describe.each(KITCHENS.map((kitchen) => [kitchen.name, kitchen] as const))('papers of kitchen %s', (_, kitchen) => {
  const order = orderOf(kitchen);
  const { carcass, facade } = kitchen;
  const sheets = sheetsOf(order, { company: 'ООО «Кухни»', date: '23.11.2026', revision: 1, carcass, facade });
  const wallSheet = (wall: string) => sheets.find(({ title }) => title === `Стена ${wall}. Вид спереди`);

  it('stay within their frames, no text upon another nor under a line', () => {
    expect(sheets.flatMap(outside)).toEqual([]);
    expect(sheets.flatMap(onEachOther)).toEqual([]);
    expect(sheets.flatMap(struck)).toEqual([]);
  });

  it('number the members of each chain in their order', () => {
    const swapped = sheets.flatMap(({ paper }) =>
      paper.chains.filter(({ middles = [] }) => middles.some((m, i) => i > 0 && m <= (middles[i - 1] ?? m))),
    );
    expect(swapped).toEqual([]);
  });

  it('give the size of every front of glass, and say what stands in a niche', () => {
    const words = sheets.flatMap((sheet) => textsOf(sheet)).map(({ text }) => text);
    const codes = new Set(order.runs.flatMap(({ nodes }) => nodes.map(({ code }) => code)));
    const glass = words.filter((text) => text.startsWith('Фасад стеклянный'));
    for (const text of glass) expect(text).toMatch(/: \d+ × \d+ – \d+ шт\./);
    expect(glass.length > 0).toBe(codes.has('WG'));
    expect(words.filter((text) => /^Ниша под отдельную технику( \(.*)?$/.test(text))).toEqual([]);
  });

  it("list a wall's units on its sheet, and name what stands on it", () => {
    for (const { id } of order.room.walls) {
      const sheet = wallSheet(id);
      const texts = sheet ? textsOf(sheet) : [];
      const sizes = texts.filter(({ x, text }) => x < STRIP_AREA.x + STRIP_AREA.w && / × \d+ × \d+$/.test(text));
      expect(sizes).toHaveLength(unitsOf(order, id).length);
      const names = namesOn(order, id);
      expect(texts.flatMap(({ text }) => (names.includes(text) ? [text] : [])).sort()).toEqual(names.sort());
    }
  });

  it('say on the cover what the letters of the isometric view mean', () => {
    const words = sheets.slice(0, 1).flatMap((cover) => textsOf(cover).map(({ text }) => text));
    const marks = new Set(words.filter((word) => Object.values<string>(spoken.marks).includes(word)));
    const told = words.join(' ');
    expect([...marks].filter((mark) => !told.includes(`${mark} – `))).toEqual([]);
  });

  if (!PRINTED.has(kitchen)) return;
  it('have text that is found in their PDF', async () => {
    const pdf = await pdfOf(sheets, { title: kitchen.title, author: 'ООО «Кухни»', made: MADE });
    const { text: pages } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
    expect(pages).toHaveLength(sheets.length);
    const bare = (text: string) => text.replaceAll(/\s/g, '');
    const lost = sheets.flatMap((sheet, i) => {
      const page = bare(pages[i] ?? '');
      return textsOf(sheet).filter(({ text }) => !page.includes(bare(text)));
    });
    expect(lost).toEqual([]);
  });
});

const NAMES = { door: 'дверь', window: 'окно', riser: 'короб', gas_pipe: 'газовая труба', radiator: 'радиатор' };
const FITTINGS = { boiler: 'котёл', socket: 'розетка', water: 'выводы воды', niche: 'ниша' };

/** What the customer told of at the wall, and what stands in its first corner before both walls. */
const namesOn = ({ obstacles, room: { walls } }: Order, wall: string): string[] => {
  const before = walls[walls.findIndex(({ id }) => id === wall) - 1];
  return obstacles.flatMap(({ kind, wall: own, at, width }) =>
    own === wall || (kind === 'riser' && own === before?.id && at + width === before.length)
      ? [{ ...NAMES, ...FITTINGS }[kind]]
      : [],
  );
};

const unitsOf = ({ runs }: Order, wall: string) =>
  runs.flatMap((run) => (run.wall === wall ? run.nodes.filter(({ code }) => code !== 'GAP') : []));
