// The report in the Common Test Report Format (CTRF): one test per result.
import type { Report } from '../report/report.ts';
import { escapedJson } from './escape.ts';
import { obligation, sameCauseText } from './finding-text.ts';

const STATUS: Record<string, 'passed' | 'failed' | 'skipped' | 'other'> = {
  pass: 'passed',
  fail: 'failed',
  skipped: 'skipped',
  'not-applicable': 'skipped',
};

/**
 * Formats a report as CTRF. Statuses: pass → passed, fail → failed, skipped and not-applicable → skipped; warn,
 * observed, inconclusive, broken and violations with the cause of another one → other.
 */
export function ctrfReport(report: Report): string {
  const start = Date.parse(report.startedAt);
  const tests = report.results.map((result) => {
    const { id, area, verdict, message, exchanges, attempts, sentence, sameCauseAs } = result;
    return {
      name: id,
      status: sameCauseAs === undefined ? (STATUS[verdict] ?? 'other') : 'other',
      duration: exchanges.reduce((sum, { ms }) => sum + ms, 0),
      suite: [area],
      rawStatus: verdict,
      ...(sameCauseAs !== undefined ? { message: sameCauseText(result) } : message === '' ? {} : { message }),
      tags: [area, result.level],
      ...(attempts > 1 ? { retries: attempts - 1 } : {}),
      extra: { title: obligation(result), ...(sentence === undefined ? {} : { sentence }) },
    };
  });
  const count = (status: string): number => tests.filter((one) => one.status === status).length;
  const ctrf = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    results: {
      tool: { name: report.suite.name, version: report.suite.version },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        pending: 0,
        skipped: count('skipped'),
        other: count('other'),
        start,
        stop: start + report.durationMs,
      },
      tests,
      environment: { testEnvironment: report.target.baseUrl },
      extra: {
        verdict: report.verdict,
        profile: report.profile,
        mode: report.mode,
        seed: report.seed,
        ...(report.sentences ? { sentences: report.sentences } : {}),
      },
    },
  };
  return `${escapedJson(ctrf, 2)}\n`;
}
