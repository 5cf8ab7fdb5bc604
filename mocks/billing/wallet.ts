// The wallet of a tenant: its balance, top-ups, and the list of transactions. Amounts are integers in minor units.
import { policies } from '../../src/contract/policies.ts';
import type { Schemas } from '../../src/contract/types.ts';
import { Refusal } from '../../src/state/refusal.ts';
import { tenantOf } from '../identity/tenancy.ts';
import type { Store, WalletRow, WalletTransactionRow } from '../tables.ts';
import { emitEvent } from '../webhooks/events.ts';

/** Finds the wallet of the tenant that the store belongs to. Throws an Error when the wallet is missing. */
export function walletOf(store: Store): WalletRow {
  const wallet = store.wallets.by('tenant_id', tenantOf(store).id);
  if (!wallet) throw new Error('The tenant has no wallet: every tenant is created with one.');
  return wallet;
}

/** Selects the members of the wallet that the API shows. */
export function walletView(store: Store): Schemas['Wallet'] {
  const { tenant_id, balance_amount, reserved_amount, available_amount, currency, updated_at } =
    walletOf(store);
  return { tenant_id, balance_amount, reserved_amount, available_amount, currency, updated_at };
}

/** Throws the refusal INSUFFICIENT_FUNDS, on the field `payment_method`, for an amount above the available funds. */
export function assertFunds(store: Store, amount: number): void {
  if (walletOf(store).available_amount < amount) throw new Refusal('INSUFFICIENT_FUNDS');
}

/**
 * Adds credit to the wallet. Throws the refusal WALLET_FULL when the balance would exceed the largest amount that the
 * document allows.
 */
export function topUp(store: Store, amount: number, reference: string | null): WalletTransactionRow {
  if (walletOf(store).balance_amount + amount > Number.MAX_SAFE_INTEGER) throw new Refusal('WALLET_FULL');
  const transaction = moveBalance(store, 'topup', amount, { reference });
  emitEvent(store, 'wallet.topped_up', walletView(store));
  return transaction;
}

/**
 * Records one wallet transaction and changes the balance by its amount. All changes of the balance use this function,
 * so that the balance is always the sum of the transactions. Throws the refusal INSUFFICIENT_FUNDS.
 */
export function moveBalance(
  store: Store,
  type: WalletTransactionRow['type'],
  amount: number,
  { payment_id = null, reference = null }: { payment_id?: string | null; reference?: string | null },
): WalletTransactionRow {
  const wallet = walletOf(store);
  if (wallet.available_amount + amount < 0) throw new Refusal('INSUFFICIENT_FUNDS');
  const balance = wallet.balance_amount + amount;
  store.wallets.update(wallet.id, {
    balance_amount: balance,
    available_amount: balance - wallet.reserved_amount,
  });
  const transaction = store.wallet_transactions.insert({
    type,
    amount,
    currency: wallet.currency,
    balance_after_amount: balance,
    status: 'succeeded',
    payment_id,
    reference,
  });
  if (type === 'debit') emitEvent(store, 'wallet.debited', walletView(store));
  const { low_balance_amount: low } = policies();
  if (balance < low && wallet.balance_amount >= low) {
    emitEvent(store, 'wallet.low_balance', walletView(store));
  }
  return transaction;
}
