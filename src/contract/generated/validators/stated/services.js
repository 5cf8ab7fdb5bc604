// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate53 } from './shared.js';

export const validators = {
  'ServiceSuspend': validate53,
  'ServiceTerminate': validate53,
  'ServiceRenew': validate53,
  'listServices.query': validate53,
};
