// Lists the requirements whose breach lets a caller see or do what it must not. Reports show such findings first.
import type { RequirementId } from './requirements.ts';

export const security: readonly RequirementId[] = [
  'service/own-tenant-only',
  'authentication/missing-is-401',
  'authentication/invalid-is-401',
  'authentication/expired-refused',
  'authentication/logout',
  'authentication/refreshed-token-retires',
  'authentication/wrong-password-is-401',
  'authentication/two-factor',
  'authentication/totp-once',
  'authentication/not-in-query',
  'authentication/tenant-header',
  'authentication/lacking-permission-is-403',
  'authentication/tenants-for-admins',
  'authentication/keys-scoped-per-tenant',
  'authentication/keys-carry-scopes',
  'authentication/no-echoed-secrets',
  'api-keys/scopes-asked-for',
  'api-keys/scopes-within-own',
  'api-keys/key-once',
  'states/key-revoked',
  'idempotency/key-within-tenant',
];
