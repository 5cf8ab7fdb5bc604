// The report: everything a run found out, as one plain value. `report.schema.json` describes it.
import type { Proposal } from './absent.ts';
import { byCause } from './cause.ts';
import type { Choice } from './choice.ts';
import type { Mode } from './define.ts';
import { type Verdict, verdicts } from './outcome.ts';
import type { Recorded } from './recorded.ts';
import type { Typed } from './replay-line.ts';
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

/** The newest form of the report that this suite writes and reads; reports without a form are of the first. */
export const FORMAT = 1;

/** What is known of a run before it begins. */
export type Head = Pick<
  Report,
  | 'format'
  | 'suite'
  | 'contract'
  | 'register'
  | 'target'
  | 'profile'
  | 'mode'
  | 'seed'
  | 'filter'
  | 'runId'
  | 'startedAt'
>;

/** Operation → status → a name → number of exchanges. */
export type Attempts = Record<string, Record<string, Record<string, number>>>;

export type Report = {
  /** absent in reports written before there was a number: 1 */
  format?: number;
  suite: { name: string; version: string };
  contract: { version: string; sha256: string };
  /** the sentences that checks were held against: how many, and a fingerprint of their texts */
  register?: { sentences: number; sha256: string };
  target: { baseUrl: string; name?: string };
  profile: 'stated' | 'contract';
  mode: Mode;
  seed: number;
  /** prefixes of ids that were asked for alone, or left out: absent in a run that was offered everything */
  filter?: { only: readonly string[]; skip: readonly string[] };
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
  /** what the target file could say of areas that nothing answers for; absent where there is none */
  proposals?: Proposal[];
  coverage: {
    operations: Record<string, Record<string, number>>;
    requirements: Record<string, string[]>;
    /** the same by who called: a credential's name, `anonymous`, or the label of a raw credential */
    callers?: Attempts;
    /** the same by media type of the reply; `none` for a reply without one */
    media?: Attempts;
  };
  pacing: { waitedMs: number; unprovoked429: number; logins: number };
  cleanup: {
    created: number;
    leftovers: { operation: string; params: Record<string, string>; why: string }[];
  };
  /** what was typed that replay lines repeat; no secret is among it */
  called?: Typed;
  /** every exchange of the run, in order of sending, where a form asked for them all (`har`, `ndjson`) */
  exchanges?: Recorded[];
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
  for (const need of lost.keys()) onceFor(need, lost);
  return [...lost.values()].sort((a, b) => b.must - a.must || b.should - a.should);
}

/** A credential that is missing altogether is asked for once: in the form that serves all who want it. */
function onceFor(need: string, lost: Map<string, Report['notChecked'][number]>): void {
  const whole = lost.get(need);
  const forms = [...lost.values()].filter((one) => one.need.startsWith(`${need}.`));
  if (!whole || forms.length === 0 || need === 'values' || need === 'capabilities') return;
  const [form] = forms.sort((a, b) => Number(/login$/.test(b.need)) - Number(/login$/.test(a.need)));
  if (!form) return;
  for (const one of [whole, ...forms]) lost.delete(one.need);
  const sum = (level: 'must' | 'should' | 'observe'): number =>
    [whole, ...forms].reduce((total, one) => total + one[level], 0);
  const { need: best, hint: told } = form;
  lost.set(best, {
    need: best,
    must: sum('must'),
    should: sum('should'),
    observe: sum('observe'),
    hint: told,
  });
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
