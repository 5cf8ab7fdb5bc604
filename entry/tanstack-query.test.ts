// Tests the option factories with TanStack Query itself: types, pages, mutations, keys and aborts.
import {
  InfiniteQueryObserver,
  MutationObserver,
  QueryClient,
  QueryObserver,
  skipToken,
} from '@tanstack/query-core';
import { afterEach, beforeEach, expect, expectTypeOf, test } from 'vitest';
import {
  type ApiError,
  type Client,
  createClient,
  type ErrorCodes,
  type Order,
  type Wallet,
} from './client.ts';
import { createMock, type Mock } from './index.ts';
import { createQueries, type Queries } from './tanstack-query.ts';

let mock: Mock;
let api: Client;
let queries: Queries;
let client: QueryClient;
beforeEach(async () => {
  mock = await createMock({ clock: 'frozen', limits: 'off' });
  const credential = { token: mock.personas.owner.token };
  api = createClient({ baseUrl: 'http://mock/v1', credential, fetch: mock.fetch, retries: 0 });
  queries = createQueries(api);
  client = new QueryClient();
});
afterEach(async () => {
  client.clear();
  await mock.close();
});

test('a query fetches what the operation returns, with its type', async () => {
  const wallet = await client.fetchQuery(queries.query('getWallet'));
  expectTypeOf(wallet).toEqualTypeOf<Wallet>();
  expect(wallet).toEqual(await api.getWallet());
  expect(client.getQueryData(queries.key('getWallet'))).toEqual(wallet);
  const [{ id = '' } = {}] = (await api.listOrders()).data;
  const observer = new QueryObserver(client, {
    ...queries.query('getOrder', { path: { id } }),
    staleTime: 1000,
  });
  const { data } = await observer.fetchOptimistic({
    ...observer.options,
    queryHash: JSON.stringify(id),
  } as never);
  expectTypeOf(data).toEqualTypeOf<Order | undefined>();
  expect(data?.id).toBe(id);
  // @ts-expect-error The operation needs a path.
  expect(queries.query('getOrder').queryKey).toEqual(['hosting', 'getOrder']);
  // @ts-expect-error The operation writes.
  expect(queries.query('createOrder', {}).queryKey[1]).toBe('createOrder');
});

test('an endless list fetches page after page until the last', async () => {
  await mock.arrange({ customers: [{ count: 5 }] });
  const options = queries.infinite('listCustomers', { query: { per_page: 10 } });
  const observer = new InfiniteQueryObserver(client, options);
  const leave = observer.subscribe(() => {});
  let result = await observer.fetchNextPage();
  while (result.hasNextPage) result = await observer.fetchNextPage();
  leave();
  const { meta } = await api.listCustomers();
  const ids = result.data?.pages.flatMap(({ data }) => data.map(({ id }) => id)) ?? [];
  expect(new Set(ids).size).toBe(meta.total);
  expect(result.data?.pageParams).toEqual([1, 2, 3, 4].slice(0, Math.ceil(meta.total / 10)));
});

test('a mutation takes the arguments of the call, and its list is invalidated by key', async () => {
  const before = await client.fetchQuery(queries.query('listCustomers'));
  const observer = new MutationObserver(client, queries.mutation('createCustomer'));
  const body = { email: 'mona@example.org', first_name: 'Mona', last_name: 'Lisa' };
  const customer = await observer.mutate({ body });
  expect(customer.email).toBe('mona@example.org');
  await client.invalidateQueries({ queryKey: queries.key('listCustomers') });
  expect(client.getQueryState(queries.key('listCustomers'))?.isInvalidated).toBe(true);
  const after = await client.fetchQuery(queries.query('listCustomers'));
  expect(after.meta.total).toBe(before.meta.total + 1);
  await expect(observer.mutate({ body })).rejects.toMatchObject({ status: 422 });
});

test('keys contain the prefix, the operation and its arguments', () => {
  const args = { query: { status: 'overdue' as const } };
  expect(queries.query('listInvoices', args).queryKey).toEqual(['hosting', 'listInvoices', args]);
  expect(queries.infinite('listInvoices', args).queryKey).not.toEqual(
    queries.query('listInvoices', args).queryKey,
  );
  expect(createQueries(api, { prefix: 'shop' }).key()).toEqual(['shop']);
});

test('a cancelled query aborts its request', async () => {
  const { signal } = queries.query('getWallet') as unknown as { signal?: AbortSignal };
  expect(signal).toBeUndefined();
  mock.faults.add({ kind: 'delay', delay_ms: 5000 });
  const pending = client.fetchQuery(queries.query('getWallet'));
  await client.cancelQueries({ queryKey: queries.key('getWallet') });
  await expect(pending).rejects.toThrow();
});

test('a refusal is asked for once, as an ApiError', async () => {
  let calls = 0;
  const counting = createClient({
    baseUrl: 'http://mock/v1',
    fetch: (request) => {
      calls += 1;
      return mock.fetch(request);
    },
    retries: 0,
  });
  const observer = new QueryObserver(client, createQueries(counting).query('getWallet'));
  type WalletError = ApiError<ErrorCodes['getWallet']> | null;
  expectTypeOf(observer.getCurrentResult().error).toEqualTypeOf<WalletError>();
  const error = await new Promise<WalletError>((done) => {
    const leave = observer.subscribe((result) => {
      if (result.isError) done(result.error);
    });
    void leave;
  });
  expect(error?.status).toBe(401);
  expect(calls).toBe(1);
});

test('the cache knows the type of its data by the key, and a key has only arguments of its operation', async () => {
  const options = queries.query('getWallet');
  await client.fetchQuery(options);
  expectTypeOf(client.getQueryData(options.queryKey)).toEqualTypeOf<Wallet | undefined>();
  expectTypeOf(client.getQueryData(queries.key('getWallet'))).toEqualTypeOf<Wallet | undefined>();
  expect(queries.key('getOrder', { path: { id: '1' } })).toEqual([
    'hosting',
    'getOrder',
    { path: { id: '1' } },
  ]);
  // @ts-expect-error The operation has no such argument.
  queries.key('getOrder', { path: { idd: '1' } });
});

test('a query without its arguments yet waits for them', () => {
  const id: string | undefined = undefined as string | undefined;
  const options = queries.query('getOrder', id ? { path: { id } } : skipToken);
  expect(options.queryFn).toBe(skipToken);
  expect(queries.query('listOrders', skipToken).queryKey).not.toEqual(queries.query('listOrders').queryKey);
  expect(new QueryObserver(client, options).getCurrentResult().fetchStatus).toBe('idle');
});
