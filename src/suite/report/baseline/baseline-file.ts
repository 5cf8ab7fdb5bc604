// Reads and checks the baseline file, which lists known findings.

import { didYouMean } from '../../../contract/did-you-mean.ts';
import { isObject } from '../../../contract/is-object.ts';
import { MAX_WRITTEN_FILE, readJson } from '../../../contract/read-file.ts';
import { isDate } from '../../model/clock.ts';
import { problemList, UsageError } from '../../model/outcome.ts';

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

const MEMBERS = ['id', 'requirement', 'operation', 'reason', 'owner', 'expires', 'target'];
const REQUIRED = ['id', 'requirement', 'reason', 'owner', 'expires'];

/** Returns one sentence for each mistake in the content of a baseline file. */
export function baselineProblems(value: unknown): string[] {
  if (!isObject(value)) return ['the baseline must be an object: {"findings": […]}'];
  const problems = unknownMemberProblems(value, ['$schema', 'target', 'findings'], 'the baseline');
  if (value.target !== undefined && !isText(value.target)) problems.push('target must be a text');
  if (!Array.isArray(value.findings)) return [...problems, 'findings must be a list'];
  return [...problems, ...value.findings.flatMap((entry, at) => entryProblems(entry, `findings.${at}`))];
}

function entryProblems(entry: unknown, at: string): string[] {
  if (!isObject(entry)) return [`${at} must be an object`];
  const problems = unknownMemberProblems(entry, MEMBERS, at);
  for (const name of MEMBERS) {
    const value = entry[name];
    if (value === undefined && !REQUIRED.includes(name)) continue;
    if (!isText(value)) problems.push(`${at}.${name} must be a text that is not empty`);
    else if (name === 'expires' && !isDate(value)) {
      problems.push(`${at}.expires must be a day such as 2026-12-31, not "${value}"`);
    }
  }
  return problems;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

function unknownMemberProblems(value: object, known: readonly string[], place: string): string[] {
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => `${place} has no member "${key}"${didYouMean(key, known)}`);
}

/** Reads a baseline file. @throws UsageError that names every problem */
export function readBaseline(file: string): Baseline {
  const value = readJson(file, MAX_WRITTEN_FILE, `the baseline ${file}`);
  const problems = baselineProblems(value);
  if (problems.length > 0) throw new UsageError(problemList(file, problems));
  return value as Baseline;
}
