// Holds a catalogue to its promises before anything is sent.

import { didYouMean } from '../contract/nearest.ts';
import type { Catalogue, Check, Subject } from './define.ts';

/** What is wrong with a catalogue, one sentence each: doubled ids, unknown requirements, `after` that leads nowhere. */
export function catalogueProblems({ requirements, checks, rules }: Catalogue): string[] {
  const problems: string[] = [];
  const ids = new Set<string>();
  for (const { id } of [...checks, ...rules]) {
    if (ids.has(id)) problems.push(`two checks or rules are called "${id}"`);
    ids.add(id);
  }
  const known = Object.keys(requirements);
  for (const { id, says, after = [] } of [...checks, ...rules]) {
    if (!Object.hasOwn(requirements, says)) {
      problems.push(`${id} names an unknown requirement "${says}"${didYouMean(says, known)}`);
    }
    for (const before of after) {
      if (!ids.has(before)) problems.push(`${id} comes after unknown "${before}"${didYouMean(before, ids)}`);
    }
  }
  return problems;
}

/** Every subject that checks use, those that subjects use included, each once. */
export function subjectsOf(checks: readonly Check[]): Set<Subject<unknown>> {
  const found = new Set<Subject<unknown>>();
  const visit = (subject: Subject<unknown>): void => {
    if (found.has(subject)) return;
    found.add(subject);
    for (const inner of subject.uses ?? []) visit(inner);
  };
  for (const check of checks) for (const subject of check.uses ?? []) visit(subject);
  return found;
}
