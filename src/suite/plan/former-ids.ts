// Replaces former ids of checks, rules and fixtures with their current ids, wherever a user may give an id.

import type { Catalogue } from '../model/define.ts';

/** Replaces former ids with current ids, and records which ids it replaced. */
export type IdResolver = {
  /**
   * Returns the current id of an id; in `rule@requirement` the id of the rule is replaced. An id that is not a former
   * id is returned unchanged.
   */
  id(id: string): string;
  /**
   * Returns the id prefixes that select what the given prefix selected before ids were renamed. The result contains
   * the prefix itself; the current id when the prefix is a whole former id; and, when no current id begins with the
   * prefix, the current ids of all former ids that begin with it.
   */
  prefix(prefix: string): string[];
  /** Returns one line that states which former ids were replaced. @returns undefined when no id was replaced */
  note(source: string): string | undefined;
};

/** The most replaced ids that a note names; further replaced ids are only counted. */
const MAX_NAMED_RENAMES = 3;

/** Creates a resolver for the former ids of a catalogue. The id of an existing check or rule is never replaced. */
export function idResolver({
  checks,
  rules,
  formerIds = {},
}: {
  checks: readonly { id: string }[];
  rules: readonly { id: string }[];
  formerIds?: Catalogue['formerIds'];
}): IdResolver {
  const currentIds = new Set([...checks, ...rules].map(({ id }) => id));
  const renamed = new Map<string, string>();

  const resolve = (id: string): string => {
    const [base = id, ...rest] = id.split('@');
    const current = Object.hasOwn(formerIds, base) && !currentIds.has(base) ? formerIds[base] : undefined;
    if (current === undefined) return id;
    renamed.set(base, current);
    return [current, ...rest].join('@');
  };

  const resolvePrefix = (prefix: string): string[] => {
    const selectsCurrent = [...currentIds].some((id) => id.startsWith(prefix));
    const current = resolve(prefix);
    if (current !== prefix) return selectsCurrent ? [prefix, current] : [current];
    if (selectsCurrent) return [prefix];
    const former = Object.keys(formerIds).filter(
      (id) => id.startsWith(prefix) && currentIds.has(formerIds[id] ?? ''),
    );
    return former.length === 0 ? [prefix] : [...new Set(former.map(resolve))];
  };

  return {
    id: resolve,
    prefix: resolvePrefix,
    note(source) {
      if (renamed.size === 0) return undefined;
      const all = [...renamed].sort().map(([former, current]) => `${former} is now ${current}`);
      const rest = all.length - MAX_NAMED_RENAMES;
      const named = all.slice(0, MAX_NAMED_RENAMES).join(', ');
      return `note: ${source} uses former ids: ${named}${rest > 0 ? `, and ${rest} more` : ''}`;
    },
  };
}
