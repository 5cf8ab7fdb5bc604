// Takes back the last action of the control API that replaced or removed something of a world.
import type { WorldServer } from '../server/app.ts';
import type { Tables } from '../state/tables/table.ts';
import { ControlError } from './control-error.ts';
import type { Schema } from './operations.ts';

type Action = Schema<'Undone'>['undone'];

/** Remembers how to take back the last action on a world. */
export type Undo = ReturnType<typeof undoControl>;

export function undoControl<T extends Tables>(worldServer: WorldServer<T>) {
  const { timeline, deps } = worldServer;
  let last: { action: Action; takeBack: () => void } | null = null;
  const nothing = (): ControlError =>
    new ControlError('NOTHING_TO_UNDO', `Nothing of the world ${worldServer.name} can be taken back.`);
  return {
    nothing,
    /** Remembers an action that has removed something, and how to put it back. */
    removed(action: Action, takeBack: () => void): void {
      last = { action, takeBack };
    },
    /** Runs an action that replaces the state of the world. The timeline keeps the state before. */
    replacing(action: Action, run: () => void): void {
      const logged = deps.requests.entries();
      const { resetPoint } = worldServer;
      run();
      const seq = timeline.lastReplacement?.seq;
      const takeBack = (): void => {
        const { lastReplacement } = timeline;
        if (!lastReplacement?.replaced || lastReplacement.seq !== seq) throw nothing();
        worldServer.restore(lastReplacement.replaced.before, { kind: 'restore' });
        if (worldServer.resetPoint !== resetPoint) worldServer.putResetPoint(resetPoint);
        deps.requests.refill(logged);
        worldServer.notifyChanged();
      };
      last = { action, takeBack };
    },
    /**
     * Takes back the last action, once. After a reset, restore, import or new seeding the world and its request log are as
     * they were before: what has happened since is gone.
     * @throws ControlError NOTHING_TO_UNDO
     */
    undo(): Schema<'Undone'> {
      if (last === null) throw nothing();
      const { action, takeBack } = last;
      takeBack();
      last = null;
      return { undone: action };
    },
  };
}
