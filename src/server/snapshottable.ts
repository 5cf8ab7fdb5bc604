// The interface of the components of a served world that can change: each can be saved and restored, so that worlds
// can be copied.

/** A component with state that snapshots of a world contain. */
export interface Snapshottable<Saved = unknown> {
  /** Returns the state as plain JSON. */
  save(): Saved;
  /** Replaces the state by a saved one, of this or another world; `save` then returns the same again. */
  restore(saved: Saved): void;
}
