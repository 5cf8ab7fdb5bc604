// Checks of lists in general: paging and filters as chosen by this contract, and unusual query values; reads of lists
// before the run creates anything, so that a cached page shows later, and after all other checks, so that the rules that
// remember resources see the final lists.

import { operations } from '../../../src/contract/operations.ts';
import { itemsInPage } from '../../../src/suite/lists/pagination.ts';
import type { CheckContext } from '../../../src/suite/model/define.ts';
import { UNDECLARED_LAG_MS } from '../../../src/suite/model/limits.ts';
import { checksOf, fixture } from '../../define.ts';
import { holds, noServerError } from '../../expectations.ts';
import { sentenceOf } from '../../requirements.ts';
import { callerOf, isPagedList } from '../../support/fixtures/resources.ts';
import { shownFilters } from '../../support/reply-readers/list-lookup.ts';
import { idIn, isSuccess } from '../../support/reply-readers/response-readers.ts';

const { check } = checksOf({ area: 'everywhere', mode: 'read-only' });

const LISTS = operations.flatMap((op) => {
  const says = sentenceOf(op.id);
  return says !== undefined && isPagedList(op) ? [{ op, says }] : [];
});

const ODD_QUERIES = [
  ['a page size of zero', { per_page: 0 }],
  ['a page size that is no number', { per_page: 'abc' }],
  ['a page that is no number', { page: 'x' }],
  ['a page past the end', { page: 1_000_000 }],
  ['an unknown order', { sort: "zz'; --", order: 'zz' }],
  ['an unknown parameter', { 'zz-unknown': "';--" }],
] as const;

export const lists = LISTS.flatMap(({ op }) =>
  ODD_QUERIES.map(([what, query]) => {
    const { id, area } = op;
    const who = callerOf(op) ?? 'tenantA';
    const isFirst = id === 'listOrders';
    return check(
      `lists/survives-${what.replaceAll(' ', '-')}${isFirst ? '' : `/${id}`}`,
      'endpoints/list-odd-query-no-crash',
      {
        should: `answer ${what} of ${id} without a server error`,
        area,
        needs: [who],
        phase: isFirst ? 'main' : 'cells',
        group: 'lists/survives',
        run: async (t: CheckContext) =>
          noServerError(t, await t.as(who).send(id, { query, deliberateFault: what })),
      },
    );
  }),
);

// The lists of kinds of resources of which the run creates one: they are read before the run creates anything as well,
// so that a page that was stored then shows later.
const FIRST_READ: ReadonlySet<string> = new Set([
  'listPayments',
  'listDomains',
  'listHostingAccounts',
  'listCertificates',
  'listDnsZones',
  'listEmailServices',
]);

/** The end of all writes: a read that follows no longer lags, so that what it shows is what the writes left. */
const settled = fixture('end of all writes', {
  make: async (t) => t.sleep(UNDECLARED_LAG_MS + 100),
});

const firstRead = ({ op, says }: (typeof LISTS)[number]) => {
  const { id, area } = op;
  const who = callerOf(op) ?? 'tenantA';
  const read = fixture(`first read of ${id}`, { cost: 1, learns: true, make: (t) => t.as(who).send(id) });
  return check(`first-read/${id}`, says, {
    must: `answer ${id} before the run creates anything`,
    area,
    needs: [who],
    // It is useful only in a mode in which the run creates a resource of this kind.
    mode: id === 'listDnsZones' ? 'safe' : 'full',
    phase: 'first',
    group: 'list-reads',
    uses: [read],
    async run(t) {
      const reply = await t.use(read);
      if (!isSuccess(reply)) await t.requireAccepted(who);
      t.expect(reply).success();
    },
  });
};

const finalRead = ({ op, says }: (typeof LISTS)[number]) => {
  const { id, area } = op;
  const who = callerOf(op) ?? 'tenantA';
  return check(`final-read/${id}`, says, {
    must: `answer ${id} after everything else has run`,
    area,
    needs: [who],
    mode: 'safe',
    // Of a short list: the measured number is that of the list after a whole run in mode `full`.
    cost: 3,
    phase: 'reads',
    group: 'list-reads',
    uses: [settled],
    async run(t) {
      await t.use(settled);
      const reply = await t.as(who).send(id);
      if (!isSuccess(reply)) await t.requireAccepted(who);
      t.expect(reply).success();
      // The rules that remember resources miss one only in a list that was read to its end.
      await t.as(who).list(id, { allowCached: true });
    },
  });
};

// How a target pages and filters is open: one that does not know the parameters shows its first page. The rules judge
// what the list then shows.
const queriedList = ({ op, says }: (typeof LISTS)[number]) => {
  const { id, area } = op;
  const who = callerOf(op) ?? 'tenantA';
  return check(`lists/queried/${id}`, says, {
    must: `answer ${id} with each of its query parameters without a server error`,
    area,
    needs: [who],
    phase: 'reads',
    group: 'lists/queried',
    async run(t) {
      const { items } = await t.as(who).list(id, { pages: 1, allowCached: true });
      const filters = new Map(items.flatMap((item) => shownFilters(op, item)));
      let served = false;
      for (const [name, value] of [['per_page', '1'], ['sort', 'created_at'], ...filters] as const) {
        const page = name === 'per_page' ? { page: 2 } : {};
        const reply = await t.as(who).send(id, { query: { [name]: value, ...page } });
        noServerError(t, reply);
        served ||= isSuccess(reply);
      }
      if (!served) t.notApplicable('the target answers none of them with success');
    },
  });
};

/** Names that platforms give to the size of a page; a target ignores those that it does not know. */
const PAGE_SIZES = ['per_page', 'limit', 'page_size', 'pageSize', 'size'];

// Reads a list at once, in three pages, and at once again. A row that stands between rows of these pages must be on one
// of them: a list may end early, have another order, and number its first page 0.
const listInPages = ({ op }: (typeof LISTS)[number]) => {
  const { id, area } = op;
  const who = callerOf(op) ?? 'tenantA';
  return check(`lists/pages/${id}`, 'endpoints/list-shows-all', {
    must: `show on the pages of ${id} what one page of it shows`,
    area,
    needs: [who],
    mode: 'safe',
    cost: 5,
    phase: 'reads',
    group: 'lists/pages',
    uses: [settled],
    async run(t) {
      await t.use(settled);
      const idsOf = (items: readonly unknown[]) => items.flatMap((item) => idIn(item) ?? []);
      const before = await t.as(who).list(id, { pages: 1 });
      const ids = idsOf(before.items);
      if (ids.length < 3) t.notApplicable('the list has fewer than three rows');
      const size = Math.ceil(ids.length / 3);
      const query = Object.fromEntries(PAGE_SIZES.map((name) => [name, size]));
      const paged = await t.as(who).list(id, { query, pages: 6 });
      const [first, second] = paged.exchanges;
      if (itemsInPage(first?.json)?.length !== size || second === undefined)
        t.notApplicable('the list has no pages of a size that the caller chooses');
      const found = new Set(idsOf(paged.items));
      const rank = idsOf(paged.items).flatMap((one) => (ids.includes(one) ? [ids.indexOf(one)] : []));
      if (rank.some((one, at) => one < (rank[at - 1] ?? 0)))
        t.notApplicable('the pages have another order than the list in one piece');
      const after = new Set(idsOf((await t.as(who).list(id, { pages: 1 })).items));
      const last = ids.findLastIndex((one) => found.has(one));
      const isLeftOut = (one: string, at: number): boolean => at < last && after.has(one) && !found.has(one);
      if (t.compared(!ids.some(isLeftOut))) return;
      for (let page = 0; page <= paged.exchanges.length + 1; page += 1)
        for (const one of idsOf(
          itemsInPage((await t.as(who).send(id, { query: { ...query, page } })).json) ?? [],
        ))
          found.add(one);
      const missing = ids.filter(isLeftOut);
      holds(t, missing.length === 0, 'a row is on no page', {
        expected: missing,
        actual: [...found],
        exchange: [...paged.exchanges, before.exchange],
      });
    },
  });
};

export const firstListProbes = LISTS.filter(({ op }) => FIRST_READ.has(op.id)).map((one) => firstRead(one));
export const lastListProbes = [...LISTS.map(finalRead), ...LISTS.map(queriedList), ...LISTS.map(listInPages)];
