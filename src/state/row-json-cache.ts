// Caches the JSON text of rows while a row version is in use; lists are joined from these texts.

const MAX_CACHED = 20_000;

// There are two generations. A text that is not used while 20,000 others are serialized is dropped, so a walk through
// a million rows does not hold a million texts.
let recent = new WeakMap<object, string>();
let previous = new WeakMap<object, string>();
let recentSize = 0;

/** Returns `JSON.stringify(row)` of a stored row. Stored rows are frozen, so a second call costs a look-up. */
export function rowJson(row: object): string {
  const cached = recent.get(row);
  if (cached !== undefined) return cached;
  const text = previous.get(row) ?? JSON.stringify(row);
  if (recentSize === MAX_CACHED) {
    previous = recent;
    recent = new WeakMap();
    recentSize = 0;
  }
  recent.set(row, text);
  recentSize += 1;
  return text;
}
