// Adds the support tickets of the demo world.
import { type TicketStory, ticketStories } from '../../fixtures/worlds/tickets.ts';
import { addReply, authorOf, closeTicket, openTicket } from '../areas/support.ts';
import type { Store, TicketRow } from '../tables.ts';
import type { History, LaterStep } from './history.ts';

/** How long each message waits for its answer, in days. */
const ANSWER = 0.15;

/** Adds the tickets to the history of a tenant. Each is of another customer. */
export function addTickets(history: History, tenant: Store): void {
  const on = history.ofTenant(tenant);
  for (const [at, story] of ticketStories.entries())
    on(story.day, (store) => open(store, story, at), ...answersOf(story), ...endOf(story));
}

const staffOf = (store: Store) => ({ userId: store.users.all()[3]?.id ?? null });

function open(store: Store, { subject, department, priority, messages }: TicketStory, at: number): TicketRow {
  const customer_id = store.customers.where('status', 'active')[at]?.id ?? null;
  const [message] = messages;
  return openTicket(store, staffOf(store), { customer_id, subject, department, priority, message });
}

const answersOf = ({ day, messages }: TicketStory): LaterStep<TicketRow>[] =>
  messages.slice(1).map((message, at) => [
    day - (at + 1) * ANSWER,
    (store, { id }) => {
      const ticket = store.tickets.get(id);
      addReply(
        store,
        ticket,
        authorOf(store, ticket, at % 2 === 0 ? 'staff' : 'customer', staffOf(store)),
        message,
      );
    },
  ]);

const endOf = ({ day, messages, end }: TicketStory): LaterStep<TicketRow>[] =>
  end === undefined
    ? []
    : [
        [
          day - messages.length * ANSWER - 1,
          (store, { id }) => (end === 'close' ? closeTicket(store, id) : store.tickets.move(id, 'hold')),
        ],
      ];
