// What is known of a target: its address, credentials, values and habits.
import type { PlugIn } from './plug-in.ts';

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
export type CredentialName = (typeof credentialNames)[number];

/** A secret in the file itself, or the name of the environment variable that holds it. */
export type Secret = string | { env: string };

/** Any of a token, an API key, or an e-mail address with a password. */
export type CredentialConfig = {
  token?: Secret;
  apiKey?: Secret;
  email?: Secret;
  password?: Secret;
  /** base32, as shown when 2FA is set up */
  totpSecret?: Secret;
  /** the scope that a `limited` key does not have: `customers:write` */
  lacks?: string;
};

export type TargetValues = {
  /** a product that may be ordered */
  skuId?: string;
  /** a customer of tenantA that orders may be placed for */
  customerId?: string;
  /** what orders are paid with; `wallet` by default */
  paymentMethod?: string;
  /** orders that may be cancelled */
  pendingOrderIds?: readonly string[];
};

/** The target file. Everything but the address may be left out; what cannot be judged then is said in the report. */
export type TargetConfig = {
  /** what this deployment is called: `staging`; a baseline may be for it alone */
  name?: string;
  /** ends in the version segment: `https://host/api/v1` */
  baseUrl?: string;
  credentials?: Partial<Record<CredentialName, CredentialConfig>>;
  values?: TargetValues;
  /** operationId → what extends, or with `"$replace": true` replaces, the body the suite would send */
  bodies?: Record<string, Record<string, unknown>>;
  /** area or ability → whether the target offers it, or the address it is to be had at */
  capabilities?: Record<string, boolean | string>;
  /** how long a change may take to be seen: `0s` by default */
  lag?: { read?: string; revocation?: string };
  /** where a list keeps its elements and its next page, as JSON Pointers */
  lists?: { items?: string; next?: string };
  /** accept a TLS certificate nobody vouches for */
  insecure?: boolean;
  /** checks of your own, made with defineCheck: in a target file in TypeScript or JavaScript */
  checks?: readonly PlugIn[];
};

/** A credential with its secrets resolved. */
export type Credential = {
  token?: string;
  apiKey?: string;
  email?: string;
  password?: string;
  totpSecret?: string;
  lacks?: string;
};

/** A target whose file has been checked and whose secrets are resolved. */
export type Target = {
  name?: string;
  /** without a trailing slash */
  baseUrl: string;
  credentials: Partial<Record<CredentialName, Credential>>;
  values: TargetValues;
  bodies: Record<string, Record<string, unknown>>;
  capabilities: Record<string, boolean | string>;
  /** milliseconds */
  lag: { read: number; revocation: number };
  lists: { items?: string; next?: string };
  insecure: boolean;
};

/** Types a target file written in TypeScript: `export default defineTarget({ baseUrl: … })`. */
export function defineTarget(config: TargetConfig): TargetConfig {
  return config;
}

/** Whether a host is this machine: then nothing needs to be dared by name. */
export function isLoopback(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return /^(127\.\d+\.\d+\.\d+|localhost|.*\.localhost|\[::1\])$/.test(hostname);
}
