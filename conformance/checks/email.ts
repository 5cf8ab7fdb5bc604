// Checks of e-mail hosting: an e-mail service, and the lifecycle of a mailbox in the service.

import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { holds, isAccepted, isRefused, isServed, request } from '../expectations.ts';
import { asRead, mailbox, newMailbox, resources } from '../support/fixtures/created-resources.ts';
import { requireCreated, waitForReadLag } from '../support/fixtures/customers-and-orders.ts';
import { mentions, textsIn } from '../support/reply-readers/response-readers.ts';
import { bodyOf } from '../support/request-bodies/creation-bodies.ts';
import { resourceChecks } from '../support/resource-checks.ts';

const { row } = checksOf({ area: 'email', mode: 'full' });

const readEmailService = (t: CheckContext, id: string): Promise<Exchange> =>
  request(t, 'getEmailService', { params: { id } });

const serviceWithMailbox = fixture('email service with a mailbox', {
  uses: [mailbox],
  async make(t: CheckContext): Promise<Exchange> {
    await t.use(mailbox);
    return readEmailService(t, (await t.use(asRead['email service'])).id);
  },
});

const deletedMailbox = fixture('deleted mailbox', {
  uses: [asRead['email service'], mailbox],
  after: ['email/delete-mailbox'],
  async make(t: CheckContext) {
    const { id } = await t.use(asRead['email service']);
    const create = async () => {
      const { body } = bodyOf(t, 'createMailbox');
      const created = await request(t, 'createMailbox', { params: { id }, body });
      return requireCreated(t, { body, tag: '', name: '', key: '', created });
    };
    const createdMailbox = await create();
    // The mailbox to delete is neither the first one nor the last one.
    await create();
    // A stale read after the deletion would show what this read shows.
    await readEmailService(t, id);
    const deletion = await request(t, 'deleteMailbox', { params: { id, mbx: createdMailbox.id } });
    await waitForReadLag(t);
    return { mailbox: createdMailbox, gone: deletion, after: await readEmailService(t, id) };
  },
});

export const email = [
  ...resourceChecks('email service', 'create an email service'),
  row('email/mailbox', 'endpoints/create-mailbox', newMailbox, {
    must: 'create a mailbox',
    after: ['email/create', 'email/get'],
    expect: (t, { created }) => isAccepted(t, created, 'our body', [405]),
  }),
  row('email/mailbox-in-detail', 'email/mailboxes-in-detail', [mailbox, serviceWithMailbox], {
    should: 'show a mailbox with its email service',
    after: ['email/mailbox'],
    async expect(t: CheckContext, { id }, reply) {
      t.require(reply).success();
      holds(t, mentions(reply.json, id), 'it is not there', { expected: id, exchange: reply });
    },
  }),
  row('email/mailbox-of-the-domain', 'endpoints/create-mailbox', [resources['email service'], mailbox], {
    must: 'give a mailbox an address under the domain of its email service',
    after: ['email/mailbox'],
    expect(t: CheckContext, { body }, { created }) {
      const domain = typeof body.domain === 'string' ? body.domain.toLowerCase() : undefined;
      const address = textsIn(created.json, /^(address|email)$/).find((text) => text.includes('@'));
      if (domain === undefined || address === undefined) {
        t.inconclusive('the mailbox shows no address, or its service was sent no `domain`', {
          exchange: created,
        });
      }
      holds(t, address.toLowerCase().endsWith(`@${domain}`), 'its address is under another domain', {
        expected: domain,
        actual: address,
        exchange: created,
      });
    },
  }),
  row('email/delete-one-mailbox', 'states/others-untouched', [mailbox, serviceWithMailbox, deletedMailbox], {
    must: 'delete only the mailbox that the path names',
    after: ['resources/deleted'],
    expect(t: CheckContext, { id }, before, { gone: deletion, after }) {
      t.require(before).success();
      if (!mentions(before.json, id))
        t.inconclusive('the email service does not show its mailboxes', { exchange: before });
      t.require(deletion).success();
      holds(t, mentions(t.require(after).success().json, id), 'another mailbox of the service went with it', {
        expected: id,
        exchange: [after, deletion],
      });
    },
  }),
  row('email/address-once', 'email/address-once', mailbox, {
    should: 'refuse a second mailbox of the same address',
    after: ['email/mailbox'],
    async expect(t, { body }) {
      const { id } = await t.use(asRead['email service']);
      await isRefused(t, 'createMailbox', {
        params: { id },
        body,
        deliberateFault: 'an address that is taken',
      });
    },
  }),
  row('email/unknown-mailbox', 'endpoints/unknown-child-no-crash', asRead['email service'], {
    must: 'delete no mailbox for an id that names none, and not be at fault over it',
    after: ['email/create'],
    expect: (t, { id }) =>
      isServed(t, 'deleteMailbox', {
        params: { id, mbx: t.unknownId() },
        deliberateFault: 'a mailbox that does not exist',
      }),
  }),
  row('email/delete-mailbox', 'endpoints/delete-mailbox', deletedMailbox, {
    must: 'delete a mailbox',
    after: ['email/mailbox'],
    expect: (t, { gone }) => t.expect(gone).success(),
  }),
];
