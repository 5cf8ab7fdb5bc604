// The report for a person: findings with their proof, what was not judged and why, one line that sums up.
import { styleText } from 'node:util';
import { duration } from './clock.ts';
import type { Finding, Report } from './report.ts';
import type { Result } from './result.ts';

type Style = (style: 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan', text: string) => string;

export type TextOptions = {
  colour: boolean;
  /** where the JSON report was written, for the replay line */
  jsonFile?: string | undefined;
};

/** Results named in one line, before "and … more". */
const NAMED = 4;

export function textReport(report: Report, { colour, jsonFile }: TextOptions): string {
  const style: Style = (name, text) => (colour ? styleText(name, text, { validateStream: false }) : text);
  const byId = new Map(report.results.map((result) => [result.id, result]));
  const findings = report.findings.flatMap((finding) => {
    const first = byId.get(finding.id);
    return first ? [findingText(finding, first, style, jsonFile), ''] : [];
  });
  const seen = report.results
    .filter(({ verdict }) => verdict === 'seen')
    .map(({ id, message }) => `  ${id}: ${message}`);
  return [
    ...findings,
    ...section('Seen', seen, style),
    ...section('Not judged', notJudged(report), style),
    ...section('Left behind', leftovers(report), style),
    summary(report, style),
    '',
  ].join('\n');
}

function section(title: string, lines: readonly string[], style: Style): string[] {
  return lines.length === 0 ? [] : [style('bold', title), ...lines, ''];
}

const LABEL: Record<string, { text: string; colour: 'red' | 'yellow' | 'cyan' }> = {
  fail: { text: 'FAIL', colour: 'red' },
  warn: { text: 'WARN', colour: 'yellow' },
  inconclusive: { text: 'STOP', colour: 'cyan' },
};

function findingText(finding: Finding, first: Result, style: Style, jsonFile: string | undefined): string {
  const { text, colour } = LABEL[finding.verdict] ?? { text: finding.verdict, colour: 'cyan' };
  const [proof] = first.exchanges;
  const rows: [string, string | undefined][] = [
    ['sentence', first.sentence && `${first.sentence} (${first.requirement})`],
    ['found', first.message],
    ['expected', shown(first.expected)],
    ['actual', shown(first.actual)],
    ['wrong', proof?.spoiled && `on purpose, only: ${proof.spoiled}`],
    ['also', also(finding, first)],
    ['request', first.curl],
    ['reply', proof?.reply ? `${proof.reply.status} ${short(proof.reply.body)}` : proof?.failure?.message],
    ['replay', first.kind === 'credential' ? undefined : replayLine(finding.id, jsonFile)],
  ];
  return [
    `${style('bold', style(colour, text))}  ${style('bold', finding.id)}`,
    `      the target ${first.level === 'should' ? 'should' : 'must'} ${first.title}`,
    ...rows.flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [`      ${style('dim', name.padEnd(9))} ${value}`],
    ),
  ].join('\n');
}

function also(finding: Finding, first: Result): string | undefined {
  if (first.kind === 'rule') {
    const where = (first.operations ?? []).slice(0, NAMED).join(', ');
    const more = (first.operations?.length ?? 0) > NAMED ? ', …' : '';
    return `in ${first.count} of ${first.judged} exchanges it speaks about: ${where}${more}`;
  }
  const others = finding.results.slice(1);
  if (others.length === 0) return undefined;
  const named = others.slice(0, NAMED).join(', ');
  return `${others.length} more of the same: ${named}${others.length > NAMED ? ', …' : ''}`;
}

function replayLine(id: string, jsonFile: string | undefined): string {
  if (jsonFile !== undefined) return `hosting-contract conform replay ${id} --from ${jsonFile}`;
  const [prefix = id] = id.split('@');
  return `run again with --only ${prefix} (or --report json=report.json, then: conform replay ${id} --from report.json)`;
}

function shown(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return short(typeof value === 'string' ? value : JSON.stringify(value));
}

const short = (text: string): string => {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 400 ? `${line.slice(0, 400)}…` : line;
};

function notJudged(report: Report): string[] {
  const lines = report.notChecked.map(({ must, should, observe, hint }) => {
    const parts = [must && `${must} must`, should && `${should} should`, observe && `${observe} observe`];
    return `  ${parts.filter(Boolean).join(', ')} not checked: ${hint}`;
  });
  const rest = new Map<string, Result[]>();
  for (const result of report.results) {
    const { verdict, need, blockedBy, message, kind } = result;
    if (!['skipped', 'not-applicable', 'inconclusive', 'broken'].includes(verdict)) continue;
    if ((verdict === 'not-applicable' && need !== undefined) || kind === 'credential') continue;
    const reason = blockedBy === undefined ? message : `because of ${blockedBy}`;
    const key =
      verdict === 'broken'
        ? `broken, a fault of the suite: ${reason.split('\n')[0]}`
        : `${verdict}: ${reason}`;
    rest.set(key, [...(rest.get(key) ?? []), result]);
  }
  for (const [reason, results] of rest) {
    const names = results.slice(0, NAMED).map(({ id }) => id);
    lines.push(
      `  ${results.length} ${short(reason)} (${names.join(', ')}${results.length > NAMED ? ', …' : ''})`,
    );
  }
  return lines;
}

function leftovers({ cleanup }: Report): string[] {
  return cleanup.leftovers.map(
    ({ operation, params, why }) => `  ${operation} ${Object.values(params).join(' ')}: ${why}`,
  );
}

function summary(report: Report, style: Style): string {
  const { verdict, reasons, requests, durationMs, pacing, target, profile, mode, seed } = report;
  const counts = Object.entries(report.summary).flatMap(([name, n]) => (n > 0 ? [`${n} ${name}`] : []));
  const waited = pacing.waitedMs >= 1000 ? ` (${duration(pacing.waitedMs)} of it waiting for limits)` : '';
  const why = reasons.length > 0 && verdict !== 'nonconformant' ? `: ${reasons.join('; ')}` : '';
  const colour = verdict === 'conformant' ? 'green' : verdict === 'nonconformant' ? 'red' : 'cyan';
  return [
    `${style('bold', style(colour, verdict))}${why}`,
    `${counts.join(', ')} in ${requests} requests and ${duration(durationMs)}${waited}`,
    style('dim', `${target.baseUrl}, profile ${profile}, mode ${mode}, seed ${seed}, run ${report.runId}`),
  ].join('\n');
}
