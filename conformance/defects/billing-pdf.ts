// Defects of the PDF that the mock writes for an invoice.
import { chosen, follows, stated } from './define-mutant.ts';
import { isSuccess, onSuccess, setHeader } from './edits/response-edits.ts';
import type { Injector, Mutant, ResponseEdit } from './mutant.ts';

const editPdf = (p: Injector, edit: (bytes: Uint8Array) => Uint8Array | string): void =>
  p.reply('downloadInvoicePdf', (reply) => {
    if (isSuccess(reply) && reply.raw instanceof Uint8Array) reply.raw = edit(reply.raw);
  });

export const billingPdf: readonly Mutant[] = [
  stated(
    'billing/pdf-wrong-content-type[JSON]',
    'the PDF is labelled JSON',
    'endpoints/invoice-pdf',
    'documents/pdf-labelled',
    (p) =>
      p.reply('downloadInvoicePdf', (reply) => {
        if (isSuccess(reply)) setHeader(reply, 'Content-Type', 'application/json');
      }),
  ),
  chosen(
    'billing/pdf-wrong-content-type[octet-stream]',
    'the PDF is labelled as mere bytes',
    'endpoints/invoice-pdf',
    'documents/pdf-labelled-exactly',
    (p) =>
      p.reply('downloadInvoicePdf', (reply) => {
        if (isSuccess(reply)) setHeader(reply, 'Content-Type', 'application/octet-stream');
      }),
  ),
  stated(
    'billing/pdf-not-a-pdf[empty]',
    'the PDF is empty',
    ['endpoints/invoice-pdf', 'billing/pdf-complete'],
    'documents/pdf-signature',
    (p) => editPdf(p, () => new Uint8Array()),
  ),
  stated(
    'billing/pdf-not-a-pdf[text]',
    'the PDF is a text',
    ['endpoints/invoice-pdf', 'billing/pdf-complete'],
    'documents/pdf-signature',
    (p) => editPdf(p, () => 'Invoice INV-1, total 11.90 EUR'),
  ),
  follows(
    'billing/pdf-truncated',
    'the PDF is cut short',
    ['billing/pdf-complete', 'endpoints/invoice-pdf'],
    'documents/pdf-complete',
    (p) => editPdf(p, (bytes) => bytes.slice(0, Math.floor(bytes.length * 0.6))),
  ),
  follows(
    'billing/pdf-is-json-error',
    'a JSON error comes as a PDF with status 200',
    ['endpoints/invoice-pdf', 'errors/success-is-no-error', 'billing/pdf-complete'],
    'documents/pdf-signature',
    (p) =>
      p.reply('downloadInvoicePdf', (reply) => {
        if (isSuccess(reply))
          reply.raw = JSON.stringify({ error: { code: 'SERVER_ERROR', message: 'Font missing.' } });
      }),
  ),
  follows(
    'billing/pdf-decoded-as-text',
    'the bytes of the PDF went through a text decoder',
    ['billing/pdf-complete', 'endpoints/invoice-pdf'],
    'documents/pdf-binary-safe',
    (p) => editPdf(p, (bytes) => new TextEncoder().encode(new TextDecoder().decode(bytes))),
  ),
  stated(
    'billing/pdf-is-an-archive',
    'the PDF is an archive',
    ['endpoints/invoice-pdf', 'billing/pdf-complete'],
    'documents/pdf-signature',
    (p) =>
      p.reply('downloadInvoicePdf', (reply) => {
        if (isSuccess(reply))
          reply.raw = Buffer.from('PK\u0003\u0004 and so on, long enough to be a file of its own kind');
      }),
  ),
  stated(
    'billing/unpaid-pdf-is-html',
    'the PDF of an unpaid invoice is an HTML page called a PDF',
    'endpoints/invoice-pdf',
    'documents/pdf-signature',
    (p) =>
      p.reply('downloadInvoicePdf', (reply) => {
        if (isSuccess(reply)) reply.raw = '<html><body>Invoice</body></html>';
      }),
  ),
  stated(
    'billing/pdf-of-first-download',
    'every invoice downloads as the PDF of the first download',
    'endpoints/invoice-pdf',
    'billing/pdf-differs-per-invoice',
    (p) => {
      let first: ResponseEdit['raw'] = null;
      onSuccess(p, 'downloadInvoicePdf', (_body, _request, reply) => {
        first ??= reply.raw;
        reply.raw = first;
      });
    },
  ),
];
