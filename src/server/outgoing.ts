// What waits to be sent to other servers: the machinery's own table, written in the transactions of the content.
import type { Ref, Store } from '../state/store.ts';
import { type Row, type Tables, table } from '../state/table.ts';

/** One message that waits. What waits in one lane is sent one after the other. */
type Waiting = Row & { lane: string; ref: Ref };

/** The name of the table in commits. */
export const OUTGOING = 'outgoing';

export const outgoingTables = {
  [OUTGOING]: table<Waiting>({
    holds: { lane: 'text', ref: 'texts' },
    tenant: false,
    filters: ['lane'],
    updated: false,
  }),
};

export type OutgoingStore = Store<typeof outgoingTables>;

/** The table is there whatever the content declares: the app adds it. */
export const outgoing = <T extends Tables>(store: Store<T>): OutgoingStore['outgoing'] =>
  (store.platform as unknown as OutgoingStore).outgoing;

/**
 * Has a message sent once this transaction stands, after everything else in its lane; when nothing sends, it waits.
 * @param ref what the content's `outbox` is asked about: which message it is
 */
export function send<T extends Tables>(store: Store<T>, lane: string, ref: Ref): void {
  outgoing(store).insert({ lane, ref });
}

/** Takes back one message that still waits in a lane, if it is there. */
export function withdrawOne<T extends Tables>(store: Store<T>, lane: string, ref: Ref): void {
  const waiting = outgoing(store);
  const names = Object.keys(ref);
  for (const message of waiting.where('lane', lane)) {
    if (names.every((name) => message.ref[name] === ref[name])) waiting.remove(message.id);
  }
}

/** Takes back what still waits in a lane; of what is under way the outcome is told to nobody. */
export function withdraw<T extends Tables>(store: Store<T>, lane: string): void {
  const waiting = outgoing(store);
  for (const { id } of waiting.where('lane', lane)) waiting.remove(id);
}

/** A message ready to go. */
export type Parcel = {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** the origin of the page of another site that chose the URL; left out, and null, when no page did */
  page?: string | null;
};

/** What deliveries call themselves (`User-Agent`). The control API takes no call that carries it. */
export const DELIVERY_AGENT = 'hosting-contract-webhooks';

/** What became of a message: what the receiver answered, or in one sentence why there was no answer. */
export type Outcome =
  | {
      status: number;
      /** milliseconds until the answer began */
      ms: number;
      /** seconds the receiver asks to be spared (`Retry-After`); null when it does not say */
      retryAfter: number | null;
    }
  | { failure: string };

/** What the outbox asks of a content wing. @param store the platform's */
export type Outbox<T extends Tables> = {
  /** The message, as of this instant; null when it is not to be sent any more. */
  compose(store: Store<T>, ref: Ref): Parcel | null;
  /** Told once what became of it. */
  record(store: Store<T>, ref: Ref, outcome: Outcome): void;
};
