// Loads the ASN.1 libraries in browsers, which cannot load modules synchronously during a request.
import type { Asn1Modules } from './asn1.ts';

export type { GeneralName, Name } from '@peculiar/asn1-x509';

let loaded: Asn1Modules | undefined;

/**
 * Loads the ASN.1 libraries before the first certificate request. Returns undefined when the libraries are loaded
 * already.
 */
export const loadAsn1 = (): Promise<unknown> | undefined => (loaded ? undefined : load());

async function load(): Promise<void> {
  const [schema, x509, csr] = await Promise.all([
    import('@peculiar/asn1-schema'),
    import('@peculiar/asn1-x509'),
    import('@peculiar/asn1-csr'),
  ]);
  loaded = { schema, x509, csr };
}

/** Returns the ASN.1 libraries. Throws an Error when `loadAsn1` has not finished. */
export function asn1(): Asn1Modules {
  if (!loaded) throw new Error('The ASN.1 libraries are not loaded. Await loadAsn1() first.');
  return loaded;
}
