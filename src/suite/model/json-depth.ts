// Limits the depth and the number of values of JSON bodies, because parsing a larger body would exhaust the memory of
// the suite.
import { countMembers, isWithinLimits } from '../../contract/json/json-scan.ts';
import { LARGE_REPLY_BYTES, MAX_JSON_DEPTH, MAX_JSON_VALUES } from './limits.ts';

/** Returns whether a JSON text nests deeper than `MAX_JSON_DEPTH`. The suite treats such a body as invalid JSON. */
export function exceedsMaxDepth(text: string): boolean {
  return text.length > MAX_JSON_DEPTH && countMembers(text, MAX_JSON_DEPTH) === -1;
}

/**
 * Returns why a complete body is not parsed: it is JSON with more than `MAX_JSON_VALUES` values.
 * @returns null for any other body
 */
export function valueLimitProblem(bytes: Uint8Array): string | null {
  // A body below this size cannot contain that many values.
  if (bytes.length <= LARGE_REPLY_BYTES) return null;
  const first = bytes.findIndex((byte) => byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf);
  if (bytes[first] !== 0x5b && bytes[first] !== 0x7b) return null;
  return isWithinLimits(bytes, { values: MAX_JSON_VALUES })
    ? null
    : `the body holds more than ${MAX_JSON_VALUES} values`;
}
