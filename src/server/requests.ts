// The last calls and their answers, in memory as they came. Whoever shows them takes the secrets out first.
import { Listeners } from '../state/listeners.ts';
import type { Reply } from './call.ts';
import type { Part } from './part.ts';
import type { Turn } from './turn.ts';

/** One call that was answered. */
export type Recorded = {
  readonly turn: Turn;
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

export type Keep = {
  /** how many calls at most */
  count: number;
  /** how many bytes of bodies at most */
  bytes: number;
};

/** What a call takes up besides its bodies, roughly, in bytes. */
const OVERHEAD = 1024;

/** The calls of one world, oldest first. It is no state: a copy of a world begins without, and so does a restored one. */
export class Requests implements Part<null> {
  readonly keep: Keep;
  #ring: (Recorded | undefined)[] = [];
  /** where the oldest is, and how many there are */
  #first = 0;
  #size = 0;
  #bytes = 0;
  readonly #failures = new Listeners<unknown>();
  readonly #waiting = new Listeners<Recorded>((error) => this.#failures.tell(error));

  constructor(keep: Keep) {
    this.keep = keep;
  }

  get size(): number {
    return this.#size;
  }

  /** Takes one in; the oldest go when there are too many, or too much in them. */
  add(turn: Turn, reply: Reply, error: Error | null, at: number, ms: number): void {
    const { keep } = this;
    if (keep.count === 0) return;
    const sent = turn.call.body;
    const bytes = OVERHEAD + reply.body.length + (sent?.length ?? 0);
    // What was only on its way to become the body is not kept beside it; what was read from one may be many times as large.
    if (turn.body !== undefined) turn.body = null;
    turn.result = undefined;
    turn.text = '';
    turn.store = null;
    const one: Recorded = { turn, reply, sent, error, at, ms, bytes };
    if (this.#size === keep.count) this.#drop();
    this.#ring[(this.#first + this.#size) % keep.count] = one;
    this.#size += 1;
    this.#bytes += bytes;
    while (this.#bytes > keep.bytes && this.#size > 1) this.#drop();
    if (this.#waiting.size > 0) this.#waiting.tell(one);
  }

  /** Oldest first. */
  *[Symbol.iterator](): Generator<Recorded> {
    for (let at = 0; at < this.#size; at += 1) {
      const one = this.#ring[(this.#first + at) % this.keep.count];
      if (one) yield one;
    }
  }

  /** How many are told of further calls. */
  get listening(): number {
    return this.#waiting.size;
  }

  /** Has every further call told; returns how to stop that. */
  onAdd(told: (one: Recorded) => void): () => void {
    return this.#waiting.add(told);
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
    this.#first = (this.#first + 1) % this.keep.count;
    this.#size -= 1;
  }
}
