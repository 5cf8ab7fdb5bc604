// Checks of deleted webhook endpoints: a deleted endpoint can neither be read nor appears unchanged in the list.

import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { fixture, rowsOf } from '../define.ts';
import { holds, noServerError, request } from '../expectations.ts';
import { readResource, tryCreate } from '../support/fixtures/created-resources.ts';
import { requireCreated, waitForReadLag } from '../support/fixtures/customers-and-orders.ts';
import { findInList, requireReadableIds } from '../support/reply-readers/list-lookup.ts';
import { hasFlagOrMemberChanged, statusIn } from '../support/reply-readers/response-readers.ts';
import { expectChanged } from '../support/reply-readers/shown-changes.ts';

const row = rowsOf({ area: 'webhooks' });

const kind = 'webhook endpoint';

/** Creates a webhook endpoint and deletes the endpoint twice. */
export const deletedWebhook = fixture('deleted webhook endpoint', {
  async make(t: CheckContext) {
    const { id } = requireCreated(t, await tryCreate(t, 'createWebhook'));
    await waitForReadLag(t);
    const before = await readResource(t, kind, id);
    const remove = (): Promise<Exchange> => request(t, 'deleteWebhook', { params: { id } });
    const deletion = await remove();
    await waitForReadLag(t);
    const after = await readResource(t, kind, id);
    const repeated = await remove();
    return { id, before, deletion, after, repeated, listed: await findInList(t, 'listWebhooks', id) };
  },
});

export const deletedWebhooks = [
  row('webhooks/delete', 'endpoints/delete-webhook', deletedWebhook, {
    must: 'delete a webhook endpoint',
    after: ['webhooks/create', 'webhooks/managed'],
    expect: (t, { deletion }) => t.expect(deletion).success(),
  }),
  row('webhooks/delete-takes-effect', 'webhooks/deleted-is-gone', deletedWebhook, {
    must: 'not show a deleted webhook endpoint as if nothing had happened',
    after: ['webhooks/delete', 'webhooks/get'],
    expect: (t, { id, before, deletion: action, after }) =>
      expectChanged(
        t,
        { what: 'endpoint', before, action, after, read: () => readResource(t, kind, id) },
        true,
      ),
  }),
  row('webhooks/deleted-not-listed', 'webhooks/deleted-is-gone', deletedWebhook, {
    must: 'not list a deleted webhook endpoint as if nothing had happened',
    after: ['webhooks/delete', 'webhooks/delete-takes-effect', 'webhooks/in-list'],
    given: ['deletion'],
    expect(t, { before, deletion, listed }) {
      t.require(listed.exchange).success();
      if (listed.item === undefined) requireReadableIds(t, listed.exchange);
      if (t.compared(listed.item === undefined || statusIn(listed.item) !== statusIn(before.json))) return;
      holds(
        t,
        /"deleted/.test(JSON.stringify(listed.item)) || hasFlagOrMemberChanged(before.json, listed.item),
        'it is still in the list',
        { actual: listed.item, exchange: [listed.exchange, deletion] },
      );
    },
  }),
  row('webhooks/deleted-is-404', 'endpoints/unknown-id-404', deletedWebhook, {
    should: 'answer 404 for a webhook endpoint that was deleted',
    after: ['webhooks/delete', 'webhooks/delete-takes-effect'],
    given: ['deletion'],
    expect: (t, { after }) => t.expect(after).status(404),
  }),
  row('webhooks/delete-twice', 'states/second-delete', deletedWebhook, {
    must: 'answer a second DELETE of a webhook endpoint without a server error',
    after: ['webhooks/delete'],
    given: ['deletion'],
    expect: (t, { repeated }) => noServerError(t, repeated),
  }),
];
