// Limits what the suite accepts from a target, so that no target can exhaust the memory of the suite or prolong a run
// without end.
import { measureJson } from '../../contract/json/json-scan.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

/** The most bytes of one reply body, before and after decoding. */
export const MAX_REPLY_BYTES = 16 * MIB;
/** The number of bytes above which a body counts as large. */
export const LARGE_REPLY_BYTES = 256 * KIB;
/** The most bytes of all large bodies together that one run reads; after that it refuses large bodies. */
export const MAX_LARGE_BYTES = 96 * MIB;
const MAX_JSON_DEPTH = 200;
const MAX_JSON_VALUES = 250_000;
/** The most content codings of one reply; a server has no use for more than two. */
export const MAX_CODINGS = 3;
/** The most bytes of cached replies. */
export const MAX_CACHED_BYTES = 8 * MIB;
/** The most elements of a list over all of its pages. */
export const MAX_LIST_ITEMS = 100_000;
/** The most characters of an id that is part of a path. */
export const MAX_ID_LENGTH = 1024;
/** The most characters of a link to a next page. */
export const MAX_LINK_LENGTH = 4096;
/** The most characters of a bearer token; servers accept no longer header. */
export const MAX_TOKEN_LENGTH = 8 * KIB;
/** The most characters in the message of a result. */
export const MAX_MESSAGE_LENGTH = 4000;

/** The default time limit of a run in milliseconds, clean-up excluded. */
export const DEFAULT_MAX_TIME = 30 * 60_000;
/** The time limit of clean-up in milliseconds; report and ledger list the resources that remain after it. */
export const MAX_CLEAN_UP_TIME = 10 * 60_000;

/** The part of the heap at which a run ends by itself: V8 would end the process without a report. */
export const MAX_HEAP_SHARE = 0.9;

/** The read-after-write lag that is granted to every target before a breach is reported, in milliseconds. */
export const UNDECLARED_LAG_MS = 1000;

/** Returns whether a JSON text nests deeper than `MAX_JSON_DEPTH`. The suite treats such a body as invalid JSON. */
export function exceedsMaxDepth(text: string): boolean {
  return text.length > MAX_JSON_DEPTH && measureJson(text).depth > MAX_JSON_DEPTH;
}

/** Returns why a complete body is not parsed: it is JSON with more than `MAX_JSON_VALUES` values. */
export function valueLimitProblem(bytes: Uint8Array): string | null {
  // A body below this size cannot contain that many values.
  if (bytes.length <= LARGE_REPLY_BYTES) return null;
  const first = bytes.findIndex((byte) => byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf);
  if (bytes[first] !== 0x5b && bytes[first] !== 0x7b) return null;
  // All characters of the structure are ASCII.
  const { values } = measureJson(Buffer.from(bytes).toString('latin1'));
  return values <= MAX_JSON_VALUES ? null : `the body holds more than ${MAX_JSON_VALUES} values`;
}
