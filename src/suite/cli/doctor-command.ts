// The command `conform doctor`: says what to give so that a run judges more.

import { escapeTerminal } from '../formats/escape.ts';
import type { Catalogue } from '../model/define.ts';
import type { JudgedSentences } from '../model/generated/report.ts';
import { UsageError } from '../model/outcome.ts';
import { plural } from '../model/text.ts';
import { adviceForPlan, adviceForReport, SELECTION, type SentenceAdvice } from '../plan/lacks.ts';
import { planRun } from '../run/options.ts';
import { permissionsFromFlags, type RunFlags, targetFromFlags } from './flags.ts';
import { type Io, withExitCode } from './io.ts';
import { readReport } from './report-files.ts';
import type { CommandDeps } from './run-and-report.ts';

/** The flags of `conform doctor`. */
export type DoctorFlags = Pick<
  RunFlags,
  'config' | 'token' | 'apiKey' | 'email' | 'password' | 'mode' | 'allow'
> & { from?: string; json?: boolean };

/** `conform doctor [base-url]`: groups the sentences that a run leaves unjudged by what to give. Sends nothing. */
export function doctorCommand(
  baseUrl: string | undefined,
  flags: DoctorFlags,
  io: Io,
  deps: CommandDeps,
): Promise<number> {
  return withExitCode(io, async () => {
    const { from, config, json = false } = flags;
    if (from === undefined && config === undefined && baseUrl === undefined)
      throw new UsageError(
        'give --from report.json, the report of a run, or --config with a target file, or a base URL',
      );
    if (from !== undefined && (config !== undefined || baseUrl !== undefined))
      throw new UsageError(
        '--from reads a report, which has a target of its own: leave the other target out',
      );
    const catalogue = await deps.catalogue();
    const advice =
      from === undefined
        ? await adviceForTarget(baseUrl, flags, io, catalogue)
        : adviceForReport(await sentencesOf(from));
    io.stdout(
      json
        ? `${JSON.stringify(advice, null, 2)}\n`
        : adviceText(advice, catalogue, from === undefined ? 'can judge' : 'judged'),
    );
    return 0;
  });
}

async function sentencesOf(file: string): Promise<JudgedSentences> {
  const { sentences } = await readReport(file);
  if (sentences === undefined)
    throw new UsageError(`${file} is the report of a run that did not end: run the suite again`);
  return sentences;
}

async function adviceForTarget(
  baseUrl: string | undefined,
  flags: DoctorFlags,
  io: Io,
  catalogue: Awaited<ReturnType<CommandDeps['catalogue']>>,
) {
  // Nothing is sent, so the mode that judges most is planned unless another is named.
  const mode = flags.mode ?? 'full';
  const allow = permissionsFromFlags(flags);
  const { selection, target } = planRun({
    target: await targetFromFlags(baseUrl, flags, io.env),
    catalogue,
    env: io.env,
    mode,
    allow,
  });
  return adviceForPlan(catalogue, selection, { mode, allow, target });
}

function adviceText(
  { total, judged, advice }: SentenceAdvice,
  { requirements }: Pick<Catalogue, 'requirements'>,
  verb: 'judged' | 'can judge',
): string {
  const groups = advice.map(({ lack, hint, sentences }) =>
    [
      `${plural(sentences.length, 'sentence')}: ${escapeTerminal(hint)}`,
      ...(lack === SELECTION ? [] : sentences).map((id) => `  ${id}: ${requirements[id]?.says ?? ''}`),
      '',
    ].join('\n'),
  );
  const rest = advice.length === 0 ? '' : '; the others need:';
  return [`${verb} ${judged} of ${total} stated sentences${rest}`, '', ...groups].join('\n');
}
