// Builds the matrix of requirements, checks and defects, and finds its gaps.
import { defects, type Mutant } from '../../conformance/defects/index.ts';
import { catalogue } from '../../conformance/index.ts';
import { type Requirement, requirements } from '../../conformance/requirements.ts';
import { type Check, levelAndTitle, type Rule } from '../../src/suite/model/define.ts';
import type { Kills } from '../bite/measured.ts';

/**
 * A check or a rule, with the number of defects that it catches, or that checks catch which are generated from the same
 * table (`group`).
 */
export type CheckColumn = { id: string; observes: boolean; kills: number };

/** A row of the matrix: a requirement with its checks and its defects. */
export type Row = {
  id: string;
  requirement: Requirement;
  checks: CheckColumn[];
  /** defects whose definition names this requirement */
  mutants: readonly Mutant[];
  /** ids of the defects that a check or rule of this requirement catches */
  caughtMutants: readonly string[];
};

/** The rows of the matrix, and the defects that no check has caught. */
export type Matrix = {
  rows: readonly Row[];
  defects: number;
  /** ids of the defects that are newer than the last measurement */
  unmeasured: readonly string[];
  /** ids of the measured defects that no check catches */
  survivors: readonly string[];
};

/**
 * Builds the matrix.
 * @param kills the checks and rules that catch each defect
 */
export function matrixOf(kills: Kills): Matrix {
  const known = new Set(defects.map(({ id }) => id));
  const caughtBy = new Map<string, string[]>();
  for (const [defect, catchers] of kills) {
    if (!known.has(defect)) continue;
    for (const id of new Set(catchers.map((one) => one.replace(/@.*$/, ''))))
      caughtBy.set(id, [...(caughtBy.get(id) ?? []), defect]);
  }
  const items = [...catalogue.checks, ...catalogue.rules];
  const killsOfGroup = new Map<string, number>();
  for (const item of items)
    killsOfGroup.set(
      groupOf(item),
      (killsOfGroup.get(groupOf(item)) ?? 0) + (caughtBy.get(item.id)?.length ?? 0),
    );
  const rows = Object.entries<Requirement>(requirements).map(([id, requirement]): Row => {
    const asked = items.filter(({ requirement }) => requirement === id);
    return {
      id,
      requirement,
      checks: asked.map((item) => ({
        id: item.id,
        observes: levelAndTitle(item).level === 'observe',
        kills: killsOfGroup.get(groupOf(item)) ?? 0,
      })),
      mutants: defects.filter(({ requirement, alsoBreaks }) =>
        [requirement, ...alsoBreaks].some((one) => one === id),
      ),
      caughtMutants: [...new Set(asked.flatMap((item) => caughtBy.get(item.id) ?? []))],
    };
  });
  return {
    rows,
    defects: defects.length,
    unmeasured: defects.filter(({ id }) => !kills.has(id)).map(({ id }) => id),
    survivors: defects.filter(({ id }) => kills.get(id)?.length === 0).map(({ id }) => id),
  };
}

/** Returns the group of a check that is generated from a table, and the id of any other check or rule. */
export const groupOf = (item: Check | Rule): string => ('group' in item ? item.group : undefined) ?? item.id;

/**
 * Returns the gaps of a matrix as sentences: requirements without a check or without a caught defect, and checks that
 * catch no defect.
 */
export function gapsOf({ rows, unmeasured }: Matrix): string[] {
  const gaps: string[] = [];
  for (const { id, requirement, checks, caughtMutants } of rows) {
    if (requirement.untestable !== undefined) continue;
    if (checks.length === 0) gaps.push(`${id} has no check and no rule, and no word on why.`);
    else if (
      caughtMutants.length === 0 &&
      unmeasured.length === 0 &&
      checks.some(({ observes }) => !observes)
    )
      gaps.push(`${id} is asked about, and no defect shows that it is noticed.`);
    for (const { id: asker, observes, kills } of checks)
      if (!observes && kills === 0 && unmeasured.length === 0) gaps.push(`${asker} catches no defect.`);
  }
  return gaps;
}
