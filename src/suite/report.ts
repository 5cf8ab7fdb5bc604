// The report: everything a run found out, as one plain value. `report.schema.json` describes it.
import { byCause } from './cause.ts';
import type { Choice } from './choice.ts';
import type { Mode } from './define.ts';
import { type Verdict, verdicts } from './outcome.ts';
import type { Result } from './result.ts';
import { hint } from './select.ts';
import type { RunVerdict } from './verdict.ts';

/** Several results with one cause. */
export type Finding = {
  /** of its first result: what `replay` takes */
  id: string;
  verdict: Verdict;
  requirement: string;
  /** results that show it */
  results: string[];
  /** how often it showed */
  count: number;
};

export type Report = {
  suite: { name: string; version: string };
  contract: { version: string; sha256: string };
  target: { baseUrl: string; name?: string };
  profile: 'stated' | 'contract';
  mode: Mode;
  seed: number;
  runId: string;
  /** ISO 8601 UTC */
  startedAt: string;
  durationMs: number;
  /** sent in all, clean-up included */
  requests: number;
  verdict: RunVerdict;
  exitCode: number;
  /** why this verdict, in sentences */
  reasons: string[];
  /** what came of the baseline file: findings it covers, entries not needed, entries past their day */
  baseline?: { applied: number; unused: number; expired: number };
  /** of `--quick` and `--smoke`: what was not asked */
  choice?: Choice;
  /** of a part of a run: which, of how many, and what all parts ask together */
  shard?: { index: number; of: number; selection: string };
  summary: Record<Verdict, number>;
  findings: Finding[];
  results: Result[];
  /** what a missing credential or value cost: `11 must not checked: give a platform-admin credential` */
  notChecked: { need: string; must: number; should: number; observe: number; hint: string }[];
  coverage: {
    operations: Record<string, Record<string, number>>;
    requirements: Record<string, string[]>;
  };
  pacing: { waitedMs: number; unprovoked429: number; logins: number };
  cleanup: {
    created: number;
    leftovers: { operation: string; params: Record<string, string>; why: string }[];
  };
};

export function summarise(results: readonly Result[]): Record<Verdict, number> {
  const summary = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const { verdict } of results) summary[verdict] += 1;
  return summary;
}

/** Breaches, and credentials that do not work, one per cause: results that share a cause are folded. */
export function findingsOf(results: readonly Result[]): Finding[] {
  const found = results.filter(
    ({ kind, verdict }) => ['fail', 'warn', 'baselined'].includes(verdict) || kind === 'credential',
  );
  return byCause(found)
    .map(folded)
    .sort((a, b) => weight(a) - weight(b));
}

const weight = ({ verdict }: { verdict: Verdict }): number =>
  ['inconclusive', 'fail', 'warn', 'baselined'].indexOf(verdict);

/** The first of the worst leads: a check before a rule, for it says what was asked; of several the sentence most often broken. */
function folded(results: readonly Result[]): Finding {
  const often = new Map<string, number>();
  for (const { requirement } of results) often.set(requirement, (often.get(requirement) ?? 0) + 1);
  const rank = (result: Result): number => weight(result) * 2 + (result.kind === 'rule' ? 1 : 0);
  const order = (a: Result, b: Result): number =>
    rank(a) - rank(b) || (often.get(b.requirement) ?? 0) - (often.get(a.requirement) ?? 0);
  const [first, ...rest] = [...results].sort(order);
  if (!first) throw new Error('A finding without results.');
  const { id, verdict, requirement } = first;
  const count = results.reduce((sum, result) => sum + (result.count ?? 1), 0);
  return { id, verdict, requirement, results: [id, ...rest.map((one) => one.id)], count };
}

/** What every missing credential or value cost, the dearest first. */
export function notChecked(results: readonly Result[]): Report['notChecked'] {
  const lost = new Map<string, Report['notChecked'][number]>();
  for (const { need, level, verdict } of results) {
    if (need === undefined || verdict !== 'not-applicable') continue;
    const entry = lost.get(need) ?? { need, must: 0, should: 0, observe: 0, hint: hint(need) };
    entry[level] += 1;
    lost.set(need, entry);
  }
  return [...lost.values()].sort((a, b) => b.must - a.must || b.should - a.should);
}

/** Points what a subject or an operation blocked to the finding that tells why, where there is one. */
export function pointToCauses(results: readonly Result[]): Result[] {
  const failing = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  const ids = new Set(results.map(({ id }) => id));
  return results.map((result) => {
    // two tries that disagreed are nobody's consequence
    if (result.verdict !== 'inconclusive' || result.attempts > 1) return result;
    if (result.blockedBy !== undefined && ids.has(result.blockedBy)) return result;
    const stuck = result.exchanges[0];
    if (!stuck?.reply || stuck.operation === null || stuck.reply.status === 429) return result;
    const cause =
      failing.find(({ exchanges }) => exchanges.some(({ id }) => id === stuck.id)) ??
      failing.find(({ exchanges }) => exchanges[0]?.operation === stuck.operation);
    return cause ? { ...result, blockedBy: cause.id } : result;
  });
}
