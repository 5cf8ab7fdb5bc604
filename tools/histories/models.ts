// The sequential models of a wallet and of an order: what a caller sees when operations run one after the other.
import type { HistoryOperation, SequentialModel } from '../../src/storage/testing/linearizability.ts';

/**
 * An operation on a wallet. Amounts are in minor units.
 * - `open`: reads the balance before any other operation.
 * - `topUp` adds `amount`, `spend` takes it; both reply with the balance after them, or without where the reply does not
 *   say it.
 * - `read`: reads the balance.
 */
export type WalletOperation = HistoryOperation<
  { amount?: number },
  { balance?: number; refused?: string }
> & {
  readonly operation: 'open' | 'topUp' | 'spend' | 'read';
};

/** The statuses of an order that a caller may observe, and `absent` before it is created. */
type OrderState = 'absent' | 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled';

/**
 * An operation on an order: `create`, `pay` (its invoice, in full), `cancel`, `read`. A reply names the status, or the
 * code of its refusal.
 */
export type OrderOperation = HistoryOperation<
  Record<string, never>,
  { status?: OrderState; refused?: string }
> & {
  readonly operation: 'create' | 'pay' | 'cancel' | 'read';
};

/** The wallet before `open`. */
const CLOSED = 'closed';

/** A wallet: its balance. */
export const walletModel: SequentialModel<number | typeof CLOSED, WalletOperation> = {
  initial: CLOSED,
  step(state, { operation, outcome, input, output }) {
    if (operation === 'open')
      return state === CLOSED && output?.balance !== undefined ? output.balance : null;
    if (state === CLOSED) return null;
    if (operation === 'read') return output?.balance === state ? state : null;
    const amount = input.amount ?? 0;
    const affordable = operation === 'topUp' || state >= amount;
    if (outcome === 'failed') return affordable && output?.refused === 'INSUFFICIENT_FUNDS' ? null : state;
    if (!affordable) return outcome === 'ok' ? null : state;
    const balance = operation === 'topUp' ? state + amount : state - amount;
    return output?.balance === undefined || output.balance === balance ? balance : null;
  },
};

/** The status after a `pay` or `cancel` of a pending order. */
const AFTER = { pay: 'processing', cancel: 'cancelled' } as const;
/** The code of the refusal of a change that the status of the order, or of its invoice, does not allow. */
const NOT_PENDING = 'INVALID_STATE';

/**
 * An order: its status. Provisioning completes or fails an order at any time after it was paid, so that the first read
 * that shows it is also the change.
 */
export const orderModel: SequentialModel<OrderState, OrderOperation> = {
  initial: 'absent',
  step(state, { operation, outcome, output }) {
    if (operation === 'create') {
      const status = output?.status;
      return state === 'absent' && (status === 'pending' || status === 'processing') ? status : null;
    }
    if (operation === 'read') {
      if (output?.status === state) return state;
      const ended = output?.status === 'completed' || output?.status === 'failed' ? output.status : null;
      return state === 'processing' ? ended : null;
    }
    if (state === 'absent') return null;
    if (outcome === 'failed') return output?.refused === NOT_PENDING && state === 'pending' ? null : state;
    if (state !== 'pending') return outcome === 'ok' ? null : state;
    return AFTER[operation];
  },
};
