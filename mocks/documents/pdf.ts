// pdfkit, loaded when the first invoice is asked for.
export type Document = PDFKit.PDFDocument;

/** An empty document; the standard fonts are at hand. */
export async function createPdf(options: PDFKit.PDFDocumentOptions): Promise<Document> {
  const { default: PDFDocument } = await import('pdfkit');
  return new PDFDocument(options);
}
