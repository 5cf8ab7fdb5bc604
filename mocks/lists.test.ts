// Tests the query parameters of every list over the demo world: filters by a member, and orders.
import { expect, test } from 'vitest';
import { type Operation, operations } from '../src/contract/operations.ts';
import { sendCall } from '../src/server/testing/minimal-mock.ts';
import { createTestMock } from './testing/test-mock.ts';

type Row = Record<string, unknown> & { id: string };

const mock = createTestMock();
const lists = operations.filter(({ responses }) => responses[200]?.schema?.endsWith('Page'));

type Page = { data: Row[]; meta: { last_page: number } };

// Reads all rows of a list under a parent.
async function rowsOf({ path }: Operation, parent: string, query: Record<string, string>): Promise<Row[]> {
  const rows: Row[] = [];
  const { token } = mock.app.personas[path === '/tenants' ? 'platformAdmin' : 'owner'] ?? {};
  for (let page = 1, last = 1; page <= last; page += 1) {
    const search = new URLSearchParams({ per_page: '100', ...query, page: String(page) });
    const listed = `${path.replace('{id}', parent)}?${search}`;
    const { status, body, text } = await sendCall<Page>(mock.app, 'GET', listed, { token });
    expect(status, `${search} ${text}`).toBe(200);
    rows.push(...body.data);
    last = body.meta.last_page;
  }
  return rows;
}

test.each(lists)(
  '$id returns the rows that have the value of each filter, in the order asked for',
  async (list) => {
    const parentList = operations.find(
      ({ method, path }) => method === 'GET' && path === list.path.split('/{')[0],
    );
    const parents = list.path.includes('{') && parentList ? await rowsOf(parentList, '', {}) : [{ id: '' }];
    const ofParents = await Promise.all(
      parents.map(async ({ id }) => ({ id, rows: await rowsOf(list, id, {}) })),
    );
    const { id, rows } = ofParents.sort((one, other) => other.rows.length - one.rows.length)[0] ?? {
      id: '',
      rows: [],
    };
    expect(rows.length).toBeGreaterThan(0);
    for (const { name } of list.query) {
      for (const value of new Set(rows.slice(0, 40).map((row) => row[name])))
        if (typeof value === 'string')
          expect(
            (await rowsOf(list, id, { [name]: value })).map((row) => row.id),
            `${name}=${value}`,
          ).toEqual(rows.filter((row) => row[name] === value).map((row) => row.id));
      if (name === 'sort') {
        const reversed = (await rowsOf(list, id, { sort: 'created_at' })).map((row) => row.id);
        expect(reversed).toEqual(rows.map((row) => row.id).reverse());
      }
    }
  },
);
