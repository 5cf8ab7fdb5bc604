// The states of a served world: the present one is saved, restored and loaded; the reset point and the named snapshots
// are earlier ones.
import { toIso } from '../state/instant.ts';
import type { Listeners } from '../state/listeners.ts';
import type { Tables } from '../state/tables/table.ts';
import type { World } from '../state/world.ts';
import type { AppOptions } from './app-options.ts';
import type { SeededWorld } from './mock-definition.ts';
import { restoreServerState, type ServerState, saveServerState } from './server-state.ts';
import type { Replacement, Timeline } from './timeline.ts';
import {
  type NamedSnapshot,
  type RestorableState,
  STORED_OPTIONS,
  type StoredWorldState,
  type WorldServerSnapshot,
} from './world-snapshot.ts';

/** A change of a world that is no commit. Each is announced after it was made. */
export type WorldChange =
  /** the clock was moved, or the state was replaced: whoever waits for an instant of the world looks again */
  | { readonly kind: 'changed' }
  /** the whole state was replaced */
  | { readonly kind: 'replaced'; readonly by: Replacement }
  /** another state became the reset point, which is the snapshot `start` */
  | { readonly kind: 'reset-point' }
  | { readonly kind: 'snapshot-taken'; readonly name: string }
  | { readonly kind: 'snapshot-removed'; readonly name: string }
  /** the world was deleted, or is no longer in memory */
  | { readonly kind: 'closed' };

/** The present state of one served world, its reset point and its snapshots. */
export class WorldStates<T extends Tables> {
  /** the personas of the present state, and values for examples and tests */
  seeded: SeededWorld;
  /** the options that the world was seeded with */
  options: Readonly<AppOptions>;
  readonly #world: World<T>;
  readonly #state: ServerState;
  readonly #timeline: Timeline<T>;
  readonly #changes: Listeners<WorldChange>;
  #resetPoint: NamedSnapshot;
  #snapshots = new Map<string, NamedSnapshot>();

  constructor(
    world: World<T>,
    state: ServerState,
    timeline: Timeline<T>,
    changes: Listeners<WorldChange>,
    options: Readonly<AppOptions>,
    seeded: SeededWorld,
  ) {
    this.#world = world;
    this.#state = state;
    this.#timeline = timeline;
    this.#changes = changes;
    this.options = options;
    this.seeded = seeded;
    world.setResetPoint();
    this.#resetPoint = this.#present();
  }

  save(): WorldServerSnapshot {
    return { world: this.#world.snapshot(), seeded: this.seeded, state: saveServerState(this.#state) };
  }

  /** Replaces the state; components that the saved state does not contain stay unchanged. */
  restore(saved: RestorableState, by: Replacement): void {
    const before = this.save();
    this.#world.restore(saved.world);
    this.seeded = saved.seeded;
    restoreServerState(this.#state, saved.state);
    this.#timeline.addReplacement(by, before);
    this.#changes.emit({ kind: 'replaced', by });
  }

  /** The state that a reset restores, and when it was saved. */
  get resetPoint(): NamedSnapshot {
    return this.#resetPoint;
  }

  /** Makes the present state the reset point. */
  setResetPoint(takenAt?: string): void {
    this.#world.setResetPoint();
    const present = this.#present();
    this.#resetPoint = { ...present, takenAt: takenAt ?? present.takenAt };
    this.#changes.emit({ kind: 'reset-point' });
  }

  /** The named snapshots besides the reset point, the oldest first. */
  get snapshots(): ReadonlyMap<string, NamedSnapshot> {
    return this.#snapshots;
  }

  /** Saves the present state under a name, in place of an older snapshot of this name. */
  takeSnapshot(name: string, takenAt: string): void {
    this.#snapshots.set(name, { saved: this.save(), takenAt });
    this.#changes.emit({ kind: 'snapshot-taken', name });
  }

  /** Removes a snapshot, if there is one of this name. */
  removeSnapshot(name: string): void {
    if (this.#snapshots.delete(name)) this.#changes.emit({ kind: 'snapshot-removed', name });
  }

  /**
   * Continues a stored world in the place of the present one: its state, numbers, options, reset point and snapshots. The
   * timeline starts at its present state.
   */
  load({ present, seq, replacedAt, options, resetPoint, snapshots }: StoredWorldState): void {
    const world = this.#world;
    world.restore(present.world);
    world.continueAt(seq, replacedAt);
    world.setResetPoint(resetPoint.saved.world);
    this.seeded = present.seeded;
    restoreServerState(this.#state, present.state);
    const { from: _, ...own } = this.options;
    for (const name of STORED_OPTIONS) delete own[name];
    this.options = { ...own, ...options };
    this.#resetPoint = resetPoint;
    this.#snapshots = new Map(snapshots);
    this.#timeline.clear();
  }

  #present(): NamedSnapshot {
    return { saved: this.save(), takenAt: toIso(this.#world.clock.now()) };
  }
}
