// Declares the target file as users write it, before the suite checks it and resolves its secrets.

import type { Learned } from '../../form/form.ts';
import type { PlugIn } from './define.ts';
import type { LearnedEffect, LearnedState } from './generated/report.ts';
import type { CredentialName, TargetValues, Tls, UnjudgedEntry } from './target.ts';

/** A secret as text, or the name of the environment variable that contains the secret. */
export type Secret = string | { env: string };

/** A credential: a token, an API key, or an e-mail address with a password. */
export type CredentialConfig = {
  token?: Secret;
  apiKey?: Secret;
  email?: Secret;
  password?: Secret;
  /** the TOTP secret in Base32, as the platform shows it when 2FA is set up */
  totpSecret?: Secret;
  /**
   * what a `limited` key may not do: scopes of the contract that it does not have (`customers:write`), or ids of
   * operations (`createCustomer`); one of them or a list
   */
  lacks?: string | readonly string[];
};

/**
 * The content of the target file. Everything except the base URL is optional; the report states which checks could
 * not be judged because a member is missing.
 */
export type TargetConfig = {
  /** the name of this deployment, such as `staging`; a baseline may apply to only this target */
  name?: string;
  /** the base URL, which ends in the version segment: `https://host/api/v1` */
  baseUrl?: string;
  credentials?: Partial<Record<CredentialName, CredentialConfig>>;
  /** headers that every request carries, such as the tenant or the credential of a gateway */
  headers?: Record<string, Secret>;
  /** paths of PEM files: a client certificate with its key, and the authority that signed the target's certificate */
  tls?: Tls;
  values?: TargetValues;
  /** operation id → members that extend the suite's request body, or replace it with `"$replace": true` */
  bodies?: Record<string, Record<string, unknown>>;
  /** area or ability → whether the target offers it, or its address */
  capabilities?: Record<string, boolean | string>;
  /** how long a change may take to become visible, as durations; `0s` by default */
  lag?: { read?: string; revocation?: string };
  /** the locations of a list's elements and of its next page, as JSON Pointers (RFC 6901) */
  lists?: { items?: string; next?: string };
  /** what an earlier run learned about this deployment: the member `learned` of its report */
  learned?: Learned & {
    /** not read: what the run learned about states, and what showed the names */
    states?: Record<string, LearnedState>;
    evidence?: readonly LearnedEffect[];
  };
  /** sentences that may stay unjudged until a day, each with the reason; other unjudged ones make a run incomplete */
  unjudged?: readonly UnjudgedEntry[];
  /** true accepts TLS certificates that no known authority signed */
  insecure?: boolean;
  /** checks of your own, created with defineCheck in a target file in TypeScript or JavaScript */
  checks?: readonly PlugIn[];
};

/** Gives a target file its type in TypeScript: `export default defineTarget({ baseUrl: … })`. */
export function defineTarget(config: TargetConfig): TargetConfig {
  return config;
}
