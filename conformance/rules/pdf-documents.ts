// Rules about the download of an invoice as a PDF document.
import type { Exchange } from '../../src/suite/model/define.ts';
import { rule } from '../define.ts';
import { isSuccess, mediaType } from '../support/reply-readers/response-readers.ts';

const isPdf = (exchange: Exchange): boolean =>
  exchange.operation === 'downloadInvoicePdf' && isSuccess(exchange) && exchange.deliberateFault === null;

const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

export const pdfRules = [
  rule('documents/pdf-signature', {
    must: 'download an invoice as a PDF',
    requirement: 'endpoints/invoice-pdf',
    applies: isPdf,
    judge({ bytes }, { compared }) {
      if (compared(latin(bytes.slice(0, 1024)).includes('%PDF-'))) return undefined;
      return { message: 'the bytes are no PDF', expected: '%PDF-', actual: latin(bytes.slice(0, 40)) };
    },
  }),
  rule('documents/pdf-labelled', {
    must: 'label the PDF of an invoice as a PDF',
    requirement: 'endpoints/invoice-pdf',
    after: ['documents/pdf-signature'],
    applies: isPdf,
    judge(exchange, { compared }) {
      const type = mediaType(exchange);
      if (compared(['application/pdf', 'application/x-pdf', 'application/octet-stream'].includes(type)))
        return undefined;
      return { message: 'the PDF is labelled as something else', expected: 'application/pdf', actual: type };
    },
  }),
  rule('documents/pdf-labelled-exactly', {
    should: 'label the PDF of an invoice as application/pdf',
    requirement: 'endpoints/invoice-pdf',
    after: ['documents/pdf-labelled'],
    applies: isPdf,
    judge(exchange, { compared }) {
      const type = mediaType(exchange);
      if (compared(type === 'application/pdf')) return undefined;
      return { message: 'the PDF is labelled vaguely', expected: 'application/pdf', actual: type };
    },
  }),
  rule('documents/pdf-complete', {
    must: 'send the PDF of an invoice to its end',
    requirement: 'billing/pdf-complete',
    after: ['documents/pdf-signature'],
    applies: isPdf,
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
  rule('documents/pdf-binary-safe', {
    must: 'send the PDF of an invoice byte by byte, not as text',
    requirement: 'billing/pdf-complete',
    after: ['documents/pdf-signature'],
    applies: isPdf,
    judge({ bytes }, { compared }) {
      const replaced = latin(bytes).split('\u00ef\u00bf\u00bd').length - 1;
      if (compared(replaced < 4)) return undefined;
      return { message: 'bytes were replaced by U+FFFD', expected: 'none', actual: `${replaced} times` };
    },
  }),
];
