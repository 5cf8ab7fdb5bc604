// Lawful variants of lists: three rows a page, the oldest first, in the forms of paging that deployments have.

import { variant } from '../define-mutant.ts';
import { changeAt, dropHeader, each, isSuccess, setAt, setHeader, valueAt } from '../edits/response-edits.ts';
import { LISTS } from '../edits/variant-edits.ts';
import type { ClientRequest, LawfulVariant } from '../mutant.ts';

const ROWS_A_PAGE = 3;

type Slice = { rows: unknown[]; from: number; total: number; path: string };
type Form = {
  /** returns the index of the first row of the page that a query asks for */
  start(query: URLSearchParams, rows: readonly unknown[]): number;
  /** builds the body; a `link` is sent as a header */
  body(page: Slice): { json: unknown; link?: string };
};

const isLast = ({ from, rows, total }: Slice): boolean => from + rows.length >= total;
const nextIndex = (page: Slice): number => page.from + ROWS_A_PAGE;
const pageNumber = ({ from }: Slice): number => from / ROWS_A_PAGE + 1;

const byPage = (query: URLSearchParams): number => (Number(query.get('page') ?? '1') - 1) * ROWS_A_PAGE;

const FORMS: Record<string, Form> = {
  'cursor token': {
    start: (query) => Number((query.get('cursor') ?? 'c0').slice(1)),
    body: (page) => ({
      json: { items: page.rows, next_cursor: isLast(page) ? null : `c${nextIndex(page)}` },
    }),
  },
  'continuation token': {
    start: (query) => Number((query.get('continuation') ?? 'c0').slice(1)),
    body: (page) => ({
      json: {
        result: { rows: page.rows },
        paging: isLast(page) ? {} : { continuation: `c${nextIndex(page)}` },
      },
    }),
  },
  'last id': {
    start(query, rows) {
      const last = query.get('starting_after');
      return last === null ? 0 : rows.findIndex((row) => valueAt(row, 'id') === last) + 1;
    },
    body: (page) => ({ json: { data: page.rows, has_more: !isLast(page) } }),
  },
  'nested page numbers': {
    start: byPage,
    body: (page) => ({
      json: {
        data: { [page.path.split('/').at(-1) ?? 'rows']: page.rows },
        pagination: { page: pageNumber(page), total_pages: Math.ceil(page.total / ROWS_A_PAGE) },
      },
    }),
  },
  'Link header': {
    start: byPage,
    body: (page) => ({
      json: page.rows,
      ...(isLast(page) ? {} : { link: `<${page.path}?page=${pageNumber(page) + 1}>; rel="next"` }),
    }),
  },
  offset: {
    start: (query) => Number(query.get('offset') ?? '0'),
    body: (page) => ({
      json: { results: page.rows, offset: page.from, limit: ROWS_A_PAGE, total: page.total },
    }),
  },
};

const smallPages: readonly LawfulVariant[] = each(Object.keys(FORMS), (name) =>
  variant(`variant/small-pages[${name}]`, `three rows a page, the oldest first: ${name}`, (p) => {
    const form = FORMS[name];
    let start = '';
    const queries = new WeakMap<ClientRequest, URLSearchParams>();
    p.request(LISTS, (edit, request) => {
      const query = new URLSearchParams(edit.query);
      queries.set(request, query);
      const whole = new URLSearchParams(query);
      for (const parameter of ['cursor', 'continuation', 'starting_after', 'offset', 'sort'])
        whole.delete(parameter);
      whole.set('page', '1');
      whole.set('per_page', '100');
      edit.query = whole.toString();
      return undefined;
    });
    p.reply(LISTS, (reply, request) => {
      const all = valueAt(reply.json, 'data');
      if (form === undefined || !isSuccess(reply) || !Array.isArray(all)) return;
      start ||= new Date(p.now()).toISOString();
      // What was imported before the run has one creation time.
      const rows = [...all].reverse();
      for (const row of rows)
        changeAt(row, 'created_at', (at) => (String(at) < start ? '2026-01-01T00:00:00Z' : at));
      const from = form.start(queries.get(request) ?? new URLSearchParams(), rows);
      const slice = rows.slice(from, from + ROWS_A_PAGE);
      const { json, link } = form.body({ rows: slice, from, total: rows.length, path: request.path });
      reply.json = json;
      dropHeader(reply, 'Link');
      if (link !== undefined) setHeader(reply, 'Link', link);
    });
  }),
);

export const variantsLists: readonly LawfulVariant[] = [
  ...smallPages,
  variant('variant/empty-lists-null', 'an empty list shows null in place of its elements', (p) =>
    p.reply(LISTS, (reply) => {
      const rows = valueAt(reply.json, 'data');
      if (isSuccess(reply) && Array.isArray(rows) && rows.length === 0) setAt(reply.json, 'data', null);
    }),
  ),
];
