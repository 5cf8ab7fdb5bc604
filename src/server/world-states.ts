// The states of a served world: the present one, the reset point and the named snapshots.
import { toIso } from '../state/instant.ts';
import { Listeners } from '../state/listeners.ts';
import type { Tables } from '../state/tables/table.ts';
import type { World } from '../state/world.ts';
import type { AppOptions } from './app-options.ts';
import type { ReportFault } from './background.ts';
import type { SeededWorld } from './mock-definition.ts';
import {
  restoreServerState,
  type ServerState,
  type ServerStateSnapshot,
  saveServerState,
  type WorldServerSnapshot,
} from './server-state.ts';
import { type Replacement, Timeline } from './timeline.ts';

/** A saved state, and the time of the world's clock when it was saved (ISO 8601). */
export type NamedSnapshot = { readonly saved: WorldServerSnapshot; readonly takenAt: string };

/** The options that belong to a world, not to the process that serves it. */
export const STORED_OPTIONS = [
  'world',
  'seed',
  'clock',
  'lifecycle',
  'errorShape',
  'limits',
  'limitsAuth',
  'latency',
] as const satisfies readonly (keyof AppOptions)[];

/** The values of the options that belong to a world; one that is left out has its default. */
export type StoredOptions = Pick<AppOptions, (typeof STORED_OPTIONS)[number]>;

/** Everything with which another process continues a world. */
export type StoredWorldState = {
  readonly options: StoredOptions;
  readonly present: WorldServerSnapshot;
  /** the number of the world's last change */
  readonly seq: number;
  /** the number of the last change that replaced the whole state */
  readonly replacedAt: number;
  readonly resetPoint: NamedSnapshot;
  readonly snapshots: ReadonlyMap<string, NamedSnapshot>;
};

// A change of a world that is no commit, announced after it was made. `changed`: the clock was moved, or the state was
// replaced, so that whoever waits for an instant of the world looks again; `states`: the whole state, the reset point
// or a snapshot was replaced; `closed`: the world was deleted, or is no longer in memory.
type WorldChange = 'changed' | 'states' | 'closed';

/** The present state of one served world, its reset point and its snapshots. */
export class WorldStates<T extends Tables> {
  readonly world: World<T>;
  /** the components that can change besides the world's tables */
  readonly state: ServerState;
  /** the last changes of the world */
  readonly timeline: Timeline<T>;
  /** the listeners to changes that are no commits: of the clock, the whole state, the reset point and the snapshots */
  readonly changes: Listeners<WorldChange>;
  #seeded: SeededWorld;
  #options: Readonly<AppOptions>;
  #resetPoint: NamedSnapshot;
  #snapshots = new Map<string, NamedSnapshot>();

  constructor(
    world: World<T>,
    state: ServerState,
    options: Readonly<AppOptions>,
    seeded: SeededWorld,
    reportFault: ReportFault,
  ) {
    this.world = world;
    this.state = state;
    this.timeline = new Timeline(world, state, options.timeline);
    this.changes = new Listeners((error) =>
      reportFault(error, `a listener to changes of the world ${world.name}`),
    );
    this.#options = options;
    this.#seeded = seeded;
    world.setResetPoint();
    this.#resetPoint = { saved: this.save(), takenAt: this.#now() };
  }

  /** the personas of the present state, and values for examples and tests */
  get seeded(): SeededWorld {
    return this.#seeded;
  }

  /** the options that the world was seeded with */
  get options(): Readonly<AppOptions> {
    return this.#options;
  }

  /** the reset point, which is the state that `reset` restores */
  get resetPoint(): NamedSnapshot {
    return this.#resetPoint;
  }

  /** the named snapshots besides the reset point, the oldest first */
  get snapshots(): ReadonlyMap<string, NamedSnapshot> {
    return this.#snapshots;
  }

  save(): WorldServerSnapshot {
    return { world: this.world.snapshot(), seeded: this.#seeded, state: saveServerState(this.state) };
  }

  /** Replaces the state; components that the saved state lacks stay. `by` is for the timeline. */
  restore(
    saved: Omit<WorldServerSnapshot, 'state'> & { readonly state: Partial<ServerStateSnapshot> },
    by: Replacement,
  ): void {
    const before = this.save();
    this.world.restore(saved.world);
    this.#seeded = saved.seeded;
    restoreServerState(this.state, saved.state);
    this.timeline.addReplacement(by, before);
    this.changes.emit('states');
  }

  /**
   * Makes the present state the reset point, which `reset` restores.
   * @param takenAt the time that the reset point shows (ISO 8601); the present time when left out
   */
  setResetPoint(takenAt: string = this.#now()): void {
    this.putResetPoint({ saved: this.save(), takenAt });
  }

  /** Makes a saved state the reset point. */
  putResetPoint(point: NamedSnapshot): void {
    this.world.setResetPoint(point.saved.world);
    this.#resetPoint = point;
    this.changes.emit('states');
  }

  /**
   * Saves the present state under a name, in place of an older snapshot of this name.
   * @param takenAt the time that the snapshot shows (ISO 8601)
   */
  takeSnapshot(name: string, takenAt: string): void {
    this.putSnapshot(name, { saved: this.save(), takenAt });
  }

  /** Puts a removed snapshot back. */
  putSnapshot(name: string, snapshot: NamedSnapshot): void {
    this.#snapshots.set(name, snapshot);
    this.changes.emit('states');
  }

  /** Removes a snapshot, if there is one of this name. */
  removeSnapshot(name: string): void {
    if (this.#snapshots.delete(name)) this.changes.emit('states');
  }

  /** Tells that the clock was moved or the state was replaced. */
  notifyChanged(): void {
    this.changes.emit('changed');
  }

  /**
   * Continues a stored world in the place of the present one: its state, numbers, options, reset point and snapshots; the
   * timeline starts anew. Only the listeners and the overridden replies stay. Call `WorldRegistry.open`, which also opens
   * the world's observers.
   */
  load({ present, seq, replacedAt, options, resetPoint, snapshots }: StoredWorldState): void {
    this.world.restore(present.world);
    this.world.continueAt(seq, replacedAt);
    this.world.setResetPoint(resetPoint.saved.world);
    this.#seeded = present.seeded;
    restoreServerState(this.state, present.state);
    const { from: _, ...own } = this.#options;
    for (const name of STORED_OPTIONS) delete own[name];
    this.#options = { ...own, ...options };
    this.#resetPoint = resetPoint;
    this.#snapshots = new Map(snapshots);
    this.timeline.clear();
  }

  #now(): string {
    return toIso(this.world.clock.now());
  }
}
