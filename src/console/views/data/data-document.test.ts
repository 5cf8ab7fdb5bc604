// Tests of what the view Data reads from the document: which operations create a row, and the kinds of states.
import { afterAll, expect, test } from 'vitest';
import { controlApi } from '../../../control/control-api.ts';
import { fillInMock, reference } from '../../testing/fill-in-worlds.ts';
import { createOperations, wordsOfSchema } from './create-operations.ts';
import { stateKinds } from './states.ts';

const { app } = fillInMock();
afterAll(() => app.close());

test('a table is created by the operations that reply 201 with its rows, or at their collection', () => {
  const found = controlApi(app)
    .tables.list()
    .flatMap((table) => {
      const ids = createOperations(reference, table).map(({ id }) => id);
      return ids.length === 0 ? [] : [`${table.name}: ${ids.join(', ')}`];
    });
  expect(found).toContain('customers: createCustomer');
  // The reply has more members than a row.
  expect(found).toContain('api_keys: createApiKey');
  expect(found).toContain('domains: registerDomain, transferDomain');
  // No operation reads one mailbox.
  expect(found).toContain('mailboxes: createMailbox');
  expect(found.filter((one) => /^(?:invoices|services|users|sessions):/.test(one))).toEqual([]);
  expect(wordsOfSchema('DnsRecord')).toBe('dns record');
});

test('a state is a problem by the document, final when nothing leads on, and ongoing otherwise', () => {
  expect(Object.fromEntries(stateKinds(reference, 'Invoice'))).toEqual({
    draft: 'ongoing',
    unpaid: 'ongoing',
    overdue: 'problem',
    paid: 'ongoing',
    cancelled: 'final',
    refunded: 'final',
  });
  // A renewal leads from active to active, which is no other state.
  expect(stateKinds(reference, 'Subscription').get('expired')).toBe('final');
  expect(stateKinds(reference, 'User').size).toBe(0);
  expect(stateKinds(reference, null).size).toBe(0);
});
