// Rules about the zip archive of a certificate: its label, its bytes, what is in it.
import type { Exchange } from '../../src/suite/define.ts';
import { isSuccess, mediaType } from '../kit/reading.ts';
import { readZip, type ZipEntry, ZipFault } from '../kit/zip.ts';
import { rule } from '../suite.ts';

const isBundle = (exchange: Exchange): boolean =>
  exchange.operation === 'downloadCertificate' && isSuccess(exchange) && exchange.spoiled === null;

/** The files of an archive, or why it has none. @param closed told of those that cannot be read */
function read({ bytes }: Exchange, closed?: (name: string) => void): ZipEntry[] | ZipFault {
  try {
    return readZip(bytes, closed);
  } catch (error) {
    if (error instanceof ZipFault) return error;
    throw error;
  }
}

const text = ({ bytes }: ZipEntry): string => Buffer.from(bytes).toString('latin1');

/** A certificate in PEM, in a PKCS #7 container, in DER, in a Java keystore, or by its name in a form not known here. */
const holdsCertificate = (entry: ZipEntry): boolean =>
  /-----BEGIN (TRUSTED |X509 )?(CERTIFICATE|PKCS7)-----/.test(text(entry)) ||
  (entry.bytes[0] === 0x30 && (entry.bytes[1] ?? 0) > 0x7f) ||
  (entry.bytes[0] === 0x30 && /\.(crt|cer|der|p7b|p7c|p12|pfx)$/i.test(entry.name)) ||
  (entry.bytes.length > 0 && /\.(jks|keystore|bcfks|zip|tar|gz)$/i.test(entry.name));

const after = ['ssl/bundle-is-a-zip'];

export const archives = [
  rule('ssl/bundle-is-a-zip', {
    must: 'download the bundle of a certificate as a zip archive',
    says: 'endpoints/download-certificate',
    area: 'ssl',
    applies: isBundle,
    judge(exchange) {
      const found = read(exchange);
      if (!(found instanceof ZipFault) || found.kind === 'entry') return undefined;
      return {
        message: `the bytes are no zip archive: ${found.message}`,
        expected: 'a zip archive with a central directory',
        actual: Buffer.from(exchange.bytes.slice(0, 40)).toString('latin1'),
      };
    },
  }),
  rule('ssl/bundle-labelled', {
    must: 'label the bundle of a certificate as a zip archive',
    says: 'endpoints/download-certificate',
    area: 'ssl',
    after,
    applies: isBundle,
    judge(exchange) {
      const type = mediaType(exchange);
      if (/^application\/(x-)?zip(-compressed)?$|^multipart\/x-zip$|^application\/octet-stream$/.test(type))
        return undefined;
      return {
        message: 'the archive is labelled as something else',
        expected: 'application/zip',
        actual: type,
      };
    },
  }),
  rule('ssl/bundle-labelled-exactly', {
    should: 'label the bundle of a certificate as application/zip',
    says: 'endpoints/download-certificate',
    area: 'ssl',
    after: [...after, 'ssl/bundle-labelled'],
    applies: isBundle,
    judge(exchange) {
      const type = mediaType(exchange);
      if (/zip/.test(type)) return undefined;
      return { message: 'the archive is labelled vaguely', expected: 'application/zip', actual: type };
    },
  }),
  rule('ssl/bundle-whole', {
    must: 'send the files of a bundle as their checksums say',
    says: 'ssl/bundle-whole',
    area: 'ssl',
    after,
    applies: isBundle,
    judge(exchange) {
      const found = read(exchange);
      if (!(found instanceof ZipFault) || found.kind !== 'entry') return undefined;
      return { message: found.message, expected: 'sizes and CRC-32 as in the directory' };
    },
  }),
  rule('ssl/bundle-has-the-certificate', {
    must: 'put the certificate into its bundle',
    says: 'ssl/bundle-has-the-certificate',
    area: 'ssl',
    after: [...after, 'ssl/bundle-whole'],
    applies: isBundle,
    judge(exchange) {
      let closed = 0;
      const found = read(exchange, () => {
        closed += 1;
      });
      if (found instanceof ZipFault || closed > 0 || found.some(holdsCertificate)) return undefined;
      return {
        message: 'no file holds a certificate',
        expected: '-----BEGIN CERTIFICATE-----',
        actual: found.map(({ name }) => name),
      };
    },
  }),
  rule('ssl/bundle-has-no-private-key', {
    should: 'keep the private key out of the bundle',
    says: 'ssl/no-private-key',
    area: 'ssl',
    after,
    applies: isBundle,
    judge(exchange) {
      const found = read(exchange);
      if (found instanceof ZipFault) return undefined;
      const key = found.find((entry) => /-----BEGIN ([A-Z]+ )*PRIVATE KEY-----/.test(text(entry)));
      return key && { message: `${key.name} holds a private key`, expected: 'certificates only' };
    },
  }),
];
