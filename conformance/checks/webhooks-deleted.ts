// Webhook endpoints that are deleted: gone from sight and from the list.
import type { Context, Exchange } from '../../src/suite/define.ts';
import { bornOf, findIn } from '../kit/finding.ts';
import { attempt, established, readThing } from '../kit/platform.ts';
import { isSuccess, settled, statusIn, turned } from '../kit/reading.ts';
import { sinkIn } from '../kit/subjects.ts';
import { check, subject } from '../suite.ts';

const area = 'webhooks';

const kind = 'webhook endpoint';

type Removed = {
  id: string;
  before: Exchange;
  gone: Exchange;
  after: Exchange;
  again: Exchange;
  /** the endpoint in the list, after its end */
  listed: { item: unknown; exchange: Exchange };
};

/** An endpoint of its own that is deleted, twice. */
export const removedWebhook = subject('deleted webhook endpoint', {
  cost: 6,
  async make(t: Context): Promise<Removed> {
    const { id } = established(t, await attempt(t, 'createWebhook'));
    await sinkIn(t);
    const before = await readThing(t, kind, id);
    const remove = (): Promise<Exchange> => t.as('tenantA').send('deleteWebhook', { params: { id } });
    const gone = await remove();
    await sinkIn(t);
    const after = await readThing(t, kind, id);
    const again = await remove();
    return { id, before, gone, after, again, listed: await findIn(t, 'listWebhooks', id, bornOf(before)) };
  },
});

export const deletedWebhooks = [
  check('webhooks/delete', {
    must: 'delete a webhook endpoint',
    says: 'endpoints/delete-webhook',
    area,
    cost: 0,
    uses: [removedWebhook],
    after: ['webhooks/create', 'webhooks/managed'],
    async run(t) {
      t.expect((await t.use(removedWebhook)).gone).success();
    },
  }),
  check('webhooks/deleted-is-gone', {
    must: 'not show a deleted webhook endpoint as if nothing had happened',
    says: 'webhooks/deleted-is-gone',
    area,
    cost: 0,
    uses: [removedWebhook],
    after: ['webhooks/delete', 'webhooks/get'],
    async run(t: Context) {
      const { id, before, gone } = await t.use(removedWebhook);
      let { after } = await t.use(removedWebhook);
      t.require(before).success();
      t.require(gone).success();
      await t.eventually('read', async () => {
        if (!isSuccess(after) || settled(after.json) !== settled(before.json)) return;
        after = await readThing(t, kind, id);
        if (!isSuccess(after) || settled(after.json) !== settled(before.json)) return;
        t.fail('the endpoint is as before', { actual: after.json, exchange: [after, gone] });
      });
    },
  }),
  check('webhooks/deleted-not-listed', {
    must: 'not list a deleted webhook endpoint as if nothing had happened',
    says: 'webhooks/deleted-is-gone',
    area,
    cost: 0,
    uses: [removedWebhook],
    after: ['webhooks/delete', 'webhooks/deleted-is-gone', 'webhooks/in-list'],
    async run(t: Context) {
      const { before, gone, listed } = await t.use(removedWebhook);
      t.require(gone).success();
      t.require(listed.exchange).success();
      if (listed.item === undefined || statusIn(listed.item) !== statusIn(before.json)) return;
      if (/"deleted/.test(JSON.stringify(listed.item)) || turned(before.json, listed.item)) return;
      t.fail('it is still in the list', { actual: listed.item, exchange: [listed.exchange, gone] });
    },
  }),
  check('webhooks/deleted-is-404', {
    should: 'answer 404 for a webhook endpoint that was deleted',
    says: 'endpoints/unknown-id-404',
    area,
    cost: 0,
    uses: [removedWebhook],
    after: ['webhooks/delete', 'webhooks/deleted-is-gone'],
    async run(t) {
      const { gone, after } = await t.use(removedWebhook);
      t.require(gone).success();
      t.expect(after).status(404);
    },
  }),
  check('webhooks/delete-twice', {
    must: 'answer a second DELETE of a webhook endpoint without a server error',
    says: 'states/second-delete',
    area,
    cost: 0,
    uses: [removedWebhook],
    after: ['webhooks/delete'],
    async run(t: Context) {
      const { gone, again } = await t.use(removedWebhook);
      t.require(gone).success();
      if (again.status >= 500) t.fail('it is a server error', { actual: again.status, exchange: again });
    },
  }),
];
