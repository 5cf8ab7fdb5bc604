// Tests `override` as other projects use it: whole bodies, functions of the real body, statuses, and how they end.
import { describe, expect, vi } from 'vitest';
import { ApiError, type Wallet } from './client.ts';
import { createMock, type MockWorld } from './index.ts';
import { mockTest as test } from './vitest.ts';

describe('a reply', () => {
  test('is a function of the real one until the override is disposed of', async ({ mock, client }) => {
    const api = client();
    const real = await api.getWallet();
    {
      using override = mock.override('getWallet', (wallet) => ({ ...wallet, balance_amount: 0 }));
      expect(await api.getWallet()).toEqual({ ...real, balance_amount: 0 });
      expect(override.applied).toBe(1);
    }
    expect(await api.getWallet()).toEqual(real);
  });

  test('is a whole body, and the request then has no effect', async ({ override, client }) => {
    const api = client();
    const before = await api.listCustomers();
    const [customer] = before.data;
    if (!customer) throw new Error('The world has no customer.');
    const overridden = override('createCustomer', { ...customer, first_name: 'Nobody' });
    const body = { email: 'new@example.org', first_name: 'New', last_name: 'Customer' };
    expect((await api.createCustomer({ body })).first_name).toBe('Nobody');
    expect((await api.listCustomers()).meta.total).toBe(before.meta.total);
    overridden.remove();
    expect((await api.createCustomer({ body })).first_name).toBe('New');
  });

  test('has another status and further headers', async ({ override, client }) => {
    const refusal = { error: { code: 'RATE_LIMITED', message: 'Slow down.' } };
    override('getWallet', refusal, { status: 429, headers: { 'Retry-After': '7' } });
    const error = await client()
      .getWallet()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 429, code: 'RATE_LIMITED', retryAfterSeconds: 7 });
  });

  test('is overridden as often as `times` says', async ({ override, client }) => {
    const api = client();
    const real = await api.getWallet();
    override('getWallet', { ...real, balance_amount: 1 }, { times: 2 });
    const balances = [await api.getWallet(), await api.getWallet(), await api.getWallet()];
    expect(balances.map(({ balance_amount }) => balance_amount)).toEqual([1, 1, real.balance_amount]);
  });

  test('is the real one for a request that is refused before its handler', async ({ mock, client }) => {
    using override = mock.override('getWallet', await client().getWallet());
    expect((await mock.fetch('http://mock/v1/wallet')).status).toBe(401);
    expect(override.applied).toBe(0);
  });
});

test('an override that was added later applies, and the earlier one applies again after it', async ({
  override,
  client,
}) => {
  const of = (balance_amount: number) => override('getWallet', (wallet) => ({ ...wallet, balance_amount }));
  of(1);
  const second = of(2);
  expect((await client().getWallet()).balance_amount).toBe(2);
  second.remove();
  expect((await client().getWallet()).balance_amount).toBe(1);
});

test('each world has its own overrides, and a reset ends them', async ({ client }) => {
  await using mock = await createMock({ clock: 'frozen' });
  const balanceOf = async ({ fetch, personas }: MockWorld): Promise<number> => {
    const headers = { authorization: `Bearer ${personas.owner.token}` };
    return ((await (await fetch('http://mock/v1/wallet', { headers })).json()) as Wallet).balance_amount;
  };
  const real = await client().getWallet();
  mock.override('getWallet', { ...real, balance_amount: 5 });
  expect(await balanceOf(mock.world('other'))).toBe(real.balance_amount);
  expect(await balanceOf(mock)).toBe(5);
  mock.reset();
  expect(await balanceOf(mock)).toBe(real.balance_amount);
});

test('a reply that the document does not permit is refused with a JSON pointer, unless `validate` is false', async ({
  override,
  client,
}) => {
  // @ts-expect-error The wallet lacks its members.
  expect(() => override('getWallet', { balance_amount: 'much' })).toThrow(/\/body\/.*validate: false/);
  // @ts-expect-error There is no such operation.
  expect(() => override('getWalet', {})).toThrow(/did you mean "getWallet"/);
  // @ts-expect-error The operation has no such status.
  expect(() => override('getWallet', {}, { status: 418 })).toThrow(/has the status 418/);
  expect(() => override('getWallet', {}, { validate: false, times: 0 })).toThrow('/times');
  override('getWallet', { balance_amount: 'much' }, { validate: false });
  expect((await client().getWallet()).balance_amount).toBe('much');
});

test('a function that throws, or returns what the document does not permit, gives status 500 with the reason', async ({
  override,
  client,
}) => {
  const print = vi.spyOn(console, 'error').mockReturnValue();
  override('getWallet', (wallet) => ({ ...wallet, balance_amount: -0.5 }), { times: 1 });
  await expect(client().getWallet()).rejects.toMatchObject({
    status: 500,
    code: 'OVERRIDE_FAILED',
    message: expect.stringContaining('/balance_amount'),
  });
  override('getWallet', () => {
    throw new Error('No idea.');
  });
  await expect(client().getWallet()).rejects.toThrow('No idea.');
  expect(print.mock.calls.join('\n')).toContain('the override of getWallet');
  print.mockRestore();
});

test('the request log and the explanation name the override', async ({ mock, override, client }) => {
  override('getWallet', (wallet) => wallet);
  await client().getWallet();
  const [logged] = mock.requests.list().requests;
  expect(logged).toMatchObject({ operation: 'getWallet', disturbed: 'override of getWallet' });
  const { sentence } = mock.requests.explain(logged?.id ?? '') as unknown as { sentence: string };
  expect(sentence).toContain('overridden');
});
