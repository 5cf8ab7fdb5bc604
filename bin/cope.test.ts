// Tests of `cope`, with a small client as the user's command.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { CopeReport } from '../src/cope/report.ts';
import { withExitCode } from '../src/suite/cli/io.ts';
import { capturedIo } from '../src/suite/testing/io.ts';
import { chromiumPath } from '../tools/chromium.ts';
import { sampled, whole } from '../tools/testing/sampled.ts';
import { type CopeFlags, runCope } from './cope-run.ts';
import { newFolder, run, start } from './testing/processes.ts';

const CLIENT = fileURLToPath(new URL('./testing/cope-client.ts', import.meta.url));
const VITEST = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const FIXTURES = fileURLToPath(new URL('./testing/fixture-app.test.ts', import.meta.url));
const PURCHASE = fileURLToPath(new URL('../examples/shop/testing/purchase.ts', import.meta.url));

afterEach(() => void vi.unstubAllEnvs());

type Flags = Partial<CopeFlags>;

// Runs `cope` on a command in this process.
async function copeOn(command: readonly string[], flags: Flags = {}) {
  const { io, printed } = capturedIo();
  const all = { world: 'demo', seed: '1', seeds: '0', ...flags };
  const code = await withExitCode(io, () => runCope(command, all, io));
  return { code, ...printed };
}

// Runs `cope` on the client. `faults`: the faults of the client.
async function cope(faults: string, flags: Flags = {}, env: Record<string, string> = {}) {
  const file = join(newFolder(), 'report.json');
  for (const [name, value] of Object.entries({ FAULTS: faults, ...env })) vi.stubEnv(name, value);
  const report = (): CopeReport => JSON.parse(readFileSync(file, 'utf8'));
  const run = await copeOn([process.execPath, CLIENT], { report: [`json=${file}`, 'console'], ...flags });
  return { ...run, report };
}

const ids = ({ findings }: CopeReport) => findings.map(({ id, places }) => [id, ...places]);
const client = (name: string): string => `client › ${name}`;

test('a tolerant client survives what the document tells clients to tolerate, in at most five runs', async () => {
  const [html, json] = ['report.html', 'report.json'].map((name) => join(newFolder(), name)) as [
    string,
    string,
  ];
  const reports = ['--report', `html=${html}`, '--report', `json=${json},console`];
  const { code, err, out } = await start(['cope', ...reports, '--', process.execPath, CLIENT]).ended;
  expect(err, out).not.toContain('failed');
  expect(code).toBe(0);
  const report: CopeReport = JSON.parse(readFileSync(json, 'utf8'));
  expect(ids(report)).toEqual([]);
  expect(report.runs).toBeLessThanOrEqual(5);
  expect(report.survived).toContain('further-members=some');
  expect(report.notMet).toContain('deliveries=out of order');
  expect(readFileSync(html, 'utf8')).toContain('<code>errors=flat</code>');
  expect(err).toContain(`report: ${html}\n`);
});

if (whole)
  test('a tolerant client survives early limits, outages, closed connections, short sessions and late reads', async () => {
    const { code, err, report } = await cope('', {
      only: ['early-limits', 'outages', 'session-length', 'lag', 'network=jittery'],
    });
    expect(err).not.toContain('failed');
    expect(ids(report())).toEqual([]);
    expect(code).toBe(0);
  });

// Writes a baseline that accepts the finding of a client that reads error.message only, at one of its tests.
function baselineOf(test: string): string {
  const file = join(newFolder(), 'known.json');
  const entry = { id: 'errors=flat 422', reason: 'next sprint', owner: 'web', expires: '2999-12-31' };
  writeFileSync(file, JSON.stringify({ findings: [{ ...entry, requirement: client(test) }] }));
  return file;
}

test('a client that reads error.message only is reduced to one freedom, with the request, the sentence and the line that shows it again', async () => {
  const only = whole ? {} : { only: ['errors=flat 422', 'further-members', 'times=nanoseconds', 'order'] };
  const flags = { ...only, baseline: baselineOf('pays') };
  const { code, out, err, report } = await cope('error.message only', flags);
  expect(code).toBe(1);
  expect(out).toContain(`accept nothing:\n  errors=flat 422 at ${client('pays')}: not found`);
  expect(ids(report())).toEqual([['errors=flat 422', client('shows a refusal')]]);
  expect(out).toContain('“Which of the two body shapes applies in which case: a client must tolerate both.”');
  expect(err).toContain(`found: errors=flat 422 breaks ${client('shows a refusal')}\n`);
  expect(out).toMatch(/POST \/v1\/customers as owner\n.*\n.*reply: 422 \{"message":/);
  expect(out).toContain("see it: npx hosting-contract mock --vary 'errors=flat 422'");
  expect(out).toContain("again: npx hosting-contract cope --only 'errors=flat 422' -- ");
  expect(report().runs).toBeLessThan(24);
});

if (whole)
  test('each of two faults is reduced to its own freedom, in one run of all', async () => {
    const { report } = await cope('known states only,whole seconds only');
    expect(ids(report()).sort()).toEqual([
      ['further-records=created within one second', client('shows customers')],
      ['further-states=some', client('shows customers')],
      ['times=fractions of different lengths', client('shows customers')],
    ]);
  });

if (whole)
  test('without results of single tests, the command as a whole counts', async () => {
    const { code, report } = await cope('error.message only,writes no results', {
      only: ['errors/flat 422', 'further-members'],
    });
    expect(code).toBe(1);
    expect(ids(report())).toEqual([['errors=flat 422', 'the command']]);
  });

if (whole)
  test('an error that the runner reports beside the tests is a failure', async () => {
    const { report } = await cope('fails beside its tests', { only: ['further-members'] });
    expect(ids(report())).toEqual([['further-members=some', 'runner › unhandled']]);
  });

test.each(
  sampled(
    [
      ['ignores Retry-After', 'early-limits', 'repeat-before-retry-after'],
      ['repeats without a key', 'outages=503 after the effect', 'repeat-takes-effect-twice'],
      ['clicks twice', 'further-members', 'write-sent-twice'],
      ['refreshes twice', 'further-members', 'refresh-storm'],
      ['polls', 'limits', 'polling-over-the-limit'],
    ],
    1,
  ),
)('what only the platform can see is named: %s', async (fault, only, kind) => {
  const { code, report } = await cope(fault, { only: [only] });
  expect(report().findings.map(({ id }) => id)).toContain(kind);
  expect(code).toBe(1);
});

if (whole)
  test('what was found until an interruption is in the report', async () => {
    const file = join(newFolder(), 'report.json');
    const only = ['--only', 'errors=flat 422,page-size', '--seeds', '500'];
    const { until, child, ended } = start(
      ['cope', ...only, '--report', `json=${file}`, '--', process.execPath, CLIENT],
      {
        env: { ...process.env, FAULTS: 'error.message only' },
      },
    );
    await until(/^found: errors=flat 422 breaks client › shows a refusal/m);
    // Two signals at once, as `timeout` sends them, are one request to end.
    for (const signal of ['SIGSTOP', 'SIGTERM', 'SIGINT', 'SIGCONT'] as const) child.kill(signal);
    expect((await ended).code).toBe(130);
    const report: CopeReport = JSON.parse(readFileSync(file, 'utf8'));
    expect(report).toMatchObject({ isInterrupted: true, verdict: 'broken' });
    expect(ids(report)).toEqual([['errors=flat 422', client('shows a refusal')]]);
  });

if (whole)
  test('a break that is not narrowed when cope is interrupted is in the report, with the values that are left', async () => {
    const file = join(newFolder(), 'report.json');
    const flags = ['--only', 'errors=flat 422,order', '--report', `json=${file}`, '--report', 'console'];
    const FAULTS = 'error.message only,hangs from the fourth run';
    const env = { ...process.env, FAULTS, MOODY_FILE: join(newFolder(), 'runs') };
    const { until, child, ended } = start(['cope', ...flags, '--', process.execPath, CLIENT], { env });
    await until(/^run 3: .* failed/m);
    child.kill('SIGINT');
    const { code, out } = await ended;
    expect(code).toBe(130);
    expect(out).toContain('narrowed so far: errors=flat 422; order=oldest first\n');
    expect(out).toMatch(/interrupted: 1 finding; 0 values survived/);
    const report: CopeReport = JSON.parse(readFileSync(file, 'utf8'));
    expect(report).toMatchObject({ verdict: 'broken', findings: [{ places: [client('shows a refusal')] }] });
  });

if (whole)
  test('a known finding of the baseline fails nothing', async () => {
    const flags = { only: ['errors=flat 422'], baseline: baselineOf('shows a refusal') };
    expect(await cope('error.message only', flags)).toMatchObject({ code: 0 });
  });

test('tests that fail without a variation end cope with exit 2, and one that differs by itself is set aside', async () => {
  const red = await cope('always fails');
  expect(red.code).toBe(2);
  expect(red.err).toContain('1 test failed against the mock without a variation');
  expect(red.err).toContain('client › is steady: it always fails');
  const moody = { MOODY_FILE: join(newFolder(), 'runs') };
  const { code, report } = await cope('', { only: ['further-members'] }, moody);
  expect(code).toBe(0);
  expect(report()).toMatchObject({ setAside: [client('is steady')], tests: 4 });
});

if (whole)
  test('--plan lists the runs and their time, and runs nothing varied', async () => {
    const { code, out, err } = await cope('', { plan: true, anyDeployment: true, unlucky: true, seeds: '2' });
    expect(code).toBe(0);
    expect(err.match(/^run/gm)).toHaveLength(1);
    expect(out).toMatch(/^run 2: [a-z-]+=/);
    expect(out).toMatch(/\n15 further runs of .*, about /);
  });

test('a misspelt freedom, an unknown form and a missing command are refused with exit 2 before anything runs', async () => {
  const refused = async (flags: Flags, command = 'true') => {
    const { code, err } = await copeOn([command], flags);
    expect(code).toBe(2);
    return err;
  };
  expect(await refused({ only: ['erors'] })).toContain('did you mean "errors"?');
  expect(await refused({ only: ['errors/flatt'] })).toContain('did you mean "flat"?');
  expect(await refused({ report: ['sarif=x'] })).toContain('cope has console, github');
  expect(await refused({}, 'no-such-program')).toContain('the command cannot be started');
  const { code, err } = await run('cope');
  expect(code).toBe(2);
  expect(err).toContain("missing required argument 'command'");
});

if (whole)
  test('a setting that decides is shown with the request, and a reply that is compressed as text', async () => {
    const program = `const { HOSTING_BASE_URL, HOSTING_TOKEN } = process.env;
  fetch(HOSTING_BASE_URL + '/wallet', { headers: { authorization: 'Bearer ' + HOSTING_TOKEN } }).then((reply) => {
    const isBroken = reply.headers.get('date').includes('31 Oct 2027') && reply.headers.has('content-encoding');
    process.exit(isBroken ? 1 : 0);
  })`;
    const only = ['clock=end of October', 'encoding=gzip'];
    const { out } = await copeOn([process.execPath, '-e', program], { only });
    expect(out).toMatch(/reply: 200 \{"tenant_id":/);
    expect(out).toMatch(
      /varied: encoding=gzip, clock=end of October \(its time was 2027-10-31T00:\d\d:\d\dZ\)/,
    );
  });

test('a command that sends no request to the mock is refused with exit 2', async () => {
  const { code, err } = await copeOn([process.execPath, '-e', '']);
  expect(err).toContain('the command sent no request to the mock');
  expect(code).toBe(2);
});

if (whole)
  test.runIf(process.platform === 'linux')(
    'what a run leaves behind in a process group of its own is asked to end before the next run',
    async () => {
      const file = join(newFolder(), 'server');
      const { code, report } = await cope('', { only: ['further-members'] }, { SERVER_FILE: file });
      expect(code).toBe(0);
      expect(readFileSync(file, 'utf8')).toBe('begun ended '.repeat(report().runs));
    },
  );

if (whole)
  test('a test that fails in a later run without a variation cannot be judged: exit 2, and never "nothing broke"', async () => {
    const moody = { MOODY_FILE: join(newFolder(), 'runs') };
    const { code, out, report } = await cope(
      'fails from the second run',
      { only: ['further-members'] },
      moody,
    );
    expect(report()).toMatchObject({ verdict: 'not judged', unjudged: [client('is steady')] });
    expect(out).not.toContain('nothing broke');
    expect(code).toBe(2);
  });

test('no report remains of a command that is refused, and the name of a test writes no command into the log', async () => {
  const [file, junit] = ['report.json', 'results.xml'].map((name) => join(newFolder(), name)) as [
    string,
    string,
  ];
  const xml = '<testcase name="a&#10;::error::b"><failure message="c"/></testcase>';
  const program = `require('fs').writeFileSync(${JSON.stringify(junit)}, ${JSON.stringify(xml)})`;
  const { code, err } = await copeOn([process.execPath, '-e', program], { junit, report: [`json=${file}`] });
  expect(code).toBe(2);
  expect(err).not.toMatch(/^::/m);
  expect(existsSync(file)).toBe(false);
});

test('a correct app on the fixtures survives everything that is varied by default', async () => {
  const only = whole ? {} : { only: ['errors/flat'] };
  // The tests of the app are no test of `npm run test:whole`.
  vi.stubEnv('TEST_WHOLE', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  const command = [process.execPath, VITEST, 'run', '--experimental.viteModuleRunner=false', FIXTURES];
  const { code, out, err } = await copeOn(command, only);
  expect(err).not.toContain('failed');
  expect(out).toMatch(/^Survived:\n(?: {2}.*\n)* {2}errors=flat/m);
  expect(code).toBe(0);
});

if (whole)
  test.runIf(chromiumPath())(
    'a purchase in the example shop survives what is varied by default',
    async () => {
      const { code, out, err } = await copeOn([process.execPath, PURCHASE]);
      expect(err).not.toContain('failed');
      expect(out).toMatch(/nothing broke; \d+ values? survived, \d+ not met in/);
      expect(code).toBe(0);
    },
  );
