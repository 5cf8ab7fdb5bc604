// Former ids of checks, rules and fixtures: accepted wherever somebody names one, and replaced by the current id.

import type { Catalogue } from '../model/define.ts';

/** Replaces former ids by current ones, and remembers which it replaced. */
export type IdResolver = {
  /** Returns the current id; of `rule@requirement` the first part is replaced. Other ids are returned unchanged. */
  id(id: string): string;
  /**
   * Returns the id prefixes that select what a prefix selected before ids were renamed: the prefix itself, the current
   * id of the former id that it is, or, where no current id begins so, the current ids of all former ids that do.
   */
  prefix(prefix: string): string[];
  /** States in one line which former ids were replaced. @returns undefined when there were none */
  note(source: string): string | undefined;
};

/** Renames that a note names before it counts the rest. */
const MAX_NAMED_RENAMES = 3;

/** Creates a resolver for the former ids of a catalogue. The id of a check or rule that exists is never replaced. */
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
