// Builds the receipt of a run after its clean-up.
import type { RequestOrigin } from '../http/call.ts';
import { itemsInPage } from '../lists/pagination.ts';
import { leavesOf } from '../mapping/leaves.ts';
import type { Leftover } from '../model/generated/report.ts';
import type { Receipt, ReceiptReaders } from '../model/receipt.ts';
import type { RunContext } from './run-context.ts';

/**
 * Builds the receipt of a run. When the run bought something, it reads the list of open subscriptions once.
 * @param mayRead false when no further request may be sent
 * @returns undefined when the run neither bought nor left anything
 */
export async function createReceipt(
  context: RunContext,
  readers: ReceiptReaders | undefined,
  leftovers: readonly Leftover[],
  mayRead: boolean,
): Promise<Receipt | undefined> {
  const { spending } = context;
  if (!readers || (!spending.hasPurchases && leftovers.length === 0)) return undefined;
  return {
    ...spending.toReceipt(),
    openSubscriptions: !spending.hasPurchases
      ? []
      : mayRead
        ? await openSubscriptions(context, readers)
        : null,
    notTakenBack: leftovers.map(({ operation, params }) => [operation, ...Object.values(params)].join(' ')),
  };
}

/** Returns the ids of the open subscriptions to what the run created; null when the list cannot be read. */
async function openSubscriptions(
  { client, target }: RunContext,
  { openSubscriptions: { operation, id } }: ReceiptReaders,
): Promise<string[] | null> {
  const origin: RequestOrigin = { purpose: 'cleanup', reason: 'receipt', by: 'suite/receipt', checkId: '' };
  try {
    const reply = await client.send('tenantA', origin, operation);
    const rows = reply.status === 200 ? itemsInPage(reply.json, target.lists) : undefined;
    if (!rows) return null;
    const isOwn = (row: unknown): boolean =>
      leavesOf(row).some(({ value }) => typeof value === 'string' && client.ownedIds.has(value));
    return rows.filter(isOwn).flatMap((row) => id(row) ?? []);
  } catch {
    // The receipt is written whatever the target does; the report says that the list could not be read.
    return null;
  }
}
