// The types of saved states of a served world.
import type { Snapshot } from '../state/world-state.ts';
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
