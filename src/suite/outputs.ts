// `--report`: where the report goes, and in which form.
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { didYouMean } from '../contract/nearest.ts';
import { UsageError } from './outcome.ts';
import type { OnProgress } from './progress.ts';
import type { Report } from './report.ts';
import { tried, unfinishedReports, writeWhole } from './report-files.ts';
import {
  type FormTools,
  inForm,
  type Spoken,
  spokenForms,
  type Written,
  writtenForms,
} from './reports/forms.ts';
import { settledLines, tellStream } from './reports/stream.ts';

export type Output = { kind: Spoken } | { kind: Written; file: string };

/** `console`, `github`, or a form and its file: `json=path`, `html=path` …; `-` is standard output. @throws UsageError */
export function parseOutput(text: string): Output {
  const [kind = '', ...rest] = text.split('=');
  const file = rest.join('=');
  const said = spokenForms.find((one) => one === kind);
  if (said && rest.length === 0) return { kind: said };
  if (said) throw new UsageError(`--report ${said} takes no file`);
  const form = writtenForms.find((one) => one === kind);
  if (form && file !== '') return { kind: form, file };
  if (form) throw new UsageError(`--report ${form} needs a file: --report ${form}=path`);
  const known = [...spokenForms, ...writtenForms.map((one) => `${one}=path`)];
  throw new UsageError(
    `--report ${text} is unknown${didYouMean(kind, [...spokenForms, ...writtenForms])}; there are ${known.join(', ')}`,
  );
}

const toFile = (output: Output): output is { kind: Written; file: string } =>
  'file' in output && output.file !== '-';

/** Makes sure before a long run that its report can be written. @throws UsageError */
export function prepareOutputs(outputs: readonly Output[]): void {
  const taken = new Map<string, Written>();
  for (const { kind, file } of outputs.filter(toFile)) {
    const other = taken.get(resolve(file));
    if (other !== undefined) {
      throw new UsageError(
        `--report ${other} and --report ${kind} both name ${file}: give each a file of its own`,
      );
    }
    taken.set(resolve(file), kind);
    try {
      makeFolder(dirname(resolve(file)));
      closeSync(openSync(file, 'a'));
    } catch (error) {
      throw new UsageError(`the report ${file} cannot be written (${(error as NodeJS.ErrnoException).code})`);
    }
  }
}

/** Makes what is missing of a folder's path, one after the other: where the system refuses one, that is the end. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

/** Whether a form wants every exchange of the run, not only those that prove something. */
export const wantsExchanges = (outputs: readonly Output[]): boolean =>
  outputs.some(({ kind }) => kind === 'har' || kind === 'ndjson');

/** `end` hands back what could not be written, in sentences. */
type Streams = { tell: OnProgress; end: (report: Report) => string[] };

/**
 * Begins what is written while the run goes on: the lines of `ndjson`, and the other reports as long as they are
 * unfinished. A file that cannot be written is given up, and nothing else with it.
 * @param ledger where it is written down what the run created
 */
export function openStreams(
  outputs: readonly Output[],
  tools: OutputTools & { ledger?: string | undefined },
): Streams {
  const streams = outputs.flatMap((output) => {
    if (output.kind !== 'ndjson') return [];
    const { file } = output;
    if (file === '-') {
      const stream = tellStream(tools.out);
      return [{ tell: stream.tell, end: (report: Report) => void stream.end(report) }];
    }
    let problem = tried(file, () => writeFileSync(file, ''));
    const stream = tellStream((line) => {
      problem ??= tried(file, () => appendFileSync(file, line));
    });
    const end = (report: Report): string | undefined => {
      stream.end(report);
      problem ??= tried(file, () => {
        // a pipe has gone its way
        if (!statSync(file).isFile()) return;
        const told = readFileSync(file, 'utf8');
        const settled = settledLines(told, report);
        if (settled !== told) writeWhole(file, settled);
      });
      return problem;
    };
    return [{ tell: stream.tell, end }];
  });
  const files = outputs.filter(toFile).filter(({ kind }) => kind !== 'ndjson');
  const unfinished = unfinishedReports(files, formTools(outputs, tools), tools.ledger);
  return {
    tell(event) {
      unfinished(event);
      for (const stream of streams) stream.tell(event);
    },
    end: (report) => streams.flatMap((stream) => stream.end(report) ?? []),
  };
}

export type OutputTools = {
  out: (text: string) => void;
  colour: boolean;
  columns?: number | undefined;
  env: Record<string, string | undefined>;
  /** the file that an earlier report was read from */
  source?: string;
  /** streams were written while the run went on */
  streamed?: boolean;
};

function formTools(outputs: readonly Output[], { colour, columns, source }: OutputTools): FormTools {
  const written = (form: Written): string | undefined =>
    outputs.filter(toFile).find(({ kind }) => kind === form)?.file;
  return { colour, columns, source: source ?? written('json') ?? written('ndjson') };
}

/** Writes the report in every form that was asked for, whatever becomes of the others. @returns what could not be written, in sentences */
export function writeOutputs(report: Report, outputs: readonly Output[], tools: OutputTools): string[] {
  const { out, env, streamed = false } = tools;
  const forms = formTools(outputs, tools);
  return outputs.flatMap((output) => {
    if (output.kind === 'ndjson' && streamed) return [];
    const place = toFile(output) ? output.file : `${output.kind} on standard output`;
    const problem = tried(place, () => {
      const text = inForm(output.kind, report, forms);
      if (toFile(output)) writeWhole(output.file, text);
      else out(text);
    });
    // the summary of a workflow step is a file that steps add to
    const summary = output.kind === 'github' ? env.GITHUB_STEP_SUMMARY : undefined;
    const other = summary
      ? tried(summary, () => appendFileSync(summary, inForm('markdown', report, forms)))
      : undefined;
    return [problem, other].filter((one) => one !== undefined);
  });
}
