// The ASN.1 of certificates and signing requests, read when the first certificate is made: a start waits for none of it.
export type { GeneralName, Name } from '@peculiar/asn1-x509';

export type Asn1Modules = {
  schema: typeof import('@peculiar/asn1-schema');
  x509: typeof import('@peculiar/asn1-x509');
  csr: typeof import('@peculiar/asn1-csr');
};

/** Where nothing can be read in the middle of a request: has it read before. */
export const loadAsn1: (() => Promise<unknown> | undefined) | undefined = undefined;

let loaded: Asn1Modules | undefined;

export function asn1(): Asn1Modules {
  const load = process.getBuiltinModule('module').createRequire(import.meta.url);
  loaded ??= {
    schema: load('@peculiar/asn1-schema'),
    x509: load('@peculiar/asn1-x509'),
    csr: load('@peculiar/asn1-csr'),
  };
  return loaded;
}
