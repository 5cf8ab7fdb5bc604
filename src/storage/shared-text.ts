// Texts that many stored states have in common, such as the rows of a table. A store keeps each of them once; a state
// refers to it by the hash of its content.
import { createHash } from 'node:crypto';

/** A text that states refer to. */
export type SharedText = {
  /** the SHA-256 of the text as UTF-8, in base64url */
  readonly hash: string;
  /** the size, in bytes of UTF-8 */
  readonly bytes: number;
  /** Returns the text, which may have to be encoded. */
  readonly text: () => string;
};

/**
 * Matches a line with a reference, which is never the first one. A line ends at U+000A only: `^` and `$` with the flag m
 * also match at U+2028 and U+2029, which JSON contains as they are, so that a value could look like a reference.
 */
const REFERENCE = /\n[^\s]+ =([\w-]{43}) [0-9a-f]{8}(?=\n|$)/g;

/** Formats a reference: a line of a state, without its checksum. */
export const referenceTo = (name: string, hash: string): string => `${name} =${hash}`;

/** Lists the hashes of the texts to which a state refers, each once. */
export const referencesOf = (state: string): string[] => [
  ...new Set([...state.matchAll(REFERENCE)].map(([, hash = '']) => hash)),
];

/** Hashes a text in parts. */
export class TextHash {
  readonly #hash = createHash('sha256');
  bytes = 0;

  add(part: string): void {
    this.#hash.update(part);
    this.bytes += Buffer.byteLength(part);
  }

  digest(): string {
    return this.#hash.digest('base64url');
  }
}
