// Loads pdfkit in browsers at the first invoice, with the metrics of the two fonts that invoices use.
import type { Document } from './pdf.ts';

export type { Document } from './pdf.ts';

/** Creates an empty document with Helvetica and Helvetica-Bold registered. */
export async function createPdf(options: PDFKit.PDFDocumentOptions): Promise<Document> {
  const { PDFDocument, registerStdFonts, Helvetica, HelveticaBold } = await import('./pdf.browser.kit.js');
  registerStdFonts(Helvetica, HelveticaBold);
  return new PDFDocument(options);
}
