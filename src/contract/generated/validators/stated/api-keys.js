// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate52 } from './shared.js';

export const validators = {
  'ApiKey': validate52,
  'ApiKeyWithSecret': validate52,
  'ApiKeyCreate': validate52,
  'ApiKeyStatus': validate52,
  'GrantableScope': validate52,
  'ApiKeyUsage': validate52,
  'RequestsByStatusClass': validate52,
  'ApiKeyUsageDay': validate52,
  'ApiKeyPage': validate52,
  'listApiKeys.query': validate52,
  'getApiKeyUsage.query': validate52,
};
