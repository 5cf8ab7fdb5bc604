// Checks of lists: whatever filter a tenant sends, the list contains no resource of another tenant.

import { type OperationId, operations } from '../../../src/contract/operations.ts';
import { itemsInPage } from '../../../src/suite/lists/pagination.ts';
import type { CheckContext, CheckFields, Exchange } from '../../../src/suite/model/define.ts';
import { checksOf } from '../../define.ts';
import { holds } from '../../expectations.ts';
import { distinctTenants } from '../../support/fixtures/owned-resources.ts';
import {
  fixturesForKind,
  isPagedList,
  kindAt,
  modeForKind,
  ownResourceId,
  requireKept,
} from '../../support/fixtures/resources.ts';
import { filtersOf, shownFilters } from '../../support/reply-readers/list-lookup.ts';
import {
  idIn,
  idOf,
  isSuccess,
  isUniqueId,
  leaves,
  mentions,
} from '../../support/reply-readers/response-readers.ts';
import { isSameBody } from '../../support/reply-readers/shown-changes.ts';
import { paymentRun } from '../billing-payments.ts';

const group = 'isolation/lists';
const defaults = { area: 'everywhere', mode: 'full', needs: ['tenantA', 'tenantB'], phase: 'cells' } as const;
const { row } = checksOf(defaults);
/** The maximum number of pages of a list that a check reads; a leak on a further page cannot be excluded. */
const MAX_PAGES = 12;
const OWN_TENANT_ONLY = 'service/own-tenant-only';

async function readAsTenantB(
  t: CheckContext,
  list: OperationId,
  until: (item: unknown) => boolean,
  query = {},
): Promise<ListReading> {
  const reading = await t.as('tenantB').list(list, { query, pages: MAX_PAGES, until, whole: true });
  requireKept(t, reading.exchange);
  return reading;
}

/** Asserts that tenant B is shown no element of tenant A. */
function expectNoLeak(
  t: CheckContext,
  shown: readonly unknown[] | undefined,
  isForeign: (item: unknown) => boolean,
  exchange: Exchange,
): void {
  const leak = shown?.find(isForeign);
  holds(t, leak === undefined, LEAK, { actual: leak, exchange });
}

const LEAK = 'the list contains a resource of another tenant';

/** Asserts that no element stands in the lists of both tenants, which does not tell whose it is. */
function expectNothingShared(t: CheckContext, ofA: ListReading, ofB: ListReading): void {
  const shared = ofB.items.find((item) => isAmong(ofA.items, item));
  holds(
    t,
    shared === undefined,
    'the same element stands in the lists of both tenants: one of them shows a resource of the other',
    {
      actual: shared,
      exchange: [ofB.exchange, ofA.exchange],
    },
  );
}

type ListReading = { items: readonly unknown[]; exchange: Exchange };

// Returns whether a list of tenant A has the same element. The id alone does not tell, because each tenant may count
// its own things, as in `INV-0001`.
function isAmong(items: readonly unknown[], item: unknown): boolean {
  const id = idIn(item);
  return id !== undefined && isUniqueId(id) && items.some((own) => idIn(own) === id && isSameBody(own, item));
}

const tenantLists = operations.filter((op) => isPagedList(op) && op.area !== 'tenants');

function fixturesOf(path: string): Pick<CheckFields, 'mode' | 'uses'> {
  const kind = kindAt(path);
  return kind === undefined
    ? { mode: 'full', uses: [paymentRun] }
    : { mode: modeForKind(kind), uses: fixturesForKind(kind) };
}

/** The checks of whole lists: what tenant A has in a list, with a resource of the run, is not in the list of tenant B. */
const listChecks = tenantLists.map(({ id: list, area, path }) => {
  const kind = kindAt(path);
  return row(`isolation/${list}`, OWN_TENANT_ONLY, distinctTenants, {
    must: `show no resource of another tenant in ${list}`,
    area,
    ...fixturesOf(path),
    cost: 2,
    group,
    async expect(t) {
      const id = kind === undefined ? idOf((await t.use(paymentRun)).reply) : await ownResourceId(t, kind);
      // A response that was cached for another caller may lack the newest resources, so the list is also compared with
      // what tenant A has in it.
      const ofA = await t.as('tenantA').list(list, { pages: 1, allowCached: true });
      const isOwned = (item: unknown): boolean => id !== undefined && isUniqueId(id) && mentions(item, id);
      const isForeign = (item: unknown): boolean => isAmong(ofA.items, item) || isOwned(item);
      const ofB = await readAsTenantB(t, list, isForeign);
      expectNoLeak(t, ofB.items, isOwned, ofB.exchange);
      expectNothingShared(t, ofA, ofB);
      // A list that fits on one page is asked for its second element, which a further page may take from all tenants.
      const further = await t.as('tenantB').send(list, { query: { page: 2, per_page: 1 } });
      expectNoLeak(t, itemsInPage(further.json), isForeign, further);
    },
  });
});

// The checks of filters: tenant B asks each list for what a resource of tenant A shows, by each filter whose value the
// resource shows under the name of the parameter.
const filteredListChecks = tenantLists.map((op) => {
  const { id: list, area } = op;
  return row(`isolation/filtered-list/${list}`, OWN_TENANT_ONLY, distinctTenants, {
    must: `show no resource of another tenant in ${list} filtered by what that resource shows`,
    area,
    mode: 'safe',
    cost: 1 + filtersOf(op).length,
    group,
    after: [`isolation/${list}`],
    async expect(t) {
      const { items } = await t.as('tenantA').list(list, { pages: 1, allowCached: true });
      const shown = items.filter((item) => isUniqueId(idIn(item) ?? '') && shownFilters(op, item).length > 0);
      if (shown.length === 0) t.notApplicable('no resource of tenant A shows the value of a filter');
      const asked = new Map(shown.flatMap((item) => shownFilters(op, item)));
      const isForeign = (item: unknown): boolean => isAmong(items, item);
      const queries = [...asked].map(([name, value]) => ({ [name]: value }));
      // A condition that is joined by OR shows what no filter shows alone.
      if (queries.length > 1) queries.push(Object.fromEntries(asked));
      for (const query of queries) {
        const ofB = await readAsTenantB(t, list, isForeign, query);
        expectNoLeak(t, ofB.items, isForeign, ofB.exchange);
      }
    },
  });
});

/** Names that platforms give to a search; a list is asked with all of them at once, and ignores those that it does not know. */
const SEARCHES = ['q', 'search', 'query', 'keyword', 'term', 'filter'];

/** Returns the longest text of an element that no other element has, and that is no id, time or address. */
function searchText(item: unknown, others: readonly unknown[]): string | undefined {
  const texts = leaves(item)
    .map(({ value }) => value)
    .filter((value) => typeof value === 'string')
    .filter((text) => text.length < 80 && !/^\d{4}-|:\/\/|^[0-9a-f-]{36}$/i.test(text));
  const own = texts.filter((text) => others.every((other) => other === item || !mentions(other, text)));
  return own.sort((one, other) => other.length - one.length)[0];
}

/** The checks of searches: tenant B searches each list for a text that only a resource of tenant A has. */
const searchedListChecks = tenantLists.map(({ id: list, area, path }) =>
  row(`isolation/searched-list/${list}`, OWN_TENANT_ONLY, distinctTenants, {
    must: `show no resource of another tenant in ${list} searched by its text`,
    area,
    ...fixturesOf(path),
    cost: 2,
    group,
    after: [`isolation/${list}`],
    async expect(t) {
      const { items } = await t.as('tenantA').list(list, { pages: 1, allowCached: true });
      const item = items.find((one) => isUniqueId(idIn(one) ?? '') && searchText(one, items));
      const text = searchText(item, items);
      if (text === undefined) t.notApplicable('no resource of tenant A has a text of its own');
      const query = Object.fromEntries(SEARCHES.map((name) => [name, text]));
      const reply = await t.as('tenantB').send(list, { query });
      const names = isSuccess(reply) ? [] : SEARCHES;
      const replies = [reply];
      for (const name of names) replies.push(await t.as('tenantB').send(list, { query: { [name]: text } }));
      for (const one of replies) {
        requireKept(t, one);
        expectNoLeak(t, itemsInPage(one.json), (found) => isAmong(items, found), one);
      }
    },
  }),
);

export const isolatedLists = [...listChecks, ...filteredListChecks, ...searchedListChecks];
