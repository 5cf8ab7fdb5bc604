// Formats the report as text for a person: findings with their evidence, the checks that were not judged with the
// reasons, and a summary line.
import { styleText } from 'node:util';
import { formatDuration } from '../model/clock.ts';
import { countBy } from '../model/objects.ts';
import type { Verdict } from '../model/outcome.ts';
import { plural, shortLine } from '../model/text.ts';
import { shellExports } from '../report/command-lines.ts';
import type { Report } from '../report/report.ts';
import { closingSections, OPEN_SENTENCES, PARTLY_ASKED, receiptLine } from './closing-sections.ts';
import { escapeCiCommands, escapeTerminal } from './escape.ts';
import {
  type FindingWithResults,
  type FormatterOptions,
  findingRows,
  findingsWithResults,
  isReplayable,
  isStopped,
  judgedText,
  obligation,
  unjudgedCounts,
  verdictCounts,
  verdictLine,
} from './finding-text.ts';

const blockedCounts = ({ results }: Report): Map<string, number> =>
  countBy(results, ({ verdict, blockedBy }) => (verdict === 'inconclusive' ? blockedBy : undefined));

type Style = (style: 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan', text: string) => string;

const MAX_NAMED = 4;
/** The most lines about observations and in a section after the findings, unless everything is shown. */
const MAX_OBSERVED = 3;
const MAX_LINES: Readonly<Record<string, number>> = {
  'Not judged': 4,
  [PARTLY_ASKED]: 4,
  [OPEN_SENTENCES]: 12,
};
const HOW_TO_ACCEPT =
  'Give what they need, or list them in the target file: "unjudged": [{ sentence, reason, expires }]';

/** @param whole whether every warning and observation is shown in full; otherwise they are summarised */
export function consoleReport(
  report: Report,
  { colour, columns, replay, source }: FormatterOptions,
  whole = false,
): string {
  const style: Style = (name, text) => (colour ? styleText(name, text, { validateStream: false }) : text);
  const layOut = (name: string, value: string): string => layOutRow(name, value, style, columns);
  const blocked = blockedCounts(report);
  const blocks = ({ finding }: FindingWithResults): number =>
    finding.results.reduce((n, id) => n + (blocked.get(id) ?? 0), 0);
  // Failures stand before warnings, and what keeps the suite from judging stands with what stayed unjudged.
  const shownFindings = findingsWithResults(report)
    .filter((one) => whole || one.finding.verdict !== 'warn' || blocks(one) > 0)
    .sort((a, b) => shownRank(a) - shownRank(b) || blocks(b) - blocks(a));
  const texts = (shown: (verdict: Verdict) => boolean): string[] =>
    shownFindings
      .filter(({ finding: { verdict } }) => shown(verdict))
      .flatMap((one) => [findingText(one, style, layOut, { replay, source }), '']);
  const lines = shownFindings.flatMap(({ first }) => first.curl ?? []);
  const variables = shellExports(lines).map((line) => `  ${line}`);
  const observations = report.results
    .filter(({ verdict }) => verdict === 'observed')
    .map(({ id, message }) => `  ${id}: ${message}`);
  const text = [
    ...texts((verdict) => verdict !== 'inconclusive'),
    ...section('To run the curl lines', variables, style),
    ...(whole ? [] : warningSections(report)).flatMap(({ title, lines }) => section(title, lines, style)),
    ...texts((verdict) => verdict === 'inconclusive'),
    ...section('Observed', whole ? observations : atMost(observations, MAX_OBSERVED), style),
    ...closingSections(report, MAX_NAMED).flatMap(({ title, blocks }) => {
      const lines = blocks.flatMap((block) => [
        ...('list' in block ? block.list : []).map((line) => `  ${line}`),
        ...('commands' in block ? block.commands : []).map((line) => `  remove: ${line}`),
      ]);
      const hint = title === OPEN_SENTENCES && lines.length > 0 ? [`  ${HOW_TO_ACCEPT}`] : [];
      // The summary has the receipt in one line.
      if (title === 'Receipt') return [];
      const most = whole ? undefined : MAX_LINES[title];
      return section(title, [...(most === undefined ? lines : atMost(lines, most)), ...hint], style);
    }),
    summaryLine(report, style),
    '',
  ].join('\n');
  return escapeCiCommands(text);
}

function section(title: string, lines: readonly string[], style: Style): string[] {
  return lines.length === 0 ? [] : [style('bold', escapeTerminal(title)), ...lines.map(escapeTerminal), ''];
}

const shownRank = ({ finding: { verdict }, first: { security } }: FindingWithResults): number =>
  verdict === 'fail' ? (security ? 0 : 1) : verdict === 'warn' ? 2 : 3;

const LABEL: Record<string, { text: string; colour: 'red' | 'yellow' | 'cyan' }> = {
  fail: { text: 'FAIL', colour: 'red' },
  warn: { text: 'WARN', colour: 'yellow' },
  baselined: { text: 'KNOWN', colour: 'yellow' },
  inconclusive: { text: 'STOP', colour: 'cyan' },
};

function findingText(
  one: FindingWithResults,
  style: Style,
  layOut: (name: string, value: string) => string,
  { replay, source }: Pick<FormatterOptions, 'replay' | 'source'>,
): string {
  const { finding, first } = one;
  const { text, colour } = LABEL[finding.verdict] ?? {
    text: escapeTerminal(finding.verdict),
    colour: 'cyan',
  };
  const command = `${replay(finding.id, 'report.json')} --script`;
  const needed = source === undefined ? 'after a run with --report json=report.json: ' : '';
  const script = isReplayable(first) ? [['script', `${needed}${command}`] as const] : [];
  const rows = [...findingRows(one, replay, MAX_NAMED), ...script];
  return [
    `${style('bold', style(colour, text))}  ${style('bold', escapeTerminal(finding.id))}`,
    `      ${escapeTerminal(obligation(first))}`,
    ...rows.map(([name, value]) => layOut(name, escapeTerminal(LONG.has(name) ? short(value) : value))),
  ].join('\n');
}

/** Formats one row of a finding. Command lines are not wrapped, so that they can be copied. */
function layOutRow(name: string, value: string, style: Style, columns = Number.POSITIVE_INFINITY): string {
  // Rows have a smaller indent on a narrow terminal.
  const indent = ' '.repeat(columns < 60 ? 8 : 16);
  const row = ['request', 'replay', 'script'].includes(name);
  const lines = row ? [value] : wrapText(value, columns - 1, 16, indent.length);
  return `      ${style('dim', name.padEnd(9))} ${lines.join(`\n${indent}`)}`;
}

const MAX_TEXT = 400;
const LONG = new Set(['expected', 'actual', 'reply']);

const short = (text: string): string => shortLine(text, MAX_TEXT);

function summaryLine(report: Report, style: Style): string {
  const { verdict, reasons, requests, durationMs, pacing, target, profile, requirements, mode, seed } =
    report;
  const unjudged = unjudgedCounts(report);
  const printable = { ...report, verdict, reasons: reasons.map(escapeTerminal) };
  const waited =
    pacing.waitedMs >= 1000 ? ` (${formatDuration(pacing.waitedMs)} of it waiting for limits)` : '';
  // Nobody waits for the clock of --self.
  const took = report.called?.self ? '' : ` and ${formatDuration(durationMs)}${waited}`;
  const colour = verdict === 'conformant' ? 'green' : verdict === 'nonconformant' ? 'red' : 'cyan';
  const line = verdictLine(printable, (text) => style('bold', style(colour, text)));
  // When the run came to no judgement, the reasons are printed last, next to the prompt.
  const isJudged = verdict === 'conformant' || verdict === 'nonconformant';
  return [
    ...(isJudged ? [line] : []),
    ...((unjudged === '' && (report.sentences?.share ?? 1) === 1) || isStopped(report)
      ? []
      : [escapeTerminal(`${judgedText(report)}${unjudged === '' ? '' : `; the others: ${unjudged}`}`)]),
    `checks and rules: ${escapeTerminal(verdictCounts(report))} in ${plural(requests, 'request')}${took}`,
    ...(report.receipt ? [escapeTerminal(`Receipt: ${receiptLine(report)}`)] : []),
    style(
      'dim',
      escapeTerminal(
        // Recorded traffic was sent by another client.
        `${target.baseUrl}, profile ${profile}${requirements ? `, requirements ${requirements}` : ''}${requests === 0 ? '' : `, mode ${mode}, seed ${seed}`}, run ${report.runId}`,
      ),
    ),
    ...(isJudged ? [] : [line]),
  ].join('\n');
}

/** @param first columns that are already used in the first line; `rest` is the same for the other lines */
function wrapText(text: string, columns: number, first: number, rest: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const available = Math.max(columns - (lines.length === 0 ? first : rest), 16);
    // A word that is longer than any line starts in the current line.
    const fitsNext = word.length <= Math.max(columns - rest, 16);
    if (line !== '' && line.length + 1 + word.length > available && fitsNext) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
    for (let width = available; line.length > width; width = Math.max(columns - rest, 16)) {
      // a surrogate pair is not split
      const whole = /[\ud800-\udbff]/.test(line.charAt(width - 1)) ? width - 1 : width;
      lines.push(line.slice(0, whole));
      line = line.slice(whole);
    }
  }
  return [...lines, line];
}

const MAX_ROWS = 6;
const MAX_AREAS = 4;
/** The fewest warnings about one requirement that are shown as one table. */
const MIN_TABLE = 3;
const MAX_ROW_LENGTH = 150;

/**
 * Summarises the warnings of a report: a table for the requirement that most areas meet in another way, with the names
 * that the run has learned where there are some, and one line for each area with the other warnings.
 */
function warningSections(report: Report): { title: string; lines: string[] }[] {
  const warnings = findingsWithResults(report).filter(({ finding }) => finding.verdict === 'warn');
  if (warnings.length === 0) return [];
  const common = mostCommonRequirement(warnings);
  const inTable = warnings.filter(({ first }) => first.requirement === common);
  const others = warnings.filter((one) => !inTable.includes(one));
  const names = nameRows(report);
  const rows = names.length > 0 ? names : inTable.map(tableRow);
  const [{ first } = { first: undefined }] = inTable;
  const title =
    names.length > 0
      ? "Names that differ (the contract's → theirs)"
      : `Differs: ${first?.sentence ?? common}`;
  const areas = [...new Set(others.map(({ first: { area } }) => area))].map((area) => {
    const ids = others.filter(({ first }) => first.area === area).map(({ finding }) => finding.id);
    return `  ${area.padEnd(10)} ${shortLine(ids.join(', '), MAX_ROW_LENGTH)}`;
  });
  return [
    ...(rows.length === 0 ? [] : [{ title, lines: atMost(rows, MAX_ROWS) }]),
    ...(areas.length === 0
      ? []
      : [
          {
            title: `${plural(warnings.length, 'warning')}${inTable.length === 0 ? '' : `, ${inTable.length} of them above`}: decided otherwise than in this contract, which fails nothing (--report console-full shows each)`,
            lines: atMost(areas, MAX_AREAS),
          },
        ]),
  ];
}

function mostCommonRequirement(warnings: readonly FindingWithResults[]): string | undefined {
  const often = countBy(warnings, ({ first }) => first.requirement);
  const [requirement, count = 0] = [...often].sort(([, a], [, b]) => b - a)[0] ?? [];
  return count >= MIN_TABLE ? requirement : undefined;
}

function nameRows({ learned }: Report): string[] {
  return Object.entries(learned?.kinds ?? {}).flatMap(([kind, { members, guessed = [], envelope = [] }]) => {
    const pairs = Object.entries(members).flatMap(([name, place]) =>
      Array.isArray(place) && !guessed.includes(name) ? `${name} → ${[...envelope, ...place].join('.')}` : [],
    );
    return pairs.length > 0 ? `  ${kind.padEnd(10)} ${shortLine(pairs.join(', '), MAX_ROW_LENGTH)}` : [];
  });
}

const tableRow = ({ first: { area, message } }: FindingWithResults): string =>
  `  ${area.padEnd(10)} ${shortLine(message, MAX_ROW_LENGTH)}`;

const atMost = (lines: readonly string[], max: number): string[] =>
  lines.length <= max ? [...lines] : [...lines.slice(0, max - 1), `  … and ${lines.length - max + 1} more`];
