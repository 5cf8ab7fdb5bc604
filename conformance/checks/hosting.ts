// Checks of hosting accounts: create, read and list accounts, read the usage, reset the control-panel password.
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { customer } from '../support/fixtures/customers-and-orders.ts';
import { hosting as account, newHosting } from '../support/fixtures/product-resources.ts';
import { productChecks, readProductFixture } from '../support/product-checks.ts';
import { isSuccess, leaves } from '../support/reply-readers/response-readers.ts';
import { productBody } from '../support/request-bodies/product-bodies.ts';

const area = 'hosting';
const mode = 'full';
const check = checksOf({ area, mode });

const accountAsRead = readProductFixture('hosting account', 'getHostingAccount', account);

/** Reads the usage of the shared hosting account. */
const accountUsage = fixture('usage of a hosting account', {
  uses: [accountAsRead],
  after: ['hosting/stats'],
  async make(t: CheckContext): Promise<Exchange> {
    const { id } = (await t.use(accountAsRead)).product;
    return t.as('tenantA').send('getHostingStats', { params: { id } });
  },
});

/** Resets the control-panel password of the shared hosting account twice. */
const passwordResets = fixture('reset passwords', {
  uses: [accountAsRead],
  after: ['hosting/reset-password'],
  async make(t: CheckContext): Promise<[Exchange, Exchange]> {
    const { id } = (await t.use(accountAsRead)).product;
    const bodyMembers = t.body('resetHostingPassword', {});
    const call = { params: { id }, ...(Object.keys(bodyMembers).length > 0 ? { body: bodyMembers } : {}) };
    const first = await t.as('tenantA').send('resetHostingPassword', call);
    return [first, await t.as('tenantA').send('resetHostingPassword', call)];
  },
});

/** Returns the password in a reply; undefined when the reply contains no password. */
function passwordIn({ json }: Exchange): string | undefined {
  const password = [...leaves(json)].find(
    ({ name, value }) => /password/.test(name) && typeof value === 'string',
  );
  return typeof password?.value === 'string' ? password.value : undefined;
}

export const hosting = [
  ...productChecks(
    {
      area,
      mode,
      what: 'a hosting account',
      creates: 'create a hosting account',
      create: 'create',
      requirements: {
        create: 'endpoints/create-hosting',
        get: 'endpoints/get-hosting',
        list: 'endpoints/list-hosting',
      },
      get: 'getHostingAccount',
      list: 'listHostingAccounts',
      attempt: newHosting,
      product: account,
    },
    accountAsRead,
  ),
  check('hosting/odd-names', {
    must: 'answer a hosting account for a domain in upper case and another script without a server error',
    requirement: 'domains/any-script',
    uses: [customer],
    after: ['hosting/create'],
    async run(t: CheckContext) {
      const { id } = await t.use(customer);
      const { body, tag } = productBody(t, 'createHostingAccount', id);
      const odd = JSON.parse(JSON.stringify(body).replaceAll(tag, `MÜNCHEN-${tag.toUpperCase()}`));
      const reply = await t
        .as('tenantA')
        .send('createHostingAccount', { body: odd, deliberateFault: 'MÜNCHEN in the domain' });
      if (t.compared(reply.status >= 500))
        t.fail('it is a server error', { actual: reply.status, exchange: reply });
    },
  }),
  check('hosting/stats', {
    must: 'show the usage of a hosting account',
    requirement: 'endpoints/hosting-stats',
    uses: [accountUsage],
    after: ['hosting/create', 'hosting/get'],
    async run(t: CheckContext) {
      const reply = await t.use(accountUsage);
      // A new hosting account may not have a control-panel password yet.
      if (reply.status === 409) t.inconclusive('it was refused with 409', { exchange: reply });
      if (reply.status === 404) t.require((await t.use(accountAsRead)).reply).success();
      t.expect(reply).success();
    },
  }),
  check('hosting/stats-name-both', {
    must: 'show the usage of disk and of bandwidth',
    requirement: 'endpoints/hosting-stats',
    uses: [accountUsage],
    after: ['bodies/parse'],
    async run(t: CheckContext) {
      const reply = t.require(await t.use(accountUsage)).success();
      const names = [...leaves(reply.json)].map(({ name }) => name).join(' ');
      if (t.compared(/disk|storage|space|quota/i.test(names) && /bandwidth|traffic|transfer/i.test(names)))
        return;
      if (t.compared(names === '' || !/\d/.test(reply.text))) {
        t.fail('there is no usage in it', {
          expected: 'disk and bandwidth',
          actual: reply.json,
          exchange: reply,
        });
      }
      t.inconclusive('no member is known to be about disk and bandwidth', { exchange: reply });
    },
  }),
  check('hosting/reset-password', {
    must: 'reset the control-panel password of a hosting account',
    requirement: 'endpoints/reset-hosting-password',
    uses: [passwordResets],
    after: ['hosting/create', 'hosting/get'],
    async run(t: CheckContext) {
      const [reply] = await t.use(passwordResets);
      if (t.compared(isSuccess(reply))) return;
      if (reply.status === 404) t.require((await t.use(accountAsRead)).reply).success();
      if ([404, 405].includes(reply.status) || reply.status >= 500) t.expect(reply).success();
      t.inconclusive(`it was refused with ${reply.status}; give bodies.resetHostingPassword`, {
        exchange: reply,
      });
    },
  }),
  check('hosting/reset-makes-new', {
    should: 'make another password with every reset',
    requirement: 'hosting/reset-makes-new',
    uses: [passwordResets],
    async run(t: CheckContext) {
      const [first, second] = await t.use(passwordResets);
      t.require(first).success();
      const [firstPassword, secondPassword] = [passwordIn(first), passwordIn(second)];
      if (
        t.compared(
          firstPassword === undefined || secondPassword === undefined || firstPassword !== secondPassword,
        )
      )
        return;
      t.fail('two resets gave the same password', { exchange: [second, first] });
    },
  }),
];
