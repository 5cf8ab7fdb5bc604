// Checks of tenants: list (platform admins only), provision, update and terminate a tenant, read its usage.

import { isObject } from '../../src/contract/is-object.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { equals, holds, isAccepted, request } from '../expectations.ts';
import {
  asRead,
  containsText,
  longestTaggedText,
  readResource,
  resources,
} from '../support/fixtures/created-resources.ts';
import { createUsableCustomer, waitForReadLag } from '../support/fixtures/customers-and-orders.ts';
import { tenantIds } from '../support/fixtures/owned-resources.ts';
import {
  bodyWith,
  idIn,
  isSuccess,
  leaves,
  mentions,
  statusIn,
} from '../support/reply-readers/response-readers.ts';
import { expectChanged, isSameBody } from '../support/reply-readers/shown-changes.ts';
import { bodyFor } from '../support/request-bodies/request-bodies.ts';
import { resourceChecks } from '../support/resource-checks.ts';

const { check, row } = checksOf({ area: 'tenants', mode: 'full', needs: ['platformAdmin'] });
const { row: lastRow } = checksOf({ area: 'tenants', mode: 'full', needs: ['platformAdmin'], phase: 'last' });

const tenantAsRead = asRead.tenant;

async function findTenantInList(
  t: CheckContext,
  id: string,
): Promise<{ item: unknown; exchange: Exchange; complete: boolean }> {
  const speaks = (item: unknown): boolean => idIn(item) === id || mentions(item, id);
  const { items, exchange, complete } = await t
    .as('platformAdmin')
    .list('listTenants', { pages: 12, until: speaks });
  return { item: items.find(speaks), exchange, complete };
}

/**
 * Returns the name of the first text member of a request body that contains the body's tag and whose value a reply
 * shows, under whatever name; addresses do not count, because they have a form.
 */
const shownTextMember = (body: Record<string, unknown>, tag: string, shown: unknown): string | undefined =>
  Object.keys(body).find((name) => {
    const value = body[name];
    return (
      typeof value === 'string' && value.includes(tag) && !/[@/]/.test(value) && containsText(shown, value)
    );
  });

/** Updates the name, or another text that a read shows, of the tenant that the run provisioned. */
const updatedTenant = fixture('changed tenant', {
  learns: true,
  uses: [tenantAsRead],
  after: ['tenants/update'],
  async make(t: CheckContext) {
    const { id, body, tag, reply } = await t.use(tenantAsRead);
    const unique = t.unique();
    const member = shownTextMember(body, tag, reply.json) ?? 'name';
    const change = bodyFor(t, 'updateTenant', { ...body, [member]: `Changed ${unique}` }, { unique });
    const text = longestTaggedText(change, unique);
    const put = await t.as('platformAdmin').send('updateTenant', { params: { id }, body: change });
    await waitForReadLag(t);
    return { id, text, change, put, after: await readResource(t, 'tenant', id) };
  },
});

/** Adds a key to the open settings of the tenant that the run provisioned. */
const addedSetting = fixture('added setting', {
  uses: [updatedTenant],
  async make(t: CheckContext) {
    const { id, change, after } = await t.use(updatedTenant);
    const settings = isObject(after.json) ? after.json.settings : undefined;
    if (!isObject(settings)) t.notApplicable('a tenant shows no object `settings`');
    const text = t.unique('setting');
    const body = { ...change, settings: { ...settings, conformance_note: text } };
    const put = await t.as('platformAdmin').send('updateTenant', { params: { id }, body });
    await waitForReadLag(t);
    return { id, text, put };
  },
});

const terminatedTenant = fixture('terminated tenant', {
  uses: [resources.tenant, updatedTenant],
  after: ['tenants/terminate'],
  async make(t: CheckContext) {
    const { id } = await t.use(resources.tenant);
    const { after: before } = await t.use(updatedTenant);
    const terminate = (): Promise<Exchange> =>
      t.as('platformAdmin').send('terminateTenant', { params: { id } });
    const termination = await terminate();
    await waitForReadLag(t);
    const after = await readResource(t, 'tenant', id);
    // A rule judges what the repeated request is answered.
    await terminate();
    return { id, before, termination, after };
  },
});

const readUsage = (t: CheckContext, id: string): Promise<Exchange> =>
  request(t, 'getTenantUsage', { params: { id } });

const firstUsage = fixture('usage of the tenant', {
  uses: [tenantIds.tenantA],
  make: async (t: CheckContext) => readUsage(t, await t.use(tenantIds.tenantA)),
});

/** Matches numbers of customers, but not those of a limit. */
const CUSTOMERS = /^(?!.*(limit|max|quota|plan|allow)).*(customer|client)/i;

export const tenants = [
  check('tenants/list', 'endpoints/list-tenants', {
    must: 'list tenants to a platform admin',
    mode: 'read-only',
    async run(t: CheckContext) {
      const reply = await t.as('platformAdmin').send('listTenants');
      if (!isSuccess(reply)) await t.requireAccepted('platformAdmin');
      t.expect(reply).success();
    },
  }),
  ...(['tenantA', 'tenantB', 'reseller'] as const).map((who) =>
    check(`tenants/lists-that-of/${who}`, 'endpoints/list-tenants', {
      must: `list the tenant of ${who} to a platform admin`,
      needs: [who, 'platformAdmin'],
      mode: 'read-only',
      cost: 2,
      group: 'tenants/lists-that-of',
      after: ['tenants/list'],
      async run(t: CheckContext) {
        const profile = t.require(await t.as(who).send('getCurrentUser', { allowCached: true })).success();
        const id = leaves(profile.json).find(({ name }) => name === 'tenant_id')?.value;
        if (typeof id !== 'string')
          t.inconclusive(`the profile of ${who} shows no tenant`, { exchange: profile });
        const { item, exchange, complete } = await findTenantInList(t, id);
        t.require(exchange).success();
        if (!complete && item === undefined)
          t.inconclusive('it was not among the first pages of a longer list', { exchange });
        holds(t, item !== undefined, 'the list lacks it', { expected: id, exchange: [exchange, profile] });
      },
    }),
  ),
  check('tenants/list-not-for-keys', 'authentication/tenants-for-admins', {
    must: "keep the list of tenants from a tenant's API key",
    needs: ['limited.apiKey'],
    mode: 'read-only',
    cost: 2,
    after: ['authentication/tenants-for-admins'],
    async run(t: CheckContext) {
      await t.requireAccepted('limited');
      t.expect(await t.as('limited').send('listTenants')).status(403);
    },
  }),
  ...resourceChecks('tenant', 'provision a tenant'),
  row('tenants/update', 'endpoints/update-tenant', updatedTenant, {
    must: 'update the settings of a tenant',
    after: ['tenants/get'],
    expect: (t, { put }) => isAccepted(t, put, 'it'),
  }),
  row('tenants/setting-kept', 'endpoints/update-tenant', addedSetting, {
    must: 'keep a setting that the reply to its update shows',
    after: ['tenants/update'],
    async expect(t: CheckContext, { id, text, put }) {
      const settings = isObject(put.json) ? put.json.settings : undefined;
      if (!isSuccess(put) || !mentions(settings, text)) t.notApplicable('a further setting is not taken');
      await t.eventually('read', async () => {
        const reply = t.require(await readResource(t, 'tenant', id)).success();
        holds(t, mentions(reply.json, text), 'the setting is not shown', {
          expected: text,
          actual: reply.json,
          exchange: [reply, put],
        });
      });
    },
  }),
  row('tenants/usage', 'endpoints/tenant-usage', resources.tenant, {
    must: 'summarise the usage of a tenant',
    after: ['tenants/create'],
    async expect(t: CheckContext, { id }) {
      const reply = await t.as('platformAdmin').send('getTenantUsage', { params: { id } });
      t.expect(reply).success();
      holds(t, isObject(reply.json) || Array.isArray(reply.json), 'the reply holds no summary', {
        expected: 'a JSON object',
        actual: reply.text,
        exchange: reply,
      });
    },
  }),
  lastRow('tenants/usage-follows', 'endpoints/tenant-usage', firstUsage, {
    should: 'not show the usage of the beginning of a run at its end, when customers were added',
    needs: ['tenantA'],
    after: ['customers/create', 'tenants/own'],
    async expect(t: CheckContext, first) {
      const before = t.require(first).success();
      const counts = [...leaves(before.json)].some(
        ({ pointer, value }) => typeof value === 'number' && CUSTOMERS.test(pointer),
      );
      if (!counts) t.inconclusive('the summary shows no number of customers', { exchange: before });
      const action = t.require((await createUsableCustomer(t)).created).success();
      const read = async () => readUsage(t, await t.use(tenantIds.tenantA));
      await waitForReadLag(t);
      await t.eventually('read', async () => {
        const after = t.require(await read()).success();
        holds(t, !isSameBody(after.json, before.json), 'the summary is as before', {
          actual: after.json,
          exchange: [after, action, before],
        });
      });
    },
  }),
  row('tenants/own', 'tenants/own-readable', tenantIds.tenantA, {
    should: 'show a tenant its own record and its own usage',
    needs: ['tenantA'],
    mode: 'read-only',
    phase: 'first',
    uses: [firstUsage],
    async expect(t, id) {
      for (const reply of [await t.use(firstUsage), await request(t, 'getTenant', { params: { id } })]) {
        t.expect(reply).success();
        holds(t, mentions(reply.json, id), 'the reply is not about this tenant', {
          expected: bodyWith(id),
          actual: reply.json,
          exchange: reply,
        });
      }
    },
  }),
  check('tenants/not-by-tenants', 'tenants/platform-only', {
    should: 'answer 403 to a tenant that provisions another',
    needs: ['tenantA'],
    async run(t: CheckContext) {
      await t.requireAccepted('tenantA');
      const reply = await request(t, 'createTenant', { body: {}, deliberateFault: 'a tenant as the caller' });
      if ([400, 422].includes(reply.status))
        t.inconclusive('the body was looked at before the permission', { exchange: reply });
      t.expect(reply).status(403);
    },
  }),
  lastRow('tenants/terminate', 'endpoints/terminate-tenant', terminatedTenant, {
    must: 'terminate a tenant',
    destructive: true,
    after: ['tenants/create'],
    expect: (t, { termination }) => isAccepted(t, termination, 'it'),
  }),
  lastRow('tenants/soft-delete', 'states/terminated-tenant-readable', terminatedTenant, {
    should: 'keep showing a tenant that was terminated',
    after: ['tenants/get'],
    given: ['before', 'termination'],
    async expect(t: CheckContext, { id, termination, after }) {
      if (t.compared(isSuccess(after))) return;
      const { item, exchange, complete } = await findTenantInList(t, id);
      if (t.compared(item !== undefined)) return;
      if (!complete) t.inconclusive('it was not among the first pages of a longer list', { exchange });
      t.fail('neither its detail nor the list knows it any more', {
        expected: '2xx',
        actual: after.status,
        exchange: [after, exchange, termination],
      });
    },
  }),
  lastRow('tenants/terminate-changes', 'endpoints/terminate-tenant', terminatedTenant, {
    must: 'show that a tenant was terminated',
    after: ['tenants/soft-delete'],
    expect: (t, { id, before, termination: action, after }) =>
      expectChanged(t, {
        what: 'tenant',
        before,
        action,
        after,
        read: () => readResource(t, 'tenant', id),
      }),
  }),
  lastRow('tenants/terminated-status', 'states/tenant-terminated-shown', terminatedTenant, {
    should: 'show a terminated tenant as `terminated`',
    after: ['tenants/soft-delete', 'tenants/terminate-changes'],
    given: ['termination'],
    expect(t, { after }) {
      t.expect(after).success();
      equals(t, statusIn(after.json), 'terminated', 'it has another status', after);
    },
  }),
];
