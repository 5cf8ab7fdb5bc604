// Checks of hosting accounts: create, read and list accounts, read the usage, reset the control-panel password.

import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { parseErrorBody } from '../../src/suite/model/error-body.ts';
import { checksOf, fixture } from '../define.ts';
import { holds, isActionAccepted, isRefused, request } from '../expectations.ts';
import { asRead } from '../support/fixtures/created-resources.ts';
import { customer } from '../support/fixtures/customers-and-orders.ts';
import { leaves, textsIn } from '../support/reply-readers/response-readers.ts';
import { bodyOf } from '../support/request-bodies/creation-bodies.ts';
import { optionalBody } from '../support/request-bodies/request-bodies.ts';
import { expectOddName, resourceChecks } from '../support/resource-checks.ts';

const { check, row } = checksOf({ area: 'hosting', mode: 'full' });

const accountUsage = fixture('usage of a hosting account', {
  uses: [asRead['hosting account']],
  after: ['hosting/stats'],
  async make(t: CheckContext): Promise<Exchange> {
    const { id } = await t.use(asRead['hosting account']);
    return request(t, 'getHostingStats', { params: { id } });
  },
});

const passwordResets = fixture('reset passwords', {
  uses: [asRead['hosting account']],
  after: ['hosting/reset-password'],
  async make(t: CheckContext): Promise<[Exchange, Exchange]> {
    const { id } = await t.use(asRead['hosting account']);
    const call = { params: { id }, ...optionalBody(t, 'resetHostingPassword') };
    const first = await request(t, 'resetHostingPassword', call);
    return [first, await request(t, 'resetHostingPassword', call)];
  },
});

export const hosting = [
  ...resourceChecks('hosting account', 'create a hosting account'),
  row('hosting/odd-names', 'domains/any-script', customer, {
    must: 'answer a hosting account for a domain in upper case and another script without a server error',
    after: ['hosting/create'],
    expect: (t, { id }) => expectOddName(t, 'createHostingAccount', id),
  }),
  check('hosting/unknown-customer', 'hosting-request/customer-exists', {
    must: 'refuse a hosting account for a customer that does not exist',
    async run(t) {
      // The billing cycle is valid: a rule checks that the refusal does not name it.
      const { body } = bodyOf(t, 'createHostingAccount', t.unknownId(), { billing_cycle: '9_year' });
      await isRefused(t, 'createHostingAccount', { body, deliberateFault: 'customer_id = an unknown one' });
    },
  }),
  row('hosting/stats', 'endpoints/hosting-stats', accountUsage, {
    must: 'show the usage of a hosting account',
    after: ['hosting/create', 'hosting/get'],
    async expect(t: CheckContext, reply) {
      // A new hosting account may not have a control-panel password yet.
      if (reply.status === 409) t.inconclusive('it was refused with 409', { exchange: reply });
      if (reply.status === 404) t.require((await t.use(asRead['hosting account'])).reply).success();
      t.expect(reply).success();
    },
  }),
  row('hosting/stats-name-both', 'endpoints/hosting-stats', accountUsage, {
    must: 'show the usage of disk and of bandwidth',
    after: ['bodies/parse'],
    async expect(t: CheckContext, reply) {
      t.require(reply).success();
      const all = leaves(reply.json);
      const [disk, bandwidth] = [/disk|storage|space|quota|inode/i, /bandwidth|traffic|transfer/i].map(
        (named) => all.filter(({ pointer }) => named.test(pointer)),
      );
      if (t.compared(disk?.length && bandwidth?.length)) return;
      // Where each figure is of the one and nothing is of the other, the other is missing.
      const figures = all.filter(({ value }) => typeof value === 'number');
      const isOfOne =
        figures.length > 0 && [disk, bandwidth].some((of) => figures.every((one) => of?.includes(one)));
      holds(t, !isOfOne && /\d/.test(reply.text), 'the usage of one of them is missing', {
        expected: 'disk and bandwidth',
        actual: reply.json,
        exchange: reply,
      });
      t.inconclusive('no member is known to be about disk and bandwidth', { exchange: reply });
    },
  }),
  row('hosting/reset-password', 'endpoints/reset-hosting-password', passwordResets, {
    must: 'reset the control-panel password of a hosting account',
    after: ['hosting/create', 'hosting/get'],
    expect: async (t, [reply]) =>
      isActionAccepted(t, 'an account', reply, (await t.use(asRead['hosting account'])).reply),
  }),
  row('hosting/reset-password-again', 'endpoints/reset-hosting-password', passwordResets, {
    must: 'reset a password a second time by the same request',
    after: ['hosting/reset-password'],
    expect(t, [first, second]) {
      t.require(first).success();
      // A target may limit how often it resets; a request that it took before has no invalid field.
      const named = Object.keys(parseErrorBody(second.json)?.errors ?? {});
      const isInvalid = second.status === 422 && named.length > 0;
      if (t.compared(isInvalid || second.status >= 500)) t.expect(second).success();
    },
  }),
  row('hosting/reset-makes-new', 'hosting/reset-makes-new', passwordResets, {
    should: 'make another password with every reset',
    after: ['hosting/reset-password'],
    expect(t, [first, second]) {
      t.require(first).success();
      const sent = textsIn(first.request.json);
      const [made, later] = [first, second].map(({ json }) => textsIn(json, /^(new_?)?password$/i)[0]);
      // A password may be hidden, sent by e-mail, or given by the request.
      if (made === undefined || later === undefined || !/^[^\s*•]{6,}$/.test(made) || sent.includes(made))
        t.inconclusive('the replies show no password that was made', { exchange: [second, first] });
      holds(t, made !== later, 'two resets gave the same password', { exchange: [second, first] });
    },
  }),
];
