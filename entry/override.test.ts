// Tests `override` as other projects use it: whole bodies, functions of the real body, statuses, and how they end.
import { describe, expect, test } from 'vitest';
import { ApiError, createClient } from './client.ts';
import { createMock, type MockWorld } from './index.ts';
import { mockTest } from './vitest.ts';

const clientOf = ({ personas, fetch }: MockWorld) =>
  createClient({ baseUrl: 'http://mock/v1', credential: { token: personas.owner.token }, fetch, retries: 0 });
const open = () => createMock({ clock: 'frozen', limits: 'off' });

describe('a reply', () => {
  test('is a function of the real one until the override is disposed of', async () => {
    await using mock = await open();
    const api = clientOf(mock);
    const real = await api.getWallet();
    {
      using override = mock.override('getWallet', (wallet) => ({ ...wallet, balance_amount: 0 }));
      expect(await api.getWallet()).toEqual({ ...real, balance_amount: 0 });
      expect(override.applied).toBe(1);
    }
    expect(await api.getWallet()).toEqual(real);
  });

  test('is a whole body, and the request then has no effect', async () => {
    await using mock = await open();
    const api = clientOf(mock);
    const before = await api.listCustomers();
    const [customer] = before.data;
    if (!customer) throw new Error('The world has no customer.');
    const override = mock.override('createCustomer', { ...customer, first_name: 'Nobody' });
    const body = { email: 'new@example.org', first_name: 'New', last_name: 'Customer' };
    expect((await api.createCustomer({ body })).first_name).toBe('Nobody');
    expect((await api.listCustomers()).meta.total).toBe(before.meta.total);
    override.remove();
    expect((await api.createCustomer({ body })).first_name).toBe('New');
  });

  test('has another status and further headers', async () => {
    await using mock = await open();
    const refusal = { error: { code: 'RATE_LIMITED', message: 'Slow down.' } };
    mock.override('getWallet', refusal, { status: 429, headers: { 'Retry-After': '7' } });
    const error = await clientOf(mock)
      .getWallet()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 429, code: 'RATE_LIMITED', retryAfterSeconds: 7 });
  });

  test('is overridden as often as `times` says', async () => {
    await using mock = await open();
    const api = clientOf(mock);
    const real = await api.getWallet();
    mock.override('getWallet', { ...real, balance_amount: 1 }, { times: 2 });
    const balances = [await api.getWallet(), await api.getWallet(), await api.getWallet()];
    expect(balances.map(({ balance_amount }) => balance_amount)).toEqual([1, 1, real.balance_amount]);
  });

  test('is the real one for a request that is refused before its handler', async () => {
    await using mock = await open();
    using override = mock.override('getWallet', await clientOf(mock).getWallet());
    expect((await mock.fetch('http://mock/v1/wallet')).status).toBe(401);
    expect(override.applied).toBe(0);
  });
});

test('an override that was added later applies, and the earlier one applies again after it', async () => {
  await using mock = await open();
  const api = clientOf(mock);
  const of = (balance_amount: number) =>
    mock.override('getWallet', (wallet) => ({ ...wallet, balance_amount }));
  of(1);
  const second = of(2);
  expect((await api.getWallet()).balance_amount).toBe(2);
  second.remove();
  expect((await api.getWallet()).balance_amount).toBe(1);
});

test('each world has its own overrides, and a reset ends them', async () => {
  await using mock = await open();
  const real = await clientOf(mock).getWallet();
  mock.override('getWallet', { ...real, balance_amount: 5 });
  expect((await clientOf(mock.world('other')).getWallet()).balance_amount).toBe(real.balance_amount);
  expect((await clientOf(mock).getWallet()).balance_amount).toBe(5);
  mock.reset();
  expect((await clientOf(mock).getWallet()).balance_amount).toBe(real.balance_amount);
});

test('a reply that the document does not permit is refused with a JSON pointer, unless `validate` is false', async () => {
  await using mock = await open();
  // @ts-expect-error The wallet lacks its members.
  expect(() => mock.override('getWallet', { balance_amount: 'much' })).toThrow(/\/body\/.*validate: false/);
  // @ts-expect-error There is no such operation.
  expect(() => mock.override('getWalet', {})).toThrow(/did you mean "getWallet"/);
  // @ts-expect-error The operation has no such status.
  expect(() => mock.override('getWallet', {}, { status: 418 })).toThrow(/has the status 418/);
  expect(() => mock.override('getWallet', {}, { validate: false, times: 0 })).toThrow('/times');
  mock.override('getWallet', { balance_amount: 'much' }, { validate: false });
  expect((await clientOf(mock).getWallet()).balance_amount).toBe('much');
});

test('a function that throws, or returns what the document does not permit, gives status 500 with the reason', async () => {
  const faults: string[] = [];
  await using mock = await open();
  const { error } = console;
  console.error = (...texts: unknown[]) => void faults.push(texts.join(' '));
  try {
    mock.override('getWallet', (wallet) => ({ ...wallet, balance_amount: -0.5 }), { times: 1 });
    await expect(clientOf(mock).getWallet()).rejects.toMatchObject({
      status: 500,
      code: 'OVERRIDE_FAILED',
      message: expect.stringContaining('/balance_amount'),
    });
    mock.override('getWallet', () => {
      throw new Error('No idea.');
    });
    await expect(clientOf(mock).getWallet()).rejects.toThrow('No idea.');
  } finally {
    console.error = error;
  }
  expect(faults.join('\n')).toContain('the override of getWallet');
});

test('the request log and the explanation name the override', async () => {
  await using mock = await open();
  mock.override('getWallet', (wallet) => wallet);
  await clientOf(mock).getWallet();
  const [logged] = mock.requests.list().requests;
  expect(logged).toMatchObject({ operation: 'getWallet', disturbed: 'override of getWallet' });
  const { sentence } = mock.requests.explain(logged?.id ?? '') as unknown as { sentence: string };
  expect(sentence).toContain('overridden');
});

mockTest('a test overrides replies in its own world', async ({ override, client }) => {
  override('getWallet', (wallet) => ({ ...wallet, balance_amount: 3 }));
  expect((await client().getWallet()).balance_amount).toBe(3);
});
