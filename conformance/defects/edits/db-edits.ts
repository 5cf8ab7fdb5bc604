// Functions with which defects change stored rows.

import { randomUUID } from 'node:crypto';
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

/**
 * Inserts a copy of the newest row of a table under another id.
 * @param patch the members that differ in the copy, with their values
 */
export function duplicateNewest(db: Db, table: string, patch: Record<string, unknown>): void {
  const newest = db.table(table).all().at(-1);
  if (newest) db.table(table).insert({ ...newest, id: randomUUID(), ...patch });
}

/** Returns the data of the tenant that owns the given row; undefined when no tenant owns such a row. */
export function ownerOf(db: Db, table: string, id: string): Db | undefined {
  const row = db.platform.table(table).find(id);
  return typeof row?.tenant_id === 'string' ? db.of(row.tenant_id) : undefined;
}
