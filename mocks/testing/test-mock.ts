// For tests: creates a mock with one typed call per operation. Every call checks the invariants afterwards.

import type { OperationId } from '../../src/contract/operations.ts';
import { operation } from '../../src/contract/operations.ts';
import type { Body, Params, Query, Success } from '../../src/contract/types.ts';
import { type AppOptions, createApp } from '../../src/server/app.ts';
import { walletOf } from '../billing/wallet.ts';
import { hostingMock } from '../index.ts';
import type { Store } from '../tables.ts';

/** One minute in milliseconds. */
export const MINUTE = 60_000;
/** One hour in milliseconds. */
export const HOUR = 60 * MINUTE;
/** One day in milliseconds. */
export const DAY = 24 * HOUR;

/** The parameters, body and HTTP headers of a call; every member is optional. */
type CallInput<Op extends OperationId> = {
  params?: Params<Op>;
  query?: Query<Op> | Record<string, string>;
  body?: Body<Op> | object;
  headers?: Record<string, string>;
};

// The reply to a call. `data` is the body when the status is a success; `error` is the body when the status is a
// refusal.
type CallReply<Op extends OperationId> = {
  status: number;
  data: Success<Op>;
  error: { code: string; message: string; errors: Record<string, string[]>; challenge_token: string };
  headers: Headers;
  text: string;
};

/** The type of the mock that `createTestMock` creates. */
export type TestMock = ReturnType<typeof createTestMock>;
export type OperationCaller = <Op extends OperationId>(
  op: Op,
  sent?: CallInput<Op>,
) => Promise<CallReply<Op>>;

/**
 * Creates a mock whose clock is frozen at the reference instant and whose rate limits are off. Every reply is
 * validated against the document.
 */
export function createTestMock(options: AppOptions = {}) {
  const faults: unknown[] = [];
  const app = createApp(hostingMock, {
    clock: 'frozen',
    limits: 'off',
    fault: (error) => void faults.push(error),
    ...options,
  });

  // Creates a caller that sends a bearer credential; the caller is anonymous when the credential is undefined.
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
      if (broken !== undefined) throw new Error(`After ${op} an invariant does not hold: ${broken}`);
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
    /** creates a caller that sends the token of a persona, or its API key when the persona has no token */
    as: (persona: string): OperationCaller => {
      const { token, apiKey } = app.personas[persona] ?? {};
      const bearer = token ?? apiKey;
      if (bearer === undefined) throw new Error(`There is no persona ${persona} with a token or a key.`);
      return withToken(bearer);
    },
    /** advances the world's clock by milliseconds; timers that are due run before the next call */
    pass: (ms: number): void => app.world.clock.advance(ms),
    /** reads values directly from the store, which no operation returns */
    peek: <A>(read: (store: Store) => A): A => app.world.transact(null, read),
  };
}

/** Returns a refusal as one text: its status, its code and the fields with errors, as `422 ALREADY_EXISTS slug`. */
export const refusalOf = ({ status, error }: { status: number; error: { code: string; errors?: object } }) =>
  [status, error.code, ...Object.keys(error.errors ?? {})].join(' ');

/** Builds the body of a request that creates a customer, with an e-mail address made from the name. */
export const customerBody = (name = 'janet') => ({
  email: `${name}@example.org`,
  first_name: 'Jane',
  last_name: 'Doe',
});

export const orderBody = (customer_id: string, payment_method: string) => ({
  customer_id,
  payment_method,
  items: [{ sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly' }],
});

/** Finds the id of the first active customer of the owner's tenant. Throws an Error when there is none. */
export async function activeCustomerId(mock: TestMock): Promise<string> {
  const { data } = await mock.as('owner')('listCustomers', { query: { status: 'active' } });
  const [customer] = data.data;
  if (!customer) throw new Error('The world has no active customer.');
  return customer.id;
}

/** Creates an app with a frozen clock and no rate limits, which does not check the invariants after its replies. */
export const createFrozenApp = (options: AppOptions = {}) =>
  createApp(hostingMock, { clock: 'frozen', limits: 'off', ...options });

/** Sends a GET request with a bearer credential and returns the status of the reply. */
export const getStatus = async (
  app: ReturnType<typeof createFrozenApp>,
  path: string,
  bearer = '',
): Promise<number> =>
  (await app.fetch(new Request(`http://mock/v1${path}`, { headers: { authorization: `Bearer ${bearer}` } })))
    .status;

/** Sets the balance of the owner's wallet to `amount` minor units, by an adjustment transaction. */
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
