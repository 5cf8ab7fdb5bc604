// The report for a person: findings with their proof, what was not judged and why, one line that sums up.
import { styleText } from 'node:util';
import { baselineNote } from '../baseline.ts';
import { duration } from '../clock.ts';
import { exportsFor } from '../curl.ts';
import type { Recorded } from '../recorded.ts';
import { replayLine, type Typed } from '../replay-line.ts';
import type { Report } from '../report.ts';
import type { Result } from '../result.ts';
import { inConsole, noCommands } from './escapes.ts';
import {
  also,
  askable,
  costOf,
  countsOf,
  notJudged,
  obligation,
  type Shown,
  shownFindings,
  verdictLine,
  wrongOnPurpose,
} from './facts.ts';

type Style = (style: 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan', text: string) => string;

export type TextOptions = {
  colour: boolean;
  /** of the terminal, where there is one: texts are laid out in it, command lines stay whole */
  columns?: number | undefined;
  /** where the JSON report was written, for the replay line */
  jsonFile?: string | undefined;
  /** what was typed that a replay needs as well */
  replay?: Typed | undefined;
};

/** Results named in one line, before "and … more". */
const NAMED = 4;

export function textReport(report: Report, { colour, columns, jsonFile, replay }: TextOptions): string {
  const style: Style = (name, text) => (colour ? styleText(name, text, { validateStream: false }) : text);
  const layOut = (name: string, value: string): string => laidOut(name, value, style, columns);
  const shownOnes = shownFindings(report);
  const findings = shownOnes.flatMap((one) => [
    findingText(one, style, layOut, (id) => replayLine(id, report, jsonFile, replay)),
    '',
  ]);
  const lines = shownOnes.flatMap(({ first }) => first.curl ?? []);
  const variables = exportsFor(lines).map((line) => `  ${line}`);
  const seen = report.results
    .filter(({ verdict }) => verdict === 'seen')
    .map(({ id, message }) => `  ${id}: ${message}`);
  const text = [
    ...findings,
    ...section('To run the curl lines', variables, style),
    ...section('Seen', seen, style),
    ...section('Not judged', unjudged(report), style),
    ...section('Perhaps for the target file', proposed(report), style),
    ...section('Left behind', leftovers(report), style),
    summary(report, style, replay),
    '',
  ].join('\n');
  return noCommands(text);
}

function section(title: string, lines: readonly string[], style: Style): string[] {
  return lines.length === 0 ? [] : [style('bold', title), ...lines.map(inConsole), ''];
}

const LABEL: Record<string, { text: string; colour: 'red' | 'yellow' | 'cyan' }> = {
  fail: { text: 'FAIL', colour: 'red' },
  warn: { text: 'WARN', colour: 'yellow' },
  baselined: { text: 'KNOWN', colour: 'yellow' },
  inconclusive: { text: 'STOP', colour: 'cyan' },
};

function findingText(
  { finding, first }: Shown,
  style: Style,
  layOut: (name: string, value: string) => string,
  again: (id: string) => string,
): string {
  const { text, colour } = LABEL[finding.verdict] ?? { text: inConsole(finding.verdict), colour: 'cyan' };
  const [proof] = first.exchanges;
  const rows: [string, string | undefined][] = [
    [
      'meaning',
      finding.verdict === 'inconclusive' ? 'no breach: this keeps the suite from judging' : undefined,
    ],
    ['sentence', first.sentence && `${first.sentence} (${first.requirement})`],
    ['found', first.message],
    ['baseline', baselineNote(first)],
    ['expected', shown(first.expected)],
    ['actual', first.actual === undefined ? undefined : short(JSON.stringify(first.actual))],
    ['wrong', wrongOnPurpose(first)],
    ['also', also({ finding, first }, NAMED)],
    ['request', first.curl],
    ['reply', proof?.reply ? replyText(proof.reply, first) : proof?.failure?.message],
    ['replay', askable(first) ? again(finding.id) : undefined],
  ];
  return [
    `${style('bold', style(colour, text))}  ${style('bold', inConsole(finding.id))}`,
    `      ${inConsole(obligation(first))}`,
    ...rows.flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [layOut(name, inConsole(value))],
    ),
  ].join('\n');
}

/** A row of a finding. What is to be copied is never broken. */
function laidOut(name: string, value: string, style: Style, columns = Number.POSITIVE_INFINITY): string {
  // in a narrow terminal what follows stands further left
  const indent = ' '.repeat(columns < 60 ? 8 : 16);
  const whole = name === 'request' || name === 'replay';
  const lines = whole ? [value] : wrapped(value, columns - 1, 16, indent.length);
  return `      ${style('dim', name.padEnd(9))} ${lines.join(`\n${indent}`)}`;
}

/** Lines of so many columns at most, broken at spaces where there are any. @param first columns taken in the first line, `rest` in the others */
function wrapped(text: string, columns: number, first: number, rest: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const room = Math.max(columns - (lines.length === 0 ? first : rest), 16);
    // what fits into no line begins where the last word ends
    const fitsNext = word.length <= Math.max(columns - rest, 16);
    if (line !== '' && line.length + 1 + word.length > room && fitsNext) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
    for (let width = room; line.length > width; width = Math.max(columns - rest, 16)) {
      // no character is halved
      const whole = /[\ud800-\udbff]/.test(line.charAt(width - 1)) ? width - 1 : width;
      lines.push(line.slice(0, whole));
      line = line.slice(whole);
    }
  }
  return [...lines, line];
}

/** Headers of a reply, and words for them, in what a finding says. */
const HEADERS =
  /\b(?:(?:X-)?RateLimit-\w+|Retry-After|Content-(?:Type|Length|Disposition)|WWW-Authenticate|Location)\b/;

/** Status and body, or status and headers where these are what is wrong. */
function replyText(
  { status, headers, body }: NonNullable<Recorded['reply']>,
  { message, title }: Result,
): string {
  if (!HEADERS.test(`${message} ${title}`)) return `${status} ${short(body)}`;
  return `${status}, with the headers ${short(headers.map(([name, value]) => `${name}: ${value}`).join('; '))}`;
}

function shown(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return short(typeof value === 'string' ? value : JSON.stringify(value));
}

const short = (text: string): string => {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 400 ? `${line.slice(0, 400)}…` : line;
};

function unjudged(report: Report): string[] {
  return [
    ...report.notChecked.map((one) => `  ${costOf(one)}`),
    ...notJudged(report).map(({ verdict, reason, results }) => {
      const why =
        verdict === 'broken'
          ? `broken, a fault of the suite: ${reason.split('\n')[0]}`
          : `${verdict}: ${reason}`;
      const names = results.slice(0, NAMED).map(({ id }) => id);
      return `  ${results.length} ${short(why)} (${names.join(', ')}${results.length > NAMED ? ', …' : ''})`;
    }),
  ];
}

function proposed({ proposals = [] }: Report): string[] {
  return proposals.map(
    ({ capability, because, must }) =>
      `  "capabilities": { "${capability}": false }, if it is not offered (${must} must would not apply): ${because}`,
  );
}

function leftovers({ cleanup }: Report): string[] {
  return cleanup.leftovers.map(
    ({ operation, params, why }) => `  ${operation} ${Object.values(params).join(' ')}: ${why}`,
  );
}

function summary(report: Report, style: Style, replay: Typed | undefined): string {
  const { verdict, reasons, requests, durationMs, pacing, target, profile, mode, seed } = report;
  const said = { ...report, verdict, reasons: reasons.map(inConsole) };
  const waited = pacing.waitedMs >= 1000 ? ` (${duration(pacing.waitedMs)} of it waiting for limits)` : '';
  const took = replay?.self
    ? `${duration(durationMs)} on the mock's own clock, which nobody waits for`
    : `${duration(durationMs)}${waited}`;
  const colour = verdict === 'conformant' ? 'green' : verdict === 'nonconformant' ? 'red' : 'cyan';
  const line = verdictLine(said, (text) => style('bold', style(colour, text)));
  // why nothing is known stands last, above the prompt
  const known = verdict === 'conformant' || verdict === 'nonconformant';
  return [
    ...(known ? [line] : []),
    `${inConsole(countsOf(report))} in ${requests} requests and ${took}`,
    style(
      'dim',
      inConsole(`${target.baseUrl}, profile ${profile}, mode ${mode}, seed ${seed}, run ${report.runId}`),
    ),
    ...(known ? [] : [line]),
  ].join('\n');
}
