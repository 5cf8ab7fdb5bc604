// The outbox: a table of messages that wait to be sent to other servers, written in the transactions of handlers.
import type { EntityRef, Store } from '../state/store.ts';
import { type Row, type Tables, table } from '../state/table.ts';

/** A message that waits. The messages of one queue (`lane`) are sent one after the other. */
type QueuedMessage = Row & { lane: string; ref: EntityRef };

/** The name of the table in commits. */
export const OUTBOX_TABLE = 'outgoing';

/** The table of waiting messages. Every world has it beside the tables of the mock definition. */
export const outboxTables = {
  [OUTBOX_TABLE]: table<QueuedMessage>({
    columns: { lane: 'text', ref: 'texts' },
    tenant: false,
    filters: ['lane'],
    updated: false,
  }),
};

/** A store with the outbox table. */
export type OutboxStore = Store<typeof outboxTables>;

/** Returns the outbox table of a store; the app adds it to every world. */
export const outboxTable = <T extends Tables>(store: Store<T>): OutboxStore['outgoing'] =>
  (store.platform as unknown as OutboxStore).outgoing;

/**
 * Queues a message. It is sent after the transaction commits and after the earlier messages of its queue; while no
 * sender runs, it waits.
 * @param ref names the message for the mock definition's `outbox`
 */
export function enqueue<T extends Tables>(store: Store<T>, queue: string, ref: EntityRef): void {
  outboxTable(store).insert({ lane: queue, ref });
}

/** Removes the message with this ref from a queue, if it still waits there. */
export function withdrawOne<T extends Tables>(store: Store<T>, queue: string, ref: EntityRef): void {
  const waiting = outboxTable(store);
  const names = Object.keys(ref);
  for (const message of waiting.where('lane', queue)) {
    if (names.every((name) => message.ref[name] === ref[name])) waiting.remove(message.id);
  }
}

/** Removes the messages that still wait in a queue. The outcome of one that is being sent is not recorded. */
export function cancelQueued<T extends Tables>(store: Store<T>, queue: string): void {
  const waiting = outboxTable(store);
  for (const { id } of waiting.where('lane', queue)) waiting.remove(id);
}

/** A message ready to be sent. */
export type OutboundRequest = {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** the origin of a page of another site that chose the URL; null, or left out, when no page did */
  page?: string | null;
};

/** The `User-Agent` of deliveries. The control API refuses requests that carry it. */
export const DELIVERY_AGENT = 'hosting-contract-webhooks';

/** The outcome of a delivery: the receiver's reply, or a sentence that says why there was none. */
export type DeliveryOutcome =
  | {
      status: number;
      /** milliseconds until the reply began */
      ms: number;
      /** seconds for which the receiver wants no further delivery (`Retry-After`); null when it states none */
      retryAfter: number | null;
    }
  | { failure: string };

/** How a mock definition composes messages and records their outcome. @param store the platform's */
export type OutboxHandlers<T extends Tables> = {
  /** Composes the message as of this instant; null when it must no longer be sent. */
  compose(store: Store<T>, ref: EntityRef): OutboundRequest | null;
  /** Records the outcome; called once per message. */
  record(store: Store<T>, ref: EntityRef, outcome: DeliveryOutcome): void;
};
