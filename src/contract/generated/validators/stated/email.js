// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate53 } from './shared.js';

export const validators = {
  'EmailService': validate53,
  'EmailServiceDetail': validate53,
  'EmailServiceCreate': validate53,
  'EmailServiceStatus': validate53,
  'EmailDnsRecord': validate53,
  'Mailbox': validate53,
  'MailboxCreate': validate53,
  'MailboxStatus': validate53,
  'EmailServicePage': validate53,
  'listEmailServices.query': validate53,
};
