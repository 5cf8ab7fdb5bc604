// What was read already: a read that would show nothing new need not be sent again.
import { UUIDS } from '../../contract/uuid.ts';
import type { Exchange } from '../model/exchange.ts';
import { LARGE_REPLY_BYTES, MAX_CACHED_BYTES } from '../model/limits.ts';

/** Timeouts and limits say nothing of whether it was done. */
const isRejected = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 429;

const idsIn = (text: string): string[] => (text.match(UUIDS) ?? []).map((id) => id.toLowerCase());

/**
 * The last readings of one run. That of a thing by its id holds until something is sent that writes and names the id,
 * or is answered with it; any other reading until anything is sent that writes, or time is let pass. What is refused
 * counts as not written. Where it was all the same, a look before something would be one too old: what is found wrong
 * then is asked once more, and a second try reads anew.
 */
export class ReadCache {
  /** by caller and path: what was read, and the ids its path names */
  readonly #reads = new Map<string, { exchange: Exchange; ids: readonly string[] }>();
  /** what proved a credential says who it is: nothing that is written changes that */
  readonly #probes = new Map<string, Exchange>();
  /** bytes of all readings */
  #bytes = 0;

  /** Takes in every exchange of the run. */
  add(exchange: Exchange): void {
    const { request, status, purpose, text } = exchange;
    if (request.method === 'GET') {
      const key = keyOf(exchange.caller, request.path);
      this.#drop(key);
      if (status === 200 && exchange.deliberateFault === null) this.#keep(key, exchange);
      const small = exchange.bytes.length <= LARGE_REPLY_BYTES;
      if (purpose === 'proof' && status === 200 && small) this.#probes.set(key, exchange);
    } else if (purpose !== 'login' && !isRejected(status)) {
      this.#invalidate(new Set(idsIn(`${request.path} ${request.body ?? ''} ${text}`)));
    }
  }

  /** Time passes: things may have come, gone, or moved within lists. */
  invalidateLists(): void {
    this.#invalidate(new Set());
  }

  /** @param path below the base URL, query included */
  get(caller: string, path: string): Exchange | undefined {
    const key = keyOf(caller, path);
    return this.#reads.get(key)?.exchange ?? this.#probes.get(key);
  }

  #invalidate(writtenIds: ReadonlySet<string>): void {
    for (const [key, { ids }] of this.#reads) {
      if (ids.length === 0 || ids.some((id) => writtenIds.has(id))) this.#drop(key);
    }
  }

  /** Keeps a reading that is not too large; the oldest ones make room. */
  #keep(key: string, exchange: Exchange): void {
    const { length } = exchange.bytes;
    if (length > LARGE_REPLY_BYTES) return;
    this.#reads.set(key, { exchange, ids: idsIn(exchange.request.path) });
    this.#bytes += length;
    for (const oldest of this.#reads.keys()) {
      if (this.#bytes <= MAX_CACHED_BYTES) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#reads.get(key)?.exchange.bytes.length ?? 0;
    this.#reads.delete(key);
  }
}

const keyOf = (caller: string, path: string): string => `${caller} ${path}`;
