// `--report`: where the report goes, and in which form.
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { junitReport } from './junit-report.ts';
import { didYouMean } from './nearest.ts';
import { UsageError } from './outcome.ts';
import type { Typed } from './replay-line.ts';
import type { Report } from './report.ts';
import { textReport } from './text-report.ts';

export type Output = { kind: 'console' } | { kind: 'json' | 'junit'; file: string };

/** `console`, `json=path`, `junit=path`; `-` is standard output. @throws UsageError */
export function parseOutput(text: string): Output {
  const [kind = '', ...rest] = text.split('=');
  const file = rest.join('=');
  if (kind === 'console' && file === '') return { kind };
  if ((kind === 'json' || kind === 'junit') && file !== '') return { kind, file };
  if (kind === 'json' || kind === 'junit')
    throw new UsageError(`--report ${kind} needs a file: --report ${kind}=path`);
  throw new UsageError(
    `--report ${text} is unknown${didYouMean(kind, ['console', 'json', 'junit'])}; there are console, json=path and junit=path`,
  );
}

/** Makes sure before a long run that its report can be written. @throws UsageError */
export function prepareOutputs(outputs: readonly Output[]): void {
  for (const output of outputs) {
    if (output.kind === 'console' || output.file === '-') continue;
    try {
      mkdirSync(dirname(output.file), { recursive: true });
      closeSync(openSync(output.file, 'a'));
    } catch (error) {
      throw new UsageError(
        `the report ${output.file} cannot be written (${(error as NodeJS.ErrnoException).code})`,
      );
    }
  }
}

export function writeOutputs(
  report: Report,
  outputs: readonly Output[],
  { out, colour, replay }: { out: (text: string) => void; colour: boolean; replay?: Typed },
): void {
  const json = outputs.find((output) => output.kind === 'json');
  const jsonFile = json?.kind === 'json' && json.file !== '-' ? json.file : undefined;
  for (const output of outputs) {
    if (output.kind === 'console') {
      out(textReport(report, { colour, jsonFile, replay }));
      continue;
    }
    const text = output.kind === 'json' ? `${JSON.stringify(report, null, 2)}\n` : junitReport(report);
    if (output.file === '-') out(text);
    else writeFileSync(output.file, text);
  }
}
