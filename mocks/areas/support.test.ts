// Tests support tickets over the public API.
import { expect, test } from 'vitest';
import { createTestMock, customerBody, MINUTE, refusalOf } from '../testing/test-mock.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

async function openTicket(body: object = {}) {
  const mock = createTestMock({ world: 'empty' });
  const call = mock.as('owner');
  const customer = await call('createCustomer', { body: customerBody() });
  const ticket = await call('createTicket', {
    body: { subject: 'Mail bounces', message: 'Since noon.', customer_id: customer.data.id, ...body },
  });
  return { mock, call, customer: customer.data, ticket };
}

test('a new ticket is open and has a number, and its message is the first reply, written by its customer', async () => {
  const { call, customer, ticket } = await openTicket();
  expect(ticket.status).toBe(201);
  expect(ticket.data).toMatchObject({
    number: 'T-100001',
    status: 'open',
    department: 'general',
    priority: 'normal',
    reply_count: 1,
  });
  const { data } = await call('getTicket', { params: { id: ticket.data.id } });
  expect(data.replies).toMatchObject([
    { message: 'Since noon.', author: { type: 'customer', id: customer.id, name: 'Jane Doe' } },
  ]);
});

test('replies are listed in order, and the ticket status shows whether the customer or the staff replied last', async () => {
  const { mock, call, ticket } = await openTicket();
  const params = { id: ticket.data.id };
  for (const [message, author_type, status] of [
    ['We are looking.', 'staff', 'answered'],
    ['Thanks 谢谢 😀 é', 'customer', 'customer_reply'],
    ['It is set now.', undefined, 'answered'],
  ] as const) {
    mock.pass(MINUTE);
    const said = await call('createTicketReply', { params, body: { message, author_type } });
    expect(said.status).toBe(201);
    expect((await call('getTicket', { params })).data.status).toBe(status);
  }
  const { data } = await call('getTicket', { params });
  expect(data.replies.map(({ message }) => message)).toEqual([
    'Since noon.',
    'We are looking.',
    'Thanks 谢谢 😀 é',
    'It is set now.',
  ]);
  expect(data).toMatchObject({ reply_count: 4, last_reply_at: '2026-11-20T08:03:00Z' });
});

test('a ticket for an unknown customer or a service of another customer is rejected and creates nothing', async () => {
  const { call } = await openTicket();
  const service = { subject: 'x', message: 'y', service_id: UNKNOWN };
  const customer = { subject: 'x', message: 'y', customer_id: UNKNOWN };
  expect(refusalOf(await call('createTicket', { body: service }))).toMatch(/ service_id$/);
  expect(refusalOf(await call('createTicket', { body: customer }))).toMatch(/ customer_id$/);
  expect((await call('listTickets')).data.meta.total).toBe(1);
});

test('a reply as the customer is rejected when the ticket has no customer', async () => {
  const { call, ticket } = await openTicket({ customer_id: null });
  const refused = await call('createTicketReply', {
    params: { id: ticket.data.id },
    body: { message: 'Hello', author_type: 'customer' },
  });
  expect(refusalOf(refused)).toMatch(/^422 .* author_type$/);
});
