// Restricts a catalogue to the requirements of a version, and tells which of its checks and rules are new.
import type { Catalogue, Check, Rule } from '../model/define.ts';
import { UsageError } from '../model/outcome.ts';
import type { Result } from '../model/result.ts';

/** The version of what names no other, and of a catalogue that has none. */
const FIRST = '1.0';

const isLater = (one: string, other: string): boolean => {
  const [[major = 0, minor = 0] = [], [than = 0, least = 0] = []] = [one, other].map((version) =>
    version.split('.').map(Number),
  );
  return major > than || (major === than && minor > least);
};

function sinceOf({ since = FIRST, requirement }: Check | Rule, { requirements }: Catalogue): string {
  const { since: ofRequirement = FIRST } = requirements[requirement] ?? {};
  return isLater(ofRequirement, since) ? ofRequirement : since;
}

/** Returns options with the catalogue of the version that `requirements` names. @throws UsageError for an unknown one */
export function withRequirements<O extends { catalogue: Catalogue; requirements?: string | undefined }>(
  options: O,
): O {
  const { catalogue, requirements: wanted } = options;
  const { version: newest = FIRST } = catalogue;
  if (wanted === undefined) return options;
  if (!/^\d+\.\d+$/.test(wanted) || isLater(FIRST, wanted) || isLater(wanted, newest))
    throw new UsageError(
      `--requirements ${wanted}: this suite has the requirements of ${FIRST}${newest === FIRST ? '' : ` to ${newest}`}`,
    );
  const isKept = (item: Check | Rule): boolean => !isLater(sinceOf(item, catalogue), wanted);
  const left = new Set(
    [...catalogue.checks, ...catalogue.rules].filter((item) => !isKept(item)).map(({ id }) => id),
  );
  if (left.size === 0) return options;
  const kept = <Item extends Check | Rule>(items: readonly Item[]): Item[] =>
    items
      .filter(isKept)
      .map((item) => (item.after ? { ...item, after: item.after.filter((id) => !left.has(id)) } : item));
  const requirements = Object.entries(catalogue.requirements).filter(
    ([, { since = FIRST }]) => !isLater(since, wanted),
  );
  return {
    ...options,
    catalogue: {
      ...catalogue,
      requirements: Object.fromEntries(requirements),
      checks: kept(catalogue.checks),
      rules: kept(catalogue.rules),
    },
  };
}

/**
 * Returns a function that makes a failure of what is new in the catalogue's version a warning, unless the run names its
 * version of the requirements: an update then turns no pipeline red by itself.
 */
export function softenNew(catalogue: Catalogue, wanted: string | undefined): (result: Result) => Result {
  const { version = FIRST, checks, rules, requirements } = catalogue;
  const isNew = ({ since }: { since?: string }): boolean => since === version;
  const fresh = new Set([
    ...[...checks, ...rules].filter(isNew).map(({ id }) => id),
    ...Object.entries(requirements).flatMap(([id, requirement]) => (isNew(requirement) ? [id] : [])),
  ]);
  const note = ` (New in the requirements of ${version}: a failure from the next version on; with --requirements ${version} now.)`;
  return (result) => {
    const [id = ''] = result.id.split('@');
    if (
      wanted !== undefined ||
      result.verdict !== 'fail' ||
      !(fresh.has(id) || fresh.has(result.requirement))
    )
      return result;
    return { ...result, verdict: 'warn', message: `${result.message}${note}` };
  };
}
