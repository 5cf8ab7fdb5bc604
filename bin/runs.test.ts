// Tests of whole runs against a mock in this process: plans, budgets, determinism, and modes.
import { expect, test } from 'vitest';
import { catalogue } from '../conformance/index.ts';
import { LEFT_OUT } from '../conformance/testing/heavy-cells.ts';
import { hostingMock } from '../mocks/index.ts';
import { createApp } from '../src/server/app.ts';
import { diffReports } from '../src/suite/cli/diff-command.ts';
import { inOrderOfPriority } from '../src/suite/plan/budget.ts';
import { costFunction } from '../src/suite/plan/plan.ts';
import { type ConformOptions, conform, type Report } from '../src/suite/run/conform.ts';
import { planRun } from '../src/suite/run/options.ts';
import { sampled, whole } from '../tools/testing/sampled.ts';
import { targetConfig } from './mock-target.ts';

type SentRequest = { method: string; path: string; status: number; at: number };

// Creates a new mock whose clock advances when the suite waits, and which records its requests.
function newMock(limits: 'A' | 'B' = 'A') {
  const app = createApp(hostingMock, { clock: 'frozen', limits });
  const sent: SentRequest[] = [];
  const target = targetConfig('http://127.0.0.1/v1', app);
  const options = {
    target,
    catalogue,
    clock: {
      now: () => app.world.clock.now(),
      sleep: async (ms: number) => void app.world.clock.advance(ms),
    },
    async fetch(request: Request) {
      const { method, url } = request;
      const reply = await app.fetch(request);
      const path = new URL(url).pathname.replace('/v1', '');
      sent.push({ method, path, status: reply.status, at: app.world.clock.now() });
      // The invariants of the mock hold whatever is asked of it, in whatever order.
      if (sent.length % 50 === 0) expect(app.invariants(), `after ${method} ${path}`).toEqual([]);
      return reply;
    },
    seed: 1,
    skip: LEFT_OUT,
  } satisfies ConformOptions;
  return { app, options, sent };
}

type RunSettings = Partial<ConformOptions> & { without?: readonly string[] };

// Runs the suite against a new mock, optionally without some of the mock's credentials.
async function runSuite({ without = [], ...given }: RunSettings = {}) {
  const { app, options, sent } = newMock();
  const credentials = Object.fromEntries(
    Object.entries(options.target.credentials).filter(([name]) => !without.includes(name)),
  );
  const all = { ...options, target: { ...options.target, credentials }, ...given };
  const before = idsIn(app.world.export());
  return { plan: planRun(all).plan, report: await conform(all), sent, before, target: all.target, app };
}

/** Two runs with the same options, each against a mock of its own, which several tests read; in `npm test` of half the areas. */
let wholeRuns: Promise<[Run, Run]> | undefined;
const twoWholeRuns = (): Promise<[Run, Run]> => {
  const only = whole
    ? []
    : ['auth/', 'billing/', 'customers/', 'dns/', 'orders/', 'services/', 'support/', 'vps/'];
  wholeRuns ??= Promise.all([runSuite({ only }), runSuite({ only })]);
  return wholeRuns;
};
type Run = Awaited<ReturnType<typeof runSuite>>;

const OTHERS = ['tenantB', 'platformAdmin', 'limited', 'twoFactor', 'expired', 'revoked', 'reseller'];

/** Checks that `HEAVY_CELLS` leaves out, of all their kinds. */
const CELLS = [
  'validation/members/createCustomer',
  'validation/two-members/createCustomer',
  'authentication/expired/',
];
const plans: [string, RunSettings][] = [
  whole ? ['with every cell', { skip: [] }] : ['with cells of each kind', { skip: [], only: CELLS }],
  ['with the profile contract', { profile: 'contract' }],
  ['with --mode safe', { mode: 'safe' }],
  ['with --quick', { size: 'quick' }],
  ['with --smoke', { size: 'smoke' }],
  ['with --allow webhooks', { allow: ['webhooks'] }],
  ['with --allow rate-limit-burst', { allow: ['rate-limit-burst'] }],
  ...OTHERS.map((name): [string, RunSettings] => [`without ${name}`, { without: [name] }]),
  ['with one credential only', { without: OTHERS }],
];
test.each(sampled(plans, 1))(
  'the planned number of requests differs by at most 5 %% or three requests from the number sent: %s',
  async (_, given) => expectPlanned(await runSuite(given)),
);

function expectPlanned({ plan, report }: Run): void {
  const off = Math.abs(plan.requests - report.requests);
  expect({ planned: plan.requests, sent: report.requests, off }).toMatchObject({
    off: expect.toSatisfy((n: number) => n <= Math.max(3, report.requests * 0.05)),
  });
}

test.each([
  ['quick', 60],
  ['smoke', 20],
] as const)(
  '--%s sends at most %i requests, ends with the verdict conformant, and lists the checks that it left out',
  async (size, most) => {
    const { report } = await runSuite({ size });
    expect(report).toMatchObject({ exitCode: 0, verdict: 'conformant' });
    expect(report.requests).toBeLessThanOrEqual(most);
    expect(report.choice).toMatchObject({ size, limit: most });
    expect(report.choice?.requirements.notAsked.length).toBeGreaterThan(0);
    expect(report.reasons[0]).toContain(`--${size} asked`);
  },
);

test('a budget runs the checks with the highest priority and lists the checks that it left out', async () => {
  const { report } = await runSuite({ maxRequests: 100 });
  expect(report).toMatchObject({ exitCode: 5, verdict: 'budget-spent' });
  const inOrder = inOrderOfPriority(catalogue.checks, catalogue, costFunction(catalogue, true), report.seed);
  // Calls of auth endpoints are paced, so that the budget may be spent before them.
  const worth = inOrder.filter(({ authCost }) => authCost === undefined).slice(0, 20);
  const left = report.results
    .filter(({ message }) => message === 'not run: the budget of 100 requests is spent')
    .map(({ id }) => id);
  expect(worth.filter(({ id }) => left.includes(id))).toEqual([]);
  expect(left.length).toBeGreaterThan(100);
});

test('two runs with the same seed against two new mocks give the same report, except for times, run ids and prices of names', async () => {
  const [one, other] = await twoWholeRuns();
  const withoutTimes = (report: Report): string =>
    JSON.stringify(report)
      .replaceAll(report.runId, 'hc-run')
      .replace(/"(ms|durationMs|waitedMs)":\d+/g, '"$1":0')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
      // The mock's price of a domain and the name of an account depend on the domain, which contains the run id.
      .replace(/username\W+\w+/g, 'username')
      .replace(/"spent":\[[^\]]*\]/, '')
      .replace(/"price":\{"amount":\d+/g, '');
  expect(one.report.runId).not.toBe(other.report.runId);
  expect(withoutTimes(one.report) === withoutTimes(other.report)).toBe(true);
});

test('diff reports no difference between two runs against the mock, and every judgement of a run rests on a comparison', async () => {
  const [one, other] = await twoWholeRuns();
  expectPlanned(one);
  const { results } = one.report;
  expect(results.filter(({ verdict, comparisons }) => verdict === 'pass' && comparisons === 0)).toEqual([]);
  expect(results.filter(({ verdict }) => verdict === 'inconclusive').map(({ id }) => id)).toEqual([]);
  // How often a run has met a limit is no difference of the two.
  const limited = structuredClone(other.report);
  Object.assign(limited.coverage.operations.getWallet ?? {}, { 429: 1 });
  for (const report of [other.report, limited])
    expect(diffReports(one.report, report)).toEqual({
      differences: [],
      judgedByOne: { a: [], b: [] },
      runByOneOnly: 0,
    });
});

test('the invariants of the mock hold during the year after a run', async () => {
  const [{ app }] = await twoWholeRuns();
  for (let month = 0; month < 12; month += 1) {
    app.world.clock.advance(30 * 86_400_000);
    app.world.runDue();
    expect(app.invariants(), `month ${month}`).toEqual([]);
  }
});

const READS = ['GET', 'HEAD'];
const LOGINS = ['/auth/login', '/auth/refresh', '/auth/2fa/verify'];

test('mode read-only sends only GET, HEAD and logins', async () => {
  const run = await runSuite({ mode: 'read-only' });
  expectPlanned(run);
  const { report, sent } = run;
  expect(report.exitCode).toBe(0);
  expect(sent.length).toBeGreaterThan(50);
  const others = sent.filter(({ method, path }) => !READS.includes(method) && !LOGINS.includes(path));
  expect(others).toEqual([]);
});

test('mode safe writes only to resources that the run has created, and buys nothing', async () => {
  const { app, options, sent } = newMock();
  const before = idsIn(app.world.export());
  // This target file names no pending order that the run may cancel.
  const report = await conform({
    ...options,
    mode: 'safe',
    target: { ...options.target, values: { skuId: 'hosting-pro' } },
  });
  expect(report).toMatchObject({ exitCode: 0, cleanup: { leftovers: [] } });
  const writes = sent.filter(({ method, status }) => !READS.includes(method) && status < 300);
  expect(writes.length).toBeGreaterThan(50);
  const purchases =
    /^\/(orders|payments|wallet|vps|ssl|email|hosting|domains\/(register|transfer))(\/(?!check)|$)/;
  expect(writes.filter(({ method, path }) => method === 'POST' && purchases.test(path))).toEqual([]);
  expect(report.receipt).toBeUndefined();
  const touched = writes.filter(({ path }) => path.split('/').some((part) => before.has(part)));
  expect(touched).toEqual([]);
  // Rows that existed before the run change only as they would change without the run. Logins and wallet balances are
  // not compared.
  const alone = newMock();
  const rows = rowsIn(alone.app.world.export());
  alone.app.world.clock.advance(app.world.clock.now() - alone.app.world.clock.now());
  alone.app.world.runDue();
  const [untouched, after] = [rowsIn(alone.app.world.export()), rowsIn(app.world.export())];
  // The mock computes the fingerprint of a certificate when a certificate is first read.
  const stored = (row?: string) => row?.replace(/"fingerprint_sha256":(null|"\w+")/, '');
  const changed = [...rows.keys()].filter((id) => stored(after.get(id)) !== stored(untouched.get(id)));
  const logins = /^\/tables\/(users|credentials|sessions|wallets|counters) /;
  expect(rows.size).toBeGreaterThan(200);
  expect(changed.filter((id) => !logins.test(id))).toEqual([]);
});

test('mode full ends or deletes only resources that its ledger lists', async () => {
  const [{ sent, before, target, report }] = await twoWholeRuns();
  expect(report.mode).toBe('full');
  // The run may also end resources that the user's target file permits it to cancel.
  const given = JSON.stringify(target.values);
  const ended = sent.filter(
    ({ method, path, status }) =>
      status < 300 && (method === 'DELETE' || /\/(cancel|terminate|close)$/.test(path)),
  );
  expect(ended.length).toBeGreaterThan(20);
  const foreign = ended.filter(({ path }) =>
    path.split('/').some((part) => before.has(part) && !given.includes(part)),
  );
  expect(foreign).toEqual([]);
});

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const idsIn = (world: unknown): Set<string> => new Set(JSON.stringify(world).match(UUID) ?? []);

// Returns every row of an exported world as text, by table and id.
function rowsIn(world: unknown): Map<string, string> {
  const rows = new Map<string, string>();
  const visit = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('id' in value && typeof value.id === 'string')
      rows.set(`${place} ${value.id}`, JSON.stringify(value));
    else
      for (const [name, member] of Object.entries(value))
        visit(member, Array.isArray(value) ? place : `${place}/${name}`);
  };
  visit(world, '');
  return rows;
}

test('with 60 requests and 10 logins per minute, the run gets no 429 and logs in at most 8 times per minute', async () => {
  const { options, sent } = newMock('B');
  const only = whole ? [] : ['auth/', 'authentication/missing/', 'customers/', 'limits/'];
  const report = await conform({ ...options, only });
  expect(report).toMatchObject({ exitCode: 0, pacing: { unprovoked429: 0 } });
  expect(sent.filter(({ status }) => status === 429)).toEqual([]);
  const auth = sent.filter(({ method, path }) => method === 'POST' && path === '/auth/login');
  expect(auth.length).toBeGreaterThan(8);
  const busiest = auth.map(({ at }) => auth.filter((one) => one.at >= at && one.at < at + 60_000).length);
  expect(Math.max(...busiest)).toBeLessThanOrEqual(8);
});
