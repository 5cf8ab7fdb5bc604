// Validates the mock with a second, independent validator: Prism's proxy stands between suite and mock and validates
// every reply.
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogue } from '../conformance/index.ts';
import { hostingMock } from '../mocks/index.ts';
import { type App, createApp } from '../src/server/app.ts';
import { conform } from '../src/suite/run/conform.ts';
import { freePort } from '../tools/testing/free-port.ts';
import { whole } from '../tools/testing/sampled.ts';
import { targetOf } from './mock-target.ts';

const path = (relative: string): string => fileURLToPath(new URL(`../${relative}`, import.meta.url));

type Violation = { location?: string[]; message: string };

let app: App;
let prism: ChildProcess;
let proxy = '';
let replies = 0;
const violations = new Set<string>();

beforeAll(async () => {
  app = createApp(hostingMock, {
    clock: 'frozen',
    limits: 'off',
    limitsAuth: 100_000,
    verify: false,
  }) as unknown as App;
  const { origin } = await app.listen({ port: 0 });
  const port = await freePort();
  proxy = `http://127.0.0.1:${port}`;
  const command = path('node_modules/@stoplight/prism-cli/dist/index.js');
  const args = [
    'proxy',
    path('openapi/dist/openapi.json'),
    `${origin}/v1`,
    '-p',
    String(port),
    '-v',
    'fatal',
  ];
  prism = spawn(process.execPath, [command, ...args], { stdio: 'ignore' });
  while (!(await fetch(`${proxy}/auth/me`).catch(() => null))) {
    if (prism.exitCode !== null) throw new Error('Prism did not come up.');
    await new Promise((later) => setTimeout(later, 100));
  }
});

afterAll(async () => {
  prism?.kill('SIGKILL');
  await app?.close();
});

// Sends a request through the proxy, and records what the proxy says about the reply.
async function sendThroughPrism(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const to = `${proxy}${pathname.replace('/v1', '')}${search}`;
  const reply = await fetch(new Request(to, request));
  replies += 1;
  const found = JSON.parse(reply.headers.get('sl-violations') ?? '[]') as Violation[];
  for (const { location = [], message } of found)
    if (location[0] === 'response')
      violations.add(`${request.method} ${pathname} ${reply.status} ${location.join('.')}: ${message}`);
  return reply;
}

test('Prism reports no invalid reply of the mock during a run of the suite', async () => {
  const { config: target, clock } = targetOf(app, 'http://127.0.0.1/v1');
  await conform({
    target,
    clock,
    fetch: sendThroughPrism,
    catalogue,
    mode: 'full',
    seed: 1,
    // `npm run test:whole` runs the whole suite.
    ...(whole ? {} : { maxRequests: 120 }),
    // The run leaves out checks that Prism 5.16 disturbs: it does not answer malformed JSON, and it answers unknown
    // routes itself.
    skip: ['validation/malformed-json', 'routes/'],
    timeout: 40_000,
  });
  expect([...violations]).toEqual([]);
  expect(replies).toBeGreaterThan(whole ? 200 : 80);
}, 600_000);
