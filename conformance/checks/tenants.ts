// Tenants: listed for platform admins, provisioned, changed, measured, terminated.
import type { Context, Exchange } from '../../src/suite/define.ts';
import { itemsOf } from '../../src/suite/lists.ts';
import { bodyFor } from '../kit/bodies.ts';
import {
  contains,
  expectDone,
  expectMade,
  longest,
  newTenant,
  platformShown,
  readThing,
  tenant,
} from '../kit/platform.ts';
import { idIn, isRecord, isSuccess, isUuid, mentions, settled, statusIn } from '../kit/reading.ts';
import { profileOf, session } from '../kit/sessions.ts';
import { sinkIn } from '../kit/subjects.ts';
import { check, subject } from '../suite.ts';

const area = 'tenants';

const mode = 'full';

const shown = platformShown.tenant;

const asAdmin = ['platformAdmin'] as const;

/** The tenant of tenant A's credential: by its profile, else by its log-in, which is stated to tell it. */
export const ownTenant = subject('own tenant', {
  cost: 0,
  uses: [profileOf.tenantA],
  async make(t: Context): Promise<string> {
    const profile = await t.use(profileOf.tenantA);
    const told = isRecord(profile.json) ? profile.json.tenant_id : undefined;
    if (typeof told === 'string') return told;
    const { json } = (await t.use(session)).login;
    const named = isRecord(json) && isRecord(json.user) ? json.user.tenant_id : undefined;
    if (typeof named === 'string') return named;
    t.inconclusive('neither the profile nor the log-in tells the tenant', { exchange: profile });
  },
});

/** The element of the list of tenants that speaks of one; the platform admin looks for it. */
async function inList(
  t: Context,
  id: string,
): Promise<{ item: unknown; exchange: Exchange; complete: boolean }> {
  const speaks = (item: unknown): boolean => idIn(item) === id || mentions(item, id);
  const { items, exchange, complete } = await t
    .as('platformAdmin')
    .list('listTenants', { pages: 12, until: speaks });
  return { item: items.find(speaks), exchange, complete };
}

type Changed = { id: string; text: string; put: Exchange; after: Exchange };

/** The new tenant with another name. */
const changed = subject('changed tenant', {
  cost: 2,
  uses: [shown],
  async make(t: Context): Promise<Changed> {
    const { id, body } = await t.use(shown);
    const unique = t.unique();
    const change = bodyFor(t, 'updateTenant', { ...body, name: `Changed ${unique}` }, { unique });
    const text = longest(change, unique);
    const put = await t.as('platformAdmin').send('updateTenant', { params: { id }, body: change });
    await sinkIn(t);
    return { id, text, put, after: await readThing(t, 'tenant', id) };
  },
});

type Ended = { id: string; before: Exchange; gone: Exchange; after: Exchange; again: Exchange };

/** The new tenant, terminated at the end of the run. */
const ended = subject('terminated tenant', {
  cost: 3,
  uses: [tenant, changed],
  async make(t: Context): Promise<Ended> {
    const { id } = await t.use(tenant);
    const { after: before } = await t.use(changed);
    const terminate = (): Promise<Exchange> =>
      t.as('platformAdmin').send('terminateTenant', { params: { id } });
    const gone = await terminate();
    await sinkIn(t);
    return { id, before, gone, after: await readThing(t, 'tenant', id), again: await terminate() };
  },
});

export const tenants = [
  check('tenants/list', {
    must: 'list all tenants to a platform admin',
    says: 'endpoints/list-tenants',
    area,
    needs: ['tenantA', 'platformAdmin'],
    mode: 'read-only',
    cost: 1,
    uses: [ownTenant],
    async run(t: Context) {
      const id = await t.use(ownTenant);
      const first = await t.as('platformAdmin').send('listTenants');
      if (!isSuccess(first)) await t.proven('platformAdmin');
      if (first.status === 403) {
        // whoever runs the platform sees any tenant: one who does not is taken for an admin by the target file alone
        const sees = await t.as('platformAdmin').send('getTenant', { params: { id } });
        if (!isSuccess(sees))
          t.inconclusive('credentials.platformAdmin sees no other tenant either: is it a platform admin?', {
            exchange: [first, sees],
          });
        t.fail('a platform admin was refused', { expected: 200, actual: 403, exchange: first });
      }
      t.expect(first).success();
      if (mentions(first.json, id)) return;
      const { item, exchange, complete } = await inList(t, id);
      if (item !== undefined) return;
      if (!complete) t.inconclusive('it was not among the first pages of a longer list', { exchange });
      const ids = (itemsOf(exchange.json) ?? []).map(idIn);
      if (isUuid(id) && ids.length > 0 && !ids.some(isUuid))
        t.inconclusive('the list names tenants by ids of another kind than the log-in', { exchange });
      t.fail('the list lacks a tenant that there is', { expected: id, exchange });
    },
  }),
  check('tenants/list-not-for-keys', {
    must: "keep the list of tenants from a tenant's API key",
    says: 'authentication/tenants-for-admins',
    area,
    needs: ['limited.apiKey'],
    mode: 'read-only',
    cost: 2,
    after: ['authentication/tenants-for-admins'],
    async run(t: Context) {
      await t.proven('limited');
      t.expect(await t.as('limited').send('listTenants')).status(403);
    },
  }),
  check('tenants/create', {
    must: 'provision a tenant',
    says: 'endpoints/create-tenant',
    area,
    needs: asAdmin,
    mode,
    cost: 0,
    uses: [newTenant],
    async run(t) {
      expectMade(t, await t.use(newTenant));
    },
  }),
  check('tenants/get', {
    must: 'return a tenant by its id',
    says: 'endpoints/get-tenant',
    area,
    needs: asAdmin,
    mode,
    cost: 0,
    uses: [shown],
    after: ['tenants/create'],
    async run(t: Context) {
      const { id, reply } = await t.use(shown);
      t.expect(reply).success();
      if (!mentions(reply.json, id))
        t.fail('the reply is not about this tenant', { expected: id, exchange: reply });
    },
  }),
  check('tenants/update', {
    must: 'update the settings of a tenant',
    says: 'endpoints/update-tenant',
    area,
    needs: asAdmin,
    mode,
    cost: 0,
    uses: [changed],
    after: ['tenants/get'],
    async run(t) {
      expectDone(t, (await t.use(changed)).put);
    },
  }),
  check('tenants/update-persists', {
    must: 'show the update of a tenant in the next read',
    says: 'endpoints/update-persists',
    area,
    needs: asAdmin,
    mode,
    cost: 0,
    uses: [changed],
    after: ['tenants/update'],
    async run(t: Context) {
      const { id, text, put } = await t.use(changed);
      let { after } = await t.use(changed);
      t.require(put).success();
      if (!put.request.body?.includes(text))
        t.inconclusive('the body given for a change says something else');
      await t.eventually('read', async () => {
        if (!contains(after.json, text)) after = await readThing(t, 'tenant', id);
        if (contains(after.json, text)) return;
        t.fail('the update is not there', { expected: text, actual: after.json, exchange: [after, put] });
      });
    },
  }),
  check('tenants/usage', {
    must: 'summarise the usage of a tenant',
    says: 'endpoints/tenant-usage',
    area,
    needs: asAdmin,
    mode,
    cost: 1,
    uses: [tenant],
    after: ['tenants/create'],
    async run(t: Context) {
      const { id } = await t.use(tenant);
      const reply = await t.as('platformAdmin').send('getTenantUsage', { params: { id } });
      t.expect(reply).success();
      if (!isRecord(reply.json) && !Array.isArray(reply.json))
        t.fail('the reply holds no summary', {
          expected: 'a JSON object',
          actual: reply.text,
          exchange: reply,
        });
    },
  }),
  check('tenants/own', {
    should: 'show a tenant its own record and its own usage',
    says: 'tenants/own-readable',
    area,
    mode: 'read-only',
    cost: 2,
    uses: [ownTenant],
    async run(t: Context) {
      const id = await t.use(ownTenant);
      for (const operation of ['getTenant', 'getTenantUsage'] as const) {
        const reply = await t.as('tenantA').send(operation, { params: { id } });
        t.expect(reply).success();
        if (!mentions(reply.json, id))
          t.fail('the reply is not about this tenant', { expected: id, actual: reply.json, exchange: reply });
      }
    },
  }),
  check('tenants/not-by-tenants', {
    should: 'answer 403 to a tenant that provisions another',
    says: 'tenants/platform-only',
    area,
    mode,
    cost: 1,
    async run(t: Context) {
      await t.proven('tenantA');
      const reply = await t
        .as('tenantA')
        .send('createTenant', { body: {}, spoiled: 'a tenant as the caller' });
      if ([400, 422].includes(reply.status))
        t.inconclusive('the body was looked at before the permission', { exchange: reply });
      t.expect(reply).status(403);
    },
  }),
  check('tenants/terminate', {
    must: 'terminate a tenant',
    says: 'endpoints/terminate-tenant',
    area,
    needs: asAdmin,
    mode,
    cost: 0,
    uses: [ended],
    phase: 'last',
    destructive: true,
    after: ['tenants/create'],
    async run(t) {
      expectDone(t, (await t.use(ended)).gone);
    },
  }),
  check('tenants/soft-delete', {
    must: 'keep the record of a tenant that was terminated',
    says: 'states/tenant-soft-delete',
    area,
    needs: asAdmin,
    mode,
    cost: 0,
    uses: [ended],
    phase: 'last',
    after: ['tenants/terminate', 'tenants/get'],
    async run(t: Context) {
      const { id, before, gone, after } = await t.use(ended);
      t.require(before).success();
      t.require(gone).success();
      if (isSuccess(after)) return;
      const { item, exchange, complete } = await inList(t, id);
      if (item !== undefined) return;
      if (!complete) t.inconclusive('it was not among the first pages of a longer list', { exchange });
      t.fail('neither its detail nor the list knows it any more', {
        expected: id,
        actual: after.status,
        exchange: [after, exchange, gone],
      });
    },
  }),
  check('tenants/terminate-changes', {
    must: 'show that a tenant was terminated',
    says: 'endpoints/terminate-tenant',
    area,
    needs: asAdmin,
    mode,
    cost: 0,
    uses: [ended],
    phase: 'last',
    after: ['tenants/terminate', 'tenants/soft-delete'],
    async run(t: Context) {
      const { id, before, gone } = await t.use(ended);
      let { after } = await t.use(ended);
      t.require(before).success();
      t.require(gone).success();
      await t.eventually('read', async () => {
        if (!isSuccess(after) || settled(after.json) !== settled(before.json)) return;
        after = await readThing(t, 'tenant', id);
        if (!isSuccess(after) || settled(after.json) !== settled(before.json)) return;
        t.fail('the tenant is as before', { actual: after.json, exchange: [after, gone] });
      });
    },
  }),
  check('tenants/terminated-shown', {
    should: 'show a terminated tenant as `terminated`',
    says: 'states/tenant-terminated-shown',
    area,
    needs: asAdmin,
    mode,
    cost: 0,
    uses: [ended],
    phase: 'last',
    after: ['tenants/terminate', 'tenants/soft-delete', 'tenants/terminate-changes'],
    async run(t: Context) {
      const { gone, after } = await t.use(ended);
      t.require(gone).success();
      t.expect(after).success();
      if (statusIn(after.json) === 'terminated') return;
      t.fail('it has another status', {
        expected: 'terminated',
        actual: statusIn(after.json) ?? null,
        exchange: after,
      });
    },
  }),
  check('tenants/terminate-twice', {
    must: 'answer a second DELETE of a tenant without a server error',
    says: 'states/second-delete',
    area,
    needs: asAdmin,
    mode,
    cost: 0,
    uses: [ended],
    phase: 'last',
    after: ['tenants/terminate'],
    async run(t: Context) {
      const { gone, again } = await t.use(ended);
      t.require(gone).success();
      if (again.status >= 500) t.fail('it is a server error', { actual: again.status, exchange: again });
    },
  }),
];
