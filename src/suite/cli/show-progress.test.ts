// Tests the display of progress on a terminal and in a file.
import { expect, test } from 'vitest';
import type { Result } from '../model/result.ts';
import type { ReportHead } from '../report/report.ts';
import { showProgress } from './show-progress.ts';

const HEAD: ReportHead = {
  suite: { name: 'hosting-contract', version: '0' },
  contract: { version: '0', sha256: '' },
  target: { baseUrl: 'http://127.0.0.1/v1' },
  profile: 'stated',
  mode: 'safe',
  seed: 1,
  runId: 'hc-1',
  startedAt: '2026-01-01T00:00:00Z',
};

function progressOf(isTTY: boolean): string {
  let text = '';
  const screen = { isTTY, columns: 60, write: (more: string) => (text += more) };
  const { onEvent, done } = showProgress(screen);
  const result: Result = {
    id: 'orders/cancel',
    kind: 'check',
    area: 'orders',
    level: 'must',
    verdict: 'pass',
    title: '',
    requirement: 'r',
    message: '',
    comparisons: 0,
    attempts: 1,
    requests: 1,
    exchanges: [],
  };
  const head = { ...HEAD, runId: 'hc-1' };
  onEvent({ type: 'start', checks: 2, requests: 5, baseUrl: 'http://127.0.0.1/v1', runId: 'hc-1', head });
  onEvent({ type: 'check', result, done: 1, checks: 2, requests: 4 });
  onEvent({ type: 'wait', ms: 30_000, why: 'the limit of tenantA' });
  onEvent({
    type: 'check',
    result: { ...result, verdict: 'fail', message: 'no\nstack' },
    done: 2,
    checks: 2,
    requests: 5,
  });
  for (const verdict of ['warn', 'inconclusive'] as const)
    onEvent({
      type: 'check',
      result: { ...result, verdict, message: 'differs' },
      done: 2,
      checks: 2,
      requests: 5,
    });
  onEvent({ type: 'cleanup', things: 3 });
  done();
  return text;
}

test('without a terminal, breaches, waits and clean-up are written as one line each without control characters', () => {
  expect(progressOf(false)).toBe(
    [
      '2 checks against http://127.0.0.1/v1 (run hc-1)',
      'waiting 30 s for the limit of tenantA',
      'FAIL         orders/cancel: no',
      'taking back 3 things',
      '',
    ].join('\n'),
  );
});

test('on a terminal, one line is updated during the run and cleared at the end', () => {
  const text = progressOf(true);
  expect(text).toContain('\r\u001b[K1/2 checks, 4 requests · orders/cancel');
  expect(text).toContain('waiting 30 s for t');
  expect(text).toContain('WARN         orders/cancel: differs');
  expect(text.endsWith('\r\u001b[K')).toBe(true);
});
