// The outbox queue: a table of messages that wait to be sent to other servers. Handlers write to it within their
// transactions.
import type { EntityRef, Store } from '../state/store.ts';
import { declaredTable, type Tables } from '../state/tables/table.ts';

export const OUTBOX_TABLE = 'outgoing';

/**
 * The table of waiting messages; those of one queue (`lane`) are sent one after the other. Every world has this table
 * beside the tables of the mock definition.
 */
export const outboxTables = {
  [OUTBOX_TABLE]: declaredTable({
    columns: { lane: 'text', ref: 'texts' },
    tenant: false,
    filters: ['lane'],
    updated: false,
  }),
};

type OutboxStore = Store<typeof outboxTables>;

/** Returns the outbox table of a store; the app adds this table to every world. */
export const outboxTable = <T extends Tables>(store: Store<T>): OutboxStore['outgoing'] =>
  (store.platform as unknown as OutboxStore).outgoing;

/**
 * Queues a message. The message is sent after the transaction commits and after the earlier messages of its queue;
 * while no sender runs, the message waits.
 * @param ref identifies the message for the mock definition's `outbox`
 */
export function enqueue<T extends Tables>(store: Store<T>, queue: string, ref: EntityRef): void {
  outboxTable(store).insert({ lane: queue, ref });
}

/** Removes the message with a given ref from a queue, if the message still waits there. */
export function withdrawOne<T extends Tables>(store: Store<T>, queue: string, ref: EntityRef): void {
  const waiting = outboxTable(store);
  const names = Object.keys(ref);
  const found = waiting
    .where('lane', queue)
    .find((one) => names.every((name) => one.ref[name] === ref[name]));
  if (found) waiting.remove(found.id);
}

/**
 * Removes all messages that still wait in a queue. The outcome of a message that is already being sent is not
 * recorded.
 */
export function cancelQueued<T extends Tables>(store: Store<T>, queue: string): void {
  const waiting = outboxTable(store);
  for (const { id } of waiting.where('lane', queue)) waiting.remove(id);
}

/** A message ready to be sent. */
export type OutboundRequest = {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** returns the headers that sign another body, event or time (in seconds since 1970) in the same way */
  sign?: (body: string, eventId: string, seconds?: number) => Record<string, string>;
  /** the origin of the foreign web page that chose the URL; null, or left out, when no page chose it */
  page?: string | null;
};

/** The `User-Agent` header of webhook deliveries. The control API refuses requests that carry this value. */
export const DELIVERY_AGENT = 'hosting-contract-webhooks';

/** The outcome of a delivery: the receiver's reply, or a sentence that says why the receiver did not reply. */
export type DeliveryOutcome =
  | {
      status: number;
      /** the time until the reply began, in ms */
      ms: number;
      /** how many seconds the receiver wants no further delivery (`Retry-After`); null when its reply does not say */
      retryAfter: number | null;
    }
  | { failure: string };

/**
 * How a mock definition composes messages and records their outcome. The first argument of each function is the
 * platform's store.
 */
export type OutboxHandlers<T extends Tables> = {
  /**
   * Composes the message with the values of the current instant; returns null when the message must no longer be
   * sent.
   */
  compose(store: Store<T>, ref: EntityRef): OutboundRequest | null;
  /** Records the outcome of a message; called once per message. */
  record(store: Store<T>, ref: EntityRef, outcome: DeliveryOutcome): void;
};
