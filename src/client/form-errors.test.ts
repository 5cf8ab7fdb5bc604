// Tests the conversion of field errors to form paths, with refusals of the mock in both error shapes.
import { describe, expect, test } from 'vitest';
import { hostingMock } from '../../mocks/index.ts';
import { variedMock } from '../../mocks/vary.ts';
import { createApp } from '../server/app.ts';
import { ApiError } from './api-error.ts';
import { createClient } from './client.ts';
import { applyFormErrors, formErrors } from './form-errors.ts';

describe.each(['envelope', 'flat'] as const)('with the %s error body', (errorShape) => {
  const app = createApp(hostingMock, { clock: 'frozen', limits: 'off', errorShape });
  const api = createClient({
    baseUrl: 'http://mock/v1',
    credential: { apiKey: app.personas.owner?.apiKey ?? '' },
    fetch: app.fetch,
    retries: 0,
  });
  const items = [{ sku_id: 'hosting-pro', quantity: 0, billing_cycle: 'weekly' }];
  const refused = () =>
    api
      .createOrder({ body: { customer_id: 'nobody', payment_method: 'wallet', items } as never })
      .catch((error: unknown) => error);

  test('the paths name elements of lists in brackets, and no message has a dotted name', async () => {
    const errors = formErrors(await refused());
    expect(errors).toEqual({
      customer_id: [expect.stringMatching(/^The customer id field must be a UUID/)],
      'items[0].quantity': ['The quantity field must be at least 1.'],
      'items[0].billing_cycle': [
        expect.stringMatching(/^The billing cycle field is invalid\. Allowed values: hourly/),
      ],
    });
    expect(Object.values(errors).flat().join(' ')).not.toMatch(/\w\.\d|\d\.\w/);
  });

  test('the paths have dots where a form library wants them', async () => {
    expect(Object.keys(formErrors(await refused(), { style: 'dots' })).sort()).toEqual([
      'customer_id',
      'items.0.billing_cycle',
      'items.0.quantity',
    ]);
  });

  test('the errors are set in a form of React Hook Form', async () => {
    const set: Record<string, string> = {};
    const setError = (
      name: 'customer_id' | 'items.0.quantity' | 'root',
      { message }: { message?: string },
    ) => {
      set[name] = message ?? '';
    };
    expect(applyFormErrors(await refused(), setError)).toBe(true);
    expect(set['items.0.quantity']).toBe('The quantity field must be at least 1.');
    expect(applyFormErrors(new Error('Failed to fetch'), setError)).toBe(false);
  });

  test('a problem of the whole body is under `root`', async () => {
    const [{ id = '' } = {}] = (await api.listOrders({ query: { status: 'completed' } })).data;
    const error = await api.cancelOrder({ path: { id } }).catch((thrown: unknown) => thrown);
    const whole = await api.createWebhook({} as never).catch((thrown: unknown) => thrown);
    expect(Object.keys(formErrors(error)).length).toBe(1);
    expect(formErrors(whole)).not.toEqual({});
  });
});

test.each(['envelope', 'flat'] as const)(
  'where no field is named, the sentence of the platform is under `root`, with the %s error body',
  async (errorShape) => {
    const app = createApp(hostingMock, { clock: 'frozen', limits: 'off', errorShape });
    const api = createClient({ baseUrl: 'http://mock/v1', fetch: app.fetch, retries: 0 });
    const error = await api
      .login({ body: { email: 'owner@acme.example', password: 'wrong' } })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ userMessage: expect.stringMatching(/password/) });
    expect(formErrors(error)).toEqual({ root: [(error as ApiError).userMessage] });
  },
);

test('a body without a sentence has no message of the platform', () => {
  const refused = { operation: 'getWallet', method: 'GET', url: 'http://mock/v1/wallet' };
  const error = new ApiError({ ...refused, response: new Response('', { status: 502 }), body: '<html>' });
  expect([error.userMessage, formErrors(error)]).toEqual([null, {}]);
});

test('anything but an ApiError has no field errors', () => {
  expect(formErrors(new Error('Failed to fetch'))).toEqual({});
  expect(formErrors(null)).toEqual({});
});

test('a field may be named `__proto__`', async () => {
  const body = '{"error":{"code":"X","message":"x","errors":{"__proto__":["Not __proto__."]}}}';
  const fetch = async () => new Response(body, { status: 422 });
  const api = createClient({ baseUrl: 'http://mock/v1', credential: { token: 't' }, fetch, retries: 0 });
  const errors = formErrors(await api.getWallet().catch((error: unknown) => error));
  expect(Object.entries(errors)).toEqual([['__proto__', ['Not   proto  .']]]);
});

test.each(['brackets', 'pointer'])(
  'the paths are the same where the platform writes them as %s',
  async (form) => {
    const varied = variedMock(`field-keys=${form}`);
    const app = createApp(hostingMock, { limits: 'off', ...varied.options });
    varied.attach(app);
    const credential = { apiKey: app.personas.owner?.apiKey ?? '' };
    const api = createClient({ baseUrl: 'http://mock/v1', credential, fetch: app.fetch, retries: 0 });
    const items = [{ sku_id: 'hosting-pro', quantity: 0, billing_cycle: 'monthly' }];
    const error = await api
      .createOrder({ body: { customer_id: 'nobody', payment_method: 'wallet', items } as never })
      .catch((thrown: unknown) => thrown);
    expect(formErrors(error)).toHaveProperty(['items[0].quantity']);
  },
);

test('keys in other forms name the field with dots, and messages name it by its last word', () => {
  const errors = {
    '/a~1b/0/c~0d': ['x'],
    "config['a.b']": ['x'],
    '#/items/0/sku_id': ['The /items/0/sku_id is wrong.'],
    '/': ['whole'],
  };
  const response = new Response(null, { status: 422 });
  const call = { operation: 'createOrder', method: 'POST', url: 'http://mock/', response };
  const error = new ApiError({ ...call, body: { message: 'no', errors } });
  expect(Object.keys(error.errors)).toEqual(['a/b.0.c~d', 'config.a.b', 'items.0.sku_id', '']);
  expect(formErrors(error)).toMatchObject({ root: ['whole'], 'items[0].sku_id': ['The sku id is wrong.'] });
});
