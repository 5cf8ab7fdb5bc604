// Functions with which defects change stored rows.

import { numberAt } from '../../../src/variations/edits.ts';
import type { Db } from '../mutant.ts';

/**
 * Changes the balance of a tenant's wallet.
 * @param by the amount to add in minor units; a negative amount is debited
 */
export function changeBalance(db: Db, by: number): void {
  const [wallet] = db.table('wallets').all();
  if (!wallet) return;
  db.table('wallets').update(wallet.id, {
    balance_amount: numberAt(wallet, 'balance_amount') + by,
    available_amount: numberAt(wallet, 'available_amount') + by,
  });
}
