// Tests of `mock --like`: the mock speaks as the deployment of a report or target file.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder, run, startMock } from '../testing/processes.ts';

const FORMS = {
  replies: {
    getCustomer: {
      '/record/ref': 'uuid of Customer',
      '/record/mail': 'text',
      '/record/givenName': 'text',
      '/record/loyaltyPoints': 'integer',
    },
    listCustomers: { '/rows/*/ref': 'uuid of Customer', '/rows/*/mail': 'text' },
  },
  pages: {
    listCustomers: {
      rows: '/rows',
      size: 2,
      members: { '/paging/skip': 0, '/paging/size': 2, '/paging/total': 9 },
    },
  },
  statuses: { listCustomers: ['200'] },
  headers: { 'limit, general': ['77'], 'limit, auth': ['7'] },
  names: { parameters: ['skip'] },
};

const file = (content: unknown): string => {
  const path = join(newFolder(), 'target.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
};

test('the mock has the names, lists, pages and limits of the deployment, and says what it lacks', async () => {
  const names = { Customer: { last_name: '/record/secondName' } };
  const mock = await startMock(['--like', file({ learned: { names, forms: FORMS } })]);
  const ready: Record<string, unknown> = mock;
  expect(ready.varied).toContain('names=learned');
  expect(String(ready.notImitated)).toMatch(/Customer \(.*phone.*loyaltyPoints/);
  const get = (path: string): Promise<Response> =>
    fetch(`${mock.baseUrl}${path}`, { headers: { authorization: `Bearer ${mock.personas.owner?.apiKey}` } });
  const first = await get('/customers');
  expect(first.headers.get('RateLimit-Limit')).toBe('77');
  const page = (await first.json()) as { rows: { ref: string }[]; paging: object };
  expect(page.rows).toHaveLength(2);
  expect(page.paging).toEqual({ skip: 0, size: 2, total: expect.any(Number) });
  const next = (await (await get('/customers?skip=2')).json()) as typeof page;
  expect(next.rows[0]).not.toEqual(page.rows[0]);
  const customer = (await (await get(`/customers/${page.rows[0]?.ref}`)).json()) as Record<string, object>;
  expect(Object.keys(customer.record ?? {}).sort()).toEqual(['givenName', 'mail', 'ref']);
});

test('a file without forms, and --like beside --vary, are refused with advice', async () => {
  const without = await run('mock', '--like', file({ learned: { names: {} } }));
  expect(without).toMatchObject({ code: 2, err: expect.stringContaining('--report json=report.json') });
  const both = await run('mock', '--like', file({ learned: { forms: FORMS } }), '--vary', '7');
  expect(both).toMatchObject({ code: 2, err: expect.stringContaining('give one of them') });
});
