// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate53 } from './shared.js';

export const validators = {
  'Domain': validate53,
  'YearlyBillingCycle': validate53,
  'DomainStatus': validate53,
  'EppStatus': validate53,
  'Registrant': validate53,
  'DomainTransferProgress': validate53,
  'DomainTransferStatus': validate53,
  'DomainPage': validate53,
  'DomainCheckRequest': validate53,
  'DomainAvailability': validate53,
  'DomainRegister': validate53,
  'DomainTransfer': validate53,
  'DomainNameservers': validate53,
  'DomainRenew': validate53,
  'listDomains.query': validate53,
};
