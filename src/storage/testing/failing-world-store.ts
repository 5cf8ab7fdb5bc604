// Test helper: a store of worlds whose appends fail or wait as a test says.
import type { WorldStore } from '../world-store.ts';

/** What an append of a failing store does. `refuse`: a later claim exists; an error: it is thrown. */
export type AppendOutcome = 'store' | 'refuse' | Error;

/** A store whose appends a test decides. */
export type FailingWorldStore = WorldStore & {
  /** the wrapped store */
  readonly inner: WorldStore;
  /** the outcome of the next appends */
  outcome: AppendOutcome;
  /** when set, appends wait for this promise before they have their outcome */
  hold: Promise<void> | null;
  /** the number of records of each append */
  readonly groups: number[];
};

/** Wraps a store. */
export function failingWorldStore(store: WorldStore): FailingWorldStore {
  const failing: FailingWorldStore = {
    ...store,
    inner: store,
    outcome: 'store',
    hold: null,
    groups: [],
    async append(name, epoch, after, changes) {
      failing.groups.push(changes.records.length);
      await failing.hold;
      if (failing.outcome === 'store') return store.append(name, epoch, after, changes);
      if (failing.outcome === 'refuse') return false;
      throw failing.outcome;
    },
  };
  return failing;
}
