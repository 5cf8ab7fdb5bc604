// Checks of domains: availability, registration, transfer, nameservers, renewal.

import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { holds, isAccepted, isRefused, noServerError, request } from '../expectations.ts';
import { asRead, newTransfer } from '../support/fixtures/created-resources.ts';
import { customer, requireCreated, waitForReadLag } from '../support/fixtures/customers-and-orders.ts';
import { renewalChecks } from '../support/renewal-checks.ts';
import {
  bodyWith,
  isSuccess,
  leaves,
  mentions,
  statusIn,
} from '../support/reply-readers/response-readers.ts';
import { bodyOf } from '../support/request-bodies/creation-bodies.ts';
import { withValueAt } from '../support/request-bodies/request-bodies.ts';
import { expectOddName, isAnsweredAgain, resourceChecks } from '../support/resource-checks.ts';

const { row } = checksOf({ area: 'domains', mode: 'full' });

// Returns whether a reply says that a domain name is available: the value of the first boolean member whose name is
// about availability; undefined when there is no such member.
function isFreeIn(body: unknown): boolean | undefined {
  for (const { name, value } of leaves(body)) {
    if (typeof value === 'boolean' && /^(is_)?(available|free)$/.test(name)) return value;
  }
  return undefined;
}

const changedNameservers = fixture('domain with other nameservers', {
  learns: true,
  uses: [asRead.domain],
  after: ['domains/nameservers'],
  async make(t: CheckContext) {
    const { id } = await t.use(asRead.domain);
    const { body } = bodyOf(t, 'replaceDomainNameservers');
    const put = await request(t, 'replaceDomainNameservers', { params: { id }, body });
    await waitForReadLag(t);
    // A rule judges whether the name servers are shown.
    await request(t, 'getDomain', { params: { id } });
    return { put };
  },
});

const availability = fixture('availability of a domain name', {
  learns: true,
  after: ['domains/check'],
  make: (t: CheckContext) => request(t, 'checkDomain', { body: bodyOf(t, 'checkDomain').body }),
});

export const domains = [
  row('domains/check', 'endpoints/check-domain', availability, {
    must: 'tell whether a domain name is available',
    mode: 'safe',
    expect: (t, reply) => isAccepted(t, reply, 'our body', [405]),
  }),
  row('domains/check-odd-names', 'domains/any-script', availability, {
    must: 'answer a domain name in upper case and in another script without a server error',
    mode: 'safe',
    async expect(t, reply) {
      t.require(reply).success();
      await expectOddName(t, 'checkDomain');
    },
  }),
  ...resourceChecks('domain', 'register a domain', { id: 'register' }),
  row('domains/check-tells-taken-from-free', 'endpoints/check-domain', asRead.domain, {
    must: 'tell a domain name that is registered from one that is free',
    after: ['domains/check', 'domains/register'],
    async expect(t: CheckContext, { name, tag, reply: registered }) {
      if (!/^(active|registered|ok)$/i.test(statusIn(registered.json) ?? 'active'))
        t.inconclusive('the registration is not complete', { exchange: registered });
      // A name of the same form, so that what the target does not sell is not taken for a name that is taken.
      const [taken, free] = [name, name.replace(tag, t.unique())].map((domain) => ({
        domain,
        body: t.body('checkDomain', { domain }),
      }));
      if (!taken || !free || !mentions(taken.body, name))
        t.inconclusive('bodies.checkDomain asks for another name');
      const replies: Exchange[] = [];
      for (const { body } of [taken, free])
        replies.push(t.require(await request(t, 'checkDomain', { body })).success());
      const [ofTaken, ofFree] = replies.map(({ json }) => isFreeIn(json));
      const texts = replies.map(({ text }, at) => text.replaceAll([taken, free][at]?.domain ?? '', ''));
      holds(
        t,
        ofTaken === undefined ? texts[0] !== texts[1] : !ofTaken && ofFree === true,
        'both are answered alike',
        {
          expected: 'the registered name is taken, and the other one free',
          actual: replies.map(({ json }) => json),
          exchange: replies,
        },
      );
    },
  }),
  row('domains/taken-for-another-tenant', 'endpoints/check-domain', asRead.domain, {
    must: 'tell another tenant that a registered domain name is taken',
    needs: ['tenantA', 'tenantB'],
    cost: 2,
    phase: 'cells',
    after: ['domains/check-tells-taken-from-free'],
    async expect(t: CheckContext, { name }) {
      const body = t.body('checkDomain', { domain: name });
      if (!mentions(body, name)) t.inconclusive('bodies.checkDomain asks for another name');
      const own = t.require(await request(t, 'checkDomain', { body })).success();
      if (isFreeIn(own.json) !== false) t.inconclusive('its owner is not told so', { exchange: own });
      const other = t.require(await t.as('tenantB').send('checkDomain', { body })).success();
      holds(t, isFreeIn(other.json) !== true, 'the name is free for another tenant', {
        expected: own.json,
        actual: other.json,
        exchange: [other, own],
      });
    },
  }),
  row('domains/registered-once', 'domains/registered-is-taken', asRead.domain, {
    should: 'refuse to register a domain that is registered',
    uses: [customer],
    after: ['domains/register'],
    expect: (t, { body }) =>
      isRefused(t, 'registerDomain', { body, deliberateFault: 'a name that is taken' }),
  }),
  row('domains/nameservers', 'endpoints/update-nameservers', changedNameservers, {
    must: 'update the nameservers of a domain',
    after: ['domains/register', 'domains/get'],
    async expect(t: CheckContext, { put }) {
      if (t.compared(isSuccess(put))) return;
      if ([404, 405].includes(put.status) || put.status >= 500) {
        t.require((await t.use(asRead.domain)).reply).success();
        t.expect(put).success();
      }
      t.inconclusive(
        `our nameservers were refused with ${put.status}; give bodies.replaceDomainNameservers`,
        { exchange: put },
      );
    },
  }),
  row('domains/more-nameservers', 'endpoints/update-nameservers', [asRead.domain, changedNameservers], {
    must: 'update a domain to four nameservers, or refuse it',
    cost: 2,
    phase: 'cells',
    after: ['domains/nameservers'],
    async expect(t: CheckContext, { id }, { put }) {
      t.require(put).success();
      const { body } = bodyOf(t, 'replaceDomainNameservers');
      const [member, names] = Object.entries(body).find(([, value]) => Array.isArray(value)) ?? [];
      const [, parent] = /^ns1\.(.+)/.exec(Array.isArray(names) ? String(names[0]) : '') ?? [];
      if (member === undefined || parent === undefined) t.notApplicable('our body lists no nameservers');
      const four = [1, 2, 3, 4].map((at) => `ns${at}.${parent}`);
      const reply = await request(t, 'replaceDomainNameservers', {
        params: { id },
        body: { ...body, [member]: four },
      });
      noServerError(t, reply);
      if (!isSuccess(reply)) return;
      await t.eventually('read', async () => {
        const domain = await request(t, 'getDomain', { params: { id } });
        const [shown = [], missing = []] = [true, false].map((is) =>
          four.filter((one) => mentions(domain.json, one) === is),
        );
        if (shown.length === 0) t.inconclusive('the domain does not show them', { exchange: domain });
        holds(t, missing.length === 0, `the domain lacks ${missing.join(', ')}`, {
          expected: four,
          actual: shown,
          exchange: [domain, reply],
        });
      });
    },
  }),
  row('domains/nameservers-invalid', 'domains/nameservers-valid', asRead.domain, {
    should: 'answer 422 to nameservers that are none',
    after: ['domains/nameservers', 'errors/invalid-is-422'],
    async expect(t, { id }) {
      const { body } = bodyOf(t, 'replaceDomainNameservers');
      const [member] = Object.keys(body);
      const reply = await request(t, 'replaceDomainNameservers', {
        params: { id },
        body: withValueAt(body, member ?? 'nameservers', ['not a host', 'nor this']),
        deliberateFault: `${member} = "not a host"`,
      });
      t.expect(reply).status(422);
    },
  }),
  ...renewalChecks('domain', 'renewDomain', asRead.domain),
  row('domains/transfer', 'endpoints/transfer-domain', newTransfer, {
    must: 'initiate the transfer of a domain',
    after: ['domains/register'],
    expect: (t, { created }) => isAccepted(t, created, 'our body', [405]),
  }),
  row('domains/transfer-again', 'states/wrong-state-no-crash', newTransfer, {
    must: 'answer the transfer of a domain that is under way without a server error',
    after: ['domains/transfer'],
    expect: (t, creation) => isAnsweredAgain(t, 'transferDomain', creation),
  }),
  row('domains/transfer-visible', 'domains/transfer-is-a-domain', newTransfer, {
    should: 'have a domain whose transfer was initiated, under the id of the reply',
    after: ['domains/transfer', 'domains/get'],
    async expect(t: CheckContext, creation) {
      const { id, name, created } = requireCreated(t, creation);
      await t.eventually('read', async () => {
        const reply = await request(t, 'getDomain', { params: { id } });
        if (t.compared(isSuccess(reply) && mentions(reply.json, id))) return;
        if (!created.text.includes(name))
          t.inconclusive('the answer names no domain: its id may be that of the transfer', {
            exchange: [created, reply],
          });
        t.fail('what was answered as a domain is not there', {
          expected: bodyWith(id),
          actual: reply.json,
          exchange: [reply, created],
        });
      });
    },
  }),
];
