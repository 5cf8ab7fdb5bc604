// Counts and prints the figures of a bite, the run of the suite on every defect and every lawful variant.
import type { Basis } from '../../conformance/requirements.ts';
import type { Check, Rule } from '../../src/suite/model/define.ts';
import { groupOf } from '../matrix/matrix.ts';
import { largest, type MutantVerdict, median } from './judge.ts';

const BASES: readonly Basis[] = ['stated', 'follows', 'chosen'];
const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

/** The figures of a bite: how many defects the suite caught, and how well its findings name them. */
export type Figures = {
  killed: Record<Basis, { killed: number; warned: number; of: number }>;
  survivors: { id: string; basis: Basis; says: string; error: string | null }[];
  blame: {
    exact: number;
    right: number;
    of: number;
    wrong: { id: string; says: string; first: string; check: string }[];
  };
  findings: { median: number; largest: number; above: { id: string; findings: number }[] };
  requests: { total: number; perKill: number };
  broken: { id: string; broken: string[] }[];
  idle: string[];
};

/**
 * Counts the figures of a bite.
 * @param asked every check and rule that ran and could have caught a defect; of the checks of a group, one is enough
 */
export function figuresOf(kills: readonly MutantVerdict[], asked: readonly (Check | Rule)[]): Figures {
  const caught = kills.filter(({ by }) => by !== null);
  const stated = caught.filter(({ defect }) => defect.basis === 'stated');
  const busy = new Set(caught.flatMap(({ catchers }) => catchers.map((id) => id.replace(/@.*$/, ''))));
  const busyGroups = new Set(asked.filter(({ id }) => busy.has(id)).map(groupOf));
  const killed = Object.fromEntries(
    BASES.map((basis) => {
      const rows = kills.filter(({ defect }) => defect.basis === basis);
      return [
        basis,
        {
          killed: rows.filter(({ by }) => by !== null).length,
          warned: rows.filter(({ by }) => by === 'warn').length,
          of: rows.length,
        },
      ];
    }),
  ) as Figures['killed'];
  const requests = kills.reduce((sum, one) => sum + one.requests, 0);
  return {
    killed,
    survivors: kills
      .filter(({ by }) => by === null)
      .map(({ defect: { id, basis, requirement }, error }) => ({ id, basis, says: requirement, error })),
    blame: {
      exact: stated.filter(({ exactly }) => exactly).length,
      right: stated.filter(({ blamed }) => blamed).length,
      of: stated.length,
      wrong: stated
        .filter(({ blamed }) => !blamed)
        .map(({ defect, first }) => ({
          id: defect.id,
          says: defect.requirement,
          first: first?.requirement ?? '',
          check: first?.id ?? '',
        })),
    },
    findings: {
      median: median(caught.map((one) => one.findings)),
      largest: largest(caught.map((one) => one.findings)),
      above: caught
        .filter((one) => one.findings > 3)
        .map(({ defect, findings }) => ({ id: defect.id, findings })),
    },
    requests: { total: requests, perKill: caught.length === 0 ? 0 : Math.round(requests / caught.length) },
    broken: kills
      .filter(({ broken }) => broken.length > 0)
      .map(({ defect, broken }) => ({ id: defect.id, broken })),
    idle: asked.filter((item) => !busyGroups.has(groupOf(item))).map(({ id }) => id),
  };
}

/** Formats the figures as lines of text. */
export function figuresText(figures: Figures): string[] {
  const { blame, findings, requests } = figures;
  const lines = BASES.map((basis) => {
    const { killed, warned, of } = figures.killed[basis];
    const rest = warned > 0 ? `, ${warned} of them by a warning` : '';
    return `  ${basis.padEnd(8)} ${`${killed}/${of}`.padStart(8)}  ${percent(killed, of).padStart(8)}${rest}`;
  });
  return [
    'Defects caught, by basis',
    ...lines,
    ...section(
      'Survivors',
      figures.survivors.map(
        ({ id, basis, says, error }) =>
          `${id} (${basis}): breaks ${says}${error ? `; could not be injected: ${error}` : ''}`,
      ),
    ),
    `Blame on stated defects: the first finding names a sentence that is broken ${blame.right}/${blame.of} (${percent(blame.right, blame.of)}),`,
    `  and the very sentence the row was written for ${blame.exact}/${blame.of} (${percent(blame.exact, blame.of)})`,
    ...blame.wrong.map(
      ({ id, says: requirement, first, check }) =>
        `  ${id}: breaks ${requirement}; the first finding, ${check}, says ${first}`,
    ),
    `Findings per caught defect: median ${findings.median}, largest ${findings.largest}`,
    ...findings.above.map(({ id, findings: count }) => `  ${id}: ${count}`),
    `Requests: ${requests.total} in all, ${requests.perKill} per kill`,
    ...section(
      'Broken checks',
      figures.broken.map(({ id, broken }) => `${id}: ${broken.join('; ')}`),
    ),
    ...section('Checks and rules that no defect has exercised', figures.idle),
  ];
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`${title}: ${lines.length}`, ...lines.map((line) => `  ${line}`)];
