// Declares the receipt of a run: what it spent and what stays at the target; and how it is read from replies.
import type { OperationId } from '../../contract/operations.ts';
import type { Exchange } from './exchange.ts';

/** An amount in minor units; the currency is null when the reply states none. */
export type Money = { amount: number; currency: string | null };

/** What a run spent, and what stays at the target after its clean-up. */
export type Receipt = {
  /** the stated prices of the purchases by currency, before any refund */
  spent: Money[];
  purchases: number;
  /** number of purchases whose reply states no price; `spent` does not contain them */
  unpriced: number;
  /** names that the run registered, which no clean-up gives back */
  names: string[];
  /** ids of subscriptions that are still open; null when they could not be read */
  openSubscriptions: string[] | null;
  /** the calls that would take back what is left behind, such as `deleteWebhook <id>` */
  notTakenBack: string[];
};

/** One accepted purchase: what identifies it, and its price when the reply states it. */
export type Purchase = { id: string; price: Money | null };

/** Reads the members of a receipt from requests and replies. */
export type ReceiptReaders = {
  /** Returns a text that is equal for requests with the same price; null for a request that costs nothing. */
  priceKey(operation: OperationId, body: unknown): string | null;
  /** Returns the purchase that a successful call made. */
  purchase(exchange: Exchange): Purchase | null;
  /** Returns the names that a successful call registered. */
  names(exchange: Exchange): string[];
  /** the list of open subscriptions, and the id of one of them */
  openSubscriptions: { operation: OperationId; id(row: unknown): string | undefined };
};

/** Adds up amounts by currency. */
export function addUp(amounts: readonly Money[]): Money[] {
  const sums = new Map<string | null, number>();
  for (const { amount, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums].map(([currency, amount]) => ({ amount, currency }));
}
