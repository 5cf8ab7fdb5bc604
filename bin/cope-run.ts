// Runs `hosting-contract cope`: its flags are read, the tests run, the report is written.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CopeOptions, runUnvaried, runVaried } from '../src/cope/cope.ts';
import { copeFormats, headline, wholeFinding } from '../src/cope/formats.ts';
import { choicesOf, combined, seeded, waitOf } from '../src/cope/plan.ts';
import { buildReport, describeBreak, type Finding } from '../src/cope/report.ts';
import { resultFileOf } from '../src/cope/run-command.ts';
import type { Io } from '../src/suite/cli/io.ts';
import { parseOutput, prepareOutputs } from '../src/suite/cli/outputs.ts';
import { describeWriteError, writeFileAtomically } from '../src/suite/cli/report-files.ts';
import { escapeConsoleLine, escapeConsoleLines } from '../src/suite/formats/escape.ts';
import { formatDuration } from '../src/suite/model/clock.ts';
import { UsageError } from '../src/suite/model/outcome.ts';
import { plural } from '../src/suite/model/text.ts';
import { readBaseline } from '../src/suite/report/baseline.ts';
import { mockPlatform } from './cope-mock.ts';

/** The flags of `cope`, as they are typed. */
export type CopeFlags = {
  only?: string[];
  anyDeployment?: boolean;
  unlucky?: boolean;
  seeds: string;
  plan?: boolean;
  junit?: string;
  world: string;
  seed: string;
  coverage?: string;
  baseline?: string;
  report?: string[];
};

const number = (flag: string, text: string): number => {
  if (!/^\d{1,6}$/.test(text)) throw new UsageError(`${flag} ${text}: must be a whole number`);
  return Number(text);
};

const MAX_SEEDS = 1000;

/**
 * Runs the tests against the platforms that the flags select, and writes the reports.
 * @returns the exit code
 */
export async function runCope(command: readonly string[], flags: CopeFlags, io: Io): Promise<number> {
  const begun = performance.now();
  const outputs = (flags.report ?? ['console']).map(parseOutput);
  for (const { kind } of outputs)
    if (!(kind in copeFormats))
      throw new UsageError(`--report ${kind}: cope has ${Object.keys(copeFormats).join(', ')}`);
  const known = flags.baseline === undefined ? [] : readBaseline(flags.baseline).findings;
  const choices = choicesOf(flags);
  const seeds = number('--seeds', flags.seeds);
  if (seeds > MAX_SEEDS) throw new UsageError(`--seeds ${seeds}: at most ${MAX_SEEDS}`);
  const rounds = [...combined(choices), ...Array.from({ length: seeds }, (_, at) => seeded(choices, at + 1))];
  const mock = {
    world: flags.world,
    seed: number('--seed', flags.seed),
    ...(flags.coverage !== undefined && { coverage: flags.coverage }),
  };
  const mockFlags = `${flags.world === 'demo' ? '' : ` --world ${flags.world}`}${flags.seed === '1' ? '' : ` --seed ${flags.seed}`}`;
  const folder = mkdtempSync(join(tmpdir(), 'hosting-cope-'));
  // On a terminal the details of a finding come when it is found, and the report at the end has its id only.
  const isTerminal = io.columns !== undefined;
  const shown = new Set<string>();
  const show = (found: Finding): void => {
    shown.add(found.id);
    io.stderr.write(escapeConsoleLines(wholeFinding(found)));
  };
  const options: CopeOptions = {
    command,
    resultFile: resultFileOf(command, flags.junit, join(folder, 'results.xml')),
    start: mockPlatform(mock),
    rounds,
    progress: (line) => io.stderr.write(`${escapeConsoleLine(line)}\n`),
    ...(isTerminal && { onBreak: (found) => show(describeBreak(found, { command, mockFlags })) }),
    signal: io.signal,
  };
  try {
    prepareOutputs(outputs);
    const unvaried = await runUnvaried(options);
    if (flags.plan) {
      const lines = rounds.map(
        (round, at) => `run ${at + unvaried.runs.ended.length + 1}: ${round.join('; ')}\n`,
      );
      const ms = rounds.reduce((sum, round) => sum + unvaried.ms + waitOf(round, unvaried.first.requests), 0);
      io.stdout(
        `${lines.join('')}${plural(rounds.length, 'further run')} of ${formatDuration(unvaried.ms)} and the waits that they bring, about ${formatDuration(ms)} while nothing breaks; each break takes about ten runs more, of one test where the runner can select it\n`,
      );
      return 0;
    }
    const result = await runVaried(unvaried, options);
    const report = buildReport(result, { mockFlags, known, ms: performance.now() - begun });
    const findings = report.findings.map((one) =>
      shown.has(one.id) ? { ...one, title: one.id, rows: [] } : one,
    );
    for (const output of outputs) {
      const file = 'file' in output && output.file !== '-' ? output.file : undefined;
      const isShort = output.kind === 'console' && file === undefined;
      const text = copeFormats[output.kind as keyof typeof copeFormats](
        isShort ? { ...report, findings } : report,
      );
      const problem =
        file === undefined
          ? io.stdout(text)
          : describeWriteError(file, () => writeFileAtomically(file, text));
      if (problem !== undefined) throw new UsageError(problem);
      if (file !== undefined) options.progress(`report: ${file}`);
    }
    if (!outputs.some(({ kind }) => kind === 'console')) options.progress(headline(report));
    if (report.isInterrupted) return 130;
    return { broken: 1, 'not judged': 2 }[report.verdict as string] ?? 0;
  } catch (error) {
    if (io.signal?.aborted) return 130;
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
