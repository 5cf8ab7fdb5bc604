// Judges whether a run of the suite caught the injected defect, which requirement the first finding names, and counts the
// figures of all runs.
import type { Mutant } from '../../conformance/defects/index.ts';
import type { Basis } from '../../conformance/requirements.ts';
import type { Check, Rule } from '../../src/suite/model/define.ts';
import type { Breach, MutantResult } from './run-mutant.ts';
import type { Outcome } from './worker-pool.ts';

/** The result of running the suite on one defect. */
export type MutantVerdict = {
  defect: Mutant;
  /** the verdict that caught the defect; null when no verdict caught it */
  by: 'fail' | 'warn' | null;
  /** ids of the checks and rules that caught the defect, in the order of the report */
  catchers: string[];
  /** the first finding: the id of its check or rule, and the requirement that it names */
  first: { id: string; requirement: string } | null;
  /** whether the first finding names any requirement that the defect breaks */
  blamed: boolean;
  /** whether the first finding names the main requirement that the defect breaks */
  exactly: boolean;
  /** number of findings that the suite does not report on the mock without defects */
  findings: number;
  requests: number;
  broken: string[];
  error: string | null;
};

const ids = (breaches: readonly Breach[]): Set<string> => new Set(breaches.map(({ id }) => id));

/**
 * Judges one run of the suite. A warning is enough to catch a defect of basis `follows`; a defect of any other basis
 * needs a failure.
 * @param clean the result of the suite on the mock without defects
 */
export function judge(defect: Mutant, outcome: Outcome, clean: MutantResult): MutantVerdict {
  const none = {
    defect,
    by: null,
    catchers: [],
    first: null,
    blamed: false,
    exactly: false,
    findings: 0,
    requests: 0,
  };
  if ('error' in outcome) return { ...none, broken: [], error: outcome.error };
  const { result: bitten } = outcome;
  const cleanIds = ids([...clean.fails, ...clean.warns]);
  const newBreaches = (breaches: readonly Breach[]): Breach[] =>
    breaches.filter(({ id }) => !cleanIds.has(id));
  const fails = newBreaches(bitten.fails);
  const warns = defect.basis === 'follows' ? newBreaches(bitten.warns) : [];
  const caught = fails.length > 0 ? fails : warns;
  const catchers = ids(caught);
  const findings = bitten.findings.filter(({ results }) => results.some((id) => catchers.has(id)));
  const first = findings[0] ?? null;
  return {
    defect,
    by: fails.length > 0 ? 'fail' : warns.length > 0 ? 'warn' : null,
    catchers: [...catchers],
    first: first && { id: first.id, requirement: first.requirement },
    blamed:
      first !== null && [defect.requirement, ...defect.alsoBreaks].some((one) => one === first.requirement),
    exactly: first?.requirement === defect.requirement,
    findings: findings.length,
    requests: bitten.requests,
    broken: bitten.broken,
    error: null,
  };
}

/** Returns the failures on a lawful variant that the suite does not report on the mock itself. */
export function falseAlarms(outcome: Outcome, clean: MutantResult, mayBeIncomplete: boolean): string[] {
  if ('error' in outcome) return [outcome.error];
  const cleanFails = ids(clean.fails);
  const { fails, broken, verdict, open } = outcome.result;
  const accused = fails.filter(({ id }) => !cleanFails.has(id)).map(({ id, message }) => `${id}: ${message}`);
  return [
    ...accused,
    ...broken,
    ...(verdict === 'conformant' || accused.length > 0 || (verdict === 'incomplete' && mayBeIncomplete)
      ? []
      : [
          `the run ended ${verdict}${open.length > 0 ? ` (${open.join(', ')}); judge them, or say in src/variations/freedoms why it is incomplete` : ''}`,
        ]),
  ];
}

/** Returns the median of numbers: the upper of the two middle numbers for an even count; 0 for an empty list. */
export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const BASES: readonly Basis[] = ['stated', 'follows', 'chosen'];
const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

const groupOf = (item: Check | Rule): string => ('group' in item ? item.group : undefined) ?? item.id;

/** Returns the checks and rules that caught no defect; of the checks of a group, one that did is enough. */
export function idleOf(kills: readonly MutantVerdict[], asked: readonly (Check | Rule)[]): string[] {
  const busy = new Set(kills.flatMap(({ catchers }) => catchers.map((id) => id.replace(/@.*$/, ''))));
  const busyGroups = new Set(asked.filter(({ id }) => busy.has(id)).map(groupOf));
  return asked.filter((item) => !busyGroups.has(groupOf(item))).map(({ id }) => id);
}

/** Formats the figures as lines of text: how many defects the suite caught, and how well its findings name them. */
export function figuresText(kills: readonly MutantVerdict[], idle: readonly string[]): string[] {
  const caught = kills.filter(({ by }) => by !== null);
  const stated = caught.filter(({ defect }) => defect.basis === 'stated');
  const blamed = stated.filter((one) => one.blamed).length;
  const exact = stated.filter(({ exactly }) => exactly).length;
  const findings = caught.map((one) => one.findings);
  const requests = kills.reduce((sum, one) => sum + one.requests, 0);
  const byBasis = BASES.map((basis) => {
    const rows = kills.filter(({ defect }) => defect.basis === basis);
    const killed = rows.filter(({ by }) => by !== null).length;
    const warned = rows.filter(({ by }) => by === 'warn').length;
    const rest = warned > 0 ? `, ${warned} of them by a warning` : '';
    return `  ${basis.padEnd(8)} ${`${killed}/${rows.length}`.padStart(8)}  ${percent(killed, rows.length).padStart(8)}${rest}`;
  });
  return [
    'Defects caught, by basis',
    ...byBasis,
    ...section(
      'Survivors',
      kills
        .filter(({ by }) => by === null)
        .map(
          ({ defect: { id, basis, requirement }, error }) =>
            `${id} (${basis}): breaks ${requirement}${error ? `; could not be injected: ${error}` : ''}`,
        ),
    ),
    `Blame on stated defects: the first finding names a sentence that is broken ${blamed}/${stated.length} (${percent(blamed, stated.length)}),`,
    `  and the very sentence the row was written for ${exact}/${stated.length} (${percent(exact, stated.length)})`,
    ...stated
      .filter((one) => !one.blamed)
      .map(
        ({ defect, first }) =>
          `  ${defect.id}: breaks ${defect.requirement}; the first finding, ${first?.id}, says ${first?.requirement}`,
      ),
    `Findings per caught defect: median ${median(findings)}, largest ${Math.max(0, ...findings)}`,
    ...caught.filter((one) => one.findings > 3).map((one) => `  ${one.defect.id}: ${one.findings}`),
    `Requests: ${requests} in all, ${Math.round(requests / Math.max(1, caught.length))} per kill`,
    ...section(
      'Broken checks',
      kills
        .filter(({ broken }) => broken.length > 0)
        .map(({ defect, broken }) => `${defect.id}: ${broken.join('; ')}`),
    ),
    ...section('Checks and rules that no defect has exercised', idle),
  ];
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`${title}: ${lines.length}`, ...lines.map((line) => `  ${line}`)];
