// Caches reads of a run, so that a read whose reply would be the same is not sent again.
import { UUIDS } from '../../contract/uuid.ts';
import type { Exchange } from '../model/exchange.ts';
import { LARGE_REPLY_BYTES, MAX_CACHED_BYTES } from '../model/limits.ts';

const IDENTITY_PATH = /^\/auth\//;

/** Returns whether a status means that nothing was written. The statuses 408 and 429 do not tell. */
const isRejected = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 429;

const idsIn = (text: string): string[] => (text.match(UUIDS) ?? []).map((id) => id.toLowerCase());

/**
 * The latest reads of a run. A read of a resource by its id is valid until a write contains the id in its request or
 * reply; any other read is valid until any write or pause.
 *
 * A refused request does not count as a write. If the target wrote despite the refusal, a cached read may be
 * outdated; the second try of a check therefore reads again.
 */
export class ReadCache {
  /**
   * caller and path → the cached exchange, and the ids in its path; null for one that proved a credential, because no write
   * changes the identity in its reply
   */
  readonly #reads = new Map<string, { exchange: Exchange; ids: readonly string[] | null }>();
  #bytes = 0;

  /** Caches a read, or invalidates the reads that a write may have changed. */
  add(exchange: Exchange): void {
    const { request, status, purpose, text } = exchange;
    if (request.method === 'GET') {
      const key = keyOf(exchange.caller, request.path);
      const isProof = purpose === 'proof' || this.#reads.get(key)?.ids === null;
      this.#drop(key);
      if (status !== 200 || exchange.deliberateFault !== null) return;
      this.#keep(key, exchange, isProof && IDENTITY_PATH.test(request.path) ? null : idsIn(request.path));
    } else if (purpose !== 'login' && !isRejected(status)) {
      this.#invalidate(new Set(idsIn(`${request.path} ${request.body ?? ''} ${text}`)));
    }
  }

  /** Invalidates the reads without an id: while time passes, resources may appear, disappear, or move within lists. */
  invalidateLists(): void {
    this.#invalidate(new Set());
  }

  get(caller: string, path: string): Exchange | undefined {
    return this.#reads.get(keyOf(caller, path))?.exchange;
  }

  #invalidate(writtenIds: ReadonlySet<string>): void {
    for (const [key, { ids }] of this.#reads) {
      if (ids?.length === 0 || ids?.some((id) => writtenIds.has(id))) this.#drop(key);
    }
  }

  /** Caches an exchange whose body is not too large, and removes the oldest ones beyond the limit. */
  #keep(key: string, exchange: Exchange, ids: readonly string[] | null): void {
    const { length } = exchange.bytes;
    if (length > LARGE_REPLY_BYTES) return;
    this.#reads.set(key, { exchange, ids });
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
