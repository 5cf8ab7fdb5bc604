// The command `conform replay`: runs the checks of one finding of an earlier report again.

import { didYouMean } from '../../contract/did-you-mean.ts';
import { escapeConsoleLines } from '../formats/escape.ts';
import { UsageError } from '../model/outcome.ts';
import type { TargetConfig } from '../model/target-config.ts';
import { named } from '../model/text.ts';
import type { Report } from '../report/report.ts';
import { conform } from '../run/conform.ts';
import { type ConformOptions, planRun } from '../run/options.ts';
import { type RunFlags, targetFromFlags } from './flags.ts';
import { type Io, withExitCode } from './io.ts';
import { parseOutput, prepareOutputs } from './outputs.ts';
import { readReport } from './report-files.ts';
import { type CommandDeps, cliArgsOf, runAndReport, runOptions, withSelfTarget } from './run-and-report.ts';

/** Returns the checks and rules that reproduce a finding. @throws UsageError when the report has no such finding */
export function checksToReplay(finding: string, report: Pick<Report, 'results' | 'findings'>, file: string) {
  const result = report.results.find(({ id }) => id === finding);
  if (!result) {
    const ids = report.findings.map(({ id }) => id);
    const instead = didYouMean(finding, ids) || `; it has ${named(ids) || 'none'}`;
    throw new UsageError(`${file} has no finding "${finding}"${instead}`);
  }
  if (result.kind === 'credential')
    throw new UsageError(`${finding} is about a credential: there is no check to run`);
  if (result.kind === 'baseline')
    throw new UsageError(`${finding} is about an entry of the baseline file: there is no check to run`);
  const rulesOnly = result.kind === 'rule';
  const [rule = finding] = finding.split('@');
  const checkIds = rulesOnly ? (result.replay ?? []) : [finding];
  if (checkIds.length === 0) {
    throw new UsageError(`no check sent what broke ${finding}: ask again with conform --only ${rule}`);
  }
  return { checkIds, exactly: { checks: checkIds, rules: rulesOnly ? [rule] : [], rulesOnly } };
}

/** Runs the checks of a finding and returns its script. @throws UsageError when the target does not show it, or no script can */
async function scriptOf(finding: string, options: ConformOptions): Promise<string> {
  const { findings, results, verdict, reasons } = await conform({ ...options, scripts: true });
  const named = findings.find((one) => one.results.includes(finding)) ?? findings[0];
  const script = results.find(({ id }) => id === named?.id)?.script;
  if (script !== undefined) return script;
  const why =
    named === undefined
      ? `the run ended ${[verdict, ...reasons].join(': ')}`
      : 'it takes too many or too long requests';
  throw new UsageError(`there is no script of ${finding}: ${why}`);
}

function replayTargetNote(
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
  return `asking ${named} again, as the target file names it (the report is about ${reported})`;
}

/** Checks that the checks of a replay can run. @throws UsageError that states what is missing */
function requireReplayable(finding: string, checkIds: readonly string[], options: ConformOptions): void {
  const { selection, target } = planRun(options);
  if (selection.checks.length > 0) return;
  const [excluded] = selection.excluded;
  if (!excluded) throw new UsageError(`this suite has no check ${checkIds.join(' or ')} any more`);
  if (excluded.need !== undefined && Object.keys(target.credentials).length === 0) {
    throw new UsageError(
      `no credential is given, so ${finding} cannot be asked again: ${excluded.reason}, with --config, --token, --api-key or --email, ` +
        'or as HOSTING_CONTRACT_TOKEN, HOSTING_CONTRACT_API_KEY, or HOSTING_CONTRACT_EMAIL and _PASSWORD in the environment',
    );
  }
  throw new UsageError(`${finding} cannot be asked again: ${excluded.reason}`);
}

/**
 * `conform replay <finding> [base-url] --from report.json`: runs the checks of one finding again, against the target
 * of the report unless a base URL is given as argument or in the target file. With `script`, it then writes the shell script
 * of the finding in place of reports. @returns the exit code
 */
export function replayCommand(
  finding: string,
  baseUrl: string | undefined,
  flags: RunFlags & { from: string; script?: boolean },
  io: Io,
  deps: CommandDeps,
): Promise<number> {
  return withExitCode(io, async () => {
    const catalogue = await deps.catalogue();
    const report = await readReport(flags.from);
    const { checkIds, ...replayed } = checksToReplay(finding, report, flags.from);
    return withSelfTarget(deps, baseUrl, flags, async (self) => {
      const target = self ? self.config : await targetFromFlags(undefined, flags, io.env);
      const ofReport = {
        profile: flags.profile ?? report.profile,
        requirements: flags.requirements ?? report.requirements,
        mode: flags.mode ?? report.mode,
        seed: flags.seed ?? String(report.seed),
      };
      const options: ConformOptions = {
        ...runOptions({ ...flags, ...ofReport }, io, catalogue),
        clock: self?.clock ?? deps.clock,
        fetch: self?.fetch,
        target: self ? target : { ...target, baseUrl: baseUrl ?? target.baseUrl ?? report.target.baseUrl },
        ...replayed,
      };
      io.stderr.write(`${escapeConsoleLines(replayTargetNote(report, baseUrl, target, flags))}\n`);
      requireReplayable(finding, checkIds, options);
      if (flags.script) {
        io.stdout(await scriptOf(finding, options));
        return 0;
      }
      const outputs = (flags.report ?? ['console-full']).map(parseOutput);
      prepareOutputs(outputs);
      return runAndReport(options, outputs, { ...io, source: flags.from }, cliArgsOf(flags));
    });
  });
}
