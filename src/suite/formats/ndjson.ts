// Writes a run as lines of JSON (NDJSON) during the run, and rebuilds the whole report from them.

import type { RecordedExchange } from '../model/recorded-exchange.ts';
import type { Result } from '../model/result.ts';
import { findingsOf, summarise } from '../report/findings/findings.ts';
import type { OnProgress } from '../report/progress.ts';
import type { Finding, Report, ReportHead } from '../report/report.ts';
import { exitCodes } from '../report/verdict.ts';
import { escapedJson } from './escape.ts';

/**
 * One line of the stream, as `stream.schema.json` describes it. When two results have the same id, the later result
 * counts.
 */
export type StreamLine =
  | ({ event: 'run'; checks?: number; plannedRequests?: number } & ReportHead)
  | { event: 'exchange'; exchange: RecordedExchange }
  | { event: 'wait'; ms: number; why: string }
  | {
      event: 'result';
      result: Result;
      done?: number;
      checks?: number;
      requests?: number;
      leftMs?: number | null;
    }
  | { event: 'cleanup'; things: number }
  | { event: 'finding'; finding: Finding }
  | { event: 'end'; results: string[]; allExchanges: boolean; report: Rest };

/** The members of the report that are known only after the run. */
type Rest = Omit<Report, keyof ReportHead | 'results' | 'exchanges'>;

/**
 * Creates a writer for the lines of a run.
 * @param write called with each line, including its line end
 * @returns `onEvent`, which takes the events of the run, and `end`, which takes the final report
 */
export function createStreamWriter(write: (line: string) => void): {
  onEvent: OnProgress;
  end: (report: Report) => void;
} {
  let started = false;
  /** result id → the JSON text of the result as it was last written */
  const writtenResults = new Map<string, string>();
  const line = (one: StreamLine): void => write(`${escapedJson(one)}\n`);
  return {
    onEvent(event) {
      if (event.type === 'start') {
        started = true;
        line({ event: 'run', ...event.head, checks: event.checks, plannedRequests: event.requests });
      } else if (event.type === 'exchange') line({ event: 'exchange', exchange: event.exchange });
      else if (event.type === 'wait') line({ event: 'wait', ms: event.ms, why: event.why });
      else if (event.type === 'cleanup') line({ event: 'cleanup', things: event.things });
      else {
        const { result, done, checks, requests, left = null } = event;
        writtenResults.set(result.id, JSON.stringify(result));
        line({ event: 'result', result, done, checks, requests, leftMs: left });
      }
    },
    end(report) {
      const { results, exchanges, ...members } = report;
      const { format, suite, contract, target, profile, mode, seed, runId, startedAt, ...rest } = members;
      if (!started) {
        const head: ReportHead = { suite, contract, target, profile, mode, seed, runId, startedAt };
        line({ event: 'run', ...(format === undefined ? {} : { format }), ...head });
        for (const exchange of exchanges ?? []) line({ event: 'exchange', exchange });
      }
      // The results of rules, and the causes and quoted sentences of all results, are known only at the end of the run.
      for (const result of results) {
        if (writtenResults.get(result.id) !== JSON.stringify(result)) line({ event: 'result', result });
      }
      for (const finding of rest.findings) line({ event: 'finding', finding });
      line({
        event: 'end',
        results: results.map(({ id }) => id),
        allExchanges: exchanges !== undefined,
        report: rest,
      });
    },
  };
}

/**
 * Returns the lines of a finished run, with exchanges and results replaced by those of the report: a text may turn
 * out to be a secret after its line was written.
 */
export function finalStreamLines(text: string, { exchanges = [], results }: Report): string {
  const recorded = new Map(exchanges.map((one) => [one.id, one]));
  const found = new Map(results.map((one) => [one.id, one]));
  return text
    .split('\n')
    .map((given) => {
      if (given === '') return given;
      const line: StreamLine = JSON.parse(given);
      if (line.event === 'exchange')
        return escapedJson({ ...line, exchange: recorded.get(line.exchange.id) ?? line.exchange });
      if (line.event !== 'result') return given;
      return escapedJson({ ...line, result: found.get(line.result.id) ?? line.result });
    })
    .join('\n');
}

/** Formats a report as the lines of its run, without waits and intermediate counts. */
export function streamReport(report: Report): string {
  const lines: string[] = [];
  createStreamWriter((line) => void lines.push(line)).end(report);
  return lines.join('');
}

/**
 * Rebuilds a report from its lines; returns null when the first line is missing. When the end line is missing, as
 * after a crash, the report is that of an interrupted run.
 */
export function reportFromStream(lines: readonly StreamLine[]): Report | null {
  let head: ReportHead | null = null;
  let end: Extract<StreamLine, { event: 'end' }> | null = null;
  let requests = 0;
  let waitedMs = 0;
  const results = new Map<string, Result>();
  const exchanges: RecordedExchange[] = [];
  for (const line of lines) {
    if (line.event === 'run') {
      const { event: _, checks: __, plannedRequests: ___, ...members } = line;
      head = members;
    } else if (line.event === 'exchange') exchanges.push(line.exchange);
    else if (line.event === 'wait') waitedMs += line.ms;
    else if (line.event === 'result') {
      results.set(line.result.id, line.result);
      requests = line.requests ?? requests;
    } else if (line.event === 'end') end = line;
  }
  if (!head) return null;
  if (!end) return interruptedReport(head, [...results.values()], exchanges, { requests, waitedMs });
  return {
    ...head,
    ...end.report,
    results: end.results.flatMap((id) => results.get(id) ?? []),
    ...(end.allExchanges ? { exchanges } : {}),
  };
}

/**
 * Creates the report of a run that did not end.
 * @param reasons what is known about the interruption
 */
export function interruptedReport(
  head: ReportHead,
  results: Result[],
  exchanges: RecordedExchange[],
  { requests, waitedMs }: { requests: number; waitedMs: number },
  reasons = [
    'the stream of the run breaks off before its end: what rules came to, and clean-up, is not in it',
  ],
): Report {
  const last = exchanges.at(-1);
  const durationMs = last ? Math.max(0, Date.parse(last.at) + last.ms - Date.parse(head.startedAt)) : 0;
  return {
    ...head,
    durationMs,
    requests: Math.max(requests, exchanges.length),
    verdict: 'interrupted',
    exitCode: exitCodes.interrupted,
    reasons,
    summary: summarise(results),
    findings: findingsOf(results),
    results,
    notChecked: [],
    coverage: { operations: {}, requirements: {} },
    pacing: { waitedMs, unprovoked429: 0, logins: 0 },
    cleanup: { created: 0, leftovers: [] },
    ...(exchanges.length > 0 ? { exchanges } : {}),
  };
}
