// SHA-256 in JavaScript for the browser build, because the browser's own implementation is asynchronous.
import { bytesToHex, sha256 } from './hashes.ts';

/** Returns the SHA-256 of a text in UTF-8, in lower-case hex. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(text)));
}
