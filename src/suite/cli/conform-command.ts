// The command `conform <base-url>`: takes parsed flags and returns an exit code.
import { didYouMean } from '../../contract/did-you-mean.ts';
import { escapeConsoleLines } from '../formats/escape.ts';
import type { Catalogue } from '../model/define.ts';
import { UsageError } from '../model/outcome.ts';
import { planRun, preparedOptions } from '../run/options.ts';
import { type RunFlags, targetFromFlags } from './flags.ts';
import { type Io, withExitCode } from './io.ts';
import { parseOutput, prepareOutputs } from './outputs.ts';
import { planText, selectionText } from './plan-text.ts';
import { type CommandDeps, cliArgsOf, runAndReport, runOptions, withSelfTarget } from './run-and-report.ts';

/**
 * `conform <base-url>`: runs the suite, or prints which requests a run would send. An id of `--only` that matches
 * nothing is refused before anything is sent. @returns the exit code
 */
export function conformCommand(
  baseUrl: string | undefined,
  flags: RunFlags,
  io: Io,
  deps: CommandDeps,
): Promise<number> {
  return withExitCode(io, async () => {
    const outputs = (flags.report ?? ['console']).map(parseOutput);
    return withSelfTarget(deps, baseUrl, flags, async (self) => {
      const options = preparedOptions({
        ...runOptions(flags, io, await deps.catalogue()),
        clock: self?.clock ?? deps.clock,
        fetch: self?.fetch,
        target: self ? self.config : await targetFromFlags(baseUrl, flags, io.env),
      });
      for (const note of unmatchedPrefixes('--skip', 'leaves out', options.skip, options.catalogue))
        io.stderr.write(`${escapeConsoleLines(note)}\n`);
      // A run without one of the checks that were asked for would be green for what nobody judged.
      const mistyped = unmatchedPrefixes('--only', 'chooses', options.only, options.catalogue);
      if (mistyped.length > 0) throw new UsageError(mistyped.join('\n'));
      if (flags.list || flags.plan) {
        const { selection, plan } = planRun(options);
        io.stdout(escapeConsoleLines(flags.list ? selectionText(selection) : planText(plan)));
        return selection.checks.length + selection.excluded.length === 0 ? 4 : 0;
      }
      prepareOutputs(outputs);
      return runAndReport(options, outputs, io, cliArgsOf(flags));
    });
  });
}

/** Returns one line for each prefix of a flag that matches no id, with the nearest id or area. */
function unmatchedPrefixes(
  flag: string,
  verb: string,
  prefixes: readonly string[] = [],
  { checks, rules }: Catalogue,
): string[] {
  const ids = [...checks, ...rules].map(({ id }) => id);
  return prefixes
    .filter((prefix) => !ids.some((id) => id.startsWith(prefix)))
    .map(
      (prefix) =>
        `${flag} ${prefix} ${verb} nothing: no check and no rule has an id that begins so${didYouMean(prefix, [...ids, ...areasOf(ids)])}`,
    );
}

const areasOf = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.split('/')[0] ?? id))];
