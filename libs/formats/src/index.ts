/**
 * What is handed to other programs and to printers: lines of CSV, glTF models, PDF. Imported where one is asked for, not
 * at the start.
 */
import type { Sheet } from '#libs/furniture';
import type { DocumentInfo } from './pdf.js';

export { cellOf, csvLine, csvTable } from './csv.js';
export type { DocumentInfo };

/** Sheets as a PDF, a page each. Fonts and their reader are loaded by the first document: CSV needs none. */
export async function pdfOf(sheets: readonly Sheet[], info: DocumentInfo): Promise<Uint8Array> {
  const { writePdf } = await import('./pdf.js');
  return writePdf(sheets, info);
}
