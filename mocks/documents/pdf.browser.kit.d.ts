// Types of the exports of pdfkit's browser build that invoices use; pdfkit's own types lack this build and its fonts.
type Metrics = { readonly name: string };
export const PDFDocument: new (options: PDFKit.PDFDocumentOptions) => PDFKit.PDFDocument;
export function registerStdFonts(...fonts: Metrics[]): void;
export const Helvetica: Metrics;
export const HelveticaBold: Metrics;
