// Planted faults: the certificate bundle as a zip archive.
import { crc32 } from 'node:zlib';
import { readZip } from '../support/zip-reader.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import type { Injector, Mutant } from './mutant.ts';
import { each, isSuccess, jsonResponse, refusal, replaceResponse, setHeader } from './response-edits.ts';

/** Changes the bytes of every bundle. */
const editBundle = (p: Injector, edit: (bytes: Uint8Array) => Uint8Array | string): void =>
  p.reply('downloadCertificate', (reply) => {
    if (isSuccess(reply) && reply.raw instanceof Uint8Array) reply.raw = edit(reply.raw);
  });

/** An archive of files that are stored as they are. */
export function storedZip(files: readonly (readonly [name: string, content: string])[]): Uint8Array {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const [name, content] of files) {
    const [title, bytes] = [Buffer.from(name), Buffer.from(content)];
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(0x5a21, 8);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(bytes.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, title, bytes]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    locals.push(local);
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, rest, title]));
    at += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end]);
}

const PRIVATE_KEY = `-----BEGIN PRIVATE KEY-----\n${'MC4CAQAwBQYDK2VwBCIEIA'.repeat(2)}\n-----END PRIVATE KEY-----\n`;

export const archives: readonly Mutant[] = [
  ...each(['application/json', 'application/pdf', 'text/plain'], (media) =>
    stated(
      `ssl/bundle-wrong-content-type[${media}]`,
      `the bundle is labelled ${media}`,
      ['endpoints/download-certificate', 'service/json-bodies'],
      'ssl/bundle-labelled',
      (p) =>
        p.reply('downloadCertificate', (reply) => {
          if (isSuccess(reply)) setHeader(reply, 'Content-Type', media);
        }),
    ),
  ),
  chosen(
    'ssl/bundle-wrong-content-type[octet-stream]',
    'the bundle is labelled as mere bytes',
    'endpoints/download-certificate',
    'ssl/bundle-labelled-exactly',
    (p) =>
      p.reply('downloadCertificate', (reply) => {
        if (isSuccess(reply)) setHeader(reply, 'Content-Type', 'application/octet-stream');
      }),
  ),
  ...each(
    [
      ['empty', 'is empty', () => new Uint8Array()],
      [
        'text',
        'is the certificate as it is',
        () => '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
      ],
      ['cut short', 'is cut short', (bytes: Uint8Array) => bytes.slice(0, Math.floor(bytes.length * 0.6))],
      [
        'directory',
        'has a broken central directory',
        (bytes: Uint8Array) => {
          const broken = Uint8Array.from(bytes);
          broken[Buffer.from(bytes).lastIndexOf('PK\u0001\u0002')] = 0;
          return broken;
        },
      ],
      [
        'decoded',
        'went through a text decoder',
        (bytes: Uint8Array) => new TextEncoder().encode(new TextDecoder().decode(bytes)),
      ],
      ['error', 'is a JSON error', () => JSON.stringify({ error: { code: 'SERVER_ERROR', message: 'No.' } })],
    ] as const,
    ([label, how, edit]) =>
      stated(
        `ssl/bundle-not-a-zip[${label}]`,
        `the bundle ${how}`,
        ['endpoints/download-certificate', 'ssl/bundle-whole', 'errors/success-is-no-error'],
        'ssl/bundle-is-a-zip',
        (p) => editBundle(p, edit),
      ),
  ),
  follows(
    'ssl/bundle-not-a-zip[checksum]',
    'a file of the bundle does not match its checksum',
    ['ssl/bundle-whole', 'endpoints/download-certificate'],
    'ssl/bundle-whole',
    (p) =>
      editBundle(p, (bytes) => {
        const broken = Buffer.from(bytes);
        const at = broken.indexOf('PK\u0001\u0002') + 16;
        broken.writeUInt32LE((broken.readUInt32LE(at) ^ 0xff) >>> 0, at);
        return broken;
      }),
  ),
  ...each(
    [
      ['readme', [['readme.txt', 'Your certificate is on its way.']]],
      ['nothing', []],
      [
        'request',
        [['request.csr', '-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n-----END CERTIFICATE REQUEST-----']],
      ],
    ] as const,
    ([label, files]) =>
      stated(
        `ssl/bundle-without-certificate[${label}]`,
        `the bundle holds no certificate: ${label}`,
        ['ssl/bundle-has-the-certificate', 'endpoints/download-certificate'],
        'ssl/bundle-has-the-certificate',
        (p) => editBundle(p, () => storedZip(files)),
      ),
  ),
  chosen(
    'ssl/bundle-with-private-key',
    'the bundle holds a private key',
    'ssl/no-private-key',
    'ssl/bundle-has-no-private-key',
    (p) =>
      editBundle(p, (bytes) =>
        storedZip([
          ...readZip(bytes).map(
            (entry) => [entry.name, Buffer.from(entry.bytes).toString('latin1')] as const,
          ),
          ['private.key', PRIVATE_KEY],
        ]),
      ),
  ),
  follows(
    'statuses/unknown-id-downloads[downloadCertificate]',
    'there is a bundle of a certificate that does not exist',
    ['endpoints/unknown-id-refused', 'service/own-tenant-only'],
    'unknown-id/downloadCertificate',
    (p) =>
      p.reply('downloadCertificate', (reply) => {
        if (reply.status !== 404) return;
        replaceResponse(reply, { ...jsonResponse(200, undefined), raw: storedZip([['a.txt', 'Hello.']]) });
        setHeader(reply, 'Content-Type', 'application/zip');
      }),
  ),
  stated(
    'availability/download-refused[issued]',
    'the bundle of an issued certificate is refused',
    'endpoints/download-certificate',
    'ssl/download',
    (p) =>
      p.reply('downloadCertificate', (reply) => {
        if (isSuccess(reply)) replaceResponse(reply, refusal(404, 'NO_BUNDLE', 'There is no bundle.'));
      }),
  ),
];
