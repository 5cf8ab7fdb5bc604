// The interface of the components of a served world whose state can change: each component can be saved and restored,
// so that worlds can be copied.

/** A component whose state is part of a world's snapshots. */
export interface Snapshottable<Saved = unknown> {
  /** Returns the state as plain JSON. */
  save(): Saved;
  /** Replaces the state by a saved state of this or another world; `save` then returns the saved state again. */
  restore(saved: Saved): void;
}
