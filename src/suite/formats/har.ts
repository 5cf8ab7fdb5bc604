// Formats the exchanges of a run as HAR 1.2 (HTTP Archive).

import type { RecordedExchange } from '../model/recorded-exchange.ts';
import type { Report } from '../report/report.ts';
import { escapedJson } from './escape.ts';

/**
 * Formats all exchanges of the run when the report contains them, otherwise the exchanges that its results quote. The
 * archive states which exchanges it contains.
 */
export function harReport(report: Report): string {
  const { exchanges, results, suite, target, runId } = report;
  const proofs = new Map(results.flatMap((result) => result.exchanges.map((one) => [one.id, one])));
  const entries = (exchanges ?? [...proofs.values()].sort(bySending)).map(entry);
  const which =
    exchanges === undefined
      ? `the ${entries.length} of ${report.requests} exchanges that results of the run show: ask for \`har\` while it runs to have them all`
      : `every exchange of the run, ${entries.length} in all`;
  const log = {
    version: '1.2',
    creator: { name: suite.name, version: suite.version },
    pages: [],
    entries,
    comment: `${target.baseUrl}, run ${runId}: ${which}; secrets are removed`,
  };
  return `${escapedJson({ log }, 2)}\n`;
}

/** Compares exchanges by the order in which they were sent: `x7` comes before `x12`. */
const bySending = (a: RecordedExchange, b: RecordedExchange): number =>
  Number(a.id.slice(1)) - Number(b.id.slice(1));

type Pair = { name: string; value: string };

function entry({
  id,
  operation,
  purpose,
  by,
  caller,
  at,
  ms,
  spoiled: deliberateFault,
  request,
  reply,
  failure,
}: RecordedExchange) {
  const media = reply?.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const location = reply?.headers.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? '';
  return {
    startedDateTime: at,
    time: ms,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: Object.entries(request.headers).map(pair),
      queryString: [...new URL(request.url).searchParams].map(pair),
      ...(request.body === null
        ? {}
        : { postData: { mimeType: request.headers['content-type'] ?? '', params: [], text: request.body } }),
      headersSize: -1,
      bodySize: request.body === null ? 0 : Buffer.byteLength(request.body),
    },
    response: {
      status: reply?.status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: reply?.headers.map(pair) ?? [],
      content: { size: reply?.bytes ?? 0, mimeType: media, text: reply?.body ?? '' },
      redirectURL: location,
      headersSize: -1,
      bodySize: reply?.bytes ?? -1,
      ...(failure ? { comment: `no reply: ${failure.kind}, ${failure.message}` } : {}),
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
    comment: [
      `${id}: ${purpose} of ${by} as ${caller}`,
      deliberateFault && `wrong on purpose: ${deliberateFault}`,
    ]
      .filter(Boolean)
      .join('; '),
    // the format requires custom members to begin with an underscore
    _id: id,
    _operation: operation,
    _caller: caller,
  };
}

const pair = ([name, value]: readonly [string, string]): Pair => ({ name, value });
