// Tests that a list is read in every usual form of paging: three rows a page, the oldest first.
import { expect, test } from 'vitest';
import type { ListOptions, SendOptions } from '../model/context.ts';
import type { Exchange } from '../model/exchange.ts';
import { readList } from './read-list.ts';

const ROWS = Array.from({ length: 20 }, (_, at) => ({ id: `row-${at + 1}` }));
type Query = Record<string, string>;
type Page = { json: unknown; headers?: Record<string, string> };

/** Returns the rows from an index on, and the index of the next page; null on the last page. */
const slice = (from: number): { rows: unknown[]; next: number | null } => ({
  rows: ROWS.slice(from, from + 3),
  next: from + 3 < ROWS.length ? from + 3 : null,
});
const byPage = ({ page = '1' }: Query) => slice((Number(page) - 1) * 3);

const FORMS: Record<string, (query: Query) => Page> = {
  'a link as URL': ({ after = '0' }) => {
    const { rows, next } = slice(Number(after));
    return { json: { items: rows, links: { next: next === null ? null : `/v1/rows?after=${next}` } } };
  },
  'a cursor': ({ cursor = '0' }) => {
    const { rows, next } = slice(Number(cursor));
    return { json: { data: { rows }, meta: { nextCursor: next === null ? null : String(next) } } };
  },
  'a cursor under its own parameter': ({ continuation_token = '0' }) => {
    const { rows, next } = slice(Number(continuation_token));
    return { json: { value: rows, continuationToken: next === null ? undefined : String(next) } };
  },
  'a page token': ({ page_token = '0' }) => {
    const { rows, next } = slice(Number(page_token));
    return { json: { rows, nextPageToken: next === null ? '' : String(next) } };
  },
  'edges with an end cursor': ({ after = '0' }) => {
    const { rows, next } = slice(Number(after));
    const pageInfo = { hasNextPage: next !== null, endCursor: String(next) };
    return { json: { edges: rows.map((node) => ({ node, cursor: 'x' })), pageInfo } };
  },
  'a flag and the last id': ({ starting_after }) => {
    const from = starting_after === undefined ? 0 : ROWS.findIndex(({ id }) => id === starting_after) + 1;
    const { rows, next } = slice(from);
    return { json: { data: rows, has_more: next !== null } };
  },
  'numbers of pages': (query) => ({
    json: {
      data: { rows: byPage(query).rows },
      pagination: { page: Number(query.page ?? 1), total_pages: 7 },
    },
  }),
  'numbers of pages from 0': ({ page = '0' }) => ({
    json: { content: slice(Number(page) * 3).rows, number: Number(page), totalPages: 7 },
  }),
  'an offset': ({ offset = '0' }) => ({
    json: { results: slice(Number(offset)).rows, offset: Number(offset), limit: 3, total: 20 },
  }),
  'a total alone': ({ offset = '0' }) => ({ json: { items: slice(Number(offset)).rows, total: 20 } }),
  'a Link header beside a bare array': (query) => {
    const { rows, next } = byPage(query);
    const link = `</v1/rows?page=${Number(query.page ?? 1) + 1}>; rel="next"`;
    return { json: rows, ...(next === null ? {} : { headers: { link } }) };
  },
  'HAL with a last page': (query) => {
    const { rows, next } = byPage(query);
    const at = (page: number) => ({ href: `/v1/rows?page=${page}` });
    const nextLink = next === null ? {} : { next: at(Number(query.page ?? 1) + 1) };
    return { json: { _embedded: { rows }, _links: { ...nextLink, last: at(7) } } };
  },
};

async function readForm(form: (query: Query) => Page, options: ListOptions = {}) {
  let requests = 0;
  const send = async (_: string, { query }: SendOptions): Promise<Exchange> => {
    requests += 1;
    const { json, headers = {} } = form((query ?? {}) as Query);
    return { status: 200, json, header: (name: string) => headers[name] ?? null } as Exchange;
  };
  const listing = await readList('listOrders', options, { send, lists: {}, paging: {} });
  return { ...listing, requests };
}

test.each(Object.entries(FORMS))('a list is read to its end: %s', async (_, form) => {
  const { items, complete } = await readForm(form);
  expect(items).toEqual(ROWS);
  expect(complete).toBe(true);
});

test.each(Object.entries(FORMS))('the newest element is found at the end of a list: %s', async (_, form) => {
  const { items, requests } = await readForm(form, { until: (item) => item === ROWS[19] });
  expect(items).toContain(ROWS[19]);
  expect(requests).toBeLessThanOrEqual(12);
});

test('where a page shows the last page, the newest element is found with two requests', async () => {
  for (const name of ['numbers of pages', 'an offset', 'HAL with a last page']) {
    const form = FORMS[name];
    if (form === undefined) throw new Error(name);
    expect((await readForm(form, { until: (item) => item === ROWS[19] })).requests).toBe(2);
  }
});

test('a list of which pages were not read does not show that an element is missing', async () => {
  const endless = ({ cursor = '0' }: Query): Page => ({
    json: { items: [{ id: cursor }, { id: `${cursor}b` }], next_cursor: String(Number(cursor) + 1) },
  });
  await expect(readForm(endless, { pages: 2, until: () => false, whole: true })).rejects.toMatchObject({
    ending: 'inconclusive',
  });
});
