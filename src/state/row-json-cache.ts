// The JSON text of rows, kept while a row version lives and is in use: lists are joined from these.

const MAX_CACHED = 20_000;

// Two generations: a text not asked for while 20,000 others were rendered is dropped, so a walk through a million
// rows does not keep a million texts.
let recent = new WeakMap<object, string>();
let previous = new WeakMap<object, string>();
let recentSize = 0;

/** `JSON.stringify(row)` of a stored (frozen, never changing) row; the second call costs a look-up. */
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
