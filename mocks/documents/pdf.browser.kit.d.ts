// What of pdfkit's browser build an invoice takes: its types know neither the build nor the fonts.
type Metrics = { readonly name: string };
export const PDFDocument: new (options: PDFKit.PDFDocumentOptions) => PDFKit.PDFDocument;
export function registerStdFonts(...fonts: Metrics[]): void;
export const Helvetica: Metrics;
export const HelveticaBold: Metrics;
