// Takes back the last action of the control API that replaced or removed something of a world.
import type { WorldServer } from '../server/app.ts';
import type { Tables } from '../state/tables/table.ts';
import { ControlError } from './control-error.ts';
import type { Schema } from './operations.ts';
import { itemsNewestFirst, itemTitle } from './timeline/timeline-items.ts';

type Action = Schema<'Undone'>['undone'];
type LastAction = {
  action: Action;
  /** the number of its change, after which changes are discarded; null when it is taken back beside them */
  seq: number | null;
  /** the only record whose changes are discarded; null for all of the world */
  record: RecordId | null;
  takeBack: () => void;
};
type RecordId = { table: string; id: string };

/** How many of the discarded changes are named. */
const NAMED = 5;

/** Remembers how to take back the last action on a world. */
export type Undo = ReturnType<typeof undoControl>;

export function undoControl<T extends Tables>(worldServer: WorldServer<T>) {
  const { timeline, deps } = worldServer;
  let last: LastAction | null = null;
  const nothing = (): ControlError =>
    new ControlError('NOTHING_TO_UNDO', `Nothing of the world ${worldServer.name} can be taken back.`);

  // Runs an action that replaces the state of the world. The timeline keeps the state before.
  const replacing = (action: Action, run: () => void): void => {
    const logged = deps.requests.entries();
    const { resetPoint } = worldServer;
    run();
    const seq = timeline.lastReplacement?.seq ?? null;
    const takeBack = (): void => {
      const { lastReplacement } = timeline;
      const before = lastReplacement?.replaced?.before;
      if (before === undefined || lastReplacement?.seq !== seq) throw nothing();
      replacing('undo', () => worldServer.restore(before, { kind: 'restore' }));
      if (worldServer.resetPoint !== resetPoint) worldServer.putResetPoint(resetPoint);
      deps.requests.refill(logged);
      worldServer.notifyChanged();
    };
    last = { action, seq, record: null, takeBack };
  };

  // Describes what `undo` would take back.
  const describe = ({ action, seq, record }: LastAction): Schema<'Undone'> => {
    const found: Schema<'Undone'> = { undone: action, discards: 0, among: [] };
    if (seq === null) return found;
    for (const item of itemsNewestFirst(worldServer, 'changes')) {
      if (item.seq <= seq) break;
      const isOfRecord = ({ table, id }: RecordId): boolean => table === record?.table && id === record.id;
      if (record !== null && !item.commit?.writes.some(isOfRecord)) continue;
      found.discards += 1;
      if (found.among.length < NAMED) found.among.push(itemTitle(item.describe()));
    }
    return found;
  };

  return {
    nothing,
    replacing,
    /** Remembers an action that has removed or changed something, and how to put it back. */
    removed(action: Action, takeBack: () => void): void {
      last = { action, seq: null, record: null, takeBack };
    },
    /** Remembers that the latest change has set a record back: to take it back discards the record's changes since. */
    setBack(action: Action, record: RecordId, takeBack: () => void): void {
      last = { action, seq: deps.world.seq, record, takeBack };
    },
    /**
     * Describes what `undo` would take back, and what has happened since that it would discard.
     * @throws ControlError NOTHING_TO_UNDO
     */
    undoable(): Schema<'Undone'> {
      if (last === null) throw nothing();
      return describe(last);
    },
    /**
     * Takes back the last action. After a reset, restore, import or new seeding the world and its request log are as they
     * were before: what has happened since is gone, until the undoing is taken back.
     * @throws ControlError NOTHING_TO_UNDO
     */
    undo(): Schema<'Undone'> {
      if (last === null) throw nothing();
      const undone = describe(last);
      const { takeBack } = last;
      last = null;
      takeBack();
      return undone;
    },
  };
}
