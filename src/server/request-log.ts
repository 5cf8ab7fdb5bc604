// The last calls and their answers, in memory as they came. Whoever shows them takes the secrets out first.
import { Listeners } from '../state/listeners.ts';
import type { Reply } from './http/call.ts';
import type { RequestContext } from './pipeline/request-context.ts';
import type { Snapshottable } from './snapshottable.ts';

/** One call that was answered. */
export type LoggedRequest = {
  readonly context: RequestContext;
  readonly reply: Reply;
  /** the body as it was sent */
  readonly sent: Uint8Array | null;
  /** the refusal or failure that made the answer; null when there was none */
  readonly error: Error | null;
  /** the world's clock when it was answered, in milliseconds */
  readonly at: number;
  /** milliseconds from arrival to answer */
  readonly ms: number;
  readonly bytes: number;
};

export type RequestLogSize = {
  /** how many calls at most */
  count: number;
  /** how many bytes of bodies at most */
  bytes: number;
};

/** What a call takes up besides its bodies, roughly, in bytes. */
const ENTRY_OVERHEAD = 1024;

/** The calls of one world, oldest first. It is no state: a copy of a world begins without, and so does a restored one. */
export class RequestLog implements Snapshottable<null> {
  readonly capacity: RequestLogSize;
  #ring: (LoggedRequest | undefined)[] = [];
  /** where the oldest is, and how many there are */
  #first = 0;
  #size = 0;
  #bytes = 0;
  readonly #failures = new Listeners<unknown>();
  readonly #waiting = new Listeners<LoggedRequest>((error) => this.#failures.emit(error));

  constructor(capacity: RequestLogSize) {
    this.capacity = capacity;
  }

  get size(): number {
    return this.#size;
  }

  /** Takes one in; the oldest go when there are too many, or too much in them. */
  add(context: RequestContext, reply: Reply, error: Error | null, at: number, ms: number): void {
    const { capacity } = this;
    if (capacity.count === 0) return;
    const sent = context.call.body;
    const bytes = ENTRY_OVERHEAD + reply.body.length + (sent?.length ?? 0);
    // What was only on its way to become the body is not kept beside it; what was read from one may be many times as large.
    if (context.body !== undefined) context.body = null;
    context.result = undefined;
    context.replyText = '';
    context.store = null;
    const one: LoggedRequest = { context, reply, sent, error, at, ms, bytes };
    if (this.#size === capacity.count) this.#drop();
    this.#ring[(this.#first + this.#size) % capacity.count] = one;
    this.#size += 1;
    this.#bytes += bytes;
    while (this.#bytes > capacity.bytes && this.#size > 1) this.#drop();
    if (this.#waiting.size > 0) this.#waiting.emit(one);
  }

  /** Oldest first. */
  *[Symbol.iterator](): Generator<LoggedRequest> {
    for (let at = 0; at < this.#size; at += 1) {
      const one = this.#ring[(this.#first + at) % this.capacity.count];
      if (one) yield one;
    }
  }

  /** How many are told of further calls. */
  get listenerCount(): number {
    return this.#waiting.size;
  }

  /** Has every further call told; returns how to stop that. */
  onAdd(listener: (one: LoggedRequest) => void): () => void {
    return this.#waiting.add(listener);
  }

  /** Has what they throw told; returns how to stop that. */
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
