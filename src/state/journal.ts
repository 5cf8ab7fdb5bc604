// The types of commits (the changes of one transaction) and of journals, which store commits.
import type { Row } from './table.ts';

/**
 * The net effect of a commit on one row: the row was inserted (no `before`), updated, or removed (no `after`). Timers
 * are rows of the table `$timers`.
 */
export type Write = {
  readonly table: string;
  readonly id: string;
  readonly before?: Row;
  readonly after?: Row;
};

/** An event that a handler emitted. */
export type Event = { readonly type: string; readonly tenant_id: string | null; readonly data: object };

/** The record of everything that one transaction changed. */
export type Commit = {
  /** The number of the commit in its world, counted from 1; a reset of the world does not set it back. */
  readonly seq: number;
  /** The instant of the transaction. */
  readonly at: string;
  readonly writes: readonly Write[];
  readonly events: readonly Event[];
  /** The ordinals that the transaction used, as the next ordinal by purpose. */
  readonly ordinals: Readonly<Record<string, number>>;
};

/**
 * Stores commits. `append` is called before the transaction ends; when it throws an error, the transaction is undone.
 */
export type Journal = { append(commit: Commit): void };

/** A journal in memory, whose commits can be read. */
export type MemoryJournal = Journal & { readonly commits: readonly Commit[] };

/** Creates a journal that stores the last `limit` commits in memory. */
export function memoryJournal(limit: number): MemoryJournal {
  const commits: Commit[] = [];
  return {
    commits,
    append(commit) {
      commits.push(commit);
      if (commits.length > limit) commits.shift();
    },
  };
}
