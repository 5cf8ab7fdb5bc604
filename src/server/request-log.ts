// The last requests and their replies. They are not redacted: whoever shows one removes its secrets.
import { type ErrorCodes, errorCodes } from '../contract/error-codes.ts';
import { Listeners } from '../state/listeners.ts';
import { Refusal } from '../state/refusal.ts';
import { BoundedLog, type LogSize } from './bounded-log.ts';
import type { Reply } from './http/call.ts';
import type { RequestContext } from './pipeline/request-context.ts';

export type LoggedRequest = {
  readonly context: RequestContext;
  readonly reply: Reply;
  /** the body as the client sent it */
  readonly sent: Uint8Array | null;
  /** the refusal or internal error that caused the reply; null when neither occurred */
  readonly error: Error | null;
  /** the time of the world's clock at the reply, in ms */
  readonly at: number;
  /** the time from the arrival of the request to the reply, in ms */
  readonly ms: number;
  readonly bytes: number;
  /** the number of the latest change of the world at the reply */
  readonly seq: number;
};

export type RefusalCause = {
  /** the key of the refusal, such as `VALIDATION_FAILED`, or the name of an internal error; null when nothing failed */
  rule: string | null;
  /** the error code in the reply, which may stand for several refusals; null when nothing failed */
  code: string | null;
  /** the first fields that were refused, as dotted paths such as `items.0.quantity`; at most five */
  fields: string[];
};

const MAX_FIELDS = 5;
const NO_CAUSE: RefusalCause = { rule: null, code: null, fields: [] };

/** Returns the cause of the reply to a request that ended with `error`; null: the request succeeded. */
export function refusalCause(error: Error | null): RefusalCause {
  if (error === null) return NO_CAUSE;
  if (!(error instanceof Refusal)) return { rule: error.name, code: error.name, fields: [] };
  const { code = error.reason } = (errorCodes() as ErrorCodes)[error.reason] ?? {};
  return { rule: error.reason, code, fields: Object.keys(error.errors ?? {}).slice(0, MAX_FIELDS) };
}

/** The approximate memory of a logged request besides its URL, HTTP headers and bodies, in bytes. */
const ENTRY_OVERHEAD = 1024;

/** The number of requests that are kept while nobody has read the log. */
const UNREAD_COUNT = 100;
/** The largest log that keeps fewer requests while nobody has read it: a larger one was asked for. */
const MAX_REDUCED_COUNT = 500;

function headSize({ path, query, headers }: RequestContext['call']): number {
  let size = path.length + query.length;
  for (const name in headers) size += headers[name]?.length ?? 0;
  return size;
}

/**
 * The logged requests of one world, oldest first: the last 100, and once somebody has read the log, as many as its
 * capacity allows. A log of more than 500 keeps them all from the start. Copies and snapshots of a world do not contain
 * the log; a restore empties it.
 */
export class RequestLog extends BoundedLog<LoggedRequest> {
  readonly #failures = new Listeners<unknown>();
  readonly #clearListeners = new Listeners<null>((error) => this.#failures.emit(error));
  readonly #listeners = new Listeners<LoggedRequest>((error) => this.#failures.emit(error));

  constructor(capacity: LogSize) {
    super(capacity, capacity.count > MAX_REDUCED_COUNT ? capacity.count : UNREAD_COUNT);
  }

  /** Adds a request, and removes the oldest ones beyond the capacity. */
  add(context: RequestContext, reply: Reply, error: Error | null, at: number, ms: number, seq: number): void {
    if (this.capacity.count === 0) return;
    const sent = context.call.body;
    const bytes = ENTRY_OVERHEAD + headSize(context.call) + reply.body.length + (sent?.length ?? 0);
    // Drop the values from which the reply was built: a parsed body may be many times as large as its bytes.
    if (context.body !== undefined) context.body = null;
    context.result = undefined;
    context.replyText = '';
    context.store = null;
    const logged: LoggedRequest = { context, reply, sent, error, at, ms, bytes, seq };
    this.push(logged);
    while (this.isOverfull) this.drop();
    if (this.#listeners.size > 0) this.#listeners.emit(logged);
  }

  /** Iterates over the logged requests, the oldest first. */
  *[Symbol.iterator](): Generator<LoggedRequest> {
    this.keepMore();
    for (let at = 0; at < this.size; at += 1) {
      const logged = this.at(at);
      if (logged) yield logged;
    }
  }

  /** Returns the request that was added last; undefined when the log is empty. */
  newest(): LoggedRequest | undefined {
    this.keepMore();
    return this.at(this.size - 1);
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  /** Calls `listener` with every new request; returns a function that removes the listener. */
  onAdd(listener: (request: LoggedRequest) => void): () => void {
    this.keepMore();
    return this.#listeners.add(listener);
  }

  /** Calls `listener` whenever the log is emptied or refilled; returns a function that removes the listener. */
  onClear(listener: () => void): () => void {
    return this.#clearListeners.add(listener);
  }

  /** Calls `listener` with each error of a listener; returns a function that removes it. */
  onListenerError(listener: (error: unknown) => void): () => void {
    return this.#failures.add(listener);
  }

  override clear(): void {
    super.clear();
    this.#clearListeners.emit(null);
  }

  /** Replaces the logged requests, the oldest first. */
  refill(requests: readonly LoggedRequest[]): void {
    super.clear();
    for (const logged of requests) this.push(logged);
    this.keepMore();
    while (this.isOverfull) this.drop();
    this.#clearListeners.emit(null);
  }

  save(): null {
    return null;
  }

  restore(): void {
    this.clear();
  }
}
