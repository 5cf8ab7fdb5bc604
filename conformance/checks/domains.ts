// Domains: availability, registration, transfer, nameservers, renewal.
import type { Context, Exchange } from '../../src/suite/define.ts';
import { spoil } from '../kit/bodies.ts';
import { basics, expectCreated, shownOf } from '../kit/product-basics.ts';
import { productBody } from '../kit/product-bodies.ts';
import { renewalChecks, renewed } from '../kit/product-renewals.ts';
import { domain, established, newDomain, newTransfer, readReady } from '../kit/products.ts';
import { isSuccess, leaves, mentions } from '../kit/reading.ts';
import { expectInvalid } from '../kit/spoils.ts';
import { customer, sinkIn } from '../kit/subjects.ts';
import { check, subject } from '../suite.ts';

const area = 'domains';
const mode = 'full';

const shown = shownOf('domain', 'getDomain', domain);

/** Whether a domain name was said to be free: the first truth value under a name that says so. */
function freeIn(body: unknown): boolean | undefined {
  for (const { name, value } of leaves(body)) {
    if (typeof value === 'boolean' && /^(is_)?(available|free)$/.test(name)) return value;
  }
  return undefined;
}

/** New nameservers of the shared domain, and the domain as it is read then. */
const moved = subject('domain with other nameservers', {
  cost: 2,
  uses: [shown],
  async make(t: Context) {
    const { thing } = await t.use(shown);
    const { body } = productBody(t, 'replaceDomainNameservers');
    const put = await t.as('tenantA').send('replaceDomainNameservers', { params: { id: thing.id }, body });
    await sinkIn(t);
    return { body, put, after: await t.as('tenantA').send('getDomain', { params: { id: thing.id } }) };
  },
});

const renewal = renewed({
  what: 'domain',
  operation: 'renewDomain',
  get: 'getDomain',
  shown,
  until: (t, id) => readReady(t, 'getDomain', id),
});

/** A domain name nobody has yet is asked for. */
const availability = subject('availability of a domain name', {
  cost: 1,
  async make(t: Context): Promise<Exchange> {
    return t.as('tenantA').send('checkDomain', { body: productBody(t, 'checkDomain').body });
  },
});

export const domains = [
  check('domains/check', {
    must: 'tell whether a domain name is available',
    says: 'endpoints/check-domain',
    area,
    cost: 0,
    uses: [availability],
    async run(t: Context) {
      const reply = await t.use(availability);
      if (isSuccess(reply)) return;
      if (reply.status === 405 || reply.status >= 500) t.expect(reply).success();
      t.inconclusive(`our body was refused with ${reply.status}; give bodies.checkDomain`, {
        exchange: reply,
      });
    },
  }),
  check('domains/check-odd-names', {
    must: 'answer a domain name in upper case and in another script without a server error',
    says: 'domains/any-script',
    area,
    cost: 1,
    uses: [availability],
    after: ['domains/check'],
    async run(t: Context) {
      t.require(await t.use(availability)).success();
      const { body, tag } = productBody(t, 'checkDomain');
      const odd = JSON.parse(JSON.stringify(body).replaceAll(tag, `MÜNCHEN-${tag.toUpperCase()}`));
      const reply = await t.as('tenantA').send('checkDomain', { body: odd, spoiled: 'MÜNCHEN in the name' });
      if (reply.status >= 500) t.fail('it is a server error', { actual: reply.status, exchange: reply });
    },
  }),
  ...basics(
    {
      area,
      mode,
      what: 'a domain',
      creates: 'register a domain',
      create: 'register',
      says: {
        create: 'endpoints/register-domain',
        get: 'endpoints/get-domain',
        list: 'endpoints/list-domains',
      },
      get: 'getDomain',
      list: 'listDomains',
      attempt: newDomain,
      thing: domain,
    },
    shown,
  ),
  check('domains/registered-is-not-free', {
    should: 'not call a domain name available that was registered',
    says: 'domains/registered-is-taken',
    area,
    mode,
    cost: 1,
    uses: [shown],
    after: ['domains/check', 'domains/register'],
    async run(t: Context) {
      const { name } = (await t.use(shown)).thing;
      const body = t.body('checkDomain', { domain: name });
      if (!mentions(body, name)) t.inconclusive('bodies.checkDomain asks for another name');
      const reply = t.require(await t.as('tenantA').send('checkDomain', { body })).success();
      if (freeIn(reply.json) === true)
        t.fail('it is said to be available', { actual: reply.json, exchange: reply });
    },
  }),
  check('domains/registered-once', {
    should: 'refuse to register a domain that is registered',
    says: 'domains/registered-is-taken',
    area,
    mode,
    cost: 1,
    uses: [shown, customer],
    after: ['domains/register', 'domains/registered-is-not-free'],
    async run(t: Context) {
      const { body } = (await t.use(shown)).thing;
      t.expect(
        await t.as('tenantA').send('registerDomain', { body, spoiled: 'a name that is taken' }),
      ).refused();
    },
  }),
  check('domains/nameservers', {
    must: 'update the nameservers of a domain',
    says: 'endpoints/update-nameservers',
    area,
    mode,
    cost: 0,
    uses: [moved],
    after: ['domains/register', 'domains/get'],
    async run(t: Context) {
      const { put } = await t.use(moved);
      if (isSuccess(put)) return;
      if ([404, 405].includes(put.status) || put.status >= 500) {
        t.require((await t.use(shown)).reply).success();
        t.expect(put).success();
      }
      t.inconclusive(
        `our nameservers were refused with ${put.status}; give bodies.replaceDomainNameservers`,
        { exchange: put },
      );
    },
  }),
  check('domains/nameservers-persist', {
    must: 'show updated nameservers in the next read',
    says: 'endpoints/update-persists',
    area,
    mode,
    cost: 0,
    uses: [moved],
    after: ['domains/nameservers'],
    async run(t: Context) {
      const { body, put, after } = await t.use(moved);
      t.require(put).success();
      const sent = [...leaves(body)].map(({ value }) => value).filter((value) => typeof value === 'string');
      const seen = after.text.toLowerCase();
      const names = sent.filter((value) => value.includes('.'));
      if (!/name_?server|"ns\d?"/.test(seen)) {
        t.inconclusive('the domain shows no nameservers', { exchange: after });
      }
      const lacking = names.find((value) => !seen.includes(value.toLowerCase()));
      if (lacking !== undefined)
        t.fail('a new nameserver is not there', {
          expected: sent,
          actual: after.json,
          exchange: [after, put],
        });
    },
  }),
  check('domains/nameservers-replaced', {
    must: 'show no nameserver any more that an update left out',
    says: 'endpoints/update-persists',
    area,
    mode,
    cost: 0,
    uses: [shown, moved],
    after: ['domains/nameservers', 'domains/nameservers-persist'],
    async run(t: Context) {
      const { reply: before } = await t.use(shown);
      const { body, put, after } = await t.use(moved);
      t.require(put).success();
      const sent = [...leaves(body)].map(({ value }) => value);
      const names = (of: unknown): unknown[] =>
        [...leaves(of)].filter(({ name }) => /^(name_?servers?|ns\d?)$/.test(name)).map(({ value }) => value);
      const old = names(t.require(before).success().json).filter((value) => typeof value === 'string');
      const kept = names(t.require(after).success().json).find(
        (value) => typeof value === 'string' && old.includes(value) && !sent.includes(value),
      );
      if (kept === undefined) return;
      t.fail('a nameserver of before is still there', {
        expected: body,
        actual: after.json,
        exchange: [after, put, before],
      });
    },
  }),
  check('domains/nameservers-invalid', {
    should: 'answer 422 to nameservers that are none',
    says: 'domains/nameservers-valid',
    area,
    mode,
    cost: 1,
    uses: [shown],
    after: ['domains/nameservers', 'errors/invalid-is-422'],
    async run(t: Context) {
      const { id } = (await t.use(shown)).thing;
      const { body } = productBody(t, 'replaceDomainNameservers');
      const [member] = Object.keys(body);
      const reply = await t.as('tenantA').send('replaceDomainNameservers', {
        params: { id },
        body: spoil(body, member ?? 'nameservers', ['not a host', 'nor this']),
        spoiled: `${member} = "not a host"`,
      });
      t.expect(reply).status(422);
    },
  }),
  ...renewalChecks(renewal, { area, what: 'a domain', says: 'endpoints/renew-domain' }),
  check('domains/transfer', {
    must: 'initiate the transfer of a domain',
    says: 'endpoints/transfer-domain',
    area,
    mode,
    cost: 0,
    uses: [newTransfer],
    after: ['domains/register'],
    async run(t: Context) {
      const made = await t.use(newTransfer);
      expectCreated(t, made);
    },
  }),
  check('domains/transfer-there', {
    must: 'have a domain whose transfer was initiated',
    says: 'endpoints/transfer-domain',
    area,
    mode,
    cost: 1,
    uses: [newTransfer],
    after: ['domains/transfer', 'domains/get'],
    async run(t: Context) {
      const { id, name, created } = established(t, await t.use(newTransfer));
      await t.eventually('read', async () => {
        const reply = await t.as('tenantA').send('getDomain', { params: { id } });
        if (isSuccess(reply) && mentions(reply.json, id)) return;
        if (!created.text.includes(name))
          t.inconclusive('the answer names no domain: its id may be that of the transfer', {
            exchange: [created, reply],
          });
        t.fail('what was answered as a domain is not there', {
          expected: id,
          actual: reply.json,
          exchange: [reply, created],
        });
      });
    },
  }),
  check('domains/transfer-invalid', {
    should: 'answer 422 naming `auth_code` to a transfer without one',
    says: 'errors/other-fields',
    area,
    mode,
    cost: 1,
    uses: [customer, newTransfer],
    group: 'validation/products',
    after: ['domains/transfer', 'errors/invalid-is-422', 'errors/one-entry-per-field'],
    async run(t: Context) {
      established(t, await t.use(newTransfer));
      const { id } = await t.use(customer);
      const { body } = productBody(t, 'transferDomain', id);
      if (!Object.hasOwn(body, 'auth_code')) t.inconclusive('our body has no `auth_code`');
      const reply = await t.as('tenantA').send('transferDomain', {
        body: spoil(body, 'auth_code', undefined),
        spoiled: 'auth_code left out',
      });
      expectInvalid(t, reply, 'auth_code');
    },
  }),
];
