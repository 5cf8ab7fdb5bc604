// The operations of the workload: the request of each, and what its reply says about wallets and orders.
import type { Operation } from '../histories/history.ts';
import { type Account, membersOf, orderOf, type PlacedOrder } from './accounts.ts';
import type { Reply, Request } from './client.ts';

/** What an operation says about one object; an order that is paid from the wallet is about two. */
export type Part = Pick<Operation, 'operation' | 'key' | 'input' | 'output'> & {
  outcome: 'ok' | 'failed' | 'unknown';
};

export type Action = {
  readonly request: Request;
  /** true when a repetition has no second effect: a read, or a write with an Idempotency-Key */
  readonly repeatable: boolean;
  /**
   * Reads a reply.
   * @param reply null when the outcome is unknown
   * @throws Error when no correct server gives the reply
   */
  read(reply: (Reply & { status: number }) | null): Part[];
};

const post = (account: Account, path: string, body?: object, idempotencyKey?: string): Request => ({
  method: 'POST',
  path: `/w/${account.world}/v1${path}`,
  apiKey: account.apiKey,
  ...(idempotencyKey !== undefined && { idempotencyKey }),
  ...(body !== undefined && { body }),
});

const get = (account: Account, path: string): Request => ({
  path: `/w/${account.world}/v1${path}`,
  apiKey: account.apiKey,
});

/** The key of an order in the history. */
export const orderKey = (account: Account, id: string): string => `${account.world}/orders/${id}`;

const unexpected = (reply: Reply): Error =>
  new Error(`answered with ${reply.status}: ${reply.text.slice(0, 300)}`);

/** What the reply to a write says: it succeeded with `status`, or the state refused it with one of the codes. */
function outcomeOf(
  reply: (Reply & { status: number }) | null,
  status: number,
  refusals: readonly string[],
): { outcome: Part['outcome']; output: { refused?: string } | null } {
  if (reply === null) return { outcome: 'unknown', output: null };
  if (reply.status === status) return { outcome: 'ok', output: {} };
  const code = membersOf(reply).error?.code ?? '';
  if (reply.status !== 422 || !refusals.includes(code)) throw unexpected(reply);
  return { outcome: 'failed', output: { refused: code } };
}

/** Adds credit to the wallet. */
export function topUp(account: Account, amount: number, idempotencyKey: string): Action {
  return {
    request: post(account, '/wallet/topup', { amount }, idempotencyKey),
    repeatable: true,
    read(reply) {
      const { outcome, output } = outcomeOf(reply, 201, []);
      const balance = reply ? membersOf(reply).balance_after_amount : undefined;
      if (reply && balance === undefined) throw unexpected(reply);
      const part = { operation: 'topUp', key: account.wallet, input: { amount }, outcome } as const;
      return [{ ...part, output: balance === undefined ? output : { balance } }];
    },
  };
}

/**
 * Places an order. An order that is paid from the wallet is also a change of the wallet.
 * @param onPlaced gets the order
 */
export function placeOrder(
  account: Account,
  payment: 'wallet' | 'bank_transfer',
  idempotencyKey: string,
  onPlaced: (order: PlacedOrder) => void,
): Action {
  return {
    request: post(account, '/orders', orderOf(account, payment), idempotencyKey),
    repeatable: true,
    read(reply) {
      const { outcome, output } = outcomeOf(reply, 201, payment === 'wallet' ? ['INSUFFICIENT_FUNDS'] : []);
      const spend = {
        operation: 'spend',
        key: account.wallet,
        input: { amount: account.price },
        outcome,
        output,
      } as const;
      const parts: Part[] = payment === 'wallet' ? [spend] : [];
      if (reply === null || outcome !== 'ok') return parts;
      const { id, status, invoice_id: invoiceId, total_amount: total } = membersOf(reply);
      if (id === undefined || invoiceId === undefined || total !== account.price) throw unexpected(reply);
      onPlaced({ id, invoiceId });
      const created = { operation: 'create', key: orderKey(account, id), input: {}, outcome } as const;
      return [...parts, { ...created, output: { status: status as 'pending' } }];
    },
  };
}

/** Pays the invoice of an order in full, by bank transfer. */
export function payOrder(account: Account, { id, invoiceId }: PlacedOrder, idempotencyKey: string): Action {
  const body = { invoice_id: invoiceId, amount: account.price, method: 'bank_transfer' };
  return {
    request: post(account, '/payments', body, idempotencyKey),
    repeatable: true,
    read: (reply) => [
      {
        operation: 'pay',
        key: orderKey(account, id),
        input: {},
        ...outcomeOf(reply, 201, ['INVALID_STATE']),
      },
    ],
  };
}

/** Cancels an order. The operation takes no Idempotency-Key. */
export function cancelOrder(account: Account, { id }: PlacedOrder): Action {
  return {
    request: post(account, `/orders/${id}/cancel`),
    repeatable: false,
    read: (reply) => [
      {
        operation: 'cancel',
        key: orderKey(account, id),
        input: {},
        ...outcomeOf(reply, 200, ['INVALID_STATE']),
      },
    ],
  };
}

/** Reads the balance of the wallet. */
export function readWallet(account: Account): Action {
  return {
    request: get(account, '/wallet'),
    repeatable: true,
    read(reply) {
      if (reply === null) return [];
      const { balance_amount: balance } = membersOf(reply);
      if (reply.status !== 200 || balance === undefined) throw unexpected(reply);
      return [{ operation: 'read', key: account.wallet, input: {}, outcome: 'ok', output: { balance } }];
    },
  };
}

/** Reads the status of an order; an order that the server does not know is `absent`. */
export function readOrder(account: Account, { id }: PlacedOrder): Action {
  return {
    request: get(account, `/orders/${id}`),
    repeatable: true,
    read(reply) {
      if (reply === null) return [];
      const { status, error } = membersOf(reply);
      const absent = reply.status === 404 && error?.code !== 'WORLD_NOT_FOUND';
      if (reply.status !== 200 && !absent) throw unexpected(reply);
      const output = { status: (absent ? 'absent' : status) as 'pending' };
      return [{ operation: 'read', key: orderKey(account, id), input: {}, outcome: 'ok', output }];
    },
  };
}
