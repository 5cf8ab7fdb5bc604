// The canonical JSON text of a value, and the comparison of items by it.

/** Writes a value as JSON with the members of every object sorted by name, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

/** Returns whether an array holds equal items, as `uniqueItems` of JSON Schema compares them. */
export const hasRepeatedItem = (items: readonly unknown[]): boolean =>
  new Set(items.map(canonicalJson)).size < items.length;
