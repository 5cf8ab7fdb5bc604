// Tests of what a TypeScript editor says about code that uses the public entries: errors, and the text under the
// cursor.
import { beforeAll, expect, test } from 'vitest';
import { document } from '../src/contract/document.ts';
import { operations } from '../src/contract/operations.ts';
import { sampled } from '../tools/testing/sampled.ts';
import { createMock } from './index.ts';
import { type Editor, linesOf, openEditor } from './testing/editor.ts';

let editor: Editor;
beforeAll(() => {
  editor = openEditor();
});

test('every persona that a world has is a name for client() and signIn(), and another name is an error', async () => {
  const names = new Set<string>();
  for (const world of ['demo', 'empty', 'edge'] as const) {
    await using mock = await createMock({ world, clock: 'frozen' });
    for (const name of Object.keys(mock.personas)) names.add(name);
  }
  expect(names.size).toBeGreaterThan(20);
  const calls = [...names].map(
    (name) => `client('${name}'); signIn('${name}'); personas.${name}.tenantId.length;`,
  );
  const source = (lines: readonly string[]): string => `
import type { MockFixtures } from '../vitest.ts';
import type { PlaywrightFixtures } from '../playwright.ts';
declare const client: MockFixtures['client'];
declare const personas: MockFixtures['personas'];
declare const signIn: PlaywrightFixtures['signIn'];
${lines.join('\n')}
personas.owner.apiKey.length; personas.admin.token.length; personas.twoFactor.totpSecret.length; personas.readOnly.lacks.length;
`;
  expect(editor.problems(source(calls))).toEqual([]);
  expect(
    editor.problems(source(["client('ownr');", "signIn('viewers');", 'personas.admin.apiKey.length;'])),
  ).toEqual([
    expect.stringContaining('\'"ownr"\' is not assignable'),
    expect.stringContaining('\'"viewers"\' is not assignable'),
    expect.stringContaining("possibly 'undefined'"),
  ]);
});

/** The beginning of a file that uses the typed client. */
const WITH_CLIENT = `
import { ApiError, createClient, type Customer, type Invoice, type Order, type OrderStatus } from '../client.ts';
const api = createClient({ baseUrl: 'https://api.example/v1' });
`;

test('every operation of the client shows its summary, scopes and errors, and the name of its result', () => {
  for (const { id, method, path, scopes, statuses } of sampled(operations, 12)) {
    const { signature, documentation } = editor.hover(`${WITH_CLIENT} api.${id.slice(0, 1)}|${id.slice(1)};`);
    const { summary } = document().paths[path]?.[method.toLowerCase() as 'get'] ?? {};
    expect(signature, id).toMatch(/\) => Promise<[A-Z]\w+>$/);
    expect(documentation, id).toContain(`${summary}.\n`);
    expect(documentation, id).toContain(`\`${method} ${path}\``);
    for (const scope of scopes) expect(documentation, id).toContain(`\`${scope}\``);
    for (const status of statuses.filter((one) => one >= 400))
      expect(documentation, id).toMatch(new RegExp(`@throws ApiError .*\\b${status} \``));
  }
});

test.each([
  ['const or|der = await api.createOrder({ body: {} as never });', 'const order: Order'],
  ["const line| = (await api.getOrder({ path: { id: '' } })).items[0];", 'const line: OrderLine | undefined'],
  [
    "const status| = (await api.getOrder({ path: { id: '' } })).status;",
    'const status: OrderStatus | (string & {})',
  ],
  ['const page| = await api.listCustomers();', 'const page: CustomerPage'],
  ["for await (const invoice| of api.each('listInvoices')) invoice;", 'const invoice: Invoice'],
  ["const file| = await api.downloadInvoicePdf({ path: { id: '' } });", 'const file: Blob'],
  ['const body| = (first: Customer) => first.email;', 'const body: (first: Customer) => string'],
])('the editor shows the result of %s by name', (code, signature) => {
  expect(editor.hover(`${WITH_CLIENT}${code}`).signature).toBe(signature);
});

test('results are the types that the client exports, and openapi-typescript shapes stay compatible', () => {
  expect(
    editor.problems(`${WITH_CLIENT}
import type { components, operations, paths } from '../types.ts';
const order: Order = await api.getOrder({ path: { id: '' } });
const same: components['schemas']['Order'] = order;
const again: operations['getOrder']['responses'][200]['content']['application/json'] = same;
const path: paths['/orders/{id}']['get'] = {} as operations['getOrder'];
const loose: Record<string, unknown> = again;
const status: OrderStatus | (string & {}) = order.status;
const invoices: Invoice[] = (await api.listInvoices()).data;
export { loose, status, invoices, path };
`),
  ).toEqual([]);
});

test('the code of an ApiError completes to the codes of the document and may be another; a fault is checked by its kind', () => {
  const source = `${WITH_CLIENT}
import type { Mock } from '../index.ts';
declare const error: ApiError;
declare const mock: Mock;
export const known = error.code === 'VALIDATION_FAILED' || error.code === 'SOMETHING_NEW';
mock.faults.add({ kind: 'status', status: 503, retry_after: 1, operation: 'createOrder', times: 2 });
mock.faults.add({ kind: 'delay', delay_ms: 200 });
mock.faults.add({ kind: 'stall', after_bytes: 10, probability: 0.5 });
const [fault] = mock.faults.list();
if (fault?.kind === 'status') fault.status.toFixed();
await api.createOrder({ body: { customer_id: '', payment_method: mock.values.paymentMethod, items: [] } });
`;
  expect(editor.problems(source)).toEqual([]);
  expect(editor.hover(source.replace('error.code ===', 'error.co|de ===')).signature).toContain('ErrorCode');
  const wrong = [
    "mock.faults.add({ kind: 'status' });",
    "mock.faults.add({ kind: 'delay', status: 500 });",
    "mock.faults.add({ kind: 'truncate' });",
    'mock.values.customer;',
    "mock.worlds.create({ world: 'dmeo' });",
  ];
  expect(linesOf(editor.problems(`${source}${wrong.join('\n')}`))).toHaveLength(wrong.length);
});
