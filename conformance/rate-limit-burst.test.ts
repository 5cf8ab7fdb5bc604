// Tests that the burst of log-ins reaches the limit that the target announces, within the maximum that the run allows.
import { expect, test } from 'vitest';
import { conform } from '../src/suite/run/conform.ts';
import { catalogue } from './index.ts';
import { createReferenceServer, variants } from './testing/reference-server.ts';
import { runAgainstReference } from './testing/run-against-reference.ts';

const VARIANT = '300 log-ins a minute';
const BURST_CHECKS = ['limits/breach-is-429', 'limits/auth-tighter', 'limits/wait-then-retry'];

test('a limit of 300 log-ins is reached', async () => {
  const { results, coverage } = await runAgainstReference(variants[VARIANT]);
  for (const id of BURST_CHECKS)
    expect(results.find((result) => result.id === id)).toMatchObject({ id, verdict: 'pass' });
  expect(Object.values(coverage.operations.login ?? {}).reduce((sum, n) => sum + n, 0)).toBeGreaterThan(200);
});

test('a burst ends at the maximum that the run allows, and the checks say so', async () => {
  const { results, coverage } = await runAgainstReference(variants[VARIANT], { burstMax: 100 });
  expect(results.find(({ id }) => id === 'limits/breach-is-429')).toMatchObject({
    verdict: 'inconclusive',
    message: expect.stringContaining('--burst-max allows 100'),
  });
  expect(Object.values(coverage.operations.login ?? {}).reduce((sum, n) => sum + n, 0)).toBeLessThan(150);
});

test('a run without a time limit does not wait for the end of a window, and says which option lets it wait', async () => {
  const { fetch, credentials } = createReferenceServer();
  const { results, durationMs } = await conform({
    catalogue,
    fetch,
    allow: ['rate-limit-burst'],
    exactly: { checks: ['limits/breach-is-429', 'limits/wait-then-retry'], rules: [], rulesOnly: false },
    target: { baseUrl: 'http://127.0.0.1:1/shop/v1', credentials },
  });
  expect(results.find(({ id }) => id === 'limits/breach-is-429')).toMatchObject({ verdict: 'pass' });
  expect(results.find(({ id }) => id === 'limits/wait-then-retry')).toMatchObject({
    verdict: 'inconclusive',
    message: expect.stringMatching(/^the limit ends in \d+ s; --max-time 5m lets the run wait for it$/),
  });
  expect(durationMs).toBeLessThan(40_000);
});
