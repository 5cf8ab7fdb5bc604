// Declares the receipt of a run: what it spent and what stays at the target; and how it is read from replies.
import type { OperationId } from '../../contract/operations.ts';
import type { Exchange } from './exchange.ts';
import type { Money, Order, Receipt } from './generated/report.ts';

export type { Money, Order, Receipt };

/** Reads the members of a receipt from requests and replies. */
export type ReceiptReaders = {
  /** Returns a text that is equal for requests with the same price; null for a request that costs nothing. */
  priceKey(operation: OperationId, body: unknown): string | null;
  costs(operation: OperationId): boolean;
  purchase(exchange: Exchange): Omit<Order, 'operation'> | null;
  /** Returns the id of the order that a successful call cancelled, or of the invoice that it paid. */
  closes(exchange: Exchange): string | undefined;
  names(exchange: Exchange): string[];
  openSubscriptions: { operation: OperationId; id(row: unknown): string | undefined };
};
