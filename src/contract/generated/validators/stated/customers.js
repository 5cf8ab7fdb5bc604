// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate53 } from './shared.js';

export const validators = {
  'Customer': validate53,
  'CustomerCreate': validate53,
  'CustomerUpdate': validate53,
  'CustomerStatus': validate53,
  'Metadata': validate53,
  'CustomerPage': validate53,
  'listCustomers.query': validate53,
  'listCustomerServices.query': validate53,
};
