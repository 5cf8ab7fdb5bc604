// The advisory locks of a database, by their keys: `hosting` as a number, and those before it. A lock belongs to the whole
// database, whatever the schema, so that every lock needs a key of its own.

/** Guards the tables: one process at a time creates or upgrades them, and the others wait. */
export const TABLES_LOCK = '29395939242896999';

/** Guards the removal of unused texts: one replica at a time does it, and the others leave it. */
export const UNUSED_TEXTS_LOCK = '29395939242896998';
