// Checks of the request that creates a hosting account: each member is invalid in a request of its own.

import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { messagesForField } from '../../src/suite/model/error-body.ts';
import { checksOf, fixture, rowsOf } from '../define.ts';
import { holds, isRefused, request } from '../expectations.ts';
import type { RequirementId } from '../requirements.ts';
import { creations } from '../support/fixtures/created-resources.ts';
import { customer, requireSetup } from '../support/fixtures/customers-and-orders.ts';
import { bodyOf } from '../support/request-bodies/creation-bodies.ts';
import {
  expectFieldNamed,
  invalidFieldGroup,
  requireFieldErrors,
} from '../support/request-bodies/invalid-fields.ts';
import { withValueAt } from '../support/request-bodies/request-bodies.ts';
import { mentionsAllCycles, textOfRefusal } from './validation-errors.ts';

const check = checksOf({ area: 'hosting', mode: 'full' });
const row = rowsOf({ area: 'hosting', mode: 'full' });

/** Sends a request to create a hosting account with one invalid member. */
async function createWithInvalidMember(
  t: CheckContext,
  member: string,
  value: unknown,
  deliberateFault: string,
  cycle?: string,
): Promise<Exchange> {
  const { id } = await t.use(customer);
  const { body: validBody } = bodyOf(t, 'createHostingAccount', id);
  const body = cycle === undefined ? validBody : { ...validBody, billing_cycle: cycle };
  return request(t, 'createHostingAccount', { body: withValueAt(body, member, value), deliberateFault });
}

/** Sends a request to create a hosting account in which the billing cycle is the only invalid member. */
const invalidCycleRequest = fixture('hosting account with an invalid billing cycle', {
  uses: [customer],
  make: (t: CheckContext): Promise<Exchange> =>
    createWithInvalidMember(t, 'billing_cycle', 'weekly', 'billing_cycle = "weekly"'),
});

/**
 * Expects a refusal that names the invalid member. A 422 counts only if the target accepts a valid body, because
 * otherwise other members may be invalid as well.
 */
async function expectMemberNamed(t: CheckContext, reply: Exchange, member: string): Promise<void> {
  if (reply.status === 422)
    requireSetup(t, (await t.use(creations['hosting account'])).created, 'our sound body is refused too');
  expectFieldNamed(t, reply, member, reply.status === 404 ? await t.use(invalidCycleRequest) : undefined);
}

const GENERAL_CAUSES = [
  'errors/invalid-is-422',
  'errors/one-entry-per-field',
  'errors/present-on-422',
  'errors/map',
  'errors/one-of-two-shapes',
  'bodies/labelled-json',
  'bodies/parse',
];

const EXPLAINED_BY = [...GENERAL_CAUSES, 'hosting/one-entry-per-field', 'hosting/create'];

/**
 * The invalid members, one for each request. Each request has a different valid billing cycle, so that a rule can
 * check that no refusal names the billing cycle.
 */
const INVALID_MEMBERS: readonly (readonly [
  member: string,
  value: unknown,
  what: string,
  says: RequirementId,
  cycle: string | undefined,
  level?: 'should',
])[] = [
  ['customer_id', 'not-a-uuid', 'not-a-uuid', 'hosting-request/customer-id', '9_year'],
  ['sku_id', { sku: 'hosting-pro' }, 'an-object', 'hosting-request/sku-id', 'semi_annual'],
  ['sku_id', 12345, '12345', 'errors/no-conversion', '3_year', 'should'],
  ['domain', 12345, '12345', 'errors/no-conversion', '10_year', 'should'],
  ['domain', 'not a domain', 'no-domain', 'hosting-request/domain', 'one_time'],
  ['billing_cycle', '11_year', '11_year', 'hosting-request/billing-cycle', undefined],
  ['domain', undefined, 'missing', 'hosting-request/required', 'hourly', 'should'],
];

/** Sends a request to create a hosting account in which all members but the billing cycle are invalid. */
const invalidTogether = invalidFieldGroup(
  'createHostingAccount',
  INVALID_MEMBERS.map(([path, value]) => ({ path, value })),
  [customer],
  async (t) => ({ body: bodyOf(t, 'createHostingAccount', (await t.use(customer)).id).body }),
);

const invalidMemberChecks = INVALID_MEMBERS.map(([member, value, what, requirement, cycle, level]) => {
  const how = value === undefined ? 'left out' : `= ${JSON.stringify(value)}`;
  const sentence = `answer 422 naming \`${member}\` to a hosting account with \`${member}\` ${how}`;
  return check(`validation/createHostingAccount/${member}/${what}`, requirement, {
    ...(level === undefined ? { must: sentence } : { should: sentence }),
    uses: [...invalidTogether.uses, creations['hosting account']],
    group: 'validation/createHostingAccount',
    after: EXPLAINED_BY,
    async run(t: CheckContext) {
      if (t.compared(await invalidTogether.isNamed(t, { path: member, value }))) return;
      await expectMemberNamed(
        t,
        await createWithInvalidMember(t, member, value, `${member} ${how}`, cycle),
        member,
      );
    },
  });
});

export const hostingValidation = [
  check('hosting/one-entry-per-field', 'errors/one-entry-per-field', {
    must: 'name the invalid field of a hosting account in `errors`',
    uses: [invalidCycleRequest],
    after: ['hosting/create', ...GENERAL_CAUSES],
    async run(t) {
      const reply = t.require(await t.use(invalidCycleRequest)).status(422);
      t.expect(requireFieldErrors(t, reply)).invalid('billing_cycle');
    },
  }),
  row('validation/createHostingAccount/billing_cycle/weekly', 'hosting-request/billing-cycle', {
    must: 'answer 422 naming `billing_cycle` to a hosting account with `billing_cycle` = "weekly"',
    of: invalidCycleRequest,
    uses: [creations['hosting account']],
    group: 'validation/createHostingAccount',
    after: EXPLAINED_BY,
    expect: (t, reply) => expectMemberNamed(t, reply, 'billing_cycle'),
  }),
  row('hosting/cycle-lists-values', 'errors/cycle-lists-values', {
    must: 'list the allowed values in the message for an invalid billing cycle of a hosting account',
    of: invalidCycleRequest,
    after: [
      'validation/createHostingAccount/billing_cycle/weekly',
      'errors/cycle-lists-values',
      ...EXPLAINED_BY,
    ],
    expect(t, reply) {
      const text = textOfRefusal(t, reply, 'billing_cycle');
      holds(t, mentionsAllCycles(text), 'the message does not list them all', {
        actual: text,
        exchange: reply,
      });
    },
  }),
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
      if (t.compared(await invalidTogether.areAllNamed(t, both))) return;
      const { id } = await t.use(customer);
      const { body } = bodyOf(t, 'createHostingAccount', id);
      const reply = await request(t, 'createHostingAccount', {
        body: withValueAt(withValueAt(body, 'customer_id', 'not-a-uuid'), 'billing_cycle', '0_year'),
        deliberateFault: 'customer_id = "not-a-uuid", billing_cycle = "0_year"',
      });
      const { errors } = t.require(requireFieldErrors(t, t.require(reply).status(422))).error();
      const lacking = ['customer_id', 'billing_cycle'].filter(
        (name) => messagesForField(errors, name) === undefined,
      );
      holds(t, lacking.length === 0, `\`errors\` lacks ${lacking.join(' and ')}`, {
        actual: errors,
        exchange: reply,
      });
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
