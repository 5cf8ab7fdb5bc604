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
  /** every accepted purchase, those that were neither paid nor cancelled first */
  orders: Order[];
  /** names that the run registered, which no clean-up gives back */
  names: string[];
  /** ids of subscriptions that are still open; null when they were not read */
  openSubscriptions: string[] | null;
  /** the calls that would take back what is left behind, such as `deleteWebhook <id>` */
  notTakenBack: string[];
};

/** One accepted purchase. */
export type Order = {
  operation: OperationId;
  id: string;
  /** the id of its invoice; null when the reply states none */
  invoice: string | null;
  /** null when the reply states none */
  price: Money | null;
  /** whether it awaits a payment: it was not paid at once, and the run neither paid nor cancelled it */
  open: boolean;
};

/** Reads the members of a receipt from requests and replies. */
export type ReceiptReaders = {
  /** Returns a text that is equal for requests with the same price; null for a request that costs nothing. */
  priceKey(operation: OperationId, body: unknown): string | null;
  /** Returns whether an operation may cost the tenant money, or move it. */
  costs(operation: OperationId): boolean;
  /** Returns the purchase that a successful call made. */
  purchase(exchange: Exchange): Omit<Order, 'operation'> | null;
  /** Returns the id of the order that a successful call cancelled, or of the invoice that it paid. */
  closes(exchange: Exchange): string | undefined;
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
