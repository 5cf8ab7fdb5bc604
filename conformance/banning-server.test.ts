// Tests that the suite judges nothing of a ban that its own wrong credentials have provoked.
import { expect, test } from 'vitest';
import { conform, type Report } from '../src/suite/run/conform.ts';
import { sampled, whole } from '../tools/testing/sampled.ts';
import { createVariedServer } from '../tools/testing/varied-server.ts';
import { catalogue } from './index.ts';
import { accusedIds } from './testing/degraded-server.ts';

const json = (status: number, code: string, headers = {}) =>
  Response.json({ error: { code, message: 'Too many failed attempts.' } }, { status, headers });
const forbidden = () => json(403, 'FORBIDDEN');

/** What servers send to the addresses that they ban. */
const BANS: Record<string, () => Response> = {
  'a page of a gateway with 403': () =>
    new Response('<html>403 Forbidden</html>', { status: 403, headers: { 'content-type': 'text/html' } }),
  '403 as JSON': forbidden,
  'a reset of the connection': () => {
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  },
};

/** A server that bans an address for some time after 25 replies of 401 within ten minutes. */
function banningServer(ban: () => Response, lastsMs: number) {
  const { fetch, clock, target } = createVariedServer();
  const failures: number[] = [];
  let until = 0;
  let bans = 0;
  const answer = async (request: Request): Promise<Response> => {
    if (clock.now() < until) return ban();
    const reply = await fetch(request);
    if (reply.status !== 401) return reply;
    failures.push(clock.now());
    if (failures.filter((at) => at > clock.now() - 600_000).length < 25) return reply;
    failures.length = 0;
    bans += 1;
    until = clock.now() + lastsMs;
    return reply;
  };
  return { options: { catalogue, clock, target, fetch: answer, seed: 7 }, bans: () => bans };
}

/** The verdicts of the results that a ban has kept from being judged. */
const stoppedBy = ({ results }: Report) =>
  results
    .filter(({ message }) => message.includes('bans who sends wrong credentials'))
    .map(({ verdict }) => verdict);

const only = [
  'authentication/missing/',
  'authentication/never-issued/',
  'customers/',
  'errors/',
  'statuses/',
  'auth/login-',
];

test.each(sampled(Object.entries(BANS), 1))(
  'a ban of a minute, which is %s, yields no finding',
  async (_, ban) => {
    const { options, bans } = banningServer(ban, 60_000);
    const report = await conform({ ...options, only });
    expect(accusedIds(report)).toEqual([]);
    expect(report.summary.pass).toBeGreaterThan(50);
    // After the first ban the run sends no wrong credential any more; those without one are refused rightly.
    expect(bans()).toBeLessThan(8);
    const stopped = stoppedBy(report);
    expect(stopped.length).toBeGreaterThan(50);
    expect(new Set(stopped)).toEqual(new Set(['inconclusive']));
    expect(report.cleanup.leftovers).toEqual([]);
  },
);

test('a ban that does not end makes what is left inconclusive, and says so', async () => {
  const { options } = banningServer(forbidden, 86_400_000);
  const report = await conform({ ...options, only });
  expect(accusedIds(report)).toEqual([]);
  expect(report.summary.fail).toBe(0);
  expect(report.results.map(({ message }) => message).join()).toContain('it was still refused after');
});

if (whole)
  test('a target that ends every connection for good has stopped answering, and the run ends within two minutes', async () => {
    const { fetch, clock, target } = createVariedServer();
    let requests = 0;
    const dying = async (request: Request): Promise<Response> =>
      ++requests > 300 ? (BANS['a reset of the connection']?.() ?? forbidden()) : fetch(request);
    const began = clock.now();
    const report = await conform({ catalogue, clock, target, fetch: dying, seed: 7, only });
    expect(report).toMatchObject({ verdict: 'unreachable', exitCode: 3 });
    expect(accusedIds(report)).toEqual([]);
    expect(report.reasons.join()).toContain('the target stopped answering');
    expect(report.durationMs).toBeLessThan(120_000);
    expect(clock.now() - began).toBeGreaterThan(60_000);
  });

test('a ban that is 429 with Retry-After yields no finding', async () => {
  const { options } = banningServer(() => json(429, 'RATE_LIMITED', { 'retry-after': '30' }), 60_000);
  const report = await conform({ ...options, only });
  expect(accusedIds(report)).toEqual([]);
  expect(report.summary.pass).toBeGreaterThan(50);
});

test('a target that always refuses the profile of its caller is not taken for one that bans', async () => {
  const { fetch, clock, target } = createVariedServer();
  const refusing = async (request: Request): Promise<Response> =>
    request.url.endsWith('/auth/me') ? forbidden() : fetch(request);
  const report = await conform({
    catalogue,
    clock,
    target,
    fetch: refusing,
    seed: 7,
    only: ['authentication/revoked/', 'customers/'],
  });
  expect(stoppedBy(report)).toEqual([]);
});
