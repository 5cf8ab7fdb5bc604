// Formats the report as TAP 14 (Test Anything Protocol): a test point per result, and a YAML block per finding.

import type { Result } from '../model/result.ts';
import type { Report } from '../report/report.ts';
import { escapedJson, escapeTerminal } from './escape.ts';
import { obligation, sameCauseText, verdictLine } from './finding-text.ts';

/**
 * Formats a report as TAP: fail, broken and rejected credentials are `not ok`; results that were not judged, and
 * violations with the cause of another one, are `ok` with SKIP.
 */
export function tapReport(report: Report): string {
  const lines = report.results.flatMap((result, at) => point(result, at + 1));
  const unjudged = !['conformant', 'nonconformant', 'broken'].includes(report.verdict);
  return `${[
    'TAP version 14',
    `1..${report.results.length}`,
    ...lines,
    ...(unjudged ? [`Bail out! ${line(verdictLine(report))}`] : [`# ${line(verdictLine(report))}`]),
  ].join('\n')}\n`;
}

function point(result: Result, n: number): string[] {
  const { id, kind, verdict, message, sameCauseAs } = result;
  if (sameCauseAs !== undefined)
    return [`ok ${n} - ${line(`${id}: ${obligation(result)}`)} # SKIP ${line(sameCauseText(result))}`];
  const stopped = kind === 'credential' && verdict === 'inconclusive';
  const bad = verdict === 'fail' || verdict === 'broken' || stopped;
  const skip = !bad && ['skipped', 'not-applicable', 'inconclusive'].includes(verdict);
  const directive = skip ? ` # SKIP ${verdict}: ${line(message)}` : '';
  const first = `${bad ? 'not ok' : 'ok'} ${n} - ${line(`${id}: ${obligation(result)}`)}${directive}`;
  if (!bad && verdict !== 'warn' && verdict !== 'baselined') return [first];
  const block = {
    severity: verdict,
    message,
    ...(result.sentence === undefined ? {} : { sentence: result.sentence }),
    ...(result.expected === undefined ? {} : { expected: result.expected }),
    ...(result.actual === undefined ? {} : { actual: result.actual }),
    ...(result.curl === undefined ? {} : { curl: result.curl }),
  };
  // The YAML block is written as JSON, which is valid YAML.
  const yaml = Object.entries(block).map(([name, value]) => `  ${name}: ${escapedJson(value)}`);
  return [first, '  ---', ...yaml, '  ...'];
}

/** Escapes a description or reason for one line, with hash signs escaped too. */
const line = (text: string): string =>
  escapeTerminal(text)
    .replace(/\s+/g, ' ')
    .replace(/([\\#])/g, '\\$1');
