// Products of one tenant kept from another: in lists, as children of a foreign parent, for a foreign customer.
import type { OperationId } from '../../src/contract/operations.ts';
import type { Context, Exchange, Subject } from '../../src/suite/define.ts';
import { itemsOf } from '../../src/suite/lists.ts';
import { apart } from '../kit/exhibits.ts';
import { productBody } from '../kit/product-bodies.ts';
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
} from '../kit/products.ts';
import { idIn, isSuccess, mentions, telling } from '../kit/reading.ts';
import { customer, customerOfB } from '../kit/subjects.ts';
import { check, subject } from '../suite.ts';

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

type Passage = {
  operation: OperationId;
  params: Record<string, string>;
  body?: unknown;
};
type Way = {
  /** the calls, what ends the thing last */
  passages: readonly Passage[];
  /** how the owner looks */
  owner: (known: boolean) => Promise<Exchange>;
  child: string;
};
type Passed = Way & { before: Exchange; replies: ReadonlyMap<OperationId, Exchange> };

/** Calls as tenant B on a child of tenant A's through a parent of its own; the owner looks before. */
async function pass(t: Context, way: Way, only?: OperationId): Promise<Passed> {
  const before = t.require(await way.owner(true)).success();
  if (!mentions(before.json, way.child)) t.inconclusive('its owner does not see it', { exchange: before });
  const replies = new Map<OperationId, Exchange>();
  for (const { operation, params, body } of way.passages) {
    if (only !== undefined && operation !== only) continue;
    const reply = await t.as('tenantB').send(operation, {
      params,
      ...(body === undefined ? {} : { body }),
      spoiled: "a parent of one's own, another tenant's thing",
    });
    replies.set(operation, reply);
  }
  return { ...way, before, replies };
}

/** How the owner sees it after the calls: a look that came after them will do. */
async function lookAfter({ owner, replies }: Passed): Promise<Exchange> {
  const seen = await owner(true);
  return [...replies.values()].every(({ startedAt }) => startedAt < seen.startedAt) ? seen : owner(false);
}

const shared = (
  what: string,
  cost: number,
  uses: readonly Subject<unknown>[],
  way: (t: Context) => Promise<Way>,
) =>
  subject(`strangers through ${what} of their own`, {
    cost,
    uses: [apart, ...uses],
    async make(t: Context): Promise<Passed> {
      await t.use(apart);
      return pass(t, await way(t));
    },
  });

function throughOwnParent(
  operation: OperationId,
  area: string,
  mode: 'safe' | 'full',
  passed: Subject<Passed>,
  way: (t: Context) => Promise<Way>,
) {
  return check(`isolation/${operation}/foreign-parent`, {
    must: `refuse ${operation} on another tenant's thing through a parent of one's own`,
    says,
    area,
    needs,
    mode,
    cost: 0,
    uses: [apart, passed],
    group: 'isolation/foreign',
    after: [`isolation/${operation}`],
    async run(t: Context) {
      const all = await t.use(passed);
      const changed = async (one: Passed): Promise<Exchange | undefined> => {
        const after = await lookAfter(one);
        return itemOf(one.before, one.child) === itemOf(after, one.child) ? undefined : after;
      };
      const reply = all.replies.get(operation);
      if (reply === undefined) t.inconclusive('it was not called');
      if (reply.status >= 500) t.fail('it is a server error', { actual: reply.status, exchange: reply });
      if (await changed(all)) {
        // which of them it was is told by each alone
        const alone = await t.afresh(async (anew) => pass(anew, await way(anew), operation));
        const after = await changed(alone);
        if (after === undefined) return;
        t.fail("another tenant's thing was changed", {
          expected: itemOf(alone.before, alone.child),
          actual: itemOf(after, alone.child),
          exchange: [after, ...alone.replies.values(), alone.before],
        });
      }
      // answered with success and nothing done: a deletion of what is not there may be taken lightly
      if (isSuccess(reply) && operation !== 'deleteDnsRecord' && operation !== 'deleteMailbox')
        t.expect(reply).refused();
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

const zoneWay = async (t: Context): Promise<Way> => {
  const own = await t.use(zone);
  const { id: rid } = await t.use(record);
  const params = { id: await t.use(zoneOfB), rid };
  return {
    passages: [
      { operation: 'updateDnsRecord', params, body: productBody(t, 'updateDnsRecord').body },
      { operation: 'deleteDnsRecord', params },
    ],
    owner: (known) => t.as('tenantA').send('listDnsRecords', { params: { id: own.id }, known }),
    child: rid,
  };
};

const emailWay = async (t: Context): Promise<Way> => {
  const own = await t.use(email);
  const { id: mbx } = await t.use(mailbox);
  return {
    passages: [{ operation: 'deleteMailbox', params: { id: await t.use(emailServiceOfB), mbx } }],
    owner: (known) => t.as('tenantA').send('getEmailService', { params: { id: own.id }, known }),
    child: mbx,
  };
};

/** Tried while strangers are at the thing itself: its owner looks once after all of them. */
export const throughZone = shared('a zone', 3, [record, zoneOfB], zoneWay);
export const throughEmail = shared('an email service', 2, [mailbox, emailServiceOfB], emailWay);

export const isolatedProducts = [
  ...lists,
  throughOwnParent('updateDnsRecord', 'dns', 'safe', throughZone, zoneWay),
  throughOwnParent('deleteDnsRecord', 'dns', 'safe', throughZone, zoneWay),
  throughOwnParent('deleteMailbox', 'email', 'full', throughEmail, emailWay),
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
