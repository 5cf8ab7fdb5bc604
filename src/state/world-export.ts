// The forms of a world as plain JSON.
import type { ClockState } from './clock.ts';
import type { Timer, WorldSettings } from './store.ts';
import type { Row } from './tables/table.ts';

/** Everything in a world as plain JSON, in a fixed order. */
export type WorldExport = {
  format: 1;
  seed: number | string;
  clock: ClockState;
  settings: WorldSettings;
  /** The ordinal of the next id, by purpose. */
  ordinals: Readonly<Record<string, number>>;
  tables: Record<string, Row[]>;
  timers: Timer[];
};

/**
 * A world that was built ahead of time and is known to be valid: functions return the rows of each table as JSON without
 * line breaks, and the rows are created when they are first used.
 */
export type PrebuiltWorld = Pick<WorldExport, 'ordinals' | 'timers'> & {
  tables: Readonly<Record<string, () => string>>;
};

/** A stored world, whose rows (those of `$timers` too) are created when they are first used. */
export type LazyWorld = Pick<WorldExport, 'seed' | 'clock' | 'settings' | 'ordinals'> & {
  readonly tables: Readonly<Record<string, () => readonly Row[]>>;
};
