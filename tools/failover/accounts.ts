// The worlds of a run, and the accounts in them: each is a tenant with a wallet, and places orders.
import type { Operation } from '../histories/history.ts';
import type { Client, Reply } from './client.ts';

/** A tenant of a world, as the clients use it. */
export type Account = {
  readonly world: string;
  /** the key of the wallet in the history */
  readonly wallet: string;
  readonly apiKey: string;
  readonly customerId: string;
  /** what the ordered product costs, in minor units */
  readonly price: number;
  /** how many orders the tenant had before the run */
  readonly ordersBefore: number;
  /** the orders that were placed last */
  readonly orders: PlacedOrder[];
};

export type PlacedOrder = { readonly id: string; readonly invoiceId: string };

/** Members of the replies that a run reads. */
export type Members = {
  id?: string;
  status?: string;
  invoice_id?: string;
  total_amount?: number;
  balance_amount?: number;
  balance_after_amount?: number;
  error?: { code?: string };
  personas?: Record<string, { apiKey?: string; token?: string }>;
  data?: Members[];
  meta?: { last_page?: number; total?: number };
};

export const membersOf = (reply: Reply): Members =>
  (typeof reply.json === 'object' && reply.json !== null ? reply.json : {}) as Members;

/** The personas whose tenants are the accounts of a world. */
const PERSONAS = ['owner', 'otherOwner'];
const PATIENCE_MS = 30_000;

/** Microseconds of the monotonic clock of this process. */
export const nowUs = (): number => Math.round(performance.now() * 1000);

/** The order that clients place. */
export const orderOf = (
  account: Pick<Account, 'customerId'>,
  payment: 'wallet' | 'bank_transfer',
): object => ({
  customer_id: account.customerId,
  items: [{ sku_id: 'hosting-basic', quantity: 1, billing_cycle: 'monthly' }],
  payment_method: payment,
});

/**
 * Creates worlds as copies of the main world, and opens their accounts.
 * @returns the accounts, and the `open` operation of each wallet
 * @throws Error when a request is refused
 */
export async function openAccounts(
  client: Client,
  worlds: readonly string[],
): Promise<{ accounts: Account[]; operations: Operation[] }> {
  const accounts: Account[] = [];
  const operations: Operation[] = [];
  const need = async (
    what: string,
    statuses: number[],
    one: Parameters<Client['send']>[0],
  ): Promise<Members> => {
    const reply = await client.sendUntilKnown(one, PATIENCE_MS);
    if (reply === null || !statuses.includes(reply.status))
      throw new Error(
        `${what} is answered with ${reply?.status ?? 'no status'}: ${reply?.text.slice(0, 300)}`,
      );
    return membersOf(reply);
  };
  // The worlds that are copied have no timer left that soon changes an order or a wallet.
  await need('The step of the clock', [200], {
    method: 'POST',
    path: '/_mock/v1/clock/advance',
    body: { by: 'PT1H' },
  });
  const { personas = {} } = await need('The list of personas', [200], { path: '/_mock/v1/personas' });
  for (const world of worlds) {
    // 409: an earlier try of unknown outcome has created it.
    await need(`The world ${world}`, [201, 409], {
      method: 'POST',
      path: '/_mock/v1/worlds',
      body: { name: world },
    });
    for (const name of PERSONAS) {
      const { apiKey, token } = personas[name] ?? {};
      const credential = apiKey ?? token ?? '';
      const at = { path: `/w/${world}/v1`, apiKey: credential };
      const { data: customers = [] } = await need('The list of customers', [200], {
        ...at,
        path: `${at.path}/customers?status=active&per_page=1`,
      });
      const customerId = customers[0]?.id ?? '';
      const { total_amount: price = 0 } = await need('The first order', [201], {
        ...at,
        method: 'POST',
        path: `${at.path}/orders`,
        idempotencyKey: `price-${world}-${name}`,
        body: orderOf({ customerId }, 'bank_transfer'),
      });
      const { meta } = await need('The list of orders', [200], {
        ...at,
        path: `${at.path}/orders?per_page=1`,
      });
      const wallet = `${world}/${name}/wallet`;
      const callUs = nowUs();
      const { balance_amount: balance = 0 } = await need('The wallet', [200], {
        ...at,
        path: `${at.path}/wallet`,
      });
      operations.push({
        process: 0,
        operation: 'open',
        key: wallet,
        input: {},
        callUs,
        returnUs: nowUs(),
        outcome: 'ok',
        output: { balance },
      });
      accounts.push({
        world,
        wallet,
        apiKey: credential,
        customerId,
        price,
        ordersBefore: meta?.total ?? 0,
        orders: [],
      });
    }
  }
  return { accounts, operations };
}
