// Hosting accounts: the stated create request member by member, usage, the control-panel password.
import type { Context, Exchange } from '../src/suite/define.ts';
import { spoil } from './bodies.ts';
import { basics, shownOf } from './product-basics.ts';
import { productBody } from './product-bodies.ts';
import { hosting as account, newHosting } from './products.ts';
import { isSuccess, leaves } from './reading.ts';
import type { RequirementId } from './requirements.ts';
import { expectInvalid, spoiling } from './spoils.ts';
import { customer, settle } from './subjects.ts';
import { check, subject } from './suite.ts';
import { listsCycles } from './validation.ts';

const area = 'hosting';
const mode = 'full';

const shown = shownOf('hosting account', 'getHostingAccount', account);

/** The usage of the shared account. */
const usage = subject('usage of a hosting account', {
  cost: 1,
  uses: [shown],
  async make(t: Context): Promise<Exchange> {
    const { id } = (await t.use(shown)).thing;
    return t.as('tenantA').send('getHostingStats', { params: { id } });
  },
});

/** The control-panel password is reset, twice. */
const resets = subject('reset passwords', {
  cost: 2,
  uses: [shown],
  async make(t: Context): Promise<[Exchange, Exchange]> {
    const { id } = (await t.use(shown)).thing;
    const given = t.body('resetHostingPassword', {});
    const call = { params: { id }, ...(Object.keys(given).length > 0 ? { body: given } : {}) };
    const first = await t.as('tenantA').send('resetHostingPassword', call);
    return [first, await t.as('tenantA').send('resetHostingPassword', call)];
  },
});

/** A password a reply shows; undefined when it shows none. */
function passwordIn({ json }: Exchange): string | undefined {
  const found = [...leaves(json)].find(
    ({ name, value }) => /password/.test(name) && typeof value === 'string',
  );
  return typeof found?.value === 'string' ? found.value : undefined;
}

/** A request with one member made wrong. */
async function attempt(t: Context, member: string, value: unknown, spoiled: string): Promise<Exchange> {
  const { id } = await t.use(customer);
  const { body } = productBody(t, 'createHostingAccount', id);
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
  expectInvalid(t, reply, member);
}

const explained = [
  'errors/invalid-is-422',
  'errors/one-entry-per-field',
  'errors/present-on-422',
  'errors/map',
  'errors/one-of-two-shapes',
  'bodies/labelled-json',
  'bodies/parse',
  'hosting/create',
];

const spoils: readonly (readonly [
  member: string,
  value: unknown,
  what: string,
  says: RequirementId,
  level?: 'should',
])[] = [
  ['customer_id', 'not-a-uuid', 'not-a-uuid', 'hosting-request/customer-id'],
  ['sku_id', 12345, '12345', 'hosting-request/sku-id'],
  ['domain', 12345, '12345', 'hosting-request/domain'],
  ['domain', 'not a domain', 'no-domain', 'hosting-request/domain'],
  ['billing_cycle', '11_year', '11_year', 'hosting-request/billing-cycle'],
  ['domain', undefined, 'missing', 'hosting-request/required', 'should'],
];

/** All members made wrong together. */
const all = spoiling(
  'createHostingAccount',
  spoils.map(([path, value]) => ({ path, value })),
  [customer],
  async (t) => ({ body: productBody(t, 'createHostingAccount', (await t.use(customer)).id).body }),
);

const invalid = spoils.map(([member, value, what, says, level]) => {
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
      await expectNamed(t, await attempt(t, member, value, `${member} ${how}`), member);
    },
  });
});

export const hosting = [
  ...basics(
    {
      area,
      mode,
      what: 'a hosting account',
      creates: 'create a hosting account',
      create: 'create',
      says: {
        create: 'endpoints/create-hosting',
        get: 'endpoints/get-hosting',
        list: 'endpoints/list-hosting',
      },
      get: 'getHostingAccount',
      list: 'listHostingAccounts',
      attempt: newHosting,
      thing: account,
    },
    shown,
  ),
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
  check('hosting/unknown-customer', {
    must: 'refuse a hosting account for a customer that does not exist',
    says: 'hosting-request/customer-exists',
    area,
    mode,
    cost: 1,
    async run(t: Context) {
      const { body } = productBody(t, 'createHostingAccount', t.unknownId());
      t.expect(
        await t.as('tenantA').send('createHostingAccount', { body, spoiled: 'customer_id = an unknown one' }),
      ).refused();
    },
  }),
  check('hosting/odd-names', {
    must: 'answer a hosting account for a domain in upper case and another script without a server error',
    says: 'domains/any-script',
    area,
    mode,
    cost: 1,
    uses: [customer],
    after: ['hosting/create'],
    async run(t: Context) {
      const { id } = await t.use(customer);
      const { body, tag } = productBody(t, 'createHostingAccount', id);
      const odd = JSON.parse(JSON.stringify(body).replaceAll(tag, `MÜNCHEN-${tag.toUpperCase()}`));
      const reply = await t
        .as('tenantA')
        .send('createHostingAccount', { body: odd, spoiled: 'MÜNCHEN in the domain' });
      if (reply.status >= 500) t.fail('it is a server error', { actual: reply.status, exchange: reply });
    },
  }),
  check('hosting/stats', {
    must: 'show the usage of a hosting account',
    says: 'endpoints/hosting-stats',
    area,
    mode,
    cost: 0,
    uses: [usage],
    after: ['hosting/create', 'hosting/get'],
    async run(t: Context) {
      t.expect(await t.use(usage)).success();
    },
  }),
  check('hosting/stats-name-both', {
    must: 'show the usage of disk and of bandwidth',
    says: 'endpoints/hosting-stats',
    area,
    mode,
    cost: 0,
    uses: [usage],
    after: ['hosting/stats', 'bodies/parse'],
    async run(t: Context) {
      const reply = t.require(await t.use(usage)).success();
      const names = [...leaves(reply.json)].map(({ name }) => name).join(' ');
      if (/disk|storage|space|quota/i.test(names) && /bandwidth|traffic|transfer/i.test(names)) return;
      if (names === '' || !/\d/.test(reply.text)) {
        t.fail('there is no usage in it', {
          expected: 'disk and bandwidth',
          actual: reply.json,
          exchange: reply,
        });
      }
      t.inconclusive('no member is known to be about disk and bandwidth', { exchange: reply });
    },
  }),
  check('hosting/stats-count', {
    should: 'count what is used in whole numbers, none negative',
    says: 'hosting/usage-counts',
    area,
    mode,
    cost: 0,
    uses: [usage],
    after: ['hosting/stats', 'hosting/stats-name-both', 'hosting/fields'],
    async run(t: Context) {
      const reply = t.require(await t.use(usage)).success();
      const odd = [...leaves(reply.json)].find(
        ({ name, value }) =>
          /used/.test(name) && typeof value !== 'object' && !(Number.isInteger(value) && Number(value) >= 0),
      );
      if (odd !== undefined) t.fail(`${odd.pointer} is no count`, { actual: odd.value, exchange: reply });
    },
  }),
  check('hosting/reset-password', {
    must: 'reset the control-panel password of a hosting account',
    says: 'endpoints/reset-hosting-password',
    area,
    mode,
    cost: 0,
    uses: [resets],
    after: ['hosting/create', 'hosting/get'],
    async run(t: Context) {
      const [reply] = await t.use(resets);
      if (isSuccess(reply)) return;
      if ([404, 405].includes(reply.status) || reply.status >= 500) t.expect(reply).success();
      t.inconclusive(`it was refused with ${reply.status}; give bodies.resetHostingPassword`, {
        exchange: reply,
      });
    },
  }),
  check('hosting/reset-makes-new', {
    should: 'make another password with every reset',
    says: 'hosting/reset-makes-new',
    area,
    mode,
    cost: 0,
    uses: [resets],
    after: ['hosting/reset-password'],
    async run(t: Context) {
      const [first, second] = await t.use(resets);
      t.require(first).success();
      const [one, other] = [passwordIn(first), passwordIn(second)];
      if (one === undefined || other === undefined || one !== other) return;
      t.fail('two resets gave the same password', { exchange: [second, first] });
    },
  }),
];
