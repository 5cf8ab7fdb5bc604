// Caches reads of a run, so that a read that would return the same reply need not be sent again.
import { UUIDS } from '../../contract/uuid.ts';
import type { Exchange } from '../model/exchange.ts';
import { LARGE_REPLY_BYTES, MAX_CACHED_BYTES } from '../model/limits.ts';

/** Whether a status states that nothing was written. 408 and 429 leave that open. */
const isRejected = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 429;

const idsIn = (text: string): string[] => (text.match(UUIDS) ?? []).map((id) => id.toLowerCase());

/**
 * The latest reads of a run. A read of a resource by its id is valid until a write names the id in its request or
 * reply; any other read is valid until any write or pause.
 *
 * A refused request counts as no write. If the target wrote all the same, a cached read may be outdated; a second try
 * of the check reads again.
 */
export class ReadCache {
  /** caller and path → the read, and the ids that its path names */
  readonly #reads = new Map<string, { exchange: Exchange; ids: readonly string[] }>();
  /** caller and path → the read that proved a credential; no write changes the identity that it returned */
  readonly #probes = new Map<string, Exchange>();
  /** total body bytes of all cached reads */
  #bytes = 0;

  /** Caches a read, or invalidates the reads that a write may have changed. Receives every exchange of the run. */
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

  /**
   * Invalidates the reads without an id: while time passes, resources may appear, disappear, or move within lists.
   */
  invalidateLists(): void {
    this.#invalidate(new Set());
  }

  /** Returns the cached read of a caller; undefined when there is none. @param path below the base URL, with query */
  get(caller: string, path: string): Exchange | undefined {
    const key = keyOf(caller, path);
    return this.#reads.get(key)?.exchange ?? this.#probes.get(key);
  }

  #invalidate(writtenIds: ReadonlySet<string>): void {
    for (const [key, { ids }] of this.#reads) {
      if (ids.length === 0 || ids.some((id) => writtenIds.has(id))) this.#drop(key);
    }
  }

  /** Caches a read that is not too large, and drops the oldest reads beyond the limit. */
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
