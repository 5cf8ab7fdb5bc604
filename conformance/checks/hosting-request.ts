// The stated create request of a hosting account, member by member.
import type { Context, Exchange } from '../../src/suite/define.ts';
import { messagesFor } from '../../src/suite/errors.ts';
import { spoil } from '../kit/bodies.ts';
import { productBody } from '../kit/product-bodies.ts';
import { newHosting } from '../kit/products.ts';
import { aboutFields, expectInvalid, spoiling } from '../kit/spoils.ts';
import { customer, settle } from '../kit/subjects.ts';
import type { RequirementId } from '../requirements.ts';
import { check, subject } from '../suite.ts';
import { listsCycles } from './validation.ts';

const area = 'hosting';
const mode = 'full';

/** A request with one member made wrong. */
async function attempt(
  t: Context,
  member: string,
  value: unknown,
  spoiled: string,
  cycle?: string,
): Promise<Exchange> {
  const { id } = await t.use(customer);
  const { body: sound } = productBody(t, 'createHostingAccount', id);
  const body = cycle === undefined ? sound : { ...sound, billing_cycle: cycle };
  return t.as('tenantA').send('createHostingAccount', { body: spoil(body, member, value), spoiled });
}

/** A hosting account whose billing cycle is none, and nothing else is wrong. */
const weekly = subject('hosting account with an invalid billing cycle', {
  cost: 1,
  uses: [customer],
  make: (t: Context): Promise<Exchange> => attempt(t, 'billing_cycle', 'weekly', 'billing_cycle = "weekly"'),
});

/** Judges a refusal that has to name a member, once a sound body is known to be taken: else others may be wrong as well. */
async function expectNamed(t: Context, reply: Exchange, member: string): Promise<void> {
  if (reply.status === 422) settle(t, (await t.use(newHosting)).created, 'our sound body is refused too');
  expectInvalid(t, reply, member, reply.status === 404 ? await t.use(weekly) : undefined);
}

const general = [
  'errors/invalid-is-422',
  'errors/one-entry-per-field',
  'errors/present-on-422',
  'errors/map',
  'errors/one-of-two-shapes',
  'bodies/labelled-json',
  'bodies/parse',
];

const explained = [...general, 'hosting/one-entry-per-field', 'hosting/create'];

/** One member made wrong; beside it a billing cycle of the specification, another one each: a rule sees that none is named. */
const spoils: readonly (readonly [
  member: string,
  value: unknown,
  what: string,
  says: RequirementId,
  cycle: string | undefined,
  level?: 'should',
])[] = [
  ['customer_id', 'not-a-uuid', 'not-a-uuid', 'hosting-request/customer-id', '9_year'],
  ['sku_id', 12345, '12345', 'hosting-request/sku-id', 'semi_annual'],
  ['domain', 12345, '12345', 'hosting-request/domain', '10_year'],
  ['domain', 'not a domain', 'no-domain', 'hosting-request/domain', 'one_time'],
  ['billing_cycle', '11_year', '11_year', 'hosting-request/billing-cycle', undefined],
  ['domain', undefined, 'missing', 'hosting-request/required', 'hourly', 'should'],
];

/** All members made wrong together. */
const all = spoiling(
  'createHostingAccount',
  spoils.map(([path, value]) => ({ path, value })),
  [customer],
  async (t) => ({ body: productBody(t, 'createHostingAccount', (await t.use(customer)).id).body }),
);

const invalid = spoils.map(([member, value, what, says, cycle, level]) => {
  const how = value === undefined ? 'left out' : `= ${JSON.stringify(value)}`;
  const sentence = `answer 422 naming \`${member}\` to a hosting account with \`${member}\` ${how}`;
  return check(`validation/createHostingAccount/${member}/${what}`, {
    ...(level === undefined ? { must: sentence } : { should: sentence }),
    says,
    area,
    mode,
    cost: 0,
    uses: [...all.uses, newHosting],
    group: 'validation/createHostingAccount',
    after: explained,
    async run(t: Context) {
      if (await all.named(t, { path: member, value })) return;
      await expectNamed(t, await attempt(t, member, value, `${member} ${how}`, cycle), member);
    },
  });
});

export const hostingRequest = [
  check('hosting/one-entry-per-field', {
    must: 'name the invalid field of a hosting account in `errors`',
    says: 'errors/one-entry-per-field',
    area,
    mode,
    cost: 0,
    uses: [weekly],
    after: ['hosting/create', ...general],
    async run(t) {
      const reply = t.require(await t.use(weekly)).status(422);
      t.expect(aboutFields(t, reply)).invalid('billing_cycle');
    },
  }),
  check('validation/createHostingAccount/billing_cycle/weekly', {
    must: 'answer 422 naming `billing_cycle` to a hosting account with `billing_cycle` = "weekly"',
    says: 'hosting-request/billing-cycle',
    area,
    mode,
    cost: 0,
    uses: [weekly, newHosting],
    group: 'validation/createHostingAccount',
    after: explained,
    async run(t: Context) {
      await expectNamed(t, await t.use(weekly), 'billing_cycle');
    },
  }),
  check('hosting/cycle-lists-values', {
    must: 'list the allowed values in the message for an invalid billing cycle of a hosting account',
    says: 'errors/cycle-lists-values',
    area,
    mode,
    cost: 0,
    uses: [weekly],
    after: [
      'validation/createHostingAccount/billing_cycle/weekly',
      'errors/cycle-lists-values',
      ...explained,
    ],
    async run(t: Context) {
      const reply = await t.use(weekly);
      const text = t.require(reply).invalid('billing_cycle').join(' ');
      if (!listsCycles(text)) t.fail('the message does not list them all', { actual: text, exchange: reply });
    },
  }),
  ...invalid,
  check('hosting/all-fields-at-once', {
    must: 'name every invalid field of a hosting account',
    says: 'errors/one-entry-per-field',
    area,
    mode,
    cost: 0,
    uses: [...all.uses],
    after: [
      ...explained,
      'errors/all-fields-at-once',
      'validation/createHostingAccount/customer_id/not-a-uuid',
      'validation/createHostingAccount/billing_cycle/weekly',
    ],
    async run(t: Context) {
      const both = [
        { path: 'customer_id', value: 'not-a-uuid' },
        { path: 'billing_cycle', value: '11_year' },
      ];
      if (await all.namedAll(t, both)) return;
      const { id } = await t.use(customer);
      const { body } = productBody(t, 'createHostingAccount', id);
      const reply = await t.as('tenantA').send('createHostingAccount', {
        body: spoil(spoil(body, 'customer_id', 'not-a-uuid'), 'billing_cycle', '0_year'),
        spoiled: 'customer_id = "not-a-uuid", billing_cycle = "0_year"',
      });
      const { errors } = t.require(aboutFields(t, t.require(reply).status(422))).error();
      const lacking = ['customer_id', 'billing_cycle'].filter(
        (name) => messagesFor(errors, name) === undefined,
      );
      if (lacking.length === 0) return;
      t.fail(`\`errors\` lacks ${lacking.join(' and ')}`, { actual: errors, exchange: reply });
    },
  }),
  check('hosting/unknown-customer', {
    must: 'refuse a hosting account for a customer that does not exist',
    says: 'hosting-request/customer-exists',
    area,
    mode,
    cost: 1,
    async run(t: Context) {
      // a billing cycle of the specification beside it must not be named: a rule sees to it
      const { body: sound } = productBody(t, 'createHostingAccount', t.unknownId());
      const body = { ...sound, billing_cycle: '9_year' };
      t.expect(
        await t.as('tenantA').send('createHostingAccount', { body, spoiled: 'customer_id = an unknown one' }),
      ).refused();
    },
  }),
];
