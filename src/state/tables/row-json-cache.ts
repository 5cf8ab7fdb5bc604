// Caches the JSON text of rows that are in use, with its UTF-8 encoding; the JSON of a list is joined from these texts.
import { type Utf8Text, utf8Text } from '../utf8-text.ts';

const MAX_CACHED = 20_000;

// The cache has two generations. A text is dropped when it is not used while 20,000 other texts are added, so that
// reading a million rows does not keep a million texts in memory.
let recent = new WeakMap<object, Utf8Text>();
let previous = new WeakMap<object, Utf8Text>();
let recentSize = 0;

/**
 * Returns `JSON.stringify(row)` of a stored row, encoded. The text is cached, because stored rows are frozen and cannot
 * change.
 */
export function rowJson(row: object): Utf8Text {
  const cached = recent.get(row);
  if (cached !== undefined) return cached;
  const text = previous.get(row) ?? utf8Text(JSON.stringify(row));
  if (recentSize === MAX_CACHED) {
    previous = recent;
    recent = new WeakMap();
    recentSize = 0;
  }
  recent.set(row, text);
  recentSize += 1;
  return text;
}
