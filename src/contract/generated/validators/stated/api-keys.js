// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate53 } from './shared.js';

export const validators = {
  'ApiKey': validate53,
  'ApiKeyWithSecret': validate53,
  'ApiKeyCreate': validate53,
  'ApiKeyStatus': validate53,
  'GrantableScope': validate53,
  'ApiKeyUsage': validate53,
  'RequestsByStatusClass': validate53,
  'ApiKeyUsageDay': validate53,
  'ApiKeyPage': validate53,
  'listApiKeys.query': validate53,
  'getApiKeyUsage.query': validate53,
};
