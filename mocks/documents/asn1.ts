// Loads the ASN.1 libraries for certificates and signing requests at first use, so that loading them does not delay
// the start.
export type { GeneralName, Name } from '@peculiar/asn1-x509';

/** The libraries that read and write ASN.1. */
export type Asn1Modules = {
  schema: typeof import('@peculiar/asn1-schema');
  x509: typeof import('@peculiar/asn1-x509');
  csr: typeof import('@peculiar/asn1-csr');
};

/**
 * Loads the ASN.1 libraries in advance, where they cannot be loaded synchronously; undefined here, because `asn1`
 * loads them synchronously.
 */
export const loadAsn1: (() => Promise<unknown> | undefined) | undefined = undefined;

let loaded: Asn1Modules | undefined;

/** Loads the ASN.1 libraries at the first call and returns them. */
export function asn1(): Asn1Modules {
  const load = process.getBuiltinModule('module').createRequire(import.meta.url);
  loaded ??= {
    schema: load('@peculiar/asn1-schema'),
    x509: load('@peculiar/asn1-x509'),
    csr: load('@peculiar/asn1-csr'),
  };
  return loaded;
}
