// Rules about the zip archive of a certificate: its media type, its bytes and its content.
import type { Exchange } from '../../src/suite/model/define.ts';
import { CheckEnded } from '../../src/suite/model/outcome.ts';
import { rulesOf } from '../define.ts';
import { isSuccess } from '../support/reply-readers/response-readers.ts';
import { readZip, type ZipEntry, ZipError } from '../support/reply-readers/zip-reader.ts';
import { labelRules } from './labels.ts';

/** The facts about a zip archive that the rules need, without the unpacked bytes. */
type Bundle = {
  fault: ZipError | null;
  names: string[];
  /**
   * whether every file in the archive could be read: no file is encrypted or compressed by another method than
   * deflate
   */
  open: boolean;
  certificate: boolean;
  /** the name of the file in the archive that contains a private key; undefined when no file does */
  privateKey: string | undefined;
};

/** Caches the facts about each zip archive, so that each archive is unpacked only once. */
const readArchive = new WeakMap<Uint8Array, Bundle>();

/**
 * Reads the facts about a zip archive.
 * @throws CheckEnded when the archive is larger than the limit, because the specification states no size
 */
function bundleOf({ bytes }: Exchange): Bundle {
  const bundle = readArchive.get(bytes) ?? unpacked(bytes);
  readArchive.set(bytes, bundle);
  const { fault } = bundle;
  if (fault?.kind === 'large')
    throw new CheckEnded('inconclusive', `the archive is not read: ${fault.message}`, {
      inconclusiveCause: 'unreadable',
    });
  return bundle;
}

function unpacked(bytes: Uint8Array): Bundle {
  let open = true;
  try {
    const files = readZip(bytes, () => {
      open = false;
    });
    return {
      fault: null,
      names: files.map(({ name }) => name),
      open,
      certificate: files.some(holdsCertificate),
      privateKey: files.find((entry) => PRIVATE_KEY.test(text(entry)))?.name,
    };
  } catch (fault) {
    if (!(fault instanceof ZipError)) throw fault;
    return { fault, names: [], open, certificate: false, privateKey: undefined };
  }
}

const isCertificateBundle = (exchange: Exchange): boolean =>
  exchange.operation === 'downloadCertificate' && isSuccess(exchange) && exchange.deliberateFault === null;

const text = ({ bytes }: ZipEntry): string => Buffer.from(bytes).toString('latin1');

const PRIVATE_KEY = /-----BEGIN ([A-Z]{1,20} ){0,3}PRIVATE KEY-----/;

// Returns whether a file in the archive is a certificate: PEM, PKCS #7, DER or a Java keystore by its content, or
// another format by its name.
const holdsCertificate = (entry: ZipEntry): boolean =>
  /-----BEGIN (TRUSTED |X509 )?(CERTIFICATE|PKCS7)-----/.test(text(entry)) ||
  (entry.bytes[0] === 0x30 && (entry.bytes[1] ?? 0) > 0x7f) ||
  (entry.bytes[0] === 0x30 && /\.(crt|cer|der|p7b|p7c|p12|pfx)$/i.test(entry.name)) ||
  (entry.bytes.length > 0 && /\.(jks|keystore|bcfks|zip|tar|gz)$/i.test(entry.name));

const bundleRule = rulesOf({ area: 'ssl', applies: isCertificateBundle, after: ['ssl/bundle-is-a-zip'] });

export const zipArchiveRules = [
  bundleRule('ssl/bundle-is-a-zip', {
    must: 'download the bundle of a certificate as a zip archive',
    requirement: 'endpoints/download-certificate',
    after: [],
    judge(exchange, { compared }) {
      const { fault } = bundleOf(exchange);
      if (compared(fault === null || fault.kind === 'entry')) return undefined;
      return {
        message: `the bytes are no zip archive: ${fault?.message}`,
        expected: 'a zip archive with a central directory',
        actual: Buffer.from(exchange.bytes.slice(0, 40)).toString('latin1'),
      };
    },
  }),
  ...labelRules(bundleRule, 'ssl/bundle', {
    what: 'the bundle of a certificate',
    requirement: 'endpoints/download-certificate',
    after: ['ssl/bundle-is-a-zip'],
    type: 'application/zip',
    fits: /^application\/(x-)?zip(-compressed)?$|^multipart\/x-zip$|^application\/octet-stream$/,
    isExact: /zip/,
  }),
  bundleRule('ssl/bundle-whole', {
    must: 'send the files of a bundle as their checksums say',
    requirement: 'ssl/bundle-whole',
    judge(exchange, { compared }) {
      const { fault } = bundleOf(exchange);
      if (compared(fault?.kind !== 'entry')) return undefined;
      return { message: fault?.message ?? '', expected: 'sizes and CRC-32 as in the directory' };
    },
  }),
  bundleRule('ssl/bundle-has-the-certificate', {
    must: 'put the certificate into its bundle',
    requirement: 'ssl/bundle-has-the-certificate',
    after: ['ssl/bundle-is-a-zip', 'ssl/bundle-whole'],
    judge(exchange, { compared }) {
      const { fault, names, open, certificate } = bundleOf(exchange);
      if (fault !== null || !open || compared(certificate)) return undefined;
      return {
        message: 'no file holds a certificate',
        expected: '-----BEGIN CERTIFICATE-----',
        actual: names,
      };
    },
  }),
  bundleRule('ssl/bundle-has-no-private-key', {
    should: 'keep the private key out of the bundle',
    requirement: 'ssl/no-private-key',
    judge(exchange, { compared }) {
      const { privateKey } = bundleOf(exchange);
      return compared(privateKey === undefined)
        ? undefined
        : { message: `${privateKey} holds a private key`, expected: 'certificates only' };
    },
  }),
];
