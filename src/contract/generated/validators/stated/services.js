// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate52 } from './shared.js';

export const validators = {
  'ServiceSuspend': validate52,
  'ServiceTerminate': validate52,
  'ServiceRenew': validate52,
  'listServices.query': validate52,
  'renewService.header': validate52,
};
