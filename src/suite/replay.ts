// Asking one finding of an earlier report again: what to ask, of whom, and whether it can be asked at all.

import { didYouMean } from '../contract/nearest.ts';
import { type ConformOptions, choose } from './conform.ts';
import type { RunFlags } from './flags.ts';
import { UsageError } from './outcome.ts';
import type { Report } from './report.ts';
import type { TargetConfig } from './target.ts';

/** What to ask again for a finding. @throws UsageError when there is nothing to ask */
export function questionOf(finding: string, report: Report, file: string) {
  const result = report.results.find(({ id }) => id === finding);
  if (!result) {
    const near = didYouMean(
      finding,
      report.findings.map(({ id }) => id),
    );
    throw new UsageError(`${file} has no finding "${finding}"${near}`);
  }
  if (result.kind === 'credential')
    throw new UsageError(`${finding} is about a credential: there is no check to run`);
  if (result.kind === 'baseline')
    throw new UsageError(`${finding} is about an entry of the baseline file: there is no check to run`);
  const rulesOnly = result.kind === 'rule';
  const [rule = finding] = finding.split('@');
  const asked = rulesOnly ? (result.replay ?? []) : [finding];
  if (asked.length === 0) {
    throw new UsageError(`no check sent what broke ${finding}: ask again with conform --only ${rule}`);
  }
  return { asked, exactly: { checks: asked, rules: rulesOnly ? [rule] : [], rulesOnly } };
}

/** Says against which target a finding is asked again, and why that one. */
export function whereTo(
  report: Report,
  baseUrl: string | undefined,
  config: TargetConfig,
  flags: RunFlags,
): string {
  const { baseUrl: reported } = report.target;
  if (flags.self) return 'asking a fresh mock in this process again';
  if (baseUrl !== undefined) {
    const other = baseUrl.replace(/\/+$/, '') === reported ? '' : ` (the report is about ${reported})`;
    return `asking ${baseUrl} again, as given${other}`;
  }
  const named = config.baseUrl?.replace(/\/+$/, '');
  if (named === undefined || named === reported) return `asking ${reported} again, the target of the report`;
  return `asking ${reported} again, the target of the report; the target file names ${named}: give that as argument to ask it instead`;
}

/** @throws UsageError saying what is lacking when no check of a finding can be run */
export function answerable(finding: string, asked: readonly string[], options: ConformOptions): void {
  const { selection, target } = choose(options);
  if (selection.run.length > 0) return;
  const [out] = selection.out;
  if (!out) throw new UsageError(`this suite has no check ${asked.join(' or ')} any more`);
  if (out.need !== undefined && Object.keys(target.credentials).length === 0) {
    throw new UsageError(
      `no credential is given, so ${finding} cannot be asked again: ${out.reason}, with --config, --token, --api-key or --email, ` +
        'or as HOSTING_CONTRACT_TOKEN, HOSTING_CONTRACT_API_KEY, or HOSTING_CONTRACT_EMAIL and _PASSWORD in the environment',
    );
  }
  throw new UsageError(`${finding} cannot be asked again: ${out.reason}`);
}
