// The writes that the mock gets before it is killed: top-ups and orders with Idempotency-Keys, and customers.

import { Agent, fetch } from 'undici';

/** A tenant of a world, whose wallet and lists the rounds observe. */
export type Account = {
  readonly name: string;
  /** what stands before `/v1` in the path: empty, or `/w/<world>` */
  readonly prefix: string;
  readonly apiKey: string;
  /** an active customer, who gets the orders */
  readonly customerId: string;
};

export type Reply = { status: number; text: string; isReplayed: boolean };

/** A write, and its reply; null when none came, so that its outcome is unknown. */
export type Write = {
  readonly account: Account;
  readonly kind: 'top-up' | 'order' | 'customer';
  readonly path: string;
  readonly body: object;
  /** what a top-up adds to the wallet; otherwise 0 */
  readonly amount: number;
  readonly key: string;
  reply: Reply | null;
};

/** Opens a connection for each request: the mock may close an idle one at the moment at which it is used again. */
const dispatcher = new Agent({ pipelining: 0 });

/** Sends a request to the control API. */
export const sendControl = (url: string, init: Parameters<typeof fetch>[1] = {}): ReturnType<typeof fetch> =>
  fetch(url, { ...init, dispatcher });

/** Sends a request; null when no reply came. A reply with a status of 500 or more says nothing about the outcome. */
export async function send(
  origin: string,
  { account, path, body, key }: { account: Account; path: string; body?: object; key?: string },
): Promise<Reply | null> {
  try {
    const response = await fetch(`${origin}${account.prefix}${path}`, {
      dispatcher,
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${account.apiKey}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status >= 500) return null;
    return {
      status: response.status,
      text,
      isReplayed: response.headers.get('idempotent-replayed') === 'true',
    };
  } catch {
    return null;
  }
}

/** Makes a random write. `key`: a text that no other write has. */
function randomWrite(account: Account, key: string, random: () => number): Write {
  const write = { account, key, amount: 0, reply: null };
  const choice = random();
  if (choice < 0.5) {
    const amount = 100 + Math.floor(random() * 10_000);
    return { ...write, kind: 'top-up', path: '/v1/wallet/topup', body: { amount }, amount };
  }
  if (choice < 0.75) {
    const items = [{ sku_id: 'hosting-basic', quantity: 1, billing_cycle: 'monthly' }];
    const body = { customer_id: account.customerId, items, payment_method: 'bank_transfer' };
    return { ...write, kind: 'order', path: '/v1/orders', body };
  }
  const body = { email: `${key}@example.com`, first_name: 'A', last_name: key };
  return { ...write, kind: 'customer', path: '/v1/customers', body };
}

/**
 * Sends random writes until one gets no reply or `stop` says so.
 * @param clients how many are under way at a time
 * @param name a text that makes the keys of these writes differ from all others
 * @returns all writes, those of unknown outcome too
 */
export async function sendWrites(
  origin: string,
  {
    accounts,
    clients,
    name,
    random,
    stop = () => false,
  }: {
    accounts: readonly Account[];
    clients: number;
    name: string;
    random: () => number;
    stop?: (count: number) => boolean;
  },
): Promise<Write[]> {
  const writes: Write[] = [];
  const client = async (): Promise<void> => {
    while (!stop(writes.length)) {
      const account = accounts[Math.floor(random() * accounts.length)];
      if (!account) return;
      const write = randomWrite(account, `${name}-${writes.length}`, random);
      writes.push(write);
      write.reply = await send(origin, write);
      if (write.reply === null) return;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return writes;
}
