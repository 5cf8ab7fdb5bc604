// The types of saved states of a served world.
import type { Snapshot } from '../state/world-state.ts';
import type { AppOptions } from './app-options.ts';
import type { SeededWorld } from './mock-definition.ts';
import type { ServerStateSnapshot } from './server-state.ts';

/**
 * The state of a served world at one instant, taken without copying rows. It can be restored in the same world or in
 * another world of the app.
 */
export type WorldServerSnapshot = {
  readonly world: Snapshot;
  readonly seeded: SeededWorld;
  readonly state: ServerStateSnapshot;
};

/** A saved state that may lack components of the server state. */
export type RestorableState = Omit<WorldServerSnapshot, 'state'> & {
  readonly state: Partial<ServerStateSnapshot>;
};

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
