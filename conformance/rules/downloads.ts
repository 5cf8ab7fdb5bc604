// Rules about downloads, the PDF of an invoice and the zip archive of a certificate: their media type, bytes and content.
import type { Exchange } from '../../src/suite/model/define.ts';
import { CheckEnded } from '../../src/suite/model/outcome.ts';
import { rulesOf } from '../define.ts';
import type { RequirementId } from '../requirements.ts';
import { isSuccess, mediaType } from '../support/reply-readers/response-readers.ts';
import { readZip, type ZipEntry, ZipError } from '../support/reply-readers/zip-reader.ts';

/** Builds the rules about the media type of a download: it fits, and it is the one of this contract. */
const labelRules = (
  rule: ReturnType<typeof rulesOf<undefined>>,
  id: string,
  { what, requirement, after, type: expected, fits, isExact }: Label,
) => [
  rule(`${id}-labelled`, {
    must: `label ${what} as what it is`,
    requirement,
    after,
    judge(exchange, { compared }) {
      const actual = mediaType(exchange);
      if (compared(fits.test(actual))) return undefined;
      return { message: `${what} is labelled as something else`, expected, actual };
    },
  }),
  rule(`${id}-labelled-exactly`, {
    should: `label ${what} as ${expected}`,
    requirement,
    after: [...after, `${id}-labelled`],
    judge(exchange, { compared }) {
      const actual = mediaType(exchange);
      if (compared(isExact.test(actual))) return undefined;
      return { message: `${what} is labelled vaguely`, expected, actual };
    },
  }),
];

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

type Label = {
  what: string;
  requirement: RequirementId;
  after: readonly string[];
  /** the media type of this contract */
  type: string;
  /** matches the media types that the specification leaves open */
  fits: RegExp;
  /** matches the spellings of the media type of this contract */
  isExact: RegExp;
};

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
