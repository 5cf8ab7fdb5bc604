// The canonical JSON text of a value, and the comparison of items by it.

/** Writes a value as JSON with the members of every object sorted by name, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  let text = '';
  if (Array.isArray(value)) {
    for (const element of value) text += `${text === '' ? '' : ','}${canonicalJson(element)}`;
    return `[${text}]`;
  }
  for (const name of sortedNames(value)) {
    const member = canonicalJson((value as Record<string, unknown>)[name]);
    text += `${text === '' ? '' : ','}${PLAIN_NAME.test(name) ? `"${name}"` : JSON.stringify(name)}:${member}`;
  }
  return `{${text}}`;
}

/** Returns the names of the members, sorted; most objects have few members, which are sorted faster one by one. */
function sortedNames(value: object): string[] {
  const names = Object.keys(value);
  if (names.length > 16) return names.sort();
  for (let at = 1; at < names.length; at += 1) {
    const name = names[at] as string;
    let place = at;
    for (; place > 0 && (names[place - 1] as string) > name; place -= 1)
      names[place] = names[place - 1] as string;
    names[place] = name;
  }
  return names;
}

/** Matches a name that JSON writes as it is. */
const PLAIN_NAME = /^\w*$/;

/** Returns whether an array holds equal items, as `uniqueItems` of JSON Schema compares them. */
export const hasRepeatedItem = (items: readonly unknown[]): boolean =>
  new Set(items.map(canonicalJson)).size < items.length;
