// Counts the figures of a bite, the run of the suite on every defect and every lawful variant.
import type { Basis } from '../../conformance/requirements.ts';
import type { Check, Rule } from '../../src/suite/model/define.ts';
import { type MutantVerdict, median } from './judge.ts';

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

/**
 * Formats the figures as lines of text: how many defects the suite caught, and how well its findings name them.
 */
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
