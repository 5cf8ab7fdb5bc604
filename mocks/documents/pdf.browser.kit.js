// What of pdfkit's browser build an invoice takes.
export { PDFDocument, registerStdFonts } from 'pdfkit';
export { default as Helvetica } from 'pdfkit/standard-fonts/Helvetica';
export { default as HelveticaBold } from 'pdfkit/standard-fonts/HelveticaBold';
