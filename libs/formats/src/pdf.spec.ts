import PDFDocument from 'pdfkit';
import { extractText, getDocumentProxy } from 'unpdf';
import { type Mark, sheetsOf } from '#libs/furniture';
import { areaOf } from '../../furniture/src/sheets/paper/paper.js';
import { goldenOrder } from '../../furniture/test/golden-order.js';
import { pdfOf } from './index.js';
import { FONTS } from './pdf.js';

const made = new Date('2026-11-22T09:30:00.000Z');
const sheets = () =>
  sheetsOf(goldenOrder(), { company: 'ООО «Кухни»', revision: 3, date: '22.11.2026', facade: 'oak' });
const written = () => pdfOf(sheets(), { title: 'Заказ ord', author: 'ООО «Кухни»', made });
const pagesOf = async (pdf: Uint8Array): Promise<string[]> =>
  (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false })).text;

describe('a set of sheets as PDF', () => {
  it('is the same, byte for byte, whenever it is written', async () => {
    const [first, second] = [await written(), await written()];
    expect(Buffer.compare(first, second)).toBe(0);
  });

  it('has a page a sheet, and text that is found', async () => {
    const pages = await pagesOf(await written());
    expect(pages).toHaveLength(sheets().length);
    expect(pages[0]).toContain('Кухня угловая 3000 × 2000');
    expect(pages[1]).toContain('Стена A, 3000 мм');
    expect(pages[1]).toMatch(/ШНЯ3[\s\S]*1130/);
    for (const [i, page] of pages.entries()) {
      expect(page).toMatch(new RegExp(`Лист ${i + 1}|${i + 1} из ${pages.length}`));
      expect(page).toContain('22.11.2026');
    }
  });

  it('brings its letters along', async () => {
    const text = Buffer.from(await written()).toString('latin1');
    expect(text).toMatch(/\/FontName \/\w{6}\+PTSans-Regular/);
    expect(text).toMatch(/\/FontName \/\w{6}\+PTSans-Bold/);
    expect(text.match(/\/FontFile2/g)).toHaveLength(2);
  });

  it('writes no text wider than the sheets took it to be; pairs of letters that move together make it narrower', () => {
    const document = new PDFDocument();
    const texts = sheets().flatMap(({ paper }) => paper.marks.filter((mark) => mark.kind === 'text'));
    const wrong = texts.filter((mark: Extract<Mark, { kind: 'text' }>) => {
      const { w, h } = areaOf(mark);
      const natural = document.font(mark.bold ? FONTS.bold : FONTS.regular, mark.size / 0.7).widthOfString(mark.text);
      const taken = mark.upright ? h : w;
      return natural * mark.narrow > 1.01 * taken + 0.05 || natural * mark.narrow < 0.85 * taken;
    });
    expect(wrong.map(({ text }) => text)).toEqual([]);
  });
});
