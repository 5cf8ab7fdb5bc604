// Products of one tenant kept from another: in lists, as children of a foreign parent, for a foreign customer.
import type { OperationId } from '../src/contract/operations.ts';
import type { Context, Exchange, Subject } from '../src/suite/define.ts';
import { itemsOf } from '../src/suite/lists.ts';
import { apart } from './exhibits.ts';
import { productBody } from './product-bodies.ts';
import {
  attemptProduct,
  certificate,
  domain,
  email,
  established,
  hosting,
  mailbox,
  newEmail,
  type Product,
  record,
  zone,
} from './products.ts';
import { idIn, isSuccess, mentions, telling } from './reading.ts';
import { customer, customerOfB } from './subjects.ts';
import { check, subject } from './suite.ts';

const needs = ['tenantA', 'tenantB'] as const;
const says = 'service/own-tenant-only';

/** The first page of a list as tenant B sees it. */
const seenByB = (operation: OperationId, area: string, mode: 'safe' | 'full', thing: Subject<Product>) => ({
  operation,
  area,
  mode,
  thing,
  page: subject(`${operation} as tenant B sees it`, {
    cost: 1,
    uses: [thing],
    async make(t: Context): Promise<Exchange> {
      await t.use(thing);
      return t.as('tenantB').send(operation);
    },
  }),
});

const zonesOfB = seenByB('listDnsZones', 'dns', 'safe', zone);
const emailOfB = seenByB('listEmailServices', 'email', 'full', email);
const pages = [
  seenByB('listDomains', 'domains', 'full', domain),
  seenByB('listHostingAccounts', 'hosting', 'full', hosting),
  seenByB('listCertificates', 'ssl', 'full', certificate),
  zonesOfB,
  emailOfB,
];

const lists = pages.map(({ operation, area, mode, thing, page }) =>
  check(`isolation/${operation}`, {
    must: `show nothing of another tenant in ${operation}`,
    says,
    area,
    needs,
    mode,
    cost: 0,
    uses: [apart, thing, page],
    group: 'isolation/lists',
    async run(t: Context) {
      await t.use(apart);
      const { id } = await t.use(thing);
      const reply = t.require(await t.use(page)).success();
      const leak = telling(id) ? itemsOf(reply.json)?.find((one) => mentions(one, id)) : undefined;
      if (leak !== undefined)
        t.fail('the list shows a thing of another tenant', { actual: leak, exchange: reply });
    },
  }),
);

/** A parent of tenant B's own: one it has, else one that is created for it. */
const parentOfB = (
  what: string,
  page: Subject<Exchange>,
  cost: number,
  uses: readonly Subject<unknown>[],
  create: (t: Context) => Promise<Product>,
) =>
  subject(`${what} of tenant B`, {
    cost,
    uses: [page, ...uses],
    async make(t: Context): Promise<string> {
      const known = itemsOf((await t.use(page)).json)
        ?.map(idIn)
        .find((id) => id !== undefined);
      return known ?? (await create(t)).id;
    },
  });

const zoneOfB = parentOfB('zone', zonesOfB.page, 2, [], async (t) =>
  established(t, await attemptProduct(t, 'createDnsZone', '', { by: 'tenantB' })),
);

/** Bought under the key that tenant A bought its own with: a key of one tenant says nothing to another. */
const emailServiceOfB = parentOfB('email service', emailOfB.page, 2, [customerOfB, newEmail], async (t) => {
  const { id } = await t.use(customerOfB);
  const buy = (key: string) => attemptProduct(t, 'createEmailService', id, { by: 'tenantB', key });
  const same = await buy((await t.use(newEmail)).key);
  return established(t, isSuccess(same.created) ? same : await buy(t.unique('buy')));
});

/** A call as tenant B on a child of tenant A's through a parent of its own; the owner looks before and after. */
function throughOwnParent(
  operation: OperationId,
  area: string,
  mode: 'safe' | 'full',
  uses: readonly Subject<unknown>[],
  call: (t: Context) => Promise<{
    params: Record<string, string>;
    body?: unknown;
    owner: (known: boolean) => Promise<Exchange>;
    child: string;
  }>,
) {
  return check(`isolation/${operation}/foreign-parent`, {
    must: `refuse ${operation} on another tenant's thing through a parent of one's own`,
    says,
    area,
    needs,
    mode,
    cost: 2,
    uses: [apart, ...uses],
    group: 'isolation/foreign',
    after: [`isolation/${operation}`],
    async run(t: Context) {
      await t.use(apart);
      const { params, body, owner, child } = await call(t);
      const before = t.require(await owner(true)).success();
      if (!mentions(before.json, child)) t.inconclusive('its owner does not see it', { exchange: before });
      const reply = await t.as('tenantB').send(operation, {
        params,
        ...(body === undefined ? {} : { body }),
        spoiled: "a parent of one's own, another tenant's thing",
      });
      if (reply.status >= 500) t.fail('it is a server error', { actual: reply.status, exchange: reply });
      const after = await owner(false);
      const was = itemOf(before, child);
      const is = itemOf(after, child);
      if (was === is) {
        // answered with success and nothing done: a deletion of what is not there may be taken lightly
        if (isSuccess(reply) && operation !== 'deleteDnsRecord' && operation !== 'deleteMailbox')
          t.expect(reply).refused();
        return;
      }
      t.fail("another tenant's thing was changed", {
        expected: was,
        actual: is,
        exchange: [after, reply, before],
      });
    },
  });
}

/** What a reply shows of one thing in it, as text; empty when it shows nothing. */
function itemOf({ json }: Exchange, id: string): string {
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner).find((one) => one !== undefined);
    if (typeof value !== 'object' || value === null) return undefined;
    if (idIn(value) === id && 'id' in value) return value;
    return Object.values(value)
      .map(inner)
      .find((one) => one !== undefined);
  };
  return JSON.stringify(inner(json)) ?? '';
}

const zoneCall = (operation: 'updateDnsRecord' | 'deleteDnsRecord') => async (t: Context) => {
  const own = await t.use(zone);
  const { id: rid } = await t.use(record);
  const id = await t.use(zoneOfB);
  return {
    params: { id, rid },
    child: rid,
    ...(operation === 'updateDnsRecord' ? { body: productBody(t, operation).body } : {}),
    owner: (known: boolean) => t.as('tenantA').send('listDnsRecords', { params: { id: own.id }, known }),
  };
};

export const isolatedProducts = [
  ...lists,
  throughOwnParent('updateDnsRecord', 'dns', 'safe', [record, zoneOfB], zoneCall('updateDnsRecord')),
  throughOwnParent('deleteDnsRecord', 'dns', 'safe', [record, zoneOfB], zoneCall('deleteDnsRecord')),
  throughOwnParent('deleteMailbox', 'email', 'full', [mailbox, emailServiceOfB], async (t: Context) => {
    const own = await t.use(email);
    const { id: mbx } = await t.use(mailbox);
    const id = await t.use(emailServiceOfB);
    return {
      params: { id, mbx },
      child: mbx,
      owner: (known) => t.as('tenantA').send('getEmailService', { params: { id: own.id }, known }),
    };
  }),
  check('idempotency/key-within-tenant/createEmailService', {
    must: 'keep the keys of two tenants apart in what they buy',
    says: 'idempotency/key-within-tenant',
    area: 'email',
    needs,
    mode: 'full',
    cost: 0,
    uses: [apart, email, emailServiceOfB],
    after: ['idempotency/key-within-tenant'],
    // by then tenant B may have one of its own, and buys no other
    retry: false,
    async run(t: Context) {
      await t.use(apart);
      const { id, created } = await t.use(email);
      if ((await t.use(emailServiceOfB)) !== id) return;
      t.fail("the other tenant got the first one's email service for the same key", {
        expected: 'one of its own',
        actual: id,
        exchange: created,
      });
    },
  }),
  check('isolation/createHostingAccount', {
    must: "refuse a hosting account for another tenant's customer",
    says,
    area: 'hosting',
    needs,
    mode: 'full',
    cost: 1,
    uses: [apart, customer],
    async run(t: Context) {
      await t.use(apart);
      const { id } = await t.use(customer);
      const { body } = productBody(t, 'createHostingAccount', id);
      t.expect(
        await t.as('tenantB').send('createHostingAccount', { body, spoiled: "another tenant's customer_id" }),
      ).refused();
    },
  }),
];
