// What was read already: a read that would show nothing new need not be sent again.
import type { Exchange } from './exchange.ts';
import { LARGE_REPLY_BYTES, MAX_CACHED_BYTES } from './limits.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Timeouts and limits say nothing of whether it was done. */
const refused = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 429;

const idsIn = (text: string): string[] => (text.match(UUID) ?? []).map((id) => id.toLowerCase());

/**
 * The last readings of one run. That of a thing by its id holds until something is sent that writes and names the id,
 * or is answered with it; any other reading until anything is sent that writes, or time is let pass. What is refused
 * counts as not written. Where it was all the same, a look before something would be one too old: what is found wrong
 * then is asked once more, and a second try reads anew.
 */
export class Memory {
  /** by caller and path: what was read, and the ids its path names */
  readonly #readings = new Map<string, { exchange: Exchange; ids: readonly string[] }>();
  /** what proved a credential says who it is: nothing that is written changes that */
  readonly #proofs = new Map<string, Exchange>();
  /** bytes of all readings */
  #bytes = 0;

  /** Takes in every exchange of the run. */
  note(exchange: Exchange): void {
    const { request, status, purpose, text } = exchange;
    if (request.method === 'GET') {
      const key = keyOf(exchange.caller, request.path);
      this.#drop(key);
      if (status === 200 && exchange.spoiled === null) this.#keep(key, exchange);
      const small = exchange.bytes.length <= LARGE_REPLY_BYTES;
      if (purpose === 'proof' && status === 200 && small) this.#proofs.set(key, exchange);
    } else if (purpose !== 'login' && !refused(status)) {
      this.#forget(new Set(idsIn(`${request.path} ${request.body ?? ''} ${text}`)));
    }
  }

  /** Time passes: things may have come, gone, or moved within lists. */
  pause(): void {
    this.#forget(new Set());
  }

  /** @param path below the base URL, query included */
  recall(caller: string, path: string): Exchange | undefined {
    const key = keyOf(caller, path);
    return this.#readings.get(key)?.exchange ?? this.#proofs.get(key);
  }

  #forget(touched: ReadonlySet<string>): void {
    for (const [key, { ids }] of this.#readings) {
      if (ids.length === 0 || ids.some((id) => touched.has(id))) this.#drop(key);
    }
  }

  /** Keeps a reading that is not too large; the oldest ones make room. */
  #keep(key: string, exchange: Exchange): void {
    const { length } = exchange.bytes;
    if (length > LARGE_REPLY_BYTES) return;
    this.#readings.set(key, { exchange, ids: idsIn(exchange.request.path) });
    this.#bytes += length;
    for (const oldest of this.#readings.keys()) {
      if (this.#bytes <= MAX_CACHED_BYTES) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#readings.get(key)?.exchange.bytes.length ?? 0;
    this.#readings.delete(key);
  }
}

const keyOf = (caller: string, path: string): string => `${caller} ${path}`;
