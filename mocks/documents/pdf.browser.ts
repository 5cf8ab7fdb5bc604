// Loads pdfkit in browsers at the first invoice PDF, with the metrics of the two fonts that the PDF uses.
import type { Document } from './pdf.ts';

export type { Document } from './pdf.ts';

/** Creates an empty PDF document with the fonts Helvetica and Helvetica-Bold registered. */
export async function createPdf(options: PDFKit.PDFDocumentOptions): Promise<Document> {
  const { PDFDocument, registerStdFonts, Helvetica, HelveticaBold } = await import('./pdf.browser.kit.js');
  registerStdFonts(Helvetica, HelveticaBold);
  return new PDFDocument(options);
}
