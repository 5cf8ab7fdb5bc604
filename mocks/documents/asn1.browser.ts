// The ASN.1 of certificates and signing requests in a browser, where nothing can be read in the middle of a request.
import type { Asn1Modules } from './asn1.ts';

export type { GeneralName, Name } from '@peculiar/asn1-x509';

let loaded: Asn1Modules | undefined;

/** Has it read, before the first request about a certificate; undefined where it is. */
export const loadAsn1 = (): Promise<unknown> | undefined => (loaded ? undefined : load());

async function load(): Promise<void> {
  const [schema, x509, csr] = await Promise.all([
    import('@peculiar/asn1-schema'),
    import('@peculiar/asn1-x509'),
    import('@peculiar/asn1-csr'),
  ]);
  loaded = { schema, x509, csr };
}

export function asn1(): Asn1Modules {
  if (!loaded) throw new Error('The ASN.1 of certificates was not loaded: loadAsn() comes before.');
  return loaded;
}
