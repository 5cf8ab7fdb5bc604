// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate52 } from './shared.js';

export const validators = {
  'CustomerCreate': validate52,
  'CustomerUpdate': validate52,
  'CustomerPage': validate52,
  'listCustomers.query': validate52,
  'listCustomerServices.query': validate52,
};
