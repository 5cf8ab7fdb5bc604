import { expect, test } from 'vitest';
import { hostingMock } from '../../mocks/index.ts';
import { createApp } from '../../src/server/app.ts';
import { checkSession } from './check-session.ts';
import { languages } from './languages.ts';
import { numberedNames } from './names.ts';
import { page } from './page.ts';
import { generators } from './table.ts';
import type { Result } from './types.ts';

const document = { components: { schemas: { BillingCycle: {}, Ipv4: {} } } };

test.each([
  [
    'TypeScript',
    'export type BillingCycle3 = string;\nexport interface GetCustomer404 {}\nexport type Ipv4 = string;',
  ],
  [
    'Python',
    'class BillingCycle3(Enum):\n    pass\nclass GetCustomer404:\n    pass\nclass Ipv4(str):\n    pass',
  ],
  ['Go', 'type BillingCycle3 string\ntype GetCustomer404 struct{}\ntype Ipv4 = string'],
  ['Rust', 'pub enum BillingCycle3 {\npub struct GetCustomer404 {\npub type Ipv4 = String;'],
  ['Java', 'public enum BillingCycle3 {\npublic class GetCustomer404 {\npublic class Ipv4 {'],
  ['Kotlin', 'enum class BillingCycle3(\ndata class GetCustomer404(\ntypealias Ipv4 = String'],
  ['PHP', 'class BillingCycle3\n{\nclass GetCustomer404 implements JsonSerializable\nfinal class Ipv4\n{'],
] as const)('%s: a type name with a number of its own is found', (language, source) => {
  expect(numberedNames([source], languages[language].declaration, document)).toEqual(['BillingCycle3']);
});

test('a session passes with what the mock holds, and not with other values', async () => {
  const app = createApp(hostingMock, { clock: 'frozen', limits: 'off' });
  const headers = {
    authorization: `Bearer ${app.personas.owner?.token}`,
    'content-type': 'application/json',
  };
  const send = (path: string, body?: object): Promise<Response> =>
    app.fetch(
      new Request(`http://mock/v1${path}`, {
        method: body ? 'POST' : 'GET',
        headers,
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
  type Page = { data: { id: string }[]; meta: { total: number } };
  const read = async <Body>(path: string, body?: object): Promise<Body> =>
    (await send(path, body)).json() as Body;
  const { total } = (await read<Page>('/customers')).meta;
  const names = { email: 'session@example.org', first_name: 'Ada', last_name: 'Lovelace' };
  const customer = await read<{ id: string }>('/customers', names);
  const items = [{ sku_id: 'hosting-pro', quantity: 1, billing_cycle: '1_year' }];
  const body = { customer_id: customer.id, items, payment_method: 'bank_transfer' };
  const order = await read<{ id: string; invoice_id: string }>('/orders', body);
  const pdf = await (await send(`/invoices/${order.invoice_id}/pdf`)).arrayBuffer();
  const certificate = (await read<Page>('/ssl?status=issued')).data[0];
  const zip = await (await send(`/ssl/${certificate?.id}/download`)).arrayBuffer();
  const lines = [
    'login owner@acme.example',
    `page ${total}`,
    `create ${customer.id}`,
    `order ${order.id}`,
    `pdf ${pdf.byteLength} %PDF`,
    `zip ${zip.byteLength} PK\u0003\u0004`,
    '422 email',
  ];
  const passed = { login: 'ok', page: 'ok', create: 'ok', order: 'ok', pdf: 'ok', zip: 'ok', '422': 'ok' };
  expect(await checkSession(app, lines.join('\n'))).toEqual({ ...passed, '404': 'not reached' });
  const text = lines.map((line) => (line.startsWith('pdf') ? 'pdf text of 8 characters' : line)).join('\n');
  expect((await checkSession(app, text)).pdf).toBe(`text of 8 characters instead of ${pdf.byteLength} %PDF`);
});

test('the page tells a result of an earlier document, a failed step and a numbered name', async () => {
  const [first, second] = generators;
  if (!first || !second) throw new Error('the table needs two generators');
  const result: Result = {
    version: '1.0.0',
    date: '2026-01-02',
    inputs: 'old',
    generated: 'yes',
    generatorWarnings: 1,
    compiled: '2 errors, the first: a.ts(1,1): error',
    files: 3,
    compilerWarnings: 0,
    steps: { login: 'ok', pdf: 'text of 8 characters instead of 9 %PDF' },
    numberedNames: ['BillingCycle3'],
  };
  const written = await page([first, second], { [first.name]: result }, () => false);
  expect(written).toContain(`| ${first.name} | 1.0.0 | TypeScript | yes, 1 warning | 2 errors | 1 of 8 |`);
  expect(written).toContain('(run on 2026-01-02, before a later change)');
  expect(written).toContain(`- ${first.name}: 2 errors, the first: a.ts(1,1): error`);
  expect(written).toContain(`- ${first.name}, pdf: text of 8 characters instead of 9 %PDF`);
  expect(written).toContain(`- ${first.name}: \`BillingCycle3\``);
  expect(written).toMatch(new RegExp(`\\| ${second.name.replaceAll('/', '\\/')} \\|.*not run yet`));
});
