// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate52 } from './shared.js';

export const validators = {
  'EmailService': validate52,
  'EmailServiceDetail': validate52,
  'EmailServiceCreate': validate52,
  'EmailServiceStatus': validate52,
  'EmailDnsRecord': validate52,
  'Mailbox': validate52,
  'MailboxCreate': validate52,
  'MailboxStatus': validate52,
  'EmailServicePage': validate52,
  'listEmailServices.query': validate52,
  'createEmailService.header': validate52,
};
