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

/** A secret in the file itself, or the name of the environment variable that holds it. */
export type Secret = string | { env: string };

export type TargetValues = {
  skuId?: string;
  customerId?: string;
  paymentMethod?: string;
  pendingOrderIds?: readonly string[];
};
