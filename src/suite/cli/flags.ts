// Converts flags of the command line to options of a run.

import { didYouMean } from '../../contract/did-you-mean.ts';
import type { Mode, Permission } from '../model/define.ts';
import { UsageError } from '../model/outcome.ts';
import type { CredentialConfig, TargetConfig } from '../model/target-config.ts';
import { loadConfig } from '../target/config.ts';

/** The flags for the target and its credentials. */
export type TargetFlags = {
  config?: string;
  /** the document by which the run judges, which the program has read before the command */
  openapi?: string;
  token?: string;
  apiKey?: string;
  email?: string;
  password?: string;
  insecure?: boolean;
};

/** The flags of a run, as the argument parser returns them. */
export type RunFlags = TargetFlags & {
  profile?: 'stated' | 'contract';
  /** the version of the requirements: `1.0` */
  requirements?: string | undefined;
  mode?: Mode;
  only?: string[];
  skip?: string[];
  allow?: string[];
  list?: boolean;
  plan?: boolean;
  self?: boolean;
  /** the most requests a minute: `60/min`; the two members below are durations such as `10m` */
  rate?: string;
  concurrency?: string;
  maxTime?: string;
  timeout?: string;
  maxRequests?: string;
  burstMax?: string;
  /** the most minor units that the run may spend */
  budget?: string;
  /** path of the baseline file */
  baseline?: string;
  quick?: boolean;
  smoke?: boolean;
  seed?: string;
  report?: string[];
  ledger?: string;
};

/** Environment variables by name. */
export type Environment = Record<string, string | undefined>;

const PERMISSIONS: readonly Permission[] = ['rate-limit-burst', 'webhooks'];

/** Merges flags and environment variables into a target file: flags go before the file, the file before the environment. */
export async function targetFromFlags(
  baseUrl: string | undefined,
  flags: TargetFlags,
  env: Environment,
): Promise<TargetConfig> {
  const config = flags.config === undefined ? {} : await loadConfig(flags.config);
  const tenantA = credentialFromFlags(flags, env, config.credentials?.tenantA);
  return {
    ...config,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(tenantA ? { credentials: { ...config.credentials, tenantA } } : {}),
    ...(flags.insecure === undefined ? {} : { insecure: flags.insecure }),
  };
}

function credentialFromFlags(
  { token, apiKey, email, password }: TargetFlags,
  env: Environment,
  fromFile: CredentialConfig | undefined,
): CredentialConfig | undefined {
  const fromFlags = [token, apiKey, email].filter((one) => one !== undefined).length;
  if (fromFlags > 1) throw new UsageError('give one of --token, --api-key, and --email with --password');
  if (token !== undefined) return { token };
  if (apiKey !== undefined) return { apiKey };
  const secret = password ?? env.HOSTING_CONTRACT_PASSWORD;
  if (email !== undefined) {
    if (secret === undefined) {
      throw new UsageError(
        '--email needs a password: --password, or HOSTING_CONTRACT_PASSWORD in the environment',
      );
    }
    return { email, password: secret };
  }
  if (password !== undefined) throw new UsageError('--password needs --email');
  if (fromFile) return fromFile;
  const { HOSTING_CONTRACT_TOKEN, HOSTING_CONTRACT_API_KEY, HOSTING_CONTRACT_EMAIL } = env;
  if (HOSTING_CONTRACT_TOKEN) return { token: HOSTING_CONTRACT_TOKEN };
  if (HOSTING_CONTRACT_API_KEY) return { apiKey: HOSTING_CONTRACT_API_KEY };
  if (HOSTING_CONTRACT_EMAIL && secret) return { email: HOSTING_CONTRACT_EMAIL, password: secret };
  return undefined;
}

/** Returns the values of `--allow`. @throws UsageError with the nearest permission */
export function permissionsFromFlags({ allow = [] }: RunFlags): string[] {
  for (const one of allow) {
    if (!PERMISSIONS.some((known) => known === one)) {
      const known = PERMISSIONS.join(' and ');
      throw new UsageError(`--allow ${one} is unknown${didYouMean(one, PERMISSIONS)}; there are ${known}`);
    }
  }
  return [...allow];
}
