/**
 * What is handed to other programs and to printers: lines of CSV, PDF, glTF models. Imported where one is asked for, not
 * at the start.
 */
import type { Model, Sheet } from '#libs/furniture';
import type { DocumentInfo } from './pdf.js';

export { cellOf, csvLine, csvTable } from './csv.js';
export type { DocumentInfo };

/** Sheets as a PDF, a page each. Fonts and their reader are loaded by the first document: CSV needs none. */
export async function pdfOf(sheets: readonly Sheet[], info: DocumentInfo): Promise<Uint8Array> {
  const { writePdf } = await import('./pdf.js');
  return writePdf(sheets, info);
}

/** A model as glTF 2.0 in one binary file (`model/gltf-binary`). Its library is loaded by the first model. */
export async function glbOf(model: Model): Promise<Uint8Array> {
  const { writeGlb } = await import('./glb.js');
  return writeGlb(model);
}
