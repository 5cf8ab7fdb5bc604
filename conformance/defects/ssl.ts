// Defects of TLS certificates: their reissue and the bundle that a customer downloads.
import { isObject } from '../../src/contract/is-object.ts';
import { readZip } from '../support/reply-readers/zip-reader.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import { acceptsInvalid, pathId } from './edits/request-edits.ts';
import { each, isSuccess, setHeader } from './edits/response-edits.ts';
import { storedZip } from './edits/zip-edits.ts';
import type { Injector, Mutant } from './mutant.ts';

/** Changes the bytes of every certificate bundle that the mock sends. */
const editBundle = (p: Injector, edit: (bytes: Uint8Array) => Uint8Array | string): void =>
  p.reply('downloadCertificate', (reply) => {
    if (isSuccess(reply) && reply.raw instanceof Uint8Array) reply.raw = edit(reply.raw);
  });

const PRIVATE_KEY = `-----BEGIN PRIVATE KEY-----\n${'MC4CAQAwBQYDK2VwBCIEIA'.repeat(2)}\n-----END PRIVATE KEY-----\n`;

export const ssl: readonly Mutant[] = [
  ...each(
    [['reissueCertificate', 'ssl/reissue-visible', 'ssl/reissue-visible']] as const,
    ([operation, requirement, check]) =>
      chosen(
        'ssl/reissue-not-done[reissue]',
        'a reissue is acknowledged and does not happen',
        requirement,
        check,
        (p) =>
          p.handler(operation, ({ request, db }) => db.table('certificates').find(request.params.id ?? '')),
      ),
  ),
  chosen(
    'ssl/invalid-name-accepted',
    'a certificate is sold for what is no domain name',
    'errors/other-fields',
    'validation/createCertificate/common_name',
    (p) =>
      acceptsInvalid(
        p,
        'createCertificate',
        'common_name',
        (value) => value === 'not a domain',
        'odd.example.org',
      ),
  ),
  follows(
    'ssl/reissued-for-another-name',
    'a reissued certificate is for another name',
    ['endpoints/keeps-what-was-sent', 'endpoints/reissue-certificate'],
    'resources/keep-sent-values',
    (p) =>
      p.handler('reissueCertificate', ({ request, db }, go) => {
        const result = go();
        db.table('certificates').update(pathId(request), { common_name: 'other.example' });
        return isObject(result) ? { ...result, common_name: 'other.example' } : result;
      }),
  ),
  stated(
    'ssl/download-is-pem',
    'a certificate is downloaded as PEM',
    ['endpoints/download-certificate'],
    'ssl/bundle-is-a-zip',
    (p) =>
      p.reply('downloadCertificate', (reply) => {
        if (isSuccess(reply)) reply.raw = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
      }),
  ),
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
        'is the certificate without an archive',
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
      follows(
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
];
