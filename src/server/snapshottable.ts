// What a served world holds besides its tables: each of it can be saved and put back, so that worlds can be copied.

/** Something of a served world that can change. A machine holds nothing that changes and is none of these. */
export interface Snapshottable<Saved = unknown> {
  /** All of it, as plain JSON. */
  save(): Saved;
  /** Becomes what was saved, here or in another world; `save` then gives the same again. */
  restore(saved: Saved): void;
}
