// Commits (the changes of one transaction) and the journals that store them.
import type { Row } from './table.ts';

/**
 * The net effect of a commit on one row: inserted (no `before`), updated, or removed (no `after`). Timers are rows of
 * `$timers`.
 */
export type Write = {
  readonly table: string;
  readonly id: string;
  readonly before?: Row;
  readonly after?: Row;
};

/** An event that a handler emitted. */
export type Event = { readonly type: string; readonly tenant_id: string | null; readonly data: object };

/** Everything that one transaction changed. */
export type Commit = {
  /** The number of the commit in its world: 1, 2, 3 …; a reset does not set it back. */
  readonly seq: number;
  /** The instant of the transaction. */
  readonly at: string;
  readonly writes: readonly Write[];
  readonly events: readonly Event[];
  /** The id ordinals that it advanced: purpose → next ordinal. */
  readonly ordinals: Readonly<Record<string, number>>;
};

/** Stores commits. `append` runs before the transaction ends: when it throws, the transaction is undone. */
export type Journal = { append(commit: Commit): void };

/** A journal whose commits can be read. */
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
