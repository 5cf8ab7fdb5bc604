// Finds generated type names that end in a number which the document does not contain, such as `BillingCycle3`.

/** Adds every name that the document gives to something to `names`, in lower case and without punctuation. */
function collectNames(value: unknown, names: Set<string>): void {
  if (Array.isArray(value)) for (const one of value) collectNames(one, names);
  else if (typeof value === 'string') names.add(plain(value));
  else if (value !== null && typeof value === 'object') {
    for (const [key, one] of Object.entries(value)) {
      names.add(plain(key));
      collectNames(one, names);
    }
  }
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/**
 * Returns the type names that a generator numbered itself, sorted and without duplicates. A status code at the end,
 * as in `GetCustomer404`, is not such a number, nor is a name of the document that ends in a digit.
 * @param sources texts of the generated files
 * @param declaration global expression whose first group is the name of a declared type
 */
export function numberedNames(
  sources: Iterable<string>,
  declaration: RegExp,
  document: unknown,
): readonly string[] {
  const known = new Set<string>();
  collectNames(document, known);
  const found = new Set<string>();
  for (const source of sources) {
    for (const [, name = ''] of source.matchAll(declaration)) {
      if (/\d$/.test(name) && !/(?:^|\D)[1-5]\d\d$/.test(name) && !known.has(plain(name))) found.add(name);
    }
  }
  return [...found].sort();
}
