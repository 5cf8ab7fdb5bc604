// Tests the `conform` command against servers on real sockets: exit codes, runs that judge too little, report files,
// and the absence of secrets.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Clock } from '../model/clock.ts';
import { fixture } from '../model/define.ts';
import type { Report } from '../report/report.ts';
import { anonymousRefused, catalogue, check, readable } from '../testing/catalogue.ts';
import { capturedIo, folder, serve } from '../testing/io.ts';
import { EMAIL, on, PASSWORD, refusal, type TinyTarget, tinyTarget } from '../testing/tiny-target.ts';
import { cleanUpCommand } from './clean-up-command.ts';
import { conformCommand } from './conform-command.ts';
import type { RunFlags } from './flags.ts';
import type { Io } from './io.ts';
import { replayCommand } from './replay-command.ts';
import { baselineCommand } from './report-commands.ts';
import type { CommandDeps } from './run-and-report.ts';

/** Serves the tiny target on a socket. @param most how many requests it answers. @returns its base URL */
function serveTiny(tiny: TinyTarget, most = Number.POSITIVE_INFINITY): Promise<string> {
  let answered = 0;
  return serve(async (request, response) => {
    answered += 1;
    if (answered > most) return void request.socket.destroy();
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const method = request.method ?? 'GET';
    const body = method === 'GET' ? null : Buffer.concat(chunks);
    const reply = await tiny.fetch(new Request(`http://127.0.0.1${request.url}`, { method, headers, body }));
    response.writeHead(reply.status, [...reply.headers].flat()).end(Buffer.from(await reply.arrayBuffer()));
  });
}

/** Waits between requests take no time. */
const clock: Clock = { now: () => Date.now(), sleep: async () => {} };
const deps: CommandDeps = { catalogue: async () => catalogue(), clock };

async function command(
  baseUrl: string | undefined,
  flags: RunFlags = {},
  env: Io['env'] = {},
  wired: Partial<CommandDeps> = {},
) {
  const { io, printed } = capturedIo({ env });
  const code = await conformCommand(baseUrl, flags, io, { ...deps, ...wired });
  return { code, ...printed, io };
}
const login: RunFlags = { email: EMAIL, password: PASSWORD };

test('a run against a conforming target exits with 0, prints the console report, and writes progress to standard error', async () => {
  const { code, out, err } = await command(await serveTiny(tinyTarget()), login);
  expect(code).toBe(0);
  expect(out).toMatch(/^conformant\nchecks and rules: 5 pass in \d+ requests/m);
  expect(err).toMatch(/^4 checks against http:\/\/127\.0\.0\.1:\d+\/v1/);
});

test('report files contain no secrets, and a finding can be replayed from one of them', async () => {
  const tiny = tinyTarget();
  tiny.override = on('GET', /^\/customers\/./, { status: 500, body: 'x' });
  const baseUrl = await serveTiny(tiny);
  const dir = folder();
  const json = join(dir, 'deep', 'r.json');
  const report = ['console', `json=${json}`, `junit=${join(dir, 'r.xml')}`];
  const first = await command(baseUrl, { ...login, report, seed: '7' });
  expect(first.code).toBe(1);
  const written = readFileSync(json, 'utf8');
  for (const text of [written, readFileSync(join(dir, 'r.xml'), 'utf8'), first.out, first.err]) {
    expect(text).not.toContain(PASSWORD);
    expect(text).not.toMatch(/tok_0/);
  }
  const { results } = JSON.parse(written) as Report;
  expect(results.map(({ verdict }) => verdict)).toContain('fail');
  for (const finding of ['customers/readable', 'bodies/json']) {
    const again = await replayCommand(finding, undefined, { ...login, from: json }, first.io, deps);
    expect(again).toBe(1);
  }
  const scriptFlags = { ...login, from: json, script: true };
  const [script = '', said = ''] = await Promise.all(
    ['customers/readable', 'customers/none'].map(async (finding) => {
      let text = '';
      const io = {
        ...first.io,
        stdout: (out: string) => (text += out),
        stderr: { write: (out: string) => (text += out) },
      };
      expect(await replayCommand(finding, undefined, scriptFlags, io, deps)).toBe(
        finding.endsWith('none') ? 2 : 0,
      );
      return text.replace(/^asking http.* again, the target of the report\n/, '');
    }),
  );
  expect(script).toMatch(/^#!\/bin\/sh\n/);
  expect(script).not.toContain(PASSWORD);
  expect(said).toContain('has no finding');
  const mended = join(dir, 't2.json');
  writeFileSync(mended, JSON.stringify({ baseUrl: await serveTiny(tinyTarget()) }));
  const atAnother = { ...login, from: json, config: mended };
  expect(await replayCommand('customers/readable', undefined, atAnother, first.io, deps)).toBe(0);
  tiny.override = () => undefined;
  expect(await replayCommand('customers/readable', undefined, { ...login, from: json }, first.io, deps)).toBe(
    0,
  );
  expect(await replayCommand('customers/raedable', undefined, { ...login, from: json }, first.io, deps)).toBe(
    2,
  );
});

test('a run whose every finding is known ends with 0 and says what these keep from being judged; another gap leaves it incomplete', async () => {
  const creates = check('customers/creates', {
    must: 'create a customer',
    requirement: 'customers/create',
    async run(t) {
      t.expect(await t.as('tenantA').send('createCustomer', { body: {} })).success();
    },
  });
  const unsure = check('customers/unsure', {
    must: 'list customers',
    requirement: 'customers/list',
    run: async (t) => t.inconclusive('nothing could be told'),
  });
  const tiny = tinyTarget();
  tiny.override = on('POST', '/customers', refusal(500, 'OH'));
  const baseUrl = await serveTiny(tiny);
  const [from, out] = [join(folder(), 'report.json'), join(folder(), 'known.json')];
  const run = (checks: (typeof readable)[], flags: RunFlags) =>
    command(baseUrl, { ...login, ...flags }, {}, { catalogue: async () => catalogue({ checks, rules: [] }) });
  const first = await run([creates, readable, anonymousRefused], { report: [`json=${from}`] });
  expect(first.code).toBe(1);
  expect(await baselineCommand({ from, out }, first.io)).toBe(0);
  writeFileSync(out, readFileSync(out, 'utf8').replaceAll(/"(reason|owner)": ""/g, '"$1": "core team"'));
  const known = await run([creates, readable, anonymousRefused], { baseline: out });
  expect(known.code, known.out).toBe(0);
  expect(known.out).toContain(
    'keeps from being judged\n  customers/read (set-up refused): mend customers/creates, which prevents them',
  );
  const open = await run([creates, readable, anonymousRefused, unsure], { baseline: out });
  expect(open.code).toBe(7);
  expect(open.out).toMatch(
    /that stayed unjudged\n {2}customers\/list \(undetermined\): .*nothing could be told/,
  );
});

test.each<[string, RequestListener, number, RegExp]>([
  [
    '200 {}',
    (_, response) => response.setHeader('content-type', 'application/json').end('{}'),
    4,
    /log-in of tenantA was answered with 200 without a token/,
  ],
  ['404', (_, response) => response.writeHead(404).end(), 4, /log-in of tenantA was answered with 404/],
  ['401', (_, response) => response.writeHead(401).end(), 4, /log-in of tenantA was answered with 401/],
  ['500', (_, response) => response.writeHead(500).end(), 4, /log-in of tenantA was answered with 500/],
  ['a closed connection', (request) => request.socket.destroy(), 3, /the target never answered/],
  [
    'silence',
    () => {},
    3,
    /the target never answered: no reply within 0.05 s to any of the last calls \(--timeout sets/,
  ],
])(
  'a server that answers every request with %s is never reported as conformant',
  async (_, listener, expected, said) => {
    const isSilent = listener.length === 0;
    const { code, out } = await command(await serve(listener), {
      ...login,
      // A slow machine takes longer than this for a reply.
      ...(isSilent && { timeout: '50ms' }),
    });
    expect(code).toBe(expected);
    expect(out).toMatch(said);
    expect(out).not.toContain('FAIL');
  },
);

test('a target that stops answering during the run is reported as unreachable', async () => {
  const { code, out } = await command(await serveTiny(tinyTarget(), 4), login);
  expect(code).toBe(3);
  expect(out).toContain('the target stopped answering');
  expect(out).toContain('Left behind');
});

test('a run without credentials judges few checks, and its report states which credentials to give', async () => {
  const { code, out } = await command(await serveTiny(tinyTarget()));
  expect(out).toContain('3 checks: give a credential of a tenant (credentials.tenantA)');
  expect(out).toContain('vacuous: too little could be judged, because no credential is given');
  expect(code).toBe(4);
});

test('the report advises to check the base URL when it has no version segment and every call gets a 404', async () => {
  const baseUrl = await serve((_, response) => response.writeHead(404).end());
  const bare = await command(baseUrl.replace('/v1', ''), login);
  expect(bare.out).toContain(`lacks the version segment, as in ${baseUrl}: a 404 speaks of the address`);
  const { out } = await command(baseUrl, login);
  expect(out).toContain(`Is ${baseUrl} where the API is?`);
});

test('standard error reports a --skip prefix that matches no id', async () => {
  const { code, err } = await command(await serveTiny(tinyTarget()), { ...login, skip: ['custmers/'] });
  expect(code).toBe(0);
  expect(err).toContain(
    '--skip custmers/ leaves out nothing: no check and no rule has an id that begins so; did you mean "customers',
  );
});

test('--self together with a credential is refused', async () => {
  const { code, err } = await command(
    undefined,
    { self: true, config: 'target.json' },
    {},
    {
      selfTarget: async () => ({ config: {}, fetch: async () => new Response() }),
    },
  );
  expect(code).toBe(2);
  expect(err).toContain('--self brings its own target and credentials: leave --config out');
});

test.each([[['odrers/']], [['customers/', 'custmers/unknown']]])(
  'a run with --only %j is refused with the nearest id, and sends nothing',
  async (only) => {
    const target = tinyTarget();
    const { code, err } = await command(await serveTiny(target), { ...login, only });
    expect(code).toBe(2);
    expect(err).toContain(`error: --only ${only.at(-1)} chooses nothing`);
    if (only.length > 1) expect(err).toContain('did you mean "customers/unknown"');
    expect(target.log).toEqual([]);
  },
);

test.each<[RunFlags, string]>([
  [{ report: ['jsno=x'] }, '--report jsno=x is unknown; did you mean "json"?'],
  [{ report: ['json'] }, '--report json needs a file: --report json=path'],
  [{ report: ['github=x'] }, '--report github takes no file'],
  [{ allow: ['rate-limit-brust'] }, 'did you mean "rate-limit-burst"?'],
  [{ rate: 'fast' }, '--rate must be a whole number, such as 60/min, not "fast"'],
  [{ maxRequests: '0' }, '--max-requests must be at least 1, not "0"'],
  [{ maxTime: '10' }, '--max-time must be a duration such as 30s or 10m'],
  [{ email: 'a@example.org' }, '--email needs a password'],
  [{ token: 'a', apiKey: 'b' }, 'give one of --token, --api-key, and --email'],
  [{ config: '/nowhere/target.json' }, 'cannot be read (ENOENT)'],
  [{ self: true }, '--self brings its own target'],
])('the arguments %j exit with 2 and the message: %s', async (flags, said) => {
  const { code, err } = await command('http://127.0.0.1:1/v1', flags);
  expect(code).toBe(2);
  expect(err).toContain(said);
});

test('an unknown member of the target file exits with 2, and the message suggests the nearest known member', async () => {
  const config = join(folder(), 'target.json');
  writeFileSync(config, JSON.stringify({ credentails: {} }));
  const { code, err } = await command('http://127.0.0.1:1/v1', { config });
  expect(code).toBe(2);
  expect(err).toContain('the target file has no member "credentails"; did you mean "credentials"?');
});

test('credentials are read from the environment when neither flags nor the target file contain them', async () => {
  const { code } = await command(
    await serveTiny(tinyTarget()),
    {},
    {
      HOSTING_CONTRACT_EMAIL: EMAIL,
      HOSTING_CONTRACT_PASSWORD: PASSWORD,
    },
  );
  expect(code).toBe(0);
});

test('--plan and --list send no request', async () => {
  const tiny = tinyTarget();
  const baseUrl = await serveTiny(tiny);
  const plan = await command(baseUrl, { ...login, plan: true });
  expect(plan.out).toContain('4 checks (3 must, 1 should, 0 observe) and 1 rule, mode full');
  expect(plan.out).toContain('8 requests when all is well, 1 of them to auth endpoints');
  expect(plan.out).toContain('of the checks 2 only read and log in, 2 also write or try to');
  expect(plan.out).toMatch(/^ {5}3 {2}customers: 3 checks$/m);
  expect(plan.out).toMatch(/^ {5}2 {2}first, to learn what the target calls things/m);
  expect(plan.out).toContain('no destructive step');
  const list = await command(baseUrl, { ...login, list: true, only: ['customers/'] });
  expect(list.out).toContain('must    customers/readable: hand out a customer it created [customers/read]');
  expect(tiny.log).toEqual([]);
});

test('the output of --plan lists each destructive step with the checks that need it', async () => {
  const { checks } = catalogue();
  const ended = fixture('ended customer', { cost: 1, destructive: true, make: async () => {} });
  const common = { must: 'x', requirement: 'customers/read', area: 'customers', cost: 1 } as const;
  const more = [
    check('pays', { ...common, destructive: true, run() {} }),
    ...['one', 'two', 'three'].map((id) => check(id, { ...common, uses: [ended], run() {} })),
  ];
  const { out } = await command(
    'http://127.0.0.1:1/v1',
    { ...login, plan: true },
    {},
    {
      catalogue: async () => catalogue({ checks: [...checks, ...more] }),
    },
  );
  expect(out).toContain('2 destructive steps');
  expect(out).toContain('\n  ended customer, for one, two and 1 more\n  pays\n');
});

test('`conform cleanup` undoes the open entries in the ledger of a crashed run', async () => {
  const tiny = tinyTarget();
  const baseUrl = await serveTiny(tiny);
  const ledger = join(folder(), 'run.jsonl');
  tiny.override = (method) => (method === 'DELETE' ? refusal(500, 'SERVER_ERROR') : undefined);
  const first = await command(baseUrl, { ...login, ledger });
  expect(first.out).toMatch(/Left behind\n {2}deactivateCustomer \S+: DELETE answered 500, "No\."/);
  expect(tiny.customers.size).toBe(1);
  expect(await cleanUpCommand(undefined, { ...login, ledger }, first.io, clock)).toBe(1);
  tiny.override = () => undefined;
  expect(await cleanUpCommand(undefined, { ...login, ledger }, first.io, clock)).toBe(0);
  expect(tiny.customers.size).toBe(0);
  expect(existsSync(ledger)).toBe(true);
});

test('`conform cleanup` sends no credential to another machine that only the ledger names', async () => {
  const ledger = join(folder(), 'run.jsonl');
  const head = {
    type: 'run',
    runId: 'hc-1',
    baseUrl: 'https://elsewhere.example/v1',
    startedAt: '2026-11-20T08:00:00Z',
  };
  writeFileSync(ledger, `${JSON.stringify(head)}\n`);
  const { io } = await command(await serveTiny(tinyTarget()), login);
  const stderr = vi.spyOn(io.stderr, 'write');
  expect(await cleanUpCommand(undefined, { ...login, ledger }, io)).toBe(2);
  expect(stderr.mock.calls.join('')).toContain('name this base URL');
});
