// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate52 } from './shared.js';

export const validators = {
  'YearlyBillingCycle': validate52,
  'DomainPage': validate52,
  'DomainCheckRequest': validate52,
  'DomainAvailability': validate52,
  'DomainRegister': validate52,
  'DomainTransfer': validate52,
  'DomainNameservers': validate52,
  'DomainRenew': validate52,
  'listDomains.query': validate52,
  'registerDomain.header': validate52,
  'transferDomain.header': validate52,
  'renewDomain.header': validate52,
};
