// Checks a catalogue for mistakes before any request is sent.

import { didYouMean } from '../../contract/did-you-mean.ts';
import type { Fixture } from '../model/context.ts';
import type { Catalogue, Check } from '../model/define.ts';

/**
 * Returns one sentence for each mistake in a catalogue: duplicate ids, unknown requirements, and unknown ids in
 * `after`.
 */
export function catalogueProblems({ requirements, checks, rules }: Catalogue): string[] {
  const problems: string[] = [];
  const ids = new Set<string>();
  for (const { id } of [...checks, ...rules]) {
    if (ids.has(id)) problems.push(`two checks or rules have the id "${id}"`);
    ids.add(id);
  }
  const requirementIds = Object.keys(requirements);
  for (const { id, requirement, after = [] } of [...checks, ...rules]) {
    if (!Object.hasOwn(requirements, requirement)) {
      problems.push(
        `${id} names an unknown requirement "${requirement}"${didYouMean(requirement, requirementIds)}`,
      );
    }
    for (const before of after) {
      if (!ids.has(before))
        problems.push(`${id} "after" names the unknown "${before}"${didYouMean(before, ids)}`);
    }
  }
  return problems;
}

/** Returns every fixture that checks use, directly or through other fixtures. Each fixture is returned once. */
export function fixturesOf(checks: readonly Check[]): Set<Fixture<unknown>> {
  const found = new Set<Fixture<unknown>>();
  const visit = (fixture: Fixture<unknown>): void => {
    if (found.has(fixture)) return;
    found.add(fixture);
    for (const inner of fixture.uses ?? []) visit(inner);
  };
  for (const check of checks) for (const fixture of check.uses ?? []) visit(fixture);
  return found;
}
