// Checks of webhook endpoints: register, read, update and delete an endpoint.

import { itemsInPage } from '../../src/suite/lists/pagination.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { areOffered, isAccepted, request } from '../expectations.ts';
import { asRead, readResource, resources, tryCreate } from '../support/fixtures/created-resources.ts';
import { requireCreated, waitForReadLag } from '../support/fixtures/customers-and-orders.ts';
import { findInList } from '../support/reply-readers/list-lookup.ts';
import { leaves } from '../support/reply-readers/response-readers.ts';
import { expectUnchanged } from '../support/reply-readers/shown-changes.ts';
import { bodyFor } from '../support/request-bodies/request-bodies.ts';
import { resourceChecks } from '../support/resource-checks.ts';

const { row } = checksOf({ area: 'webhooks' });

const kind = 'webhook endpoint';

const webhookAsRead = asRead[kind];

// Returns the name of the member that the update changes: the description of a webhook endpoint if the endpoint shows
// one, else its URL.
const changeableMember = (body: Record<string, unknown>, json: unknown): string | undefined =>
  ['description', 'name', 'label', 'url'].find(
    (name) => typeof body[name] === 'string' && [...leaves(json)].some((leaf) => leaf.name === name),
  ) ?? Object.keys(body).find((name) => /^https?:/.test(String(body[name])));

const urlIn = (body: Record<string, unknown>): string | undefined =>
  Object.values(body).find((value): value is string => typeof value === 'string' && /^https?:/.test(value));

/** Updates the shared webhook endpoint by sending its full representation. */
const updatedWebhook = fixture('changed webhook endpoint', {
  learns: true,
  uses: [webhookAsRead],
  async make(t: CheckContext) {
    const { id, body, reply: before } = await t.use(webhookAsRead);
    t.require(before).success();
    const member = changeableMember(body, before.json);
    const old = member === undefined ? undefined : body[member];
    if (member === undefined || typeof old !== 'string') {
      t.inconclusive('the endpoint shows no text under the name it was sent by', { exchange: before });
    }
    const unique = t.unique('changed');
    const fullBody = { ...body, [member]: /^https?:/.test(old) ? `${old}/${unique}` : `Changed ${unique}` };
    const change = bodyFor(t, 'updateWebhook', fullBody, { unique, url: urlIn(fullBody) ?? '' });
    const put = await request(t, 'updateWebhook', { params: { id }, body: change });
    await waitForReadLag(t);
    // Rules judge whether the change is shown.
    await readResource(t, kind, id);
    return { id, put };
  },
});

const deletedWebhook = fixture('deleted webhook endpoint', {
  async make(t: CheckContext) {
    const { id } = requireCreated(t, await tryCreate(t, 'createWebhook'));
    await waitForReadLag(t);
    await readResource(t, kind, id);
    const remove = (): Promise<Exchange> => request(t, 'deleteWebhook', { params: { id } });
    const deletion = await remove();
    await waitForReadLag(t);
    // Rules judge whether what was deleted is shown again, and what the repeated request is answered.
    await readResource(t, kind, id);
    await remove();
    await findInList(t, 'listWebhooks', id);
    return { deletion };
  },
});

export const webhooks = [
  ...resourceChecks('webhook endpoint', 'register a webhook endpoint'),
  row('webhooks/managed', 'events/managed', [updatedWebhook, deletedWebhook], {
    must: 'offer registration, update and deletion of webhook endpoints',
    after: ['webhooks/create'],
    expect: (t, { put }, { deletion }) => areOffered(t, put, deletion),
  }),
  row('webhooks/update', 'endpoints/update-webhook', updatedWebhook, {
    must: 'update a webhook endpoint',
    after: ['webhooks/get', 'webhooks/managed'],
    expect: (t, { put }) => isAccepted(t, put, 'it'),
  }),
  row('webhooks/refused-update-changes-nothing', 'endpoints/refused-write-changes-nothing', updatedWebhook, {
    must: 'leave a webhook endpoint as it was when an update is refused',
    after: ['webhooks/update', 'values/updated-as-sent'],
    async expect(t: CheckContext, { id, put: last }) {
      t.require(last).success();
      const { body } = await t.use(webhookAsRead);
      const read = () => readResource(t, kind, id);
      // Read just before: deliveries meanwhile change what an endpoint tells of them.
      const before = t.require(await read()).success();
      const address = Object.keys(body).find((name) => /^https?:/.test(String(body[name])));
      if (address === undefined) t.inconclusive('the body for an endpoint has no address to make invalid');
      const note = { description: `Never ${t.unique()}` };
      const put = await request(t, 'updateWebhook', {
        params: { id },
        body: {
          ...bodyFor(t, 'updateWebhook', { ...body, ...note }, { url: urlIn(body) ?? '' }),
          [address]: { odd: true },
        },
        deliberateFault: `${address} = {"odd": true}`,
      });
      if (put.status < 400 || put.status >= 500)
        t.inconclusive(`an object as \`${address}\` was not refused`, { exchange: put });
      const what = 'a refused update changed the endpoint';
      await expectUnchanged(t, { what, before, action: put, after: await read(), read });
    },
  }),
  row('webhooks/deliveries', 'endpoints/list-deliveries', resources['webhook endpoint'], {
    must: 'list the delivery attempts of a webhook endpoint',
    after: ['webhooks/create'],
    async expect(t: CheckContext, { id }) {
      const reply = await request(t, 'listWebhookDeliveries', { params: { id } });
      t.expect(reply).success();
      if (itemsInPage(reply.json) === undefined)
        t.inconclusive('no list is recognised in the reply: name its place with lists.items', {
          exchange: reply,
        });
    },
  }),
];

export const deletedWebhooks = [
  row('webhooks/delete', 'endpoints/delete-webhook', deletedWebhook, {
    must: 'delete a webhook endpoint',
    after: ['webhooks/create', 'webhooks/managed'],
    expect: (t, { deletion }) => t.expect(deletion).success(),
  }),
];
