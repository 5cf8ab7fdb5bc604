// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate53 } from './shared.js';

export const validators = {
  'Tenant': validate53,
  'TenantCreate': validate53,
  'TenantUpdate': validate53,
  'TenantStatus': validate53,
  'TenantTier': validate53,
  'TenantSettings': validate53,
  'TenantPage': validate53,
  'TenantUsage': validate53,
  'Count': validate53,
  'CustomerCount': validate53,
  'ServiceCount': validate53,
  'CountByWord': validate53,
  'listTenants.query': validate53,
  'getTenantUsage.query': validate53,
};
