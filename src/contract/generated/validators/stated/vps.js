// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate53 } from './shared.js';

export const validators = {
  'Vps': validate53,
  'VpsCreate': validate53,
  'VpsResize': validate53,
  'VpsStatus': validate53,
  'VpsPage': validate53,
  'listVps.query': validate53,
};
