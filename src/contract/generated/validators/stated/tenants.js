// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate52 } from './shared.js';

export const validators = {
  'Tenant': validate52,
  'TenantCreate': validate52,
  'TenantUpdate': validate52,
  'TenantStatus': validate52,
  'TenantTier': validate52,
  'TenantSettings': validate52,
  'TenantPage': validate52,
  'TenantUsage': validate52,
  'Count': validate52,
  'CustomerCount': validate52,
  'ServiceCount': validate52,
  'CountByWord': validate52,
  'listTenants.query': validate52,
  'getTenantUsage.query': validate52,
};
