// Commits: what one transaction changed, and where they are kept.
import type { Row } from './table.ts';

/** Net effect on one row: inserted (no `before`), updated, removed (no `after`). Timers are rows of `$timers`. */
export type Write = {
  readonly table: string;
  readonly id: string;
  readonly before?: Row;
  readonly after?: Row;
};

export type Event = { readonly type: string; readonly tenant_id: string | null; readonly data: object };

export type Commit = {
  /** 1, 2, 3 … per world; never goes back, not by reset either. */
  readonly seq: number;
  /** The instant of the transaction. */
  readonly at: string;
  readonly writes: readonly Write[];
  readonly events: readonly Event[];
  /** The ordinals it advanced: purpose → next ordinal. */
  readonly ordinals: Readonly<Record<string, number>>;
};

/** Keeps commits. `append` runs before the transaction stands: when it throws, the transaction is undone. */
export type Journal = { append(commit: Commit): void };

export type MemoryJournal = Journal & { readonly commits: readonly Commit[] };

/** A journal that keeps the last `keep` commits in memory. */
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
