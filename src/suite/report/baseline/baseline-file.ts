// Reads and checks the baseline file, which lists known findings.

import { MAX_WRITTEN_FILE, readJson } from '../../../contract/read-file.ts';
import { problemList, UsageError } from '../../model/outcome.ts';
import { day, type Member, memberProblems, text } from '../../target/members.ts';

/** A known finding in the baseline file, identified by its id, requirement and operation together. */
export type BaselineEntry = {
  /** the id of the check or rule, as reports print it */
  id: string;
  requirement: string;
  /** the operation that broke the requirement; absent when the finding names no operation */
  operation?: string;
  /** why the finding is accepted for now */
  reason: string;
  /** who is responsible for the finding */
  owner: string;
  /** the last day on which the entry applies, in UTC: `2026-12-31` */
  expires: string;
  /** the name or host of the target that the entry applies to; when left out, the entry applies to every target */
  target?: string;
};

/** The content of a baseline file. `target` applies to every entry that names no target. */
export type Baseline = { $schema?: string; target?: string; findings: BaselineEntry[] };

const REQUIRED = { id: text, requirement: text, reason: text, owner: text, expires: day };
const BASELINE: Member = {
  members: {
    $schema: text,
    target: text,
    findings: {
      list: { members: { ...REQUIRED, operation: text, target: text }, required: Object.keys(REQUIRED) },
    },
  },
  required: ['findings'],
};

/** Returns one sentence for each mistake in the content of a baseline file. */
export const baselineProblems = (value: unknown): string[] =>
  memberProblems(value, BASELINE, '', 'the baseline');

/** Reads a baseline file. @throws UsageError that names every problem */
export function readBaseline(file: string): Baseline {
  const value = readJson(file, MAX_WRITTEN_FILE, `the baseline ${file}`);
  const problems = baselineProblems(value);
  if (problems.length > 0) throw new UsageError(problemList(file, problems));
  return value as Baseline;
}
