// Tests of conformanceTests(): vitest runs it in a separate project, and its verdicts are those of the command line.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { targetConfig } from '../bin/mock-target.ts';
import { hostingMock } from '../mocks/index.ts';
import { type App, createApp } from '../src/server/app.ts';
import type { Report } from './conformance.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const project = mkdtempSync(join(tmpdir(), 'hosting-contract-'));
const ONLY = ['customers/', 'orders/', 'isolation/listOrders', 'bodies/'];
const FLAGS = ['--seed', '1', '--mode', 'full', '--only', ONLY.join()];

let app: Pick<App, 'fetch'>;
let server: Server;
let calls = 0;
let config = '';

/**
 * Replaces the replies of two operations, so that the run has verdicts of every kind: deleting a customer has no
 * effect, and creating an order is refused.
 */
function faulty(method: string, url: string): Response | undefined {
  const headers = { 'content-type': 'application/json' };
  if (method === 'DELETE' && url.startsWith('/v1/customers/')) return new Response('{}', { headers });
  if (method !== 'POST' || url !== '/v1/orders') return undefined;
  return new Response('{"message":"no","errors":{"items":["no"]}}', { status: 422, headers });
}

const asRequest = (
  method: string,
  url: string,
  headers: IncomingHttpHeaders,
  body: Uint8Array | null,
): Request =>
  new Request(`http://127.0.0.1${url}`, {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    body: body === null ? null : Buffer.from(body),
  });

beforeAll(async () => {
  server = createServer(async (request, reply) => {
    calls += 1;
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = 'GET', url = '/', headers } = request;
    const body = chunks.length === 0 ? null : Buffer.concat(chunks);
    const answer = faulty(method, url) ?? (await app.fetch(asRequest(method, url, headers, body)));
    reply.writeHead(answer.status, [...answer.headers].flat());
    reply.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as { port: number };
  const { credentials, ...target } = targetConfig(`http://127.0.0.1:${port}/v1`, newApp());
  config = join(project, 'target.json');
  const { tenantA } = credentials;
  writeFileSync(config, JSON.stringify({ ...target, credentials: { tenantA } }));
  writeFileSync(
    join(project, 'vitest.config.mjs'),
    'export default { test: { include: ["*.test.mjs"] } };\n',
  );
});
afterAll(() => {
  server.close();
  rmSync(project, { recursive: true });
});
beforeEach(() => {
  newApp();
  calls = 0;
});

function newApp() {
  const created = createApp(hostingMock, { limitsAuth: 1000, limits: 'off', clock: '2026-11-20T08:00:00Z' });
  app = created;
  return created;
}

type ReportedTest = {
  title: string;
  status: string;
  failureMessages: string[];
  ancestorTitles: string[];
  meta: unknown;
};

/** Runs vitest in the separate test project. */
async function vitest(
  testFile: string,
  ...flags: string[]
): Promise<{ code: number; tests: ReportedTest[]; text: string }> {
  writeFileSync(join(project, 'api.test.mjs'), testFile);
  const json = join(project, 'vitest.json');
  const args = [
    'run',
    '--root',
    project,
    '--reporter=verbose',
    '--reporter=json',
    `--outputFile.json=${json}`,
    ...flags,
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
  const { code, tests } = await vitest(file({ target: config, only: ONLY, seed: 1, mode: 'full' }));
  const callCount = calls;
  newApp();
  const json = join(project, 'report.json');
  const cli = await node(
    path('../bin/hosting-contract.ts'),
    'conform',
    '--config',
    config,
    ...FLAGS,
    '--report',
    `json=${json}`,
  );
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
  expect(callCount).toBe(report.requests);

  const breach = tests.find(({ status }) => status === 'failed');
  expect(breach?.failureMessages.join()).toMatch(
    /sentence .*\n[\s\S]*reply .*\n[\s\S]*replay .*--config .*target\.json --only/,
  );
  expect(
    tests.every(({ ancestorTitles }) => ancestorTitles[0] === 'the deployment conforms to the contract'),
  ).toBe(true);
});

test("with vitest's -t, the run sends only the requests of the selected tests, and skipped tests state the reason", async () => {
  const { code, tests, text } = await vitest(
    file({ target: config, seed: 1 }),
    '-t',
    '(isolation|missing)/getCustomer\\]',
  );
  const ran = tests.filter(({ status }) => status === 'passed').map(({ title }) => title);
  expect(code).toBe(0);
  expect(ran, text).toHaveLength(1);
  expect(calls).toBeLessThan(8);
  expect(text).toContain('not-applicable: give a credential of a second tenant');
});

test('a run that judged too few checks fails, and an invalid option gives an error of one sentence', async () => {
  const nobody = join(project, 'nobody.json');
  writeFileSync(
    nobody,
    JSON.stringify({ ...JSON.parse(readFileSync(config, 'utf8')), credentials: { tenantA: { token: 'x' } } }),
  );
  const vacuous = await vitest(file({ target: nobody, only: ['orders/'] }));
  expect(vacuous.code).toBe(1);
  expect(vacuous.tests.filter(({ status }) => status === 'failed').map(({ title }) => title)).toEqual([
    'enough could be judged',
  ]);
  const wrong = await vitest(file({ target: 'https://api.example/v1' }));
  expect(wrong.code).toBe(1);
  expect(wrong.text).toContain('api.example is not this machine: name a mode');
});
