// pdfkit in a browser, loaded when the first invoice is asked for, with the metrics of the two fonts that invoices use.
import type { Document } from './pdf.ts';

export type { Document } from './pdf.ts';

/** An empty document; Helvetica and its bold are at hand. */
export async function createPdf(options: PDFKit.PDFDocumentOptions): Promise<Document> {
  const { PDFDocument, registerStdFonts, Helvetica, HelveticaBold } = await import('./pdf.browser.kit.js');
  registerStdFonts(Helvetica, HelveticaBold);
  return new PDFDocument(options);
}
