// The request log: the last requests and their replies, unredacted in memory. Code that shows them redacts secrets
// first.
import { Listeners } from '../state/listeners.ts';
import type { Reply } from './http/call.ts';
import type { RequestContext } from './pipeline/request-context.ts';
import type { Snapshottable } from './snapshottable.ts';

/** One answered request. */
export type LoggedRequest = {
  readonly context: RequestContext;
  readonly reply: Reply;
  /** the body as it was sent */
  readonly sent: Uint8Array | null;
  /** the refusal or fault behind the reply; null when there was none */
  readonly error: Error | null;
  /** the world's clock at the reply, in milliseconds */
  readonly at: number;
  /** milliseconds from the arrival to the reply */
  readonly ms: number;
  readonly bytes: number;
};

/** The capacity of a request log. */
export type RequestLogSize = {
  /** the maximum number of requests */
  count: number;
  /** the maximum total of body bytes */
  bytes: number;
};

/** The approximate memory of a request besides its bodies, in bytes. */
const ENTRY_OVERHEAD = 1024;

/**
 * The requests of one world, oldest first. Copies and snapshots of a world do not contain it; a restore empties it.
 */
export class RequestLog implements Snapshottable<null> {
  readonly capacity: RequestLogSize;
  #ring: (LoggedRequest | undefined)[] = [];
  /** the index of the oldest, and the number of requests */
  #first = 0;
  #size = 0;
  #bytes = 0;
  readonly #failures = new Listeners<unknown>();
  readonly #listeners = new Listeners<LoggedRequest>((error) => this.#failures.emit(error));

  constructor(capacity: RequestLogSize) {
    this.capacity = capacity;
  }

  get size(): number {
    return this.#size;
  }

  /** Adds a request. The oldest ones are removed when there are too many, or their bodies are too large. */
  add(context: RequestContext, reply: Reply, error: Error | null, at: number, ms: number): void {
    const { capacity } = this;
    if (capacity.count === 0) return;
    const sent = context.call.body;
    const bytes = ENTRY_OVERHEAD + reply.body.length + (sent?.length ?? 0);
    // Drop the values that only led to the reply's body; a parsed body may be many times as large as its bytes.
    if (context.body !== undefined) context.body = null;
    context.result = undefined;
    context.replyText = '';
    context.store = null;
    const logged: LoggedRequest = { context, reply, sent, error, at, ms, bytes };
    if (this.#size === capacity.count) this.#drop();
    this.#ring[(this.#first + this.#size) % capacity.count] = logged;
    this.#size += 1;
    this.#bytes += bytes;
    while (this.#bytes > capacity.bytes && this.#size > 1) this.#drop();
    if (this.#listeners.size > 0) this.#listeners.emit(logged);
  }

  /** Iterates from the oldest. */
  *[Symbol.iterator](): Generator<LoggedRequest> {
    for (let at = 0; at < this.#size; at += 1) {
      const logged = this.#ring[(this.#first + at) % this.capacity.count];
      if (logged) yield logged;
    }
  }

  /** The number of listeners to further requests. */
  get listenerCount(): number {
    return this.#listeners.size;
  }

  /** Calls `listener` with every further request; returns a function that stops it. */
  onAdd(listener: (request: LoggedRequest) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Calls `listener` with the errors that listeners throw; returns a function that stops it. */
  onListenerError(listener: (error: unknown) => void): () => void {
    return this.#failures.add(listener);
  }

  clear(): void {
    this.#ring = [];
    this.#first = 0;
    this.#size = 0;
    this.#bytes = 0;
  }

  save(): null {
    return null;
  }

  restore(): void {
    this.clear();
  }

  #drop(): void {
    this.#bytes -= this.#ring[this.#first]?.bytes ?? 0;
    this.#ring[this.#first] = undefined;
    this.#first = (this.#first + 1) % this.capacity.count;
    this.#size -= 1;
  }
}
