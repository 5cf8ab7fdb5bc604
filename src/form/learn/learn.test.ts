// Tests what is learned of the form of a deployment from what its exchanges have shown.
import { expect, test } from 'vitest';
import { learn } from './learn.ts';
import type { Seen } from './shown.ts';

const CUSTOMER = {
  '/customerRef': 'prefixed of Customer',
  '/mail': 'text',
  '/nickOf': 'text',
  '/createdAt': 'time 9999-99-99T99:99:99.999Z',
  '/loyaltyPoints': 'integer',
};
const under = (begin: string): Record<string, string> =>
  Object.fromEntries(Object.entries(CUSTOMER).map(([place, form]) => [begin + place, form]));

const SEEN: Seen = {
  replies: {
    getCustomer: under('/result'),
    listCustomers: { ...under('/items/*'), '/nextCursor': 'text' },
    createCustomer: under('/result'),
  },
  pages: {
    listCustomers: {
      ...{ rows: '/items', size: 10, numbers: [10], order: 'oldest first' },
      facts: { cursor: ['nextCursor'], limit: ['pageSize'] },
    },
  },
  states: { 'Customer deactivateCustomer': ['gone'], 'Ticket closeTicket': ['shut'] },
  fields: ['address[city]'],
  parameter: 'cursor',
  proven: { Customer: { last_name: ['result', 'nickOf'] } },
  requests: {
    createCustomer: {
      own: { email: 'a@example.org', last_name: 'Doe-1' },
      sent: { mail: 'a@example.org', familyOf: 'Doe-1' },
    },
  },
};

test('names, envelopes, pages, forms and words are learned; what names alone say is marked as guessed', () => {
  const form = learn(SEEN);
  expect(JSON.parse(JSON.stringify(form))).toEqual(form);
  expect(form).toMatchObject({
    ...{ ids: 'uuid', times: 'milliseconds', fields: 'brackets', objects: 'plain' },
    lists: {
      ...{ next: 'token', size: 10, order: 'oldest first', parameters: { page: 'cursor' } },
      facts: { cursor: ['nextCursor'], limit: ['pageSize'] },
    },
    words: { CustomerStatus: { inactive: 'gone' }, TicketStatus: { closed: 'shut' } },
    kinds: {
      Customer: {
        envelope: ['result'],
        rows: ['items'],
        members: {
          ...{ id: ['customerRef'], email: ['mail'], last_name: ['nickOf'], created_at: ['createdAt'] },
          phone: null,
        },
        requests: { email: ['mail'], last_name: ['familyOf'] },
        further: ['loyaltyPoints'],
      },
    },
  });
  expect(form.kinds.Customer?.guessed).toContain('created_at');
  expect(form.kinds.Customer?.guessed).not.toContain('last_name');
});

test('numbers that resources of two kinds have are ids per kind', () => {
  const seen = { ...SEEN, replies: { getTicket: { '/id': 'integer', '/subject': 'text' } } };
  expect(learn(seen).ids).toBe('numeric');
  expect(learn({ ...seen, hasSharedIds: true }).ids).toBe('numeric per kind');
});

test('of a deployment that shows nothing, the form is that of the contract', () => {
  const nothing = {
    replies: {},
    pages: {},
    states: {},
    fields: [],
    parameters: [],
    proven: {},
    requests: {},
  };
  expect(learn(nothing)).toMatchObject({ kinds: {}, words: {}, times: 'zulu', lists: { facts: null } });
});
