// The report for a person: findings with their proof, what was not judged and why, one line that sums up.
import { styleText } from 'node:util';
import { baselineNote } from '../baseline.ts';
import { duration } from '../clock.ts';
import { exportsFor } from '../curl.ts';
import type { Recorded } from '../recorded.ts';
import { replayLine, type Typed } from '../replay-line.ts';
import type { Report } from '../report.ts';
import type { Result } from '../result.ts';
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
  /** where the JSON report was written, for the replay line */
  jsonFile?: string | undefined;
  /** what was typed that a replay needs as well */
  replay?: Typed | undefined;
};

/** Results named in one line, before "and … more". */
const NAMED = 4;

export function textReport(report: Report, { colour, jsonFile, replay }: TextOptions): string {
  const style: Style = (name, text) => (colour ? styleText(name, text, { validateStream: false }) : text);
  const shownOnes = shownFindings(report);
  const findings = shownOnes.flatMap((one) => [
    findingText(one, style, (id) => replayLine(id, report, jsonFile, replay)),
    '',
  ]);
  const lines = shownOnes.flatMap(({ first }) => first.curl ?? []);
  const variables = exportsFor(lines).map((line) => `  ${line}`);
  const seen = report.results
    .filter(({ verdict }) => verdict === 'seen')
    .map(({ id, message }) => `  ${id}: ${message}`);
  return [
    ...findings,
    ...section('To run the curl lines', variables, style),
    ...section('Seen', seen, style),
    ...section('Not judged', unjudged(report), style),
    ...section('Left behind', leftovers(report), style),
    summary(report, style, replay),
    '',
  ].join('\n');
}

function section(title: string, lines: readonly string[], style: Style): string[] {
  return lines.length === 0 ? [] : [style('bold', title), ...lines, ''];
}

const LABEL: Record<string, { text: string; colour: 'red' | 'yellow' | 'cyan' }> = {
  fail: { text: 'FAIL', colour: 'red' },
  warn: { text: 'WARN', colour: 'yellow' },
  baselined: { text: 'KNOWN', colour: 'yellow' },
  inconclusive: { text: 'STOP', colour: 'cyan' },
};

function findingText({ finding, first }: Shown, style: Style, again: (id: string) => string): string {
  const { text, colour } = LABEL[finding.verdict] ?? { text: finding.verdict, colour: 'cyan' };
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
    `${style('bold', style(colour, text))}  ${style('bold', finding.id)}`,
    `      ${obligation(first)}`,
    ...rows.flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [`      ${style('dim', name.padEnd(9))} ${value}`],
    ),
  ].join('\n');
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

function leftovers({ cleanup }: Report): string[] {
  return cleanup.leftovers.map(
    ({ operation, params, why }) => `  ${operation} ${Object.values(params).join(' ')}: ${why}`,
  );
}

function summary(report: Report, style: Style, replay: Typed | undefined): string {
  const { verdict, requests, durationMs, pacing, target, profile, mode, seed } = report;
  const waited = pacing.waitedMs >= 1000 ? ` (${duration(pacing.waitedMs)} of it waiting for limits)` : '';
  const took = replay?.self
    ? `${duration(durationMs)} on the mock's own clock, which nobody waits for`
    : `${duration(durationMs)}${waited}`;
  const colour = verdict === 'conformant' ? 'green' : verdict === 'nonconformant' ? 'red' : 'cyan';
  return [
    verdictLine(report, (text) => style('bold', style(colour, text))),
    `${countsOf(report)} in ${requests} requests and ${took}`,
    style('dim', `${target.baseUrl}, profile ${profile}, mode ${mode}, seed ${seed}, run ${report.runId}`),
  ].join('\n');
}
