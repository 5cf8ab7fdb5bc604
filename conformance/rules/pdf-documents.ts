// Rules about the download of an invoice as a PDF document.
import type { Exchange } from '../../src/suite/model/define.ts';
import { rulesOf } from '../define.ts';
import { isSuccess } from '../support/reply-readers/response-readers.ts';
import { labelRules } from './labels.ts';

const isPdf = (exchange: Exchange): boolean =>
  exchange.operation === 'downloadInvoicePdf' && isSuccess(exchange) && exchange.deliberateFault === null;

const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

const pdfRule = rulesOf({ applies: isPdf, after: ['documents/pdf-signature'] });

export const pdfRules = [
  pdfRule('documents/pdf-signature', {
    must: 'download an invoice as a PDF',
    requirement: 'endpoints/invoice-pdf',
    after: [],
    judge({ bytes }, { compared }) {
      if (compared(latin(bytes.slice(0, 1024)).includes('%PDF-'))) return undefined;
      return { message: 'the bytes are no PDF', expected: '%PDF-', actual: latin(bytes.slice(0, 40)) };
    },
  }),
  ...labelRules(pdfRule, 'documents/pdf', {
    what: 'the PDF of an invoice',
    requirement: 'endpoints/invoice-pdf',
    after: ['documents/pdf-signature'],
    type: 'application/pdf',
    fits: /^application\/(x-)?pdf$|^application\/octet-stream$/,
    isExact: /^application\/pdf$/,
  }),
  pdfRule('documents/pdf-complete', {
    must: 'send the PDF of an invoice to its end',
    requirement: 'billing/pdf-complete',
    judge(exchange, { compared }) {
      const { bytes } = exchange;
      const contentLength =
        exchange.header('content-encoding') === null ? exchange.header('content-length') : null;
      if (contentLength !== null && Number(contentLength) > bytes.length) {
        return {
          message: 'the PDF ends early',
          expected: `${contentLength} bytes`,
          actual: `${bytes.length} bytes`,
        };
      }
      if (compared(latin(bytes.slice(-1024)).includes('%%EOF'))) return undefined;
      return { message: 'the PDF has no end', expected: '%%EOF', actual: latin(bytes.slice(-40)) };
    },
  }),
  pdfRule('documents/pdf-binary-safe', {
    must: 'send the PDF of an invoice byte by byte, not as text',
    requirement: 'billing/pdf-complete',
    judge({ bytes }, { compared }) {
      const replaced = latin(bytes).split('\u00ef\u00bf\u00bd').length - 1;
      if (compared(replaced < 4)) return undefined;
      return { message: 'bytes were replaced by U+FFFD', expected: 'none', actual: `${replaced} times` };
    },
  }),
];
