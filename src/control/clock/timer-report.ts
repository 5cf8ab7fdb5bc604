// Describes timers: the record that a timer concerns, and what it changed when it ran.
import type { Commit } from '../../state/journal.ts';
import type { References } from '../../state/references.ts';
import type { Timer } from '../../state/store.ts';
import type { Schema } from '../operations.ts';
import { type FindReader, labelOfRecord, recordOfRef, statusOf } from '../tables/table-rows.ts';
import { writeSummary } from '../timeline/row-change.ts';

/** A timer with the record that it concerns; null when it names none. */
export type ShownTimer = Schema<'ShownTimer'>;
/** The timers that come due next. */
export type UpcomingTimers = Schema<'UpcomingTimers'>;
/** A timer that ran, with what it changed. */
export type RanTimer = Schema<'RanTimer'>;

/** The maximum number of changes that a reply lists for one timer. */
const MAX_LISTED_CHANGES = 50;

/** Adds the record that a timer concerns. */
export const showTimer = (find: FindReader, references: References, timer: Timer): ShownTimer => ({
  ...timer,
  record: recordOfRef(find, references, timer.ref),
});

/** Describes the changes of a commit to records. Timers are no records. */
export function changesOf(
  find: FindReader,
  commit: Commit | undefined,
): Pick<RanTimer, 'changes' | 'events'> {
  const writes = (commit?.writes ?? []).filter(({ table }) => find(table) !== undefined);
  return {
    changes: writes.slice(0, MAX_LISTED_CHANGES).map((write) => {
      const [from, to] = [statusOf(write.before), statusOf(write.after)];
      return {
        ...writeSummary(write),
        label: labelOfRecord(find, write.table, write.id),
        status: from === to ? null : { from, to },
      };
    }),
    events: (commit?.events ?? []).map(({ type }) => type),
  };
}
