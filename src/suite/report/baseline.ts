// The baseline file: findings that are known, with who answers for them and until when. They do not fail a run.

import { readFileSync } from 'node:fs';
import { didYouMean } from '../../contract/did-you-mean.ts';
import { isObject } from '../../contract/is-object.ts';
import type { Catalogue } from '../model/define.ts';
import { UsageError } from '../model/outcome.ts';
import type { Result } from '../model/result.ts';
import type { Report } from './report.ts';

/** A known finding. It is told by id, requirement and operation together. */
type BaselineEntry = {
  /** of the check or rule, as reports print it */
  id: string;
  requirement: string;
  /** the operation that broke it; left out where the finding names none */
  operation?: string;
  /** why it is put up with */
  reason: string;
  /** who answers for it */
  owner: string;
  /** the last day it counts, in UTC: `2026-12-31` */
  expires: string;
  /** only for the target of this name or host; for every target when left out */
  target?: string;
};
export type Baseline = { $schema?: string; target?: string; findings: BaselineEntry[] };

/** What came of a baseline in one run. */
type BaselineOutcome = {
  applied: number;
  /** entries that nothing was found for, and entries past their day: each fails the run */
  unused: BaselineEntry[];
  expired: BaselineEntry[];
};

const MEMBERS = ['id', 'requirement', 'operation', 'reason', 'owner', 'expires', 'target'];
const REQUIRED = ['id', 'requirement', 'reason', 'owner', 'expires'];

/** What is wrong with a baseline, one sentence each, all of them. */
export function baselineProblems(value: unknown): string[] {
  if (!isObject(value)) return ['the baseline must be an object: {"findings": […]}'];
  const strange = unknownMemberProblems(value, ['$schema', 'target', 'findings'], 'the baseline');
  if (value.target !== undefined && !isText(value.target)) strange.push('target must be a text');
  if (!Array.isArray(value.findings)) return [...strange, 'findings must be a list'];
  return [...strange, ...value.findings.flatMap((entry, at) => entryProblems(entry, `findings.${at}`))];
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

/** A day there is: 30 February is none. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function unknownMemberProblems(value: object, known: readonly string[], place: string): string[] {
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => `${place} has no member "${key}"${didYouMean(key, known)}`);
}

/** Reads a baseline file. @throws UsageError naming every problem */
export function readBaseline(file: string): Baseline {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const why = error instanceof SyntaxError ? `is no JSON: ${error.message}` : `cannot be read: ${error}`;
    throw new UsageError(`the baseline ${file} ${why}`);
  }
  const problems = baselineProblems(value);
  if (problems.length > 0) throw new UsageError(`${file}:\n${problems.map((one) => `  ${one}`).join('\n')}`);
  return value as Baseline;
}

/** What a result is known by: one signature per operation that broke it. */
function signaturesOf({ id, requirement, operations, exchanges }: Result): string[] {
  const [proof] = exchanges;
  const broke = operations ?? (proof?.operation ? [proof.operation] : []);
  return broke.length === 0
    ? [signatureKey(id, requirement)]
    : broke.map((one) => signatureKey(id, requirement, one));
}

const signatureKey = (id: string, requirement: string, operation = ''): string =>
  `${id}\n${requirement}\n${operation}`;
const signatureOf = ({ id, requirement, operation }: BaselineEntry): string =>
  signatureKey(id, requirement, operation);

/**
 * The results of a run beside its baseline: what is known is marked, and what is wrong with the baseline stands first.
 * @param now Unix milliseconds
 */
export function withBaseline(
  results: readonly Result[],
  baseline: Baseline | undefined,
  catalogue: Pick<Catalogue, 'checks' | 'rules'>,
  now: number,
  { baseUrl, name }: { baseUrl: string; name?: string },
): { results: Result[]; told: Pick<Report, 'baseline'> } {
  if (!baseline) return { results: [...results], told: {} };
  const target = [new URL(baseUrl).host, ...(name === undefined ? [] : [name])];
  const { results: marked, outcome } = applyBaseline(results, baseline, catalogue, { now, target });
  const { applied, unused, expired } = outcome;
  return {
    results: [...baselineResults(outcome), ...marked],
    told: { baseline: { applied, unused: unused.length, expired: expired.length } },
  };
}

/**
 * Marks known breaches as `baselined`. A rule that is broken by several operations is known when each of them is.
 * @param now Unix milliseconds
 * @param target the names the target goes by: its name, and its host
 */
function applyBaseline(
  results: readonly Result[],
  { findings, target: baselineTarget }: Baseline,
  { checks, rules }: Pick<Catalogue, 'checks' | 'rules'>,
  { now, target }: { now: number; target: readonly string[] },
): { results: Result[]; outcome: BaselineOutcome } {
  const today = new Date(now).toISOString().slice(0, 10);
  const applicable = findings.filter((entry) => {
    const name = entry.target ?? baselineTarget;
    return name === undefined || target.includes(name);
  });
  const expired = applicable.filter(({ expires }) => expires < today);
  const valid = new Map(
    applicable.filter((entry) => !expired.includes(entry)).map((entry) => [signatureOf(entry), entry]),
  );
  const found = new Set<string>();
  let applied = 0;
  const marked = results.map((result): Result => {
    if (result.verdict !== 'fail' && result.verdict !== 'warn') return result;
    const signatures = signaturesOf(result);
    for (const signature of signatures) found.add(signature);
    const entries = signatures.map((signature) => valid.get(signature));
    const [first] = entries;
    if (!first || entries.includes(undefined)) return result;
    applied += 1;
    const { reason, owner, expires } = first;
    return { ...result, verdict: 'baselined', baselined: { was: result.verdict, reason, owner, expires } };
  });
  const isKnown = new Set([...checks, ...rules].map(({ id }) => id));
  const unused = [...valid.values()].filter((entry) => {
    if (found.has(signatureOf(entry))) return false;
    // what was not asked or could not be told this time may still be there
    const [base = entry.id] = entry.id.split('@');
    const signatures = results.filter(({ id }) => id === entry.id || id.split('@')[0] === base);
    return !isKnown.has(base) || signatures.some(({ verdict }) => ['pass', 'fail', 'warn'].includes(verdict));
  });
  return { results: marked, outcome: { applied, unused, expired } };
}

/** What fails a run though nothing new was found: entries past their day, and entries that nothing needs any more. */
function baselineResults({ unused, expired }: BaselineOutcome): Result[] {
  const result = (entry: BaselineEntry, message: string): Result => ({
    id: `suite/baseline/${entry.id}${entry.operation === undefined ? '' : `/${entry.operation}`}`,
    kind: 'baseline',
    area: 'suite',
    level: 'must',
    verdict: 'fail',
    title: 'be as the baseline file has it',
    requirement: '',
    message: `${message} (owner: ${entry.owner}; reason: ${entry.reason})`,
    attempts: 1,
    requests: 0,
    exchanges: [],
  });
  const name = ({ id, operation }: BaselineEntry): string =>
    operation === undefined ? id : `${id} on ${operation}`;
  return [
    ...expired.map((entry) =>
      result(
        entry,
        `the baseline of ${name(entry)} ran out on ${entry.expires}: mend it, or agree on a new day`,
      ),
    ),
    ...unused.map((entry) =>
      result(entry, `the baseline has ${name(entry)}, and this run did not find it: take the entry out`),
    ),
  ];
}

/** What a report says beside a known breach: `known until 2026-12-31, answered for by core team: …`. */
export function describeBaselined({ baselined }: Result): string | undefined {
  if (!baselined) return undefined;
  const { was, reason, owner, expires } = baselined;
  return `a known ${was} until ${expires}, answered for by ${owner}: ${reason}`;
}

/** A baseline of what a report found, to be edited: reason and owner are asked for, and it lasts thirty days. */
export function createBaseline(results: readonly Result[], now: number): Baseline {
  const expires = new Date(now + 30 * 86_400_000).toISOString().slice(0, 10);
  return {
    findings: results
      .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
      .flatMap((result) =>
        signaturesOf(result).map((signature) => {
          const [id = '', requirement = '', operation = ''] = signature.split('\n');
          return {
            id,
            requirement,
            ...(operation === '' ? {} : { operation }),
            reason: '',
            owner: '',
            expires,
          };
        }),
      ),
  };
}
