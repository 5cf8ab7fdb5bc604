// Sentence of the specification × checks × defects: what stands in which row, and where a row or a column is empty.
import { type Defect, defects } from '../../conformance/defects/index.ts';
import { catalogue } from '../../conformance/index.ts';
import { type Requirement, requirements } from '../../conformance/requirements.ts';
import { sentenceOf } from '../../src/suite/define.ts';
import type { Kills } from '../bite/measured.ts';

/** A check or a rule, and how many defects it catches. */
export type Asker = { id: string; observes: boolean; kills: number };

export type Row = {
  id: string;
  requirement: Requirement;
  askers: Asker[];
  /** defects that break this sentence, by what their rows say */
  broken: readonly Defect[];
  /** defects that a check or rule of this sentence catches */
  killed: readonly string[];
};

export type Matrix = {
  rows: readonly Row[];
  defects: number;
  /** rows of the table that no bite has measured yet */
  unmeasured: readonly string[];
  /** defects that were measured, and that nothing caught */
  survivors: readonly string[];
};

/** @param kills which checks catch which defect */
export function matrixOf(kills: Kills): Matrix {
  const known = new Set(defects.map(({ id }) => id));
  const caughtBy = new Map<string, string[]>();
  for (const [defect, catchers] of kills) {
    if (!known.has(defect)) continue;
    for (const id of new Set(catchers.map((one) => one.replace(/@.*$/, ''))))
      caughtBy.set(id, [...(caughtBy.get(id) ?? []), defect]);
  }
  const items = [...catalogue.checks, ...catalogue.rules];
  const rows = Object.entries<Requirement>(requirements).map(([id, requirement]): Row => {
    const asked = items.filter(({ says }) => says === id);
    return {
      id,
      requirement,
      askers: asked.map((item) => ({
        id: item.id,
        observes: sentenceOf(item).level === 'observe',
        kills: caughtBy.get(item.id)?.length ?? 0,
      })),
      broken: defects.filter(({ says, also }) => [says, ...also].some((one) => one === id)),
      killed: [...new Set(asked.flatMap((item) => caughtBy.get(item.id) ?? []))],
    };
  });
  return {
    rows,
    defects: defects.length,
    unmeasured: defects.filter(({ id }) => !kills.has(id)).map(({ id }) => id),
    survivors: defects.filter(({ id }) => kills.get(id)?.length === 0).map(({ id }) => id),
  };
}

/** What is empty in a matrix: sentences that nothing asks about or proves, checks that no defect exercises. */
export function gapsOf({ rows, unmeasured }: Matrix): string[] {
  const gaps: string[] = [];
  for (const { id, requirement, askers, killed } of rows) {
    if (requirement.untestable !== undefined) continue;
    if (askers.length === 0) gaps.push(`${id} has no check and no rule, and no word on why.`);
    else if (killed.length === 0 && unmeasured.length === 0 && askers.some(({ observes }) => !observes))
      gaps.push(`${id} is asked about, and no defect shows that it is noticed.`);
    for (const { id: asker, observes, kills } of askers)
      if (!observes && kills === 0 && unmeasured.length === 0) gaps.push(`${asker} catches no defect.`);
  }
  return gaps;
}
