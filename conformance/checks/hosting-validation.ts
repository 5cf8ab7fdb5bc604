// Checks of the request that creates a hosting account: each member is invalid in a request of its own.

import type { CheckContext } from '../../src/suite/model/define.ts';
import { checksOf } from '../define.ts';
import { isRefused, request } from '../expectations.ts';
import { customer } from '../support/fixtures/customers-and-orders.ts';
import { bodyOf } from '../support/request-bodies/creation-bodies.ts';
import {
  creationRequest,
  expectAllNamed,
  GENERAL_CAUSES,
  invalidFieldChecks,
} from '../support/request-bodies/invalid-fields.ts';
import { withValueAt } from '../support/request-bodies/request-bodies.ts';

const { check } = checksOf({ area: 'hosting', mode: 'full' });

const hostingRequest = creationRequest('hosting account');

const CAUSES = ['hosting/create'];
const EXPLAINED_BY = [...GENERAL_CAUSES, ...CAUSES];

/** A different valid billing cycle for each request, so that a rule can check that no refusal names the cycle. */
const VALID_CYCLES = ['9_year', 'semi_annual', '3_year', '10_year', 'one_time', 'monthly', 'hourly'];

const { together: invalidTogether, checks: invalidMemberChecks } = invalidFieldChecks(
  {
    ...hostingRequest,
    what: 'a hosting account',
    area: 'hosting',
    mode: 'full',
    after: CAUSES,
    async call(t, items, at) {
      const { body } = await hostingRequest.call(t, items);
      return { body: at === undefined ? body : withValueAt(body, 'billing_cycle', VALID_CYCLES[at]) };
    },
  },
  [
    ['customer_id', 'not-a-uuid', 'hosting-request/customer-id'],
    ['sku_id', { sku: 'hosting-pro' }, 'hosting-request/sku-id', 'must', 'an-object'],
    ['sku_id', 12345, 'errors/no-conversion', 'should'],
    ['domain', 12345, 'errors/no-conversion', 'should'],
    ['domain', 'not a domain', 'hosting-request/domain', 'must', 'no-domain'],
    ['billing_cycle', 'weekly', 'hosting-request/billing-cycle'],
    ['billing_cycle', '11_year', 'hosting-request/billing-cycle'],
    ['domain', undefined, 'hosting-request/required', 'should'],
  ],
);

export const hostingValidation = [
  ...invalidMemberChecks,
  check('hosting/all-fields-at-once', 'errors/one-entry-per-field', {
    must: 'name every invalid field of a hosting account',
    uses: [...invalidTogether.uses],
    after: [
      ...EXPLAINED_BY,
      'errors/all-fields-at-once',
      'validation/createHostingAccount/customer_id/not-a-uuid',
      'validation/createHostingAccount/billing_cycle/weekly',
    ],
    async run(t: CheckContext) {
      const both = [
        { path: 'customer_id', value: 'not-a-uuid' },
        { path: 'billing_cycle', value: '11_year' },
      ];
      if (t.compared(await invalidTogether.areNamed(t, ...both))) return;
      const { id } = await t.use(customer);
      const { body } = bodyOf(t, 'createHostingAccount', id);
      const reply = await request(t, 'createHostingAccount', {
        body: withValueAt(withValueAt(body, 'customer_id', 'not-a-uuid'), 'billing_cycle', '0_year'),
        deliberateFault: 'customer_id = "not-a-uuid", billing_cycle = "0_year"',
      });
      expectAllNamed(t, reply, ['customer_id', 'billing_cycle']);
    },
  }),
  check('hosting/unknown-customer', 'hosting-request/customer-exists', {
    must: 'refuse a hosting account for a customer that does not exist',
    async run(t: CheckContext) {
      // The billing cycle of the request is valid: a rule checks that the refusal does not name the billing cycle.
      const { body: validBody } = bodyOf(t, 'createHostingAccount', t.unknownId());
      const body = { ...validBody, billing_cycle: '9_year' };
      await isRefused(t, 'createHostingAccount', { body, deliberateFault: 'customer_id = an unknown one' });
    },
  }),
];
