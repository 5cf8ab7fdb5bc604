// Planted faults: the invoice as PDF.

import { chosen, follows, stated } from './define-mutant.ts';
import type { Injector, Mutant } from './mutant.ts';
import { each, isSuccess, jsonResponse, refusal, replaceResponse, setHeader } from './response-edits.ts';

const editPdf = (p: Injector, edit: (bytes: Uint8Array) => Uint8Array | string): void =>
  p.reply('downloadInvoicePdf', (reply) => {
    if (isSuccess(reply) && reply.raw instanceof Uint8Array) reply.raw = edit(reply.raw);
  });

export const downloads: readonly Mutant[] = [
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
    'documents/pdf-starts-as-one',
    (p) => editPdf(p, () => new Uint8Array()),
  ),
  stated(
    'billing/pdf-not-a-pdf[text]',
    'the PDF is a text',
    ['endpoints/invoice-pdf', 'billing/pdf-complete'],
    'documents/pdf-starts-as-one',
    (p) => editPdf(p, () => 'Invoice INV-1, total 11.90 EUR'),
  ),
  follows(
    'billing/pdf-truncated',
    'the PDF is cut short',
    ['billing/pdf-complete', 'endpoints/invoice-pdf'],
    'documents/pdf-whole',
    (p) => editPdf(p, (bytes) => bytes.slice(0, Math.floor(bytes.length * 0.6))),
  ),
  follows(
    'billing/pdf-is-json-error',
    'a JSON error comes as a PDF with status 200',
    ['endpoints/invoice-pdf', 'errors/success-is-no-error', 'billing/pdf-complete'],
    'documents/pdf-starts-as-one',
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
    'documents/pdf-unharmed',
    (p) => editPdf(p, (bytes) => new TextEncoder().encode(new TextDecoder().decode(bytes))),
  ),
  follows(
    'statuses/unknown-id-downloads',
    'there is a PDF of an invoice that does not exist',
    'endpoints/unknown-id-refused',
    'unknown-id/downloadInvoicePdf',
    (p) =>
      p.reply('downloadInvoicePdf', (reply) => {
        if (reply.status !== 404) return;
        replaceResponse(reply, jsonResponse(200, undefined));
        setHeader(reply, 'Content-Type', 'application/pdf');
        reply.raw =
          '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n';
      }),
  ),
  ...each([404, 500], (status) =>
    stated(
      `availability/download-refused[${status}]`,
      `the PDF of an invoice is answered ${status}`,
      'endpoints/invoice-pdf',
      'billing/invoice-pdf',
      (p) =>
        p.reply('downloadInvoicePdf', (reply) => {
          if (isSuccess(reply)) replaceResponse(reply, refusal(status, 'NO_PDF', 'There is no PDF.'));
        }),
    ),
  ),
];
