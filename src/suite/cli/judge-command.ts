// The command `conform judge`: judges traffic that another client has recorded.
import { readBaseline } from '../report/baseline.ts';
import { judgeTraffic } from '../run/judge-traffic.ts';
import { type RunFlags, targetFromFlags } from './flags.ts';
import { type Io, withExitCode } from './io.ts';
import { parseOutput, prepareOutputs, writeOutputs } from './outputs.ts';
import { type CommandDeps, reportProblems } from './run-and-report.ts';

/** The flags of `conform judge`. */
export type JudgeFlags = Pick<
  RunFlags,
  'config' | 'profile' | 'requirements' | 'only' | 'skip' | 'baseline' | 'report'
> & {
  har: string[];
  baseUrl?: string;
};

/**
 * `conform judge --har file.har`: judges the exchanges of HAR files by the rules, and writes the reports of a run. Nothing is
 * sent. @returns the exit code; never that of a conformant run
 */
export function judgeCommand(
  {
    har,
    baseUrl,
    profile,
    requirements,
    only = [],
    skip = [],
    baseline,
    report = ['console'],
    ...flags
  }: JudgeFlags,
  io: Io,
  deps: CommandDeps,
): Promise<number> {
  return withExitCode(io, async () => {
    const outputs = report.map(parseOutput);
    const options = {
      ...{ profile, requirements, only, skip, env: io.env, catalogue: await deps.catalogue() },
      target: await targetFromFlags(baseUrl, flags, {}),
      baseline: baseline === undefined ? undefined : readBaseline(baseline),
    };
    const judged = judgeTraffic(har, options);
    prepareOutputs(outputs);
    return reportProblems(writeOutputs(judged, outputs, io), judged.exitCode, io);
  });
}
