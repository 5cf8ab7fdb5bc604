// The interface to the rows of a stored table, which are created when they are first used.
import type { Row } from './table.ts';

/** The rows of a table, which are created when they are first used. */
export type LazyTable = {
  /** the rows as JSON in one line; null when this text does not exist (any more) */
  readonly json: string | null;
  /** the SHA-256 of the JSON as UTF-8, in base64url, and its size in bytes; undefined when they are not known */
  readonly content?: { readonly hash: string; readonly bytes: number };
  /** whether several tables share the rows: the lazy table is then kept as long as one of them exists */
  readonly isShared: boolean;
  /** Returns the rows, frozen, in the order of their creation. The result does not depend on the time of the call. */
  make(): readonly Row[];
};
