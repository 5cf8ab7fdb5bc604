// Types of the parts of pdfkit's browser build that the invoice PDF uses; pdfkit's own types do not cover this build
// and its fonts.
type Metrics = { readonly name: string };
export const PDFDocument: new (options: PDFKit.PDFDocumentOptions) => PDFKit.PDFDocument;
export function registerStdFonts(...fonts: Metrics[]): void;
export const Helvetica: Metrics;
export const HelveticaBold: Metrics;
