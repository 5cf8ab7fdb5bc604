// `conform report` and `conform baseline`: commands that read the reports of earlier runs and send nothing.
import { existsSync, writeFileSync } from 'node:fs';
import { escapedJson } from '../formats/escape.ts';
import { UsageError } from '../model/outcome.ts';
import { plural } from '../model/text.ts';
import { createBaseline } from '../report/baseline.ts';
import { type Io, withExitCode } from './io.ts';
import { parseOutput, prepareOutputs, writeOutputs } from './outputs.ts';
import { describeWriteError, readReport } from './report-files.ts';
import { reportProblems } from './run-and-report.ts';

/** `conform report --from file`: writes an earlier report in other formats. */
export function reportCommand(
  { from, report: forms = ['console'] }: { from: string; report?: string[] },
  io: Io,
): Promise<number> {
  return withExitCode(io, async () => {
    const outputs = forms.map(parseOutput);
    const report = await readReport(from);
    prepareOutputs(outputs);
    return reportProblems(writeOutputs(report, outputs, { ...io, source: from }), 0, io);
  });
}

/**
 * `conform baseline --from report.json`: writes a baseline file with an entry for each failure of a report, with
 * `--include warnings` for each warning too; a person then adds reasons and owners. @returns the exit code
 */
export function baselineCommand(
  {
    from,
    out,
    include = [],
    force = false,
  }: { from: string; out?: string; include?: string[]; force?: boolean },
  io: Io,
): Promise<number> {
  return withExitCode(io, async () => {
    for (const one of include)
      if (one !== 'warnings') throw new UsageError(`--include ${one} is unknown; there is warnings`);
    const { results } = await readReport(from);
    const baseline = createBaseline(results, Date.now(), include.length > 0 ? ['fail', 'warn'] : ['fail']);
    const text = `${escapedJson(baseline, 2)}\n`;
    if (out === undefined) io.stdout(text);
    else {
      if (existsSync(out) && !force)
        throw new UsageError(`${out} is there already: name another file, or give --force to replace it`);
      const problem = describeWriteError(out, () => writeFileSync(out, text), 'baseline');
      if (problem !== undefined) throw new UsageError(problem);
    }
    const { length } = baseline.findings;
    const next = `, one for each check and operation: give each a reason and an owner, set its last day (expires), then run with --baseline ${out ?? '<file>'}`;
    io.stderr.write(`${plural(length, 'entry', 'entries')}${length === 0 ? '' : next}\n`);
    return 0;
  });
}
