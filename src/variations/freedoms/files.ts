// The form of the files that replies hold: the PDF of an invoice, the bundle of a certificate, and their names.

import { deflateSync } from 'node:zlib';
import { dropHeader, header, isSuccess, setHeader } from '../edits.ts';
import { type Apply, eachValue, editBody, editReply, type Freedom, freedom, onlyByName } from '../freedom.ts';
import { open } from '../sentences.ts';

/**
 * Builds a PDF with one empty page that either has its cross-references in a stream (ISO 32000-1, 7.5.8) or is
 * linearised (annex F).
 */
function pdf(form: 'cross-reference stream' | 'linearised', title: string): Uint8Array {
  const objects = [
    '1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n',
    '2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n',
    '3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>\nendobj\n',
    `4 0 obj\n<</Title(${title})>>\nendobj\n`,
  ];
  const linear = form === 'linearised';
  const offsets: number[] = [];
  let text = `%PDF-1.5\n%âãÏÓ\n${linear ? '5 0 obj\n<</Linearized 1/L 00000/H[0 0]/O 3/E 0/N 1/T 0>>\nendobj\n' : ''}`;
  for (const object of objects) {
    offsets.push(text.length);
    text += object;
  }
  const at = text.length;
  if (linear) {
    const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
    text += `xref\n0 5\n0000000000 65535 f \n${rows}trailer\n<</Size 6/Root 1 0 R/Info 4 0 R>>\nstartxref\n${at}\n%%EOF\n`;
    return Buffer.from(text.replace('/L 00000', `/L ${String(text.length).padStart(5, '0')}`), 'latin1');
  }
  const entries = [...offsets, at].map((offset) => Buffer.from([1, offset >> 8, offset & 255, 0]));
  const packed = deflateSync(Buffer.concat([Buffer.alloc(4), ...entries]));
  const dict = `5 0 obj\n<</Type/XRef/Size 6/W[1 2 1]/Root 1 0 R/Info 4 0 R/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`;
  const end = `\nendstream\nendobj\nstartxref\n${at}\n%%EOF`;
  return Buffer.concat([Buffer.from(text + dict, 'latin1'), packed, Buffer.from(end, 'latin1')]);
}

const invoiceAs = (form: Parameters<typeof pdf>[0]): Apply =>
  editReply('downloadInvoicePdf', (reply, { params }) => {
    if (!isSuccess(reply)) return;
    reply.raw = pdf(form, params.id ?? '');
    dropHeader(reply, 'Content-Length');
    dropHeader(reply, 'Content-Encoding');
  });

/** Puts the files of the bundle into folders, under other names of the same lengths. */
const otherFiles: Apply = editReply('downloadCertificate', (reply) => {
  if (!isSuccess(reply) || !(reply.raw instanceof Uint8Array)) return;
  const names = Buffer.from(reply.raw).toString('latin1').replaceAll('certificate.pem', 'site/domain.crt');
  reply.raw = Buffer.from(names.replaceAll('chain.pem', 'ca/ca.crt'), 'latin1');
});

const FILES = ['downloadCertificate', 'downloadInvoicePdf'] as const;

/** Freedoms of the files that replies hold. */
export const files: readonly Freedom[] = [
  freedom(
    'bundle-media-type',
    'the media type of the certificate bundle',
    open.BUNDLE,
    eachValue(
      ['application/x-zip-compressed', 'application/zip; charset=binary', 'application/octet-stream'],
      (media) =>
        editBody('downloadCertificate', (_json, _request, reply) => setHeader(reply, 'Content-Type', media)),
    ),
  ),
  freedom('invoice-pdf', 'the form of the invoice PDF', open.BUNDLE, {
    'cross-reference stream': invoiceAs('cross-reference stream'),
    linearised: invoiceAs('linearised'),
    ...eachValue(['1.4', '2.0'], (version) =>
      editReply('downloadInvoicePdf', (reply) => {
        const coded = header(reply, 'Content-Encoding') !== undefined;
        if (coded || !(reply.raw instanceof Uint8Array) || !/pdf/.test(header(reply, 'Content-Type') ?? ''))
          return;
        const text = Buffer.from(reply.raw)
          .toString('latin1')
          .replace(/^%PDF-\d\.\d/, `%PDF-${version}`);
        reply.raw = Buffer.from(`${text.trimEnd()}\r\n`, 'latin1');
        setHeader(reply, 'Content-Type', 'application/pdf; version=2');
      }),
    ),
  }),
  ...onlyByName(
    freedom('bundle-files', 'which files the certificate bundle has', open.BUNDLE, {
      'other names': otherFiles,
    }),
    freedom('file-names', 'which name a file has in `Content-Disposition`', open.BUNDLE, {
      none: editBody(FILES, (_json, _request, reply) => dropHeader(reply, 'Content-Disposition')),
      encoded: editBody(FILES, (_json, _request, reply) =>
        setHeader(reply, 'Content-Disposition', "attachment; filename*=UTF-8''%E2%82%AC%20%2F%3B%20a"),
      ),
    }),
  ),
];
