// For tests: the mock behind its public door, one typed call per operation, and the books checked after every one.

import type { OperationId } from '../../src/contract/operations.ts';
import { operation } from '../../src/contract/operations.ts';
import type { Body, Params, Query, Success } from '../../src/contract/types.ts';
import { type AppOptions, createApp } from '../../src/server/app.ts';
import { walletOf } from '../billing/wallet.ts';
import { hostingMock } from '../index.ts';
import type { Store } from '../tables.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** What an operation is called with; every member may be left out. */
type CallInput<Op extends OperationId> = {
  params?: Params<Op>;
  query?: Query<Op> | Record<string, string>;
  body?: Body<Op> | object;
  headers?: Record<string, string>;
};

/** An answer: `data` is the body of a success, `error` that of a refusal; which one it is, the status tells. */
type CallReply<Op extends OperationId> = {
  status: number;
  data: Success<Op>;
  error: { code: string; message: string; errors: Record<string, string[]>; challenge_token: string };
  headers: Headers;
  text: string;
};

export type TestMock = ReturnType<typeof createTestMock>;
/** Calls operations with one credential. */
export type OperationCaller = <Op extends OperationId>(
  op: Op,
  sent?: CallInput<Op>,
) => Promise<CallReply<Op>>;

/** A fresh mock: clock standing at the reference instant, no limits, every reply checked against the document. */
export function createTestMock(options: AppOptions = {}) {
  const faults: unknown[] = [];
  const app = createApp(hostingMock, {
    clock: 'frozen',
    limits: 'off',
    fault: (error) => void faults.push(error),
    ...options,
  });

  /** A caller by bearer text; none for an anonymous one. */
  const withToken =
    (bearer: string | undefined): OperationCaller =>
    async (op, { params, query, body, headers = {} } = {}) => {
      const { method, path } = operation(op);
      const url = new URL(
        `http://mock/v1${path.replace(/\{(\w+)\}/g, (_, name) => String(Reflect.get(params ?? {}, name)))}`,
      );
      for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value));
      const reply = await app.fetch(
        new Request(url, {
          method,
          headers: {
            ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      );
      const text = await reply.text();
      const [fault] = faults;
      if (fault !== undefined) throw fault;
      const [broken] = app.invariants();
      if (broken !== undefined) throw new Error(`After ${op} the books no longer balance: ${broken}`);
      const parsed = /json/.test(reply.headers.get('content-type') ?? '') ? JSON.parse(text) : {};
      return {
        status: reply.status,
        data: parsed,
        error: parsed.error ?? parsed,
        headers: reply.headers,
        text,
      };
    };

  return {
    app,
    bearing: withToken,
    /** a caller by the name of a persona, with its token, or its key when it has no token */
    as: (persona: string): OperationCaller => {
      const { token, apiKey } = app.personas[persona] ?? {};
      const bearer = token ?? apiKey;
      if (bearer === undefined) throw new Error(`There is no persona ${persona} with a token or a key.`);
      return withToken(bearer);
    },
    /** lets time pass; what comes due happens before the next call */
    pass: (ms: number): void => app.world.clock.advance(ms),
    /** what the store holds, behind the door; for what no operation shows */
    peek: <A>(read: (store: Store) => A): A => app.world.transact(null, read),
  };
}

/** A customer body that no other one collides with. */
export const customerBody = (name = 'jane') => ({
  email: `${name}@example.org`,
  first_name: 'Jane',
  last_name: 'Doe',
});

/** Builds the body of an order of one monthly hosting package. */
export const orderBody = (customer_id: string, payment_method: string) => ({
  customer_id,
  payment_method,
  items: [{ sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly' }],
});

/** Finds the first active customer of the owner's tenant. Throws when there is none. */
export async function activeCustomerId(mock: TestMock): Promise<string> {
  const { data } = await mock.as('owner')('listCustomers', { query: { status: 'active' } });
  const [customer] = data.data;
  if (!customer) throw new Error('The world has no active customer.');
  return customer.id;
}

/** Creates an app with a frozen clock and no rate limits; its replies are not checked against the invariants. */
export const createFrozenApp = (options: AppOptions = {}) =>
  createApp(hostingMock, { clock: 'frozen', limits: 'off', ...options });

/** Sends a GET request and returns the status of the reply. */
export const getStatus = async (
  app: ReturnType<typeof createFrozenApp>,
  path: string,
  bearer = '',
): Promise<number> =>
  (await app.fetch(new Request(`http://mock/v1${path}`, { headers: { authorization: `Bearer ${bearer}` } })))
    .status;

/** Leaves `amount` in the owner's wallet, by an adjustment like any other movement. */
export function setWalletBalance({ app }: Pick<TestMock, 'app'>, amount: number): void {
  app.world.transact(null, (platform) => {
    const store = platform.forTenant(app.personas.owner?.tenantId ?? '');
    const { id, balance_amount, currency } = walletOf(store);
    store.wallets.update(id, { balance_amount: amount, available_amount: amount });
    store.wallet_transactions.insert({
      type: 'adjustment',
      amount: amount - balance_amount,
      currency,
      balance_after_amount: amount,
      status: 'succeeded',
      payment_id: null,
      reference: null,
    });
  });
}
