// Checks of lists in general: paging and filters as chosen by this contract, and unusual query values; reads of lists
// before the run creates anything, so that a cached page shows later, and after all other checks, so that the rules that
// remember resources see the final lists.

import { isObject } from '../../../src/contract/is-object.ts';
import { type OperationId, operation } from '../../../src/contract/operations.ts';
import type { CheckContext } from '../../../src/suite/model/define.ts';
import { UNDECLARED_LAG_MS } from '../../../src/suite/model/limits.ts';
import { checksOf, fixture } from '../../define.ts';
import { holds, request } from '../../expectations.ts';
import type { RequirementId } from '../../requirements.ts';
import { order } from '../../support/fixtures/customers-and-orders.ts';
import { idIn, isSuccess, mentions, statusIn } from '../../support/reply-readers/response-readers.ts';

const { check, row } = checksOf({ area: 'everywhere', mode: 'read-only' });

export const lists = [
  check('lists/pages-do-not-overlap', 'endpoints/list-paging', {
    should: 'show an element on one page only',
    after: ['lists/envelope', 'lists/page-size'],
    async run(t: CheckContext) {
      const read = (page: number) =>
        request(t, 'listCustomers', { query: { page, per_page: 2, sort: 'created_at' } });
      const [first, second] = [await read(1), await read(2)];
      t.require(first).array('/data');
      const ids = [first, second].flatMap((reply) =>
        t.require(t.require(reply).success()).array('/data').map(idIn),
      );
      if (ids.length === 0 || ids.includes(undefined))
        t.inconclusive('the elements of the list have no readable ids', { exchange: [second, first] });
      holds(t, new Set(ids).size === ids.length, 'two pages show the same element', {
        actual: ids,
        exchange: [second, first],
      });
    },
  }),
  row('lists/filter', 'endpoints/list-filters', order, {
    should: 'return only what a filter asks for',
    mode: 'full',
    after: ['lists/envelope', 'orders/fields'],
    async expect(t: CheckContext, placed) {
      const reply = await request(t, 'listOrders', {
        query: { customer_id: placed.body.customer_id, per_page: 50 },
      });
      const data = t.require(t.require(reply).success()).array('/data');
      const otherCustomersItem = data.find(
        (item) =>
          isObject(item) && item.customer_id !== undefined && !mentions(item, placed.body.customer_id),
      );
      if (t.compared(otherCustomersItem !== undefined)) {
        t.fail('the filter lets others through', { actual: otherCustomersItem, exchange: reply });
      }
      holds(
        t,
        data.some((item) => mentions(item, placed.id)),
        'the filter hides what it asks for',
        { expected: placed.id, exchange: reply },
      );
    },
  }),
  check('lists/filter-status', 'endpoints/list-filters', {
    should: 'return only what a filter by status asks for',
    after: ['lists/envelope', 'orders/fields'],
    async run(t: CheckContext) {
      const reply = await request(t, 'listOrders', { query: { status: 'pending', per_page: 50 } });
      const data = t.require(t.require(reply).success()).array('/data');
      const other = data.find((item) => statusIn(item) !== undefined && statusIn(item) !== 'pending');
      holds(t, other === undefined, 'the filter lets others through', { actual: other, exchange: reply });
    },
  }),
  ...(
    [
      ['a page size of zero', { per_page: 0 }],
      ['a page size below zero', { per_page: -1 }],
      ['a page size of a million', { per_page: 1_000_000 }],
      ['a page size that is no number', { per_page: 'abc' }],
      ['a page that is no number', { page: 'x' }],
      ['a page past the end', { page: 1_000_000 }],
      ['an unknown parameter', { 'zz-unknown': "';--" }],
    ] as const
  ).map(([what, query]) =>
    check(`lists/survives-${what.replaceAll(' ', '-')}`, 'endpoints/list-odd-query-no-crash', {
      should: `answer ${what} without a server error`,
      group: 'lists/survives',
      async run(t: CheckContext) {
        const reply = await request(t, 'listOrders', { query, deliberateFault: what });
        holds(t, reply.status < 500, `${what} is a server error`, { actual: reply.status, exchange: reply });
      },
    }),
  ),
];

/** A list operation, and the requirement that it exists. */
type ListProbe = readonly [OperationId, RequirementId];

/**
 * Lists of kinds of resources of which the run creates one resource. Other checks read the lists again after the
 * creation.
 */
const EMPTY_LIST_PROBES: readonly ListProbe[] = [
  ['listPayments', 'endpoints/list-payments'],
  ['listDomains', 'endpoints/list-domains'],
  ['listHostingAccounts', 'endpoints/list-hosting'],
  ['listCertificates', 'endpoints/list-certificates'],
  ['listDnsZones', 'endpoints/list-zones'],
  ['listEmailServices', 'endpoints/list-email'],
];

/** Lists of kinds of resources of which the run creates and changes several. */
const FINAL_LIST_PROBES: readonly ListProbe[] = [
  ['listTenants', 'endpoints/list-tenants'],
  ['listCustomers', 'endpoints/list-customers'],
  ['listServices', 'endpoints/list-services'],
  ['listOrders', 'endpoints/list-orders'],
  ['listVps', 'endpoints/list-vps'],
  ['listTickets', 'endpoints/list-tickets'],
  ['listWebhooks', 'endpoints/list-webhooks'],
  ['listApiKeys', 'endpoints/list-api-keys'],
];

/** The end of all writes: a read that follows no longer lags, so that what it shows is what the writes left. */
const settled = fixture('end of all writes', {
  make: async (t) => t.sleep(UNDECLARED_LAG_MS + 100),
});

const listProbe = ([id, requirement]: ListProbe, when: 'first' | 'final') => {
  const { area, roles } = operation(id);
  const who = roles.join() === 'platform_admin' ? 'platformAdmin' : 'tenantA';
  return check(`${when}-read/${id}`, requirement, {
    must: `answer ${id} ${when === 'first' ? 'before the run creates anything' : 'after everything else has run'}`,
    area,
    needs: [who],
    // The first read is useful only in a mode in which the run creates a resource of this kind.
    mode: when === 'final' || id === 'listDnsZones' ? 'safe' : 'full',
    phase: when === 'first' ? 'first' : 'last',
    group: 'list-reads',
    ...(when === 'final' ? { uses: [settled] } : {}),
    async run(t) {
      if (when === 'final') await t.use(settled);
      const reply = await t.as(who).send(id);
      if (!isSuccess(reply)) await t.requireAccepted(who);
      t.expect(reply).success();
      // The rules that remember resources miss one only in a list that was read to its end.
      if (when === 'final') await t.as(who).list(id, { allowCached: true });
    },
  });
};

export const firstListProbes = EMPTY_LIST_PROBES.map((probe) => listProbe(probe, 'first'));
export const lastListProbes = FINAL_LIST_PROBES.map((probe) => listProbe(probe, 'final'));
