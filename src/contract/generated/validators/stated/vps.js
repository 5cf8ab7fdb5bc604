// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate52 } from './shared.js';

export const validators = {
  'VpsCreate': validate52,
  'VpsResize': validate52,
  'VpsPage': validate52,
  'listVps.query': validate52,
  'createVps.header': validate52,
  'resizeVps.header': validate52,
};
