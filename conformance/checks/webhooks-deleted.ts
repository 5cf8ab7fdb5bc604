// Checks of deleted webhook endpoints: a deleted endpoint can neither be read nor appears unchanged in the list.
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { requireCreated, waitForReadLag } from '../support/fixtures/customers-and-orders.ts';
import { readPlatformResource, tryCreate } from '../support/fixtures/platform-resources.ts';
import { findInList, requireReadableIds } from '../support/reply-readers/list-lookup.ts';
import { hasFlagOrMemberChanged, isSuccess, statusIn } from '../support/reply-readers/response-readers.ts';
import { isSameBody } from '../support/reply-readers/shown-changes.ts';

const check = checksOf({ area: 'webhooks' });

const kind = 'webhook endpoint';

type DeletedWebhook = {
  id: string;
  before: Exchange;
  deletion: Exchange;
  after: Exchange;
  repeated: Exchange;
  /** the deleted endpoint's entry in the list of webhook endpoints, if the list still has one */
  listed: { item: unknown; exchange: Exchange };
};

/** Creates a webhook endpoint and deletes the endpoint twice. */
export const deletedWebhook = fixture('deleted webhook endpoint', {
  async make(t: CheckContext): Promise<DeletedWebhook> {
    const { id } = requireCreated(t, await tryCreate(t, 'createWebhook'));
    await waitForReadLag(t);
    const before = await readPlatformResource(t, kind, id);
    const remove = (): Promise<Exchange> => t.as('tenantA').send('deleteWebhook', { params: { id } });
    const deletion = await remove();
    await waitForReadLag(t);
    const after = await readPlatformResource(t, kind, id);
    const repeated = await remove();
    return {
      id,
      before,
      deletion,
      after,
      repeated,
      listed: await findInList(t, 'listWebhooks', id),
    };
  },
});

export const deletedWebhooks = [
  check('webhooks/delete', {
    must: 'delete a webhook endpoint',
    requirement: 'endpoints/delete-webhook',
    uses: [deletedWebhook],
    after: ['webhooks/create', 'webhooks/managed'],
    async run(t) {
      t.expect((await t.use(deletedWebhook)).deletion).success();
    },
  }),
  check('webhooks/delete-takes-effect', {
    must: 'not show a deleted webhook endpoint as if nothing had happened',
    requirement: 'webhooks/deleted-is-gone',
    uses: [deletedWebhook],
    after: ['webhooks/delete', 'webhooks/get'],
    async run(t: CheckContext) {
      const { id, before, deletion } = await t.use(deletedWebhook);
      let { after } = await t.use(deletedWebhook);
      t.require(before).success();
      t.require(deletion).success();
      await t.eventually('read', async () => {
        if (t.compared(!isSuccess(after) || !isSameBody(after.json, before.json))) return;
        after = await readPlatformResource(t, kind, id);
        if (t.compared(!isSuccess(after) || !isSameBody(after.json, before.json))) return;
        t.fail('the endpoint is as before', { actual: after.json, exchange: [after, deletion] });
      });
    },
  }),
  check('webhooks/deleted-not-listed', {
    must: 'not list a deleted webhook endpoint as if nothing had happened',
    requirement: 'webhooks/deleted-is-gone',
    uses: [deletedWebhook],
    after: ['webhooks/delete', 'webhooks/delete-takes-effect', 'webhooks/in-list'],
    async run(t: CheckContext) {
      const { before, deletion, listed } = await t.use(deletedWebhook);
      t.require(deletion).success();
      t.require(listed.exchange).success();
      if (listed.item === undefined) requireReadableIds(t, listed.exchange);
      if (t.compared(listed.item === undefined || statusIn(listed.item) !== statusIn(before.json))) return;
      if (
        t.compared(
          /"deleted/.test(JSON.stringify(listed.item)) || hasFlagOrMemberChanged(before.json, listed.item),
        )
      )
        return;
      t.fail('it is still in the list', { actual: listed.item, exchange: [listed.exchange, deletion] });
    },
  }),
  check('webhooks/deleted-is-404', {
    should: 'answer 404 for a webhook endpoint that was deleted',
    requirement: 'endpoints/unknown-id-404',
    uses: [deletedWebhook],
    after: ['webhooks/delete', 'webhooks/delete-takes-effect'],
    async run(t) {
      const { deletion, after } = await t.use(deletedWebhook);
      t.require(deletion).success();
      t.expect(after).status(404);
    },
  }),
  check('webhooks/delete-twice', {
    must: 'answer a second DELETE of a webhook endpoint without a server error',
    requirement: 'states/second-delete',
    uses: [deletedWebhook],
    after: ['webhooks/delete'],
    async run(t: CheckContext) {
      const { deletion, repeated } = await t.use(deletedWebhook);
      t.require(deletion).success();
      if (t.compared(repeated.status >= 500))
        t.fail('it is a server error', { actual: repeated.status, exchange: repeated });
    },
  }),
];
