import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { CAPITALS, type Mark, type Pen, type Sheet } from '#libs/furniture';

/** What the document says of itself. */
export interface DocumentInfo {
  readonly title: string;
  readonly author: string;
  /** When the order was made: a document written again is the same, byte for byte. */
  readonly made: Date;
}

/** PDF counts in points of 1/72 inch. */
const POINTS = 72 / 25.4;

const require = createRequire(import.meta.url);
const fontOf = (file: string): Buffer => readFileSync(require.resolve(`@expo-google-fonts/pt-sans/${file}`));
export const FONTS = {
  regular: fontOf('400Regular/PTSans_400Regular.ttf'),
  bold: fontOf('700Bold/PTSans_700Bold.ttf'),
} as const;

/** A page for every sheet: vector, text that can be searched and copied, the letters that occur embedded. */
export async function writePdf(sheets: readonly Sheet[], { title, author, made }: DocumentInfo): Promise<Uint8Array> {
  const document = new PDFDocument({
    autoFirstPage: false,
    lang: 'ru',
    displayTitle: true,
    info: {
      Title: title,
      Author: author,
      CreationDate: made,
      ModDate: made,
      Producer: 'Garnitur',
      Creator: 'Garnitur',
    },
  });
  document.registerFont('regular', FONTS.regular);
  document.registerFont('bold', FONTS.bold);
  const written = buffer(document);
  for (const sheet of sheets) {
    document.addPage({ size: [sheet.width * POINTS, sheet.height * POINTS], margin: 0 });
    document.outline.addItem(sheet.title);
    document.scale(POINTS).lineCap('round').lineJoin('round');
    for (const mark of sheet.paper.marks) draw(document, mark);
  }
  document.end();
  return written;
}

type Document = PDFKit.PDFDocument;

function draw(document: Document, mark: Mark): void {
  switch (mark.kind) {
    case 'path': {
      for (const points of mark.lines) {
        points.forEach(([x, y], i) => {
          if (i === 0) document.moveTo(round(x), round(y));
          else document.lineTo(round(x), round(y));
        });
        if (mark.closed) document.closePath();
      }
      paint(document, mark.pen);
      return;
    }
    case 'ellipse':
      document.ellipse(round(mark.at[0]), round(mark.at[1]), mark.rx, mark.ry);
      paint(document, mark.pen);
      return;
    default:
      write(document, mark);
  }
}

/** A hundredth of a millimetre is finer than any printer. */
const round = (mm: number): number => Math.round(mm * 100) / 100;

function paint(document: Document, { fill, stroke, width = 0.25, dash, opacity = 1 }: Pen): void {
  if (opacity !== 1) document.save().opacity(opacity);
  if (stroke !== undefined) {
    document.lineWidth(width);
    if (dash) document.dash(dash[0] ?? 1, { space: dash[1] ?? 1 });
    else document.undash();
  }
  if (fill !== undefined && stroke !== undefined) document.fillAndStroke(fill, stroke);
  else if (fill !== undefined) document.fill(fill);
  else if (stroke !== undefined) document.stroke(stroke);
  if (opacity !== 1) document.restore();
}

function write(document: Document, mark: Extract<Mark, { kind: 'text' }>): void {
  const { x, y, text, size, bold, anchor, upright, narrow, color } = mark;
  const em = size / CAPITALS;
  document.font(bold ? 'bold' : 'regular', em).fillColor(color);
  const width = document.widthOfString(text) * narrow;
  const shift = anchor === 'start' ? 0 : anchor === 'middle' ? -width / 2 : -width;
  const options = { lineBreak: false, baseline: 'alphabetic', horizontalScaling: narrow * 100 } as const;
  if (upright) document.save().rotate(-90, { origin: [x, y] });
  document.text(text, x + shift, y, options);
  if (upright) document.restore();
}
