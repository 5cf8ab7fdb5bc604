// Exports the parts of pdfkit's browser build that the invoice PDF uses.
export { PDFDocument, registerStdFonts } from 'pdfkit';
export { default as Helvetica } from 'pdfkit/standard-fonts/Helvetica';
export { default as HelveticaBold } from 'pdfkit/standard-fonts/HelveticaBold';
