// Declares the target file as users write it, before it is checked and its secrets are resolved.

import type { PlugIn } from './plug-in.ts';
import type { CredentialName, TargetValues } from './target.ts';

/** A secret in the file itself, or the name of the environment variable that contains it. */
export type Secret = string | { env: string };

/** A credential: a token, an API key, or an e-mail address with a password. */
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

/** The target file. Everything but the base URL is optional; the report names what could not be judged without it. */
export type TargetConfig = {
  /** the name of this deployment: `staging`; a baseline may apply to it alone */
  name?: string;
  /** ends in the version segment: `https://host/api/v1` */
  baseUrl?: string;
  credentials?: Partial<Record<CredentialName, CredentialConfig>>;
  values?: TargetValues;
  /** operation id → members that extend the suite's body, or replace it with `"$replace": true` */
  bodies?: Record<string, Record<string, unknown>>;
  /** area or ability → whether the target offers it, or its address */
  capabilities?: Record<string, boolean | string>;
  /** how long a change may take to become visible; `0s` by default */
  lag?: { read?: string; revocation?: string };
  /** where a list has its elements and its next page, as JSON Pointers (RFC 6901) */
  lists?: { items?: string; next?: string };
  /** accept TLS certificates that no known authority signed */
  insecure?: boolean;
  /** checks of your own, created with defineCheck in a target file in TypeScript or JavaScript */
  checks?: readonly PlugIn[];
};

/** Types a target file in TypeScript: `export default defineTarget({ baseUrl: … })`. */
export function defineTarget(config: TargetConfig): TargetConfig {
  return config;
}
