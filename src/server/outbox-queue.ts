// What waits to be sent to other servers: the machinery's own table, written in the transactions of the content.
import type { EntityRef, Store } from '../state/store.ts';
import { type Row, type Tables, table } from '../state/table.ts';

/** One message that waits. What waits in one lane is sent one after the other. */
type QueuedMessage = Row & { lane: string; ref: EntityRef };

/** The name of the table in commits. */
export const OUTBOX_TABLE = 'outgoing';

export const outboxTables = {
  [OUTBOX_TABLE]: table<QueuedMessage>({
    columns: { lane: 'text', ref: 'texts' },
    tenant: false,
    filters: ['lane'],
    updated: false,
  }),
};

export type OutboxStore = Store<typeof outboxTables>;

/** The table is there whatever the content declares: the app adds it. */
export const outboxTable = <T extends Tables>(store: Store<T>): OutboxStore['outgoing'] =>
  (store.platform as unknown as OutboxStore).outgoing;

/**
 * Has a message sent once this transaction stands, after everything else in its lane; when nothing sends, it waits.
 * @param ref what the content's `outbox` is asked about: which message it is
 */
export function enqueue<T extends Tables>(store: Store<T>, queue: string, ref: EntityRef): void {
  outboxTable(store).insert({ lane: queue, ref });
}

/** Takes back one message that still waits in a lane, if it is there. */
export function withdrawOne<T extends Tables>(store: Store<T>, queue: string, ref: EntityRef): void {
  const waiting = outboxTable(store);
  const names = Object.keys(ref);
  for (const message of waiting.where('lane', queue)) {
    if (names.every((name) => message.ref[name] === ref[name])) waiting.remove(message.id);
  }
}

/** Takes back what still waits in a lane; of what is under way the outcome is told to nobody. */
export function cancelQueued<T extends Tables>(store: Store<T>, queue: string): void {
  const waiting = outboxTable(store);
  for (const { id } of waiting.where('lane', queue)) waiting.remove(id);
}

/** A message ready to go. */
export type OutboundRequest = {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** the origin of the page of another site that chose the URL; left out, and null, when no page did */
  page?: string | null;
};

/** What deliveries call themselves (`User-Agent`). The control API takes no call that carries it. */
export const DELIVERY_AGENT = 'hosting-contract-webhooks';

/** What became of a message: what the receiver answered, or in one sentence why there was no answer. */
export type DeliveryOutcome =
  | {
      status: number;
      /** milliseconds until the answer began */
      ms: number;
      /** seconds the receiver asks to be spared (`Retry-After`); null when it does not say */
      retryAfter: number | null;
    }
  | { failure: string };

/** What the outbox asks of a content wing. @param store the platform's */
export type OutboxHandlers<T extends Tables> = {
  /** The message, as of this instant; null when it is not to be sent any more. */
  compose(store: Store<T>, ref: EntityRef): OutboundRequest | null;
  /** Told once what became of it. */
  record(store: Store<T>, ref: EntityRef, outcome: DeliveryOutcome): void;
};
