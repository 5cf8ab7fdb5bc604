// Email hosting: a service, and the life of a mailbox in it.
import type { Context, Exchange } from '../../src/suite/define.ts';
import { spoil } from '../kit/bodies.ts';
import { basics, expectCreated } from '../kit/product-basics.ts';
import { productBody } from '../kit/product-bodies.ts';
import { established, mailbox, newEmail, newMailbox, readyEmail, email as service } from '../kit/products.ts';
import { isSuccess, leaves, mentions } from '../kit/reading.ts';
import { expectInvalid } from '../kit/spoils.ts';
import { sinkIn } from '../kit/subjects.ts';
import { check, subject } from '../suite.ts';

const area = 'email';
const mode = 'full';

const read = (t: Context, id: string): Promise<Exchange> =>
  t.as('tenantA').send('getEmailService', { params: { id } });

/** The email service with its mailbox in it. */
const filled = subject('email service with a mailbox', {
  cost: 1,
  uses: [mailbox],
  async make(t: Context): Promise<Exchange> {
    await t.use(mailbox);
    return read(t, (await t.use(readyEmail)).thing.id);
  },
});

/** A second mailbox, deleted as soon as it was created. */
const removed = subject('deleted mailbox', {
  cost: 3,
  uses: [readyEmail, mailbox],
  async make(t: Context) {
    const { id } = (await t.use(readyEmail)).thing;
    const { body } = productBody(t, 'createMailbox');
    const created = await t.as('tenantA').send('createMailbox', { params: { id }, body });
    const made = established(t, { body, tag: '', name: '', key: '', created });
    const gone = await t.as('tenantA').send('deleteMailbox', { params: { id, mbx: made.id } });
    await sinkIn(t);
    return { made, gone, after: await read(t, id) };
  },
});

export const email = [
  ...basics(
    {
      area,
      mode,
      what: 'an email service',
      creates: 'create an email service',
      create: 'create',
      says: { create: 'endpoints/create-email', get: 'endpoints/get-email', list: 'endpoints/list-email' },
      get: 'getEmailService',
      list: 'listEmailServices',
      attempt: newEmail,
      thing: service,
    },
    readyEmail,
  ),
  check('email/mailbox', {
    must: 'create a mailbox',
    says: 'endpoints/create-mailbox',
    area,
    mode,
    cost: 0,
    uses: [newMailbox],
    after: ['email/create', 'email/get'],
    async run(t: Context) {
      expectCreated(t, await t.use(newMailbox));
    },
  }),
  check('email/mailbox-in-detail', {
    should: 'show a mailbox with its email service',
    says: 'email/mailboxes-in-detail',
    area,
    mode,
    cost: 0,
    uses: [filled],
    after: ['email/mailbox'],
    async run(t: Context) {
      const { id } = await t.use(mailbox);
      const reply = t.require(await t.use(filled)).success();
      if (!mentions(reply.json, id)) t.fail('it is not there', { expected: id, exchange: reply });
    },
  }),
  check('email/mailbox-of-the-domain', {
    must: 'give a mailbox an address under the domain of its email service',
    says: 'endpoints/create-mailbox',
    area,
    mode,
    cost: 0,
    uses: [newMailbox, service],
    after: ['email/mailbox'],
    async run(t: Context) {
      const { body } = await t.use(service);
      const { created } = await t.use(mailbox);
      const domain = typeof body.domain === 'string' ? body.domain.toLowerCase() : undefined;
      const address = [...leaves(created.json)].find(
        ({ name, value }) =>
          /^(address|email)$/.test(name) && typeof value === 'string' && value.includes('@'),
      )?.value;
      if (domain === undefined || typeof address !== 'string') {
        t.inconclusive('the mailbox shows no address, or its service was sent no `domain`', {
          exchange: created,
        });
      }
      if (address.toLowerCase().endsWith(`@${domain}`)) return;
      t.fail('its address is under another domain', { expected: domain, actual: address, exchange: created });
    },
  }),
  check('email/others-stay', {
    must: 'delete the one mailbox that is named',
    says: 'states/others-untouched',
    area,
    mode,
    cost: 0,
    uses: [mailbox, filled, removed],
    after: ['email/delete-mailbox', 'email/deleted-is-gone'],
    async run(t: Context) {
      const { id } = await t.use(mailbox);
      const before = t.require(await t.use(filled)).success();
      if (!mentions(before.json, id))
        t.inconclusive('the email service does not show its mailboxes', { exchange: before });
      const { gone, after } = await t.use(removed);
      t.require(gone).success();
      if (mentions(t.require(after).success().json, id)) return;
      t.fail('another mailbox of the service went with it', { expected: id, exchange: [after, gone] });
    },
  }),
  check('email/address-once', {
    should: 'refuse a second mailbox of the same address',
    says: 'email/address-once',
    area,
    mode,
    cost: 1,
    uses: [mailbox],
    after: ['email/mailbox'],
    async run(t: Context) {
      const { body } = await t.use(mailbox);
      const { id } = (await t.use(readyEmail)).thing;
      const reply = await t
        .as('tenantA')
        .send('createMailbox', { params: { id }, body, spoiled: 'an address that is taken' });
      t.expect(reply).refused();
    },
  }),
  check('validation/createMailbox/local_part', {
    should: 'answer 422 naming `local_part` to a mailbox whose address is none',
    says: 'errors/other-fields',
    area,
    mode,
    cost: 1,
    uses: [mailbox],
    group: 'validation/products',
    after: ['email/mailbox', 'errors/invalid-is-422', 'errors/one-entry-per-field'],
    async run(t: Context) {
      const { body } = await t.use(mailbox);
      if (!Object.hasOwn(body, 'local_part')) t.inconclusive('our body has no `local_part`');
      const { id } = (await t.use(readyEmail)).thing;
      const reply = await t.as('tenantA').send('createMailbox', {
        params: { id },
        body: spoil(body, 'local_part', 'no @ address'),
        spoiled: 'local_part = "no @ address"',
      });
      expectInvalid(t, reply, 'local_part');
    },
  }),
  check('email/unknown-mailbox', {
    must: 'delete no mailbox for an id that names none, and not be at fault over it',
    says: 'endpoints/unknown-child-no-crash',
    area,
    mode,
    cost: 1,
    uses: [readyEmail],
    after: ['email/create'],
    async run(t: Context) {
      const { id } = (await t.use(readyEmail)).thing;
      const params = { id, mbx: t.unknownId() };
      const reply = await t
        .as('tenantA')
        .send('deleteMailbox', { params, spoiled: 'a mailbox that does not exist' });
      if (reply.status >= 500) t.fail('it is a server error', { actual: reply.status, exchange: reply });
    },
  }),
  check('email/delete-mailbox', {
    must: 'delete a mailbox',
    says: 'endpoints/delete-mailbox',
    area,
    mode,
    cost: 0,
    uses: [removed],
    after: ['email/mailbox'],
    async run(t: Context) {
      t.expect((await t.use(removed)).gone).success();
    },
  }),
  check('email/deleted-is-gone', {
    must: 'not show a mailbox as before that was deleted',
    says: 'states/deletes-delete',
    area,
    mode,
    cost: 0,
    uses: [removed],
    after: ['email/delete-mailbox'],
    async run(t: Context) {
      const { made, gone, after } = await t.use(removed);
      t.require(gone).success();
      if (!isSuccess(after) || !mentions(after.json, made.id)) return;
      if (/delet|remov|terminat|disabled|inactive/i.test(after.text)) return;
      t.fail('it is still there', { actual: after.json, exchange: [after, gone] });
    },
  }),
];
