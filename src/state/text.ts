// The JSON text of rows, kept while a row version lives and is in use: lists are joined from these.

const KEEP = 20_000;

// Two generations: a text not asked for while 20,000 others were rendered is dropped, so a walk through a million
// rows does not keep a million texts.
let young = new WeakMap<object, string>();
let old = new WeakMap<object, string>();
let size = 0;

/** `JSON.stringify(row)` of a stored (frozen, never changing) row; the second call costs a look-up. */
export function textOf(row: object): string {
  const known = young.get(row);
  if (known !== undefined) return known;
  const text = old.get(row) ?? JSON.stringify(row);
  if (size === KEEP) {
    old = young;
    young = new WeakMap();
    size = 0;
  }
  young.set(row, text);
  size += 1;
  return text;
}
