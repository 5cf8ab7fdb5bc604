// Fingerprints of texts in a browser, whose own implementation makes everybody wait.
import { bytesToHex, sha256 } from './hashes.ts';

/** The SHA-256 of a text in UTF-8, in lower-case hex. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(text)));
}
