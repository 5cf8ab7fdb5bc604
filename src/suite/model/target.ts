// What is known of a target: its address, credentials, values and habits.

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

/** Whether a host is this machine: then nothing needs to be dared by name. */
export function isLoopback(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return /^(127\.\d+\.\d+\.\d+|localhost|.*\.localhost|\[::1\])$/.test(hostname);
}
