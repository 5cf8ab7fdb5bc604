// The target file: what may stand in it before it is checked and its secrets are resolved.

import type { PlugIn } from './plug-in.ts';
import type { CredentialName, TargetValues } from './target.ts';

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

/** Types a target file written in TypeScript: `export default defineTarget({ baseUrl: … })`. */
export function defineTarget(config: TargetConfig): TargetConfig {
  return config;
}
