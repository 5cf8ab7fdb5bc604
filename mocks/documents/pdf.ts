// Loads pdfkit in Node at the first invoice PDF.
export type Document = PDFKit.PDFDocument;

/** Creates an empty PDF document. pdfkit contains the standard fonts. */
export async function createPdf(options: PDFKit.PDFDocumentOptions): Promise<Document> {
  const { default: PDFDocument } = await import('pdfkit');
  return new PDFDocument(options);
}
