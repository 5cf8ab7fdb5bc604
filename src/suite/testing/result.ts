// Creates results and recorded exchanges for tests of reports.
import type { RecordedExchange } from '../model/exchange.ts';
import type { Result } from '../model/result.ts';

/** Creates the failed result of a check without evidence. @param more members that replace the defaults */
export const result = (id: string, more: Partial<Result> = {}): Result => ({
  id,
  kind: 'check',
  area: 'a',
  level: 'must',
  verdict: 'fail',
  title: 'be so',
  requirement: 'r',
  message: '',
  comparisons: 0,
  attempts: 1,
  requests: 0,
  exchanges: [],
  ...more,
});

/** Creates a recorded read of an operation. @param status null: it got no reply */
export const recorded = (operation: string, status: number | null, id = 'x1'): RecordedExchange => ({
  id,
  operation,
  purpose: 'check',
  reason: 'sent by the check',
  by: '',
  caller: '',
  at: '',
  ms: 0,
  curl: '',
  request: { method: 'GET', url: 'http://x/', headers: {}, body: null },
  reply: status === null ? null : { status, headers: [], body: '', bytes: 0 },
});
