// Loads pdfkit at the first invoice.
/** A PDF document that is being drawn. */
export type Document = PDFKit.PDFDocument;

/** Creates an empty document. pdfkit brings the standard fonts. */
export async function createPdf(options: PDFKit.PDFDocumentOptions): Promise<Document> {
  const { default: PDFDocument } = await import('pdfkit');
  return new PDFDocument(options);
}
