// Lawful variants of the files that the platform sends: the invoice PDF and the certificate bundle.

import {
  brotliCompressSync,
  brotliDecompressSync,
  crc32,
  deflateRawSync,
  deflateSync,
  gunzipSync,
  gzipSync,
} from 'node:zlib';
import { readZip } from '../../support/reply-readers/zip-reader.ts';
import { variant } from '../define-mutant.ts';
import { dropHeader, each, header, isSuccess, setHeader } from '../edits/response-edits.ts';
import { storedZip } from '../edits/zip-edits.ts';
import type { ClientRequest, Injector, LawfulVariant, ResponseEdit } from '../mutant.ts';

const bundle = (p: Injector, pack: (files: (readonly [string, string])[]) => Uint8Array): void =>
  p.reply('downloadCertificate', (reply) => {
    if (!isSuccess(reply) || !(reply.raw instanceof Uint8Array)) return;
    reply.raw = pack(
      readZip(reply.raw).map(({ name, bytes }) => [name, Buffer.from(bytes).toString('latin1')] as const),
    );
  });

type Packing = 'data descriptors' | 'zip64' | 'deflated' | 'after a preamble';

type File = { name: string; bytes: Uint8Array };

/** Encodes numbers in little-endian order, each in the given number of bytes. */
const record = (...fields: (readonly [value: number | bigint, bytes: 2 | 4 | 8])[]): Buffer =>
  Buffer.concat(
    fields.map(([value, bytes]) => {
      const field = Buffer.alloc(bytes);
      if (bytes === 8) field.writeBigUInt64LE(BigInt(value));
      else field.writeUIntLE(Number(value), 0, bytes);
      return field;
    }),
  );

const UNKNOWN_SIZE = 0xffffffff;

/** Packs files into a ZIP archive in a form that other ZIP tools write (APPNOTE 6.3.10: 4.3.9, 4.3.14, 4.5.3). */
function packArchive(files: readonly File[], packing: Packing): Uint8Array {
  const large = packing === 'zip64';
  const streamed = packing === 'data descriptors';
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const { name, bytes } of files) {
    const title = Buffer.from(name);
    const packed = deflateRawSync(bytes);
    const sum = crc32(bytes);
    const flags = streamed ? 0x808 : 0x800;
    const localSizes = streamed ? ([0, 0, 0] as const) : ([sum, packed.length, bytes.length] as const);
    const field = large ? record([1, 2], [16, 2], [bytes.length, 8], [packed.length, 8]) : Buffer.alloc(0);
    const sizes = large ? ([UNKNOWN_SIZE, UNKNOWN_SIZE] as const) : ([localSizes[1], localSizes[2]] as const);
    const local = Buffer.concat([
      record(
        [0x04034b50, 4],
        [large ? 45 : 20, 2],
        [flags, 2],
        [8, 2],
        [0, 2],
        [0x5a21, 2],
        [localSizes[0], 4],
      ),
      record([sizes[0], 4], [sizes[1], 4], [title.length, 2], [field.length, 2]),
      title,
      field,
      packed,
      streamed ? record([0x08074b50, 4], [sum, 4], [packed.length, 4], [bytes.length, 4]) : Buffer.alloc(0),
    ]);
    const place = large
      ? Buffer.concat([record([1, 2], [24, 2], [bytes.length, 8], [packed.length, 8], [at, 8])])
      : field;
    central.push(
      record(
        [0x02014b50, 4],
        [large ? 45 : 20, 2],
        [large ? 45 : 20, 2],
        [flags, 2],
        [8, 2],
        [0, 2],
        [0x5a21, 2],
      ),
      record([sum, 4], [large ? UNKNOWN_SIZE : packed.length, 4], [large ? UNKNOWN_SIZE : bytes.length, 4]),
      record(
        [title.length, 2],
        [place.length, 2],
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 4],
        [large ? UNKNOWN_SIZE : at, 4],
      ),
      title,
      place,
    );
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(central);
  const count = files.length;
  const end64 = Buffer.concat([
    record([0x06064b50, 4], [44n, 8], [45, 2], [45, 2], [0, 4], [0, 4], [count, 8], [count, 8]),
    record([directory.length, 8], [at, 8]),
    record([0x07064b50, 4], [0, 4], [at + directory.length, 8], [1, 4]),
  ]);
  const few = large ? 0xffff : count;
  const end = Buffer.concat([
    record([0x06054b50, 4], [0, 2], [0, 2], [few, 2], [few, 2]),
    record([large ? UNKNOWN_SIZE : directory.length, 4], [large ? UNKNOWN_SIZE : at, 4], [0, 2]),
  ]);
  const preamble =
    packing === 'after a preamble' ? Buffer.from('#!/bin/sh\nexec unzip "$0"\n') : Buffer.alloc(0);
  return Buffer.concat([preamble, ...locals, directory, ...(large ? [end64] : []), end]);
}

/**
 * Builds a PDF with one empty page that either has its cross-references in a stream (ISO 32000-1, 7.5.8) or is
 * linearised (annex F).
 */
function document(form: 'a cross-reference stream' | 'linearised', title: string): Uint8Array {
  const objects = [
    `1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n`,
    `2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n`,
    `3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>\nendobj\n`,
    `4 0 obj\n<</Title(${title})>>\nendobj\n`,
  ];
  const head = `%PDF-1.5\n%âãÏÓ\n`;
  const first =
    form === 'linearised' ? `5 0 obj\n<</Linearized 1/L 00000/H[0 0]/O 3/E 0/N 1/T 0>>\nendobj\n` : '';
  const offsets: number[] = [];
  let text = head + first;
  for (const object of objects) {
    offsets.push(text.length);
    text += object;
  }
  const at = text.length;
  if (form === 'linearised') {
    const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
    text += `xref\n0 5\n0000000000 65535 f \n${rows}trailer\n<</Size 6/Root 1 0 R/Info 4 0 R>>\nstartxref\n${at}\n%%EOF\n`;
    return Buffer.from(text.replace('/L 00000', `/L ${String(text.length).padStart(5, '0')}`), 'latin1');
  }
  const table = Buffer.concat([
    Buffer.from([0, 0, 0, 0]),
    ...[...offsets, at].map((offset) => Buffer.from([1, offset >> 8, offset & 255, 0])),
  ]);
  const packed = deflateSync(table);
  const dict = `5 0 obj\n<</Type/XRef/Size 6/W[1 2 1]/Root 1 0 R/Info 4 0 R/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`;
  return Buffer.concat([
    Buffer.from(text + dict, 'latin1'),
    packed,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${at}\n%%EOF`, 'latin1'),
  ]);
}

const replaceBundle = (p: Injector, pack: (files: readonly File[]) => Uint8Array): void =>
  p.reply('downloadCertificate', (reply) => {
    if (isSuccess(reply) && reply.raw instanceof Uint8Array) reply.raw = pack(readZip(reply.raw));
  });

/**
 * Edits the bytes of a reply: undoes its content coding (gzip or Brotli), edits the bytes, and encodes them again.
 */
function editPacked(reply: ResponseEdit, edit: (bytes: Buffer) => Buffer): void {
  if (!(reply.raw instanceof Uint8Array)) return;
  const coding = header(reply, 'Content-Encoding');
  if (coding === 'gzip') reply.raw = gzipSync(edit(gunzipSync(reply.raw)));
  else if (coding === 'br') reply.raw = brotliCompressSync(edit(brotliDecompressSync(reply.raw)));
  else reply.raw = edit(Buffer.from(reply.raw));
}

export const variantsFiles: readonly LawfulVariant[] = [
  ...each(
    ['application/x-zip-compressed', 'application/zip; charset=binary', 'application/octet-stream'],
    (media) =>
      variant(`variant/file-forms[${media}]`, `the bundle labelled ${media}`, (p) =>
        p.reply('downloadCertificate', (reply) => {
          if (isSuccess(reply)) setHeader(reply, 'Content-Type', media);
        }),
      ),
  ),
  variant('variant/file-forms[folders]', 'the bundle with folders and a note, stored', (p) =>
    bundle(p, (files) =>
      storedZip([
        ['certificate/', ''],
        ...files.map(([name, content]) => [`certificate/${name}`, content] as const),
        ['README.txt', 'Install the chain first.'],
      ]),
    ),
  ),
  ...each(['a cross-reference stream', 'linearised'] as const, (form) =>
    variant(`variant/file-forms[${form}]`, `the invoice as a PDF: ${form}`, (p) =>
      p.reply('downloadInvoicePdf', (reply, { params }: ClientRequest) => {
        if (!isSuccess(reply)) return;
        reply.raw = document(form, params.id ?? '');
        dropHeader(reply, 'Content-Length');
        dropHeader(reply, 'Content-Encoding');
      }),
    ),
  ),
  ...each(['data descriptors', 'zip64', 'deflated', 'after a preamble'] as const, (packing) =>
    variant(`variant/file-forms[${packing}]`, `the bundle as another tool packs it: ${packing}`, (p) =>
      replaceBundle(p, (files) => packArchive(files, packing)),
    ),
  ),
  variant('variant/file-forms[keystore]', 'the bundle holds the certificate as a Java keystore alone', (p) =>
    replaceBundle(p, () => storedZip([['certificate.jks', '\u00fe\u00ed\u00fe\u00ed']])),
  ),
  variant('variant/file-forms[locked]', 'the files of the bundle are encrypted', (p) =>
    replaceBundle(p, (files) => {
      const whole = Buffer.from(packArchive(files, 'deflated'));
      for (let at = 0; at < whole.length - 10; at++) {
        const sign = whole.readUInt32LE(at);
        if (sign === 0x04034b50) whole.writeUInt16LE(0x801, at + 6);
        if (sign === 0x02014b50) whole.writeUInt16LE(0x801, at + 8);
      }
      return whole;
    }),
  ),
  ...each(['1.4', '2.0'], (version) =>
    variant(`variant/file-forms[${version}]`, `PDF ${version} with a trailing line`, (p) =>
      p.reply('downloadInvoicePdf', (reply) => {
        if (!(reply.raw instanceof Uint8Array) || !/pdf/.test(header(reply, 'Content-Type') ?? '')) return;
        editPacked(reply, (bytes) => {
          const text = bytes.toString('latin1').replace(/^%PDF-\d\.\d/, `%PDF-${version}`);
          return Buffer.from(`${text.trimEnd()}\r\n`, 'latin1');
        });
        setHeader(reply, 'Content-Type', 'application/pdf; version=2');
      }),
    ),
  ),
];
