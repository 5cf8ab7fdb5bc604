// Handlers for support tickets: open, reply, close.
import type { Body, Schemas } from '../../src/contract/types.ts';
import type { Caller } from '../../src/server/pipeline/caller.ts';
import type { Handlers } from '../../src/server/pipeline/handler.ts';
import { Refusal } from '../../src/state/refusal.ts';
import { nextNumber } from '../billing/number-series.ts';
import { tenantOf } from '../identity/tenancy.ts';
import type { Store, TicketReplyRow, TicketRow } from '../tables.ts';
import { emitEvent } from '../webhooks/events.ts';

type Author = Schemas['TicketAuthor'];

// The maximum number of replies of a ticket. It is limited because the detail of a ticket contains all its replies.
const MAX_REPLIES = 1000;

/** Handles the operations under /support/tickets. */
export const support = {
  listTickets: ({ store, query }) => store.tickets.page(query),

  createTicket: ({ store, caller, body }) => withReplies(store, openTicket(store, caller, body)),

  getTicket: ({ store, params }) => withReplies(store, store.tickets.get(params.id)),

  createTicketReply: ({ store, caller, params, body }) => {
    const ticket = store.tickets.get(params.id);
    const author = authorOf(store, ticket, body.author_type ?? 'staff', caller);
    return addReply(store, ticket, author, body.message);
  },

  closeTicket: ({ store, params }) => closeTicket(store, params.id),
} satisfies Partial<Handlers<Store>>;

const withReplies = (store: Store, ticket: TicketRow) => ({
  ...ticket,
  replies: store.ticket_replies.where('ticket_id', ticket.id),
});

/**
 * Opens a ticket. Its message becomes the first reply, written by the customer that the ticket names, or by the
 * caller when it names none. Throws the refusals CUSTOMER_UNKNOWN, SERVICE_UNKNOWN.
 */
export function openTicket(
  store: Store,
  caller: Pick<Caller, 'userId'>,
  body: Body<'createTicket'>,
): TicketRow {
  const customer_id = body.customer_id ?? null;
  const service_id = body.service_id ?? null;
  const author = customer_id === null ? staffAuthor(store, caller) : customerAuthor(store, customer_id);
  const service = service_id === null ? undefined : store.services.find(service_id);
  if (service_id !== null && (!service || (customer_id !== null && service.customer_id !== customer_id))) {
    throw new Refusal('SERVICE_UNKNOWN');
  }
  const ticket = store.tickets.insert({
    number: ticketNumber(store),
    subject: body.subject,
    customer_id,
    service_id,
    department: body.department ?? 'general',
    priority: body.priority ?? 'normal',
    status: 'open',
    reply_count: 1,
    last_reply_at: store.now,
    closed_at: null,
  });
  store.ticket_replies.insert({ ticket_id: ticket.id, message: body.message, author });
  return emitEvent(store, 'ticket.opened', ticket);
}

/** Closes a ticket. Throws the refusal INVALID_STATE for a ticket that is closed already. */
export const closeTicket = (store: Store, id: string): TicketRow =>
  emitEvent(store, 'ticket.closed', store.tickets.move(id, 'close', { closed_at: store.now }));

/**
 * Builds the author of a reply: the customer of the ticket, or the calling user. Throws the refusals
 * CUSTOMER_UNKNOWN, TICKET_WITHOUT_CUSTOMER.
 */
export const authorOf = (
  store: Store,
  { customer_id }: TicketRow,
  type: 'staff' | 'customer',
  caller: Pick<Caller, 'userId'>,
): Author => (type === 'customer' ? customerAuthor(store, customer_id) : staffAuthor(store, caller));

/** Adds a reply to a ticket. Throws the refusals INVALID_STATE for a closed ticket, TICKET_FULL. */
export function addReply(store: Store, ticket: TicketRow, author: Author, message: string): TicketReplyRow {
  if (ticket.status !== 'closed' && ticket.reply_count >= MAX_REPLIES) throw new Refusal('TICKET_FULL');
  const moved = store.tickets.move(ticket.id, author.type === 'customer' ? 'customer_reply' : 'answer', {
    reply_count: ticket.reply_count + 1,
    last_reply_at: store.now,
  });
  const created = store.ticket_replies.insert({ ticket_id: ticket.id, message, author });
  emitEvent(store, 'ticket.replied', moved);
  return created;
}

// Builds the author of a reply that the customer writes. Throws the refusals CUSTOMER_UNKNOWN for an unknown customer,
// TICKET_WITHOUT_CUSTOMER when the ticket names no customer.
function customerAuthor(store: Store, id: string | null): Author {
  if (id === null) throw new Refusal('TICKET_WITHOUT_CUSTOMER');
  const customer = store.customers.find(id);
  if (!customer) throw new Refusal('CUSTOMER_UNKNOWN');
  return { type: 'customer', id, name: `${customer.first_name} ${customer.last_name}` };
}

function staffAuthor(store: Store, { userId }: Pick<Caller, 'userId'>): Author {
  const user = userId === null ? undefined : store.users.find(userId);
  return user
    ? { type: 'staff', id: user.id, name: user.name ?? user.email }
    : { type: 'system', id: null, name: tenantOf(store).name };
}

// Generates the next ticket number of the tenant, such as `T-100001`.
const ticketNumber = (store: Store): string => `T-${nextNumber(store, 'tickets')}`;
