// The ASN.1 of certificates and signing requests, read when the first certificate is made: a start waits for none of it.
export type { GeneralName, Name } from '@peculiar/asn1-x509';

export type Asn = {
  schema: typeof import('@peculiar/asn1-schema');
  x509: typeof import('@peculiar/asn1-x509');
  csr: typeof import('@peculiar/asn1-csr');
};

/** Where nothing can be read in the middle of a request: has it read before. */
export const loadAsn: (() => Promise<unknown> | undefined) | undefined = undefined;

let read: Asn | undefined;

export function asn(): Asn {
  const load = process.getBuiltinModule('module').createRequire(import.meta.url);
  read ??= {
    schema: load('@peculiar/asn1-schema'),
    x509: load('@peculiar/asn1-x509'),
    csr: load('@peculiar/asn1-csr'),
  };
  return read;
}
