// Selects the checks and rules of a run, orders them, and states why other checks are excluded.
import { type Catalogue, type Check, levelAndTitle, type Rule } from '../model/define.ts';
import { type Given, hintFor, lacksOf } from './lacks.ts';

/** The checks and rules of a run. */
export type Selection = {
  /** the checks that run, in this order */
  checks: Check[];
  /** how many of the checks run before any other begins; all of them unless a number of requests limits the run */
  first?: number;
  excluded: { check: Check; verdict: 'skipped' | 'not-applicable'; reason: string; need?: string }[];
  rules: Rule[];
  /** true when only rules were selected: all checks still run for their exchanges, but only those that fail are reported */
  rulesOnly: boolean;
};

type SelectOptions = Given & {
  only: readonly string[];
  skip: readonly string[];
  exactly?: { checks: readonly string[]; rules: readonly string[]; rulesOnly: boolean } | undefined;
};

const PHASES = ['first', 'main', 'last', 'cells', 'reads'] as const;
const LEVELS = ['must', 'should', 'observe'];

/** Selects checks and rules by id prefix. All rules are selected unless a prefix names a rule. */
export function select(catalogue: Catalogue, options: SelectOptions): Selection {
  const { only, skip, exactly } = options;
  const hasPrefix = (id: string, prefixes: readonly string[]): boolean =>
    prefixes.some((prefix) => id.startsWith(prefix));
  const isSelected = (id: string): boolean => only.length === 0 || hasPrefix(id, only);

  if (exactly) {
    const rules = catalogue.rules.filter(({ id }) => exactly.rules.includes(id));
    const checks = catalogue.checks.filter(({ id }) => exactly.checks.includes(id));
    return partition({ checks: [], excluded: [], rules, rulesOnly: exactly.rulesOnly }, checks, options);
  }
  const namedRules = catalogue.rules.filter(({ id }) => only.length > 0 && hasPrefix(id, only));
  const rules = catalogue.rules
    .filter((rule) => namedRules.length === 0 || namedRules.includes(rule))
    .filter(({ id, area }) => !hasPrefix(id, skip) && options.target.capabilities[area] !== false);
  const namedChecks = catalogue.checks.filter(({ id }) => isSelected(id));
  const trafficOnly = namedChecks.length === 0 && namedRules.length > 0;

  const selection: Selection = { checks: [], excluded: [], rules, rulesOnly: trafficOnly };
  if (namedChecks.length === 0 && !trafficOnly) return { ...selection, rules: [] };
  return partition(selection, trafficOnly ? catalogue.checks : namedChecks, options);
}

function partition(selection: Selection, checks: readonly Check[], options: SelectOptions): Selection {
  for (const check of checks) {
    const exclusion = options.skip.some((prefix) => check.id.startsWith(prefix))
      ? ({ verdict: 'skipped', reason: 'left out by --skip' } as const)
      : exclusionReason(check, options);
    if (exclusion) selection.excluded.push({ check, ...exclusion });
    else selection.checks.push(check);
  }
  selection.checks.sort((a, b) => runOrder(a) - runOrder(b));
  return selection;
}

/** Returns the sort key of a check: the most important ones run before a budget is spent. */
function runOrder(check: Check): number {
  return PHASES.indexOf(check.phase ?? 'main') * 10 + levelRank(check);
}

/** Returns the rank of a check's level: 0 for must, 1 for should, 2 for observe. */
export const levelRank = (check: Check): number => LEVELS.indexOf(levelAndTitle(check).level);

function exclusionReason(
  check: Check,
  options: SelectOptions,
): Omit<Selection['excluded'][number], 'check'> | undefined {
  if (options.target.capabilities[check.area] === false) {
    return { verdict: 'not-applicable', reason: `the target does not offer ${check.area} (capabilities)` };
  }
  const [lack] = lacksOf(check, options);
  if (lack === undefined) return undefined;
  if (lack.startsWith('--')) return { verdict: 'skipped', reason: `needs ${lack}` };
  if (lack.includes('.lacks.'))
    return {
      verdict: 'not-applicable',
      reason: 'the target file does not say that credentials.limited lacks it',
    };
  return { verdict: 'not-applicable', reason: hintFor(lack), need: lack };
}
