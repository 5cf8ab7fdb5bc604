// Finds the regular expressions in a document's schemas, and builds the error message about a slow one.

/** The members of a schema whose values are data and not schemas. */
const DATA_MEMBERS = new Set(['example', 'examples', 'default', 'enum', 'const']);

/** Collects the regular expressions (`pattern`) in a document's schemas. */
export function patternsOf(document: unknown): Set<string> {
  const found = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (name === 'pattern' && typeof inner === 'string') found.add(inner);
      if (name === 'patternProperties' && typeof inner === 'object' && inner !== null)
        for (const pattern of Object.keys(inner)) found.add(pattern);
      if (!DATA_MEMBERS.has(name)) collect(inner);
    }
  };
  collect(document);
  return found;
}

/** The maximum number of characters of a pattern that an error message shows. */
const MAX_SHOWN = 100;

/** Builds the beginning of the error message about a slow pattern. */
export const slow = (pattern: string): string =>
  `The pattern ${JSON.stringify(pattern.slice(0, MAX_SHOWN))} can take very long over some texts`;

/** The advice at the end of the error message about a slow pattern. */
export const ADVICE = 'Write it so that no text can be matched in more than one way.';
