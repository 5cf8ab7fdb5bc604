// Declares the target with its address, credentials, values and options, after the target file is checked.

import type { OperationId } from '../../contract/operation.ts';
import type { Form } from '../../form/form.ts';

/** The credentials that a target file may have. */
export const credentialNames = [
  'tenantA',
  'tenantB',
  'platformAdmin',
  'limited',
  'twoFactor',
  'expired',
  'revoked',
  'reseller',
] as const;
/** The name of a credential in the target file. */
export type CredentialName = (typeof credentialNames)[number];

/** Ids and names that the suite cannot find by itself. */
export type TargetValues = {
  /** the id of a product that may be ordered */
  skuId?: string;
  /** the id of a customer of tenantA for whom orders may be placed */
  customerId?: string;
  /** the payment method of orders; `wallet` by default */
  paymentMethod?: string;
  pendingOrderIds?: readonly string[];
};

/** A sentence that may stay unjudged for now, although the target file gives what its checks need. */
export type UnjudgedEntry = {
  /** id of the requirement, as reports print it */
  sentence: string;
  /** why the sentence cannot be judged */
  reason: string;
  /** the last day on which the entry applies, in UTC: `2026-12-31` */
  expires: string;
};

/** A credential with its secrets resolved. */
export type Credential = {
  token?: string;
  apiKey?: string;
  email?: string;
  password?: string;
  totpSecret?: string;
  /** the operations that the credential may not call */
  lacks?: readonly OperationId[];
};

/** The member `tls` of a target file: paths there, and the content of these files in a run. */
export type Tls = { cert?: string; key?: string; ca?: string };

/** A target whose file has been checked and whose secrets are resolved. */
export type Target = {
  name?: string;
  /** the base URL without a trailing slash */
  baseUrl: string;
  credentials: Partial<Record<CredentialName, Credential>>;
  /** name of a header in lower case → its value, for every request */
  headers?: Record<string, string>;
  /** a client certificate with its key, and an authority, in PEM */
  tls?: Tls;
  values: TargetValues;
  bodies: Record<string, Record<string, unknown>>;
  capabilities: Record<string, boolean | string>;
  /** how long a change may take to become visible, in milliseconds */
  lag: { read: number; revocation: number };
  lists: { items?: string; next?: string };
  /** what an earlier run, or the user, says of the form of replies */
  learned: Partial<Form>;
  /** the operations that accepted a request in an earlier run */
  accepted: readonly string[];
  unjudged: readonly UnjudgedEntry[];
  /** secret, such as `tenantA.password` → the environment variable that the target file reads it from */
  variables?: Record<string, string>;
  insecure: boolean;
};

/** Returns whether a base URL is on this machine, where a run needs no explicit mode. */
export function isLoopback(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return /^(127\.\d+\.\d+\.\d+|localhost|.*\.localhost|\[::1\])$/.test(hostname);
}
