// Generated from openapi/ by `npm run generate`: validators of schemas. Not edited by hand.
import { validate53 } from './shared.js';

export const validators = {
  'Ticket': validate53,
  'TicketDetail': validate53,
  'TicketCreate': validate53,
  'TicketReplyCreate': validate53,
  'TicketReplyAuthorType': validate53,
  'TicketReply': validate53,
  'TicketAuthor': validate53,
  'TicketAuthorType': validate53,
  'TicketPriority': validate53,
  'TicketStatus': validate53,
  'TicketPage': validate53,
  'listTickets.query': validate53,
};
