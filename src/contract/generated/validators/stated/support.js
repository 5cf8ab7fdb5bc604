// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate52 } from './shared.js';

export const validators = {
  'TicketDetail': validate52,
  'TicketCreate': validate52,
  'TicketReplyCreate': validate52,
  'TicketReplyAuthorType': validate52,
  'TicketReply': validate52,
  'TicketAuthor': validate52,
  'TicketAuthorType': validate52,
  'TicketPage': validate52,
  'listTickets.query': validate52,
};
