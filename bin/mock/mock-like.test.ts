// Tests of `mock --like`: the mock speaks as the deployment of a report or target file.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder, run, startMock } from '../testing/processes.ts';

/** A form as a run learns it. */
const LEARNED = {
  kinds: {
    Customer: {
      members: {
        ...{ id: ['ref'], email: ['mail'], first_name: ['givenName'], last_name: ['secondName'] },
        ...{ phone: null, company_name: null, address: null, status: null, metadata: null, locale: null },
        ...{ tenant_id: null, created_at: null, updated_at: null },
      },
      envelope: ['record'],
      rows: ['rows'],
      further: ['loyaltyPoints'],
    },
  },
  words: { CustomerStatus: { active: 'LIVE' } },
  ...{ ids: 'uuid', times: 'zulu', fields: 'dots', objects: 'plain' },
  lists: {
    next: 'offset',
    facts: { offset: ['paging', 'skip'], limit: ['paging', 'size'], total: ['paging', 'total'] },
    ...{ parameters: { page: 'skip' }, size: 2, limit: 50, order: 'newest first' },
  },
  keepsStated: { orders: true, sessions: true },
  behaviour: {
    ...{
      statuses: { listCustomers: ['200'] },
      refusals: {
        ...{ 'an unknown order': ['200'], 'a page size that is no number': ['422'] },
        ...{ "another tenant's id (order)": ['403'], "another tenant's id (domain)": ['404'] },
        PATCH: ['501'],
      },
      errors: {},
      contents: { createTicket: ['message,ticket'] },
      codes: [],
      nulls: true,
    },
    headers: { 'limit, general': ['77'], 'limit, auth': ['7'] },
  },
};

const file = (content: unknown): string => {
  const path = join(newFolder(), 'target.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
};

test('the mock has the names, lists, pages and limits of the deployment, and says what it lacks', async () => {
  const mock = await startMock(['--like', file({ learned: LEARNED })]);
  const ready: Record<string, unknown> = mock;
  const varied = [
    'names=learned',
    'foreign-ids=mixed',
    'method-unknown=501',
    'creations=message beside ticket',
  ];
  expect(ready.varied).toEqual(expect.arrayContaining(varied));
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
  expect(customer.record).toMatchObject({
    ...{ ref: page.rows[0]?.ref, mail: expect.any(String), secondName: expect.any(String) },
  });
  expect(customer.record).not.toHaveProperty('phone');
  const queries = ['sort=zz', 'status=LIVE', 'status=active', 'per_page=abc'];
  const statuses = queries.map(async (query) => (await get(`/customers?${query}`)).status);
  expect(await Promise.all(statuses)).toEqual([200, 200, 422, 422]);
});

test('a file without forms, and --like beside --vary, are refused with advice', async () => {
  const without = await run('mock', '--like', file({ learned: { bodies: {} } }));
  expect(without).toMatchObject({ code: 2, err: expect.stringContaining('--report json=report.json') });
  const both = await run('mock', '--like', file({ learned: LEARNED }), '--vary', '7');
  expect(both).toMatchObject({ code: 2, err: expect.stringContaining('give one of them') });
});
