// Tests of conformanceTests(): vitest runs it in a separate project, and its verdicts are those of the command line.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { targetConfig } from '../bin/mock-target.ts';
import { newFolder, run as runCommand } from '../bin/testing/processes.ts';
import { whole } from '../tools/testing/sampled.ts';
import type { Report } from './conformance.ts';
import { createMock, type Mock } from './index.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const project = newFolder();
const config = join(project, 'target.json');
const ONLY = ['customers/', 'orders/create', 'orders/cancel', 'isolation/listOrders', 'bodies/'];
const FLAGS = ['--seed', '1', '--mode', 'full', '--only', ONLY.join()];

let mock: Mock;

// Serves a mock of which two operations are wrong, so that a run has verdicts of every kind: deleting a customer has no
// effect, and creating an order is refused. Names it in the target file.
async function serveMock(): Promise<void> {
  mock = await createMock({
    ...{ limitsAuth: 1000, limits: 'off', clock: '2026-11-20T08:00:00Z' },
    requests: { count: 10_000, bytes: 100_000_000 },
  });
  mock.override('deactivateCustomer', {}, { validate: false });
  mock.override('createOrder', { message: 'no', errors: { items: ['no'] } }, { status: 422 });
  const { baseUrl } = await mock.listen();
  const { credentials, ...target } = targetConfig(baseUrl, mock);
  const { tenantA } = credentials;
  writeFileSync(config, JSON.stringify({ ...target, credentials: { tenantA } }));
}

beforeAll(() =>
  writeFileSync(
    join(project, 'vitest.config.mjs'),
    // Node imports the modules, as it does with those of an installed package.
    'export default { test: { include: ["*.test.mjs"], maxWorkers: 1, isolate: false, experimental: { viteModuleRunner: false } } };\n',
  ),
);
beforeEach(serveMock);
afterEach(() => mock.close());

// Returns the number of requests that the mock has received; its log begins to count with the first call.
const callCount = (): number => mock.requests.list({ limit: 1 }).total;

type ReportedTest = {
  title: string;
  status: string;
  failureMessages: string[];
  ancestorTitles: string[];
  meta: unknown;
};

// Runs test files with vitest in the separate test project.
async function vitest(
  testFiles: readonly string[],
  ...flags: string[]
): Promise<{ code: number; tests: ReportedTest[]; text: string }> {
  const names = testFiles.map((_, at) => `${at}.test.mjs`);
  for (const [at, name] of names.entries()) writeFileSync(join(project, name), testFiles[at] ?? '');
  const json = join(project, 'vitest.json');
  const args = [
    ...['run', ...names, '--root', project, '--reporter=verbose', '--reporter=json'],
    ...[`--outputFile.json=${json}`, ...flags],
  ];
  const { code, text } = await node(path('../node_modules/vitest/vitest.mjs'), ...args);
  const output = JSON.parse(readFileSync(json, 'utf8')) as {
    testResults: { assertionResults: ReportedTest[]; message: string }[];
  };
  return {
    code,
    tests: output.testResults.flatMap(({ assertionResults }) => assertionResults),
    text: text + output.testResults.map(({ message }) => message).join('\n'),
  };
}

function node(...args: string[]): Promise<{ code: number; text: string }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, NO_COLOR: '1', VITEST: undefined },
    });
    let text = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    child.stderr.on('data', (chunk) => (text += chunk));
    child.on('close', (code) => done({ code: code ?? 1, text }));
  });
}

const file = (options: object): string =>
  `import { conformanceTests } from ${JSON.stringify(path('./vitest.ts'))};\nconformanceTests(${JSON.stringify(options)});\n`;
const AS_TEST: Record<string, string> = {
  pass: 'passed',
  warn: 'passed',
  observed: 'passed',
  fail: 'failed',
  broken: 'failed',
};

test('conformanceTests() makes every check and rule a test with the same verdict as the command line', async () => {
  callCount();
  const { code, tests } = await vitest([file({ target: config, only: ONLY, seed: 1, mode: 'full' })]);
  const calls = callCount();
  await mock.close();
  await serveMock();
  const json = join(project, 'report.json');
  const cli = await runCommand('conform', '--config', config, ...FLAGS, '--report', `json=${json}`);
  const report = JSON.parse(readFileSync(json, 'utf8')) as Report;
  expect({ code, cli: cli.code }).toEqual({ code: 1, cli: 1 });
  const { summary } = report;
  for (const verdict of ['pass', 'fail', 'not-applicable', 'inconclusive'] as const)
    expect(summary[verdict]).toBeGreaterThan(0);

  const wanted = new Map<string, string>();
  for (const { id, verdict, kind } of report.results) {
    const [item = id] = id.split('@');
    const as = AS_TEST[verdict] ?? 'skipped';
    if (kind !== 'credential' && wanted.get(item) !== 'failed') wanted.set(item, as);
  }
  const got = tests.map(({ title, status }) => [
    /\[([^\]]+)\]$/.exec(title)?.[1] ?? title,
    status === 'pending' ? 'skipped' : status,
  ]);
  expect(Object.fromEntries(got)).toEqual({
    ...Object.fromEntries(wanted),
    'enough could be judged': 'passed',
  });
  expect(calls).toBe(report.requests);

  const breach = tests.find(({ status }) => status === 'failed');
  expect(breach?.failureMessages.join()).toMatch(
    /sentence .*\n[\s\S]*reply .*\n[\s\S]*replay .*--config .*target\.json --only/,
  );
  expect(
    tests.every(({ ancestorTitles }) => ancestorTitles[0] === 'the deployment conforms to the contract'),
  ).toBe(true);
});

if (whole)
  test("with vitest's -t, the run sends only the requests of the selected tests, and skipped tests state the reason", async () => {
    callCount();
    const { code, tests, text } = await vitest(
      [file({ target: config, seed: 1, only: ['isolation/', 'authentication/missing/'] })],
      '-t',
      '(isolation|missing)/getCustomer\\]',
    );
    const ran = tests.filter(({ status }) => status === 'passed').map(({ title }) => title);
    expect(code).toBe(0);
    expect(ran, text).toHaveLength(1);
    expect(callCount()).toBeLessThan(8);
    expect(text).toContain('not-applicable: give a credential of a second tenant');
  });

if (whole)
  test('a run that judged too few checks fails, and an invalid option gives an error of one sentence', async () => {
    const nobody = join(project, 'nobody.json');
    writeFileSync(
      nobody,
      JSON.stringify({
        ...JSON.parse(readFileSync(config, 'utf8')),
        credentials: { tenantA: { token: 'x' } },
      }),
    );
    const { code, tests, text } = await vitest([
      file({ target: nobody, only: ['orders/'] }),
      file({ target: 'https://api.example/v1' }),
    ]);
    expect(code).toBe(1);
    expect(tests.filter(({ status }) => status === 'failed').map(({ title }) => title)).toEqual([
      'enough could be judged',
    ]);
    expect(text).toContain('api.example is not this machine: name a mode');
  });
