/** PDF: sheets of an order as one document (pdfkit, PT Sans). Loaded where a document is asked for, and nowhere else. */
export { type DocumentInfo, writePdf } from './write-pdf.js';
