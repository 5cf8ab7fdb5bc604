// The ASN.1 of certificates and signing requests in a browser, where nothing can be read in the middle of a request.
import * as csr from '@peculiar/asn1-csr';
import * as schema from '@peculiar/asn1-schema';
import * as x509 from '@peculiar/asn1-x509';
import type { Asn } from './asn.ts';

export type { GeneralName, Name } from '@peculiar/asn1-x509';

export const asn = (): Asn => ({ schema, x509, csr });
