// Tests that the burst of log-ins reaches the limit that the target announces, within the maximum that the run allows.
import { expect, test } from 'vitest';
import { type ConformOptions, conform } from '../src/suite/run/conform.ts';
import { createVariedServer } from '../tools/testing/varied-server.ts';
import { catalogue } from './index.ts';

const BURST_CHECKS = ['limits/breach-is-429', 'limits/auth-tighter', 'limits/wait-then-retry'];

/** Runs the suite, with bursts, on a server that takes 140 log-ins a minute. */
async function run(options: Partial<ConformOptions> = {}) {
  const server = createVariedServer([], { limitsAuth: 140 });
  const report = await conform({
    catalogue,
    allow: ['rate-limit-burst'],
    mode: 'full',
    only: BURST_CHECKS,
    ...server,
    ...options,
  });
  const logins = Object.values(report.coverage.operations.login ?? {}).reduce((sum, n) => sum + n, 0);
  return { ...report, logins };
}

test('a limit of 140 log-ins is reached', async () => {
  const { results, logins } = await run();
  for (const id of BURST_CHECKS)
    expect(results.find((result) => result.id === id)).toMatchObject({ id, verdict: 'pass' });
  expect(logins).toBeGreaterThan(120);
});

test('a burst ends at the maximum that the run allows, and the checks say so', async () => {
  const { results, logins } = await run({ burstMax: 100 });
  expect(results.find(({ id }) => id === 'limits/breach-is-429')).toMatchObject({
    verdict: 'inconclusive',
    message: expect.stringContaining('--burst-max allows 100'),
  });
  expect(logins).toBeLessThan(120);
});

test('a limit that counts the log-ins of each address by itself, and that no reply states, is reached', async () => {
  const server = createVariedServer([], { limitsAuth: 10_000 });
  const counts = new Map<string, number>();
  const { results } = await run({
    ...server,
    async fetch(request) {
      if (!request.url.endsWith('/auth/login')) return server.fetch(request);
      const email = /"email":"([^"]+)/.exec(await request.clone().text())?.[1] ?? '';
      counts.set(email, (counts.get(email) ?? 0) + 1);
      const limited = { error: { code: 'RATE_LIMITED', message: 'Too many log-ins.' } };
      if ((counts.get(email) ?? 0) > 20)
        return Response.json(limited, { status: 429, headers: { 'retry-after': '60' } });
      const reply = await server.fetch(request);
      const headers = [...reply.headers].filter(([name]) => !/ratelimit/i.test(name));
      return new Response(reply.body, { status: reply.status, headers });
    },
  });
  expect(results.find(({ id }) => id === 'limits/breach-is-429')).toMatchObject({ verdict: 'pass' });
});
