// Tests of the control API from the command line: a subcommand for every route, with output and exit codes like those
// of the other commands.
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { get } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { hostingMock } from '../mocks/index.ts';
import { verifyWebhook } from '../src/client/verify-webhook.ts';
import { operationTable } from '../src/control/generated/operations.ts';
import { mountControl } from '../src/control/mount-control.ts';
import { deliverWebhooks } from '../src/control/webhook-delivery/outbox.ts';
import { receiver } from '../src/control/webhook-delivery/testing/receiver.ts';
import { createApp } from '../src/server/app.ts';
import { sendCall } from '../src/server/testing/minimal-mock.ts';
import { sampled, whole } from '../tools/testing/sampled.ts';
import { listen } from '../tools/testing/servers.ts';
import { call } from './testing/command-line.ts';
import { newFolder, start, startMock } from './testing/processes.ts';

const { PATH: programs } = process.env;
// No program is on the PATH, so that no browser opens.
beforeEach(() => void vi.stubEnv('PATH', '/nowhere'));
afterEach(() => void vi.unstubAllEnvs());

const run = (...args: string[]) => call('lab', ...args);

async function mock(token: string | null = null) {
  const app = createApp(hostingMock, { clock: 'frozen' });
  mountControl(app, { token, loopback: true });
  const { origin } = await app.listen();
  onTestFinished(() => app.close());
  return { app, origin };
}

test('every operation of the control API has a subcommand of its own, with each part of its path as an argument', () => {
  const commands = operationTable.map(({ lab }) => lab.replace(/ [<[].*/, ''));
  expect(new Set(commands).size).toBe(operationTable.length);
  for (const { lab, path } of operationTable)
    for (const [, name] of path.matchAll(/\{(\w+)\}/g)) expect(lab).toMatch(new RegExp(`[<[]${name}\\b`));
});

test('`lab` advances the clock of one world, creates worlds and restores snapshots', async () => {
  const { app, origin } = await mock();
  const lab = (...args: string[]) => run('--url', origin, '--json', ...args);
  const advanced = await lab('clock', 'advance', 'P1M');
  expect(advanced).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(advanced.out)).toMatchObject({ now: '2026-12-20T08:00:00Z', failed: [] });
  expect((await lab('worlds', 'create', 'mine', '--snapshot', 'start')).code).toBe(0);
  expect((await lab('--world', 'mine', 'clock', 'advance', '1d')).code).toBe(0);
  const shown = await run('clock', 'show', '--url', `${origin}/v1`, '--world', 'mine', '--json');
  expect(JSON.parse(shown.out)).toMatchObject({ now: '2026-11-21T08:00:00Z' });
  expect((await lab('snapshots', 'restore', 'start')).code).toBe(0);
  expect(app.world.clock.now()).toBe(Date.UTC(2026, 10, 20, 8));
});

test('`lab` prints text for people: tables, sentences and what a move of the clock did', async () => {
  const { app, origin } = await mock();
  const { owner } = app.personas;
  await sendCall(app, 'POST', '/orders', { token: owner?.apiKey, body: { items: [{ quantity: 0 }] } });
  const lab = async (...args: string[]): Promise<string> => {
    const { code, out, err } = await run('--url', origin, ...args);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return out;
  };
  expect(await lab('requests', 'list')).toMatch(
    /^POST {3}\/v1\/orders {2}422 {2}createOrder {2}VALIDATION_FAILED: customer_id, .* lab explain req_1\n$/,
  );
  const explained = await lab('explain', 'last');
  expect(explained).toContain('req_1 was answered with 422 (VALIDATION_FAILED).');
  expect(explained).toContain('body /items/0/quantity: ');
  expect(await lab('explain')).toBe(explained);
  expect(await lab('requests', 'explain', 'req_1')).toBe(explained);
  expect(await lab('requests', 'show')).toContain('authorization: Bearer ***');
  const moved = await lab('clock', 'advance', 'P1M');
  expect(moved).toMatch(/^It is now 2026-12-20T08:00:00Z \(frozen\)\.\n\d+ events were due:\n/);
  expect(moved).toMatch(/\d × subscription\.period_ends\n/);
  expect(moved).toMatch(/The next one is due at 20/);
  expect(await lab('personas', 'show', 'owner')).toMatch(new RegExp(`^apiKey +${owner?.apiKey}$`, 'm'));
  if (!whole) return;
  expect(await lab('worlds', 'list')).toMatch(/^name +main +path.*\ndemo +yes /);
  expect(await lab('snapshots', 'list')).toMatch(/^name +taken_at\nstart +2026/);
  expect(await lab('faults', 'list')).toBe('none\n');
  expect(await lab('resources', 'levers')).toMatch(/orders\n {2}complete +processing\n/);
  expect(await lab('outbox')).toMatch(/^TOTP codes\n +persona +email +code/);
  expect(await lab('personas')).toContain(` ${app.personas.viewer?.token}\n`);
  expect(await lab('worlds', 'create', 'mine')).not.toContain('token');
});

test('`lab personas show` names the personas when there is none of that name', async () => {
  const { origin } = await mock();
  expect(await run('--url', origin, 'personas', 'show', 'ownr')).toMatchObject({
    code: 1,
    err: expect.stringContaining('has no persona ownr; there are: owner, '),
  });
});

test('`lab` exports a world to a file and imports the file', async () => {
  const { app, origin } = await mock();
  const file = join(newFolder(), 'world.json');
  const { out } = await start(['lab', 'export', '--url', origin]).ended;
  writeFileSync(file, out);
  app.world.clock.advance(3_600_000);
  expect((await start(['lab', 'import', file, '--url', origin]).ended).code).toBe(0);
  expect(JSON.parse((await run('export', '--url', origin)).out)).toEqual(
    JSON.parse(readFileSync(file, 'utf8')),
  );
});

const endings: [title: string, args: string[], code: number, err: RegExp][] = [
  [
    'exits with 1 for a call that the mock refuses',
    ['clock', 'set', '2001-01-01T00:00:00Z'],
    1,
    /does not go back/,
  ],
  ['exits with 1 for an unknown world', ['worlds', 'delete', 'nowhere'], 1, /there are: demo/],
  [
    'exits with 2 for a missing argument',
    ['clock', 'advance'],
    2,
    /missing required argument 'by'.*See: hosting-contract lab clock advance --help/,
  ],
  ['exits with 2 for an unknown call', ['explode'], 2, /unknown command/],
  [
    'exits with 2 for an invalid number',
    ['faults', 'add', 'delay', '--delay-ms', 'long'],
    2,
    /must be a number/,
  ],
  ['exits with 2 for an unreadable file', ['import', '/nowhere.json'], 2, /cannot be read \(ENOENT\)/],
  ['exits with 2 for an invalid URL', ['health', '--url', 'http://[', '--world', 'x'], 2, /is no URL/],
];
test.each(sampled(endings, 3))('`lab` %s', async (_, args, code, err) => {
  const { origin } = await mock();
  const ended = await run(...(args.includes('--url') ? args : [...args, '--url', origin]));
  expect(ended).toMatchObject({ code, out: '', err: expect.stringMatching(err) });
  expect(ended.err).not.toMatch(/\n\s+at /);
});

test('`lab` exits with 3 when no mock answers, and sends the control token', async () => {
  expect(await run('health', '--url', 'http://127.0.0.1:9')).toMatchObject({ code: 3, out: '' });
  const { origin } = await mock('t0ken');
  expect(await run('reset', '--url', origin)).toMatchObject({
    code: 1,
    err: expect.stringContaining('control token'),
  });
  expect((await run('reset', '--url', origin, '--token', 't0ken')).code).toBe(0);
});

test("`mock --open` opens the console in the system's browser, and runs on when there is no browser", async () => {
  const folder = newFolder();
  const opened = join(folder, 'opened');
  const script = `#!/bin/sh\necho "$1" > ${opened}.part && mv ${opened}.part ${opened}\n`;
  for (const name of ['xdg-open', 'open']) writeFileSync(join(folder, name), script, { mode: 0o755 });
  for (const PATH of [`${folder}:${programs}`, '/nowhere']) {
    const { output, consoleUrl } = await startMock(['--open'], { env: { ...process.env, PATH } });
    if (PATH === '/nowhere') await expect.poll(() => output.err).toContain(`Open ${consoleUrl} yourself.`);
    else await expect.poll(() => existsSync(opened) && readFileSync(opened, 'utf8').trim()).toBe(consoleUrl);
    const page = await fetch(consoleUrl, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('<title>hosting-contract');
  }
});

test('`mock --tls` serves with a certificate that is valid for this machine', async () => {
  const { baseUrl, tls } = await startMock(['--tls', '--latency', 'lan']);
  expect(baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:/);
  const read = (path: string): Promise<{ text: string; fingerprint: string }> =>
    new Promise((resolve, reject) => {
      get(`${baseUrl}${path}`, { ca: tls?.certificate }, (reply) => {
        const { fingerprint256: fingerprint } = (reply.socket as TLSSocket).getPeerCertificate();
        let text = '';
        reply.on('data', (chunk) => (text += chunk)).on('end', () => resolve({ text, fingerprint }));
      }).on('error', reject);
    });
  const document = await read('/openapi.json');
  expect(JSON.parse(document.text)).toHaveProperty('openapi');
  expect(document.fingerprint).toBe(tls?.fingerprint);
  await read('/wallet');
  const { text } = await read('/../_mock/v1/requests.har');
  const archive = JSON.parse(text) as { log: { entries: { request: { url: string } }[] } };
  expect(archive.log.entries.map(({ request }) => request.url)).toContain(`${baseUrl}/wallet`);
});

test('`lab webhooks listen` forwards what `lab webhooks trigger` makes, signed with a stable secret, until it is ended', async () => {
  const { app, origin } = await mock();
  deliverWebhooks(app, 'loopback');
  const { url, received } = await receiver(() => ({ status: 202 }));
  const forward = ['webhooks', 'listen', '--url', origin, '--forward-to', url, '--events', 'invoice.paid'];
  const listening = start(['lab', ...forward]);
  await listening.until(/until Ctrl-C/);
  const endpoints = () => app.world.transact(null, (store) => store.webhooks.count());
  const before = endpoints();
  const triggered = await run('--url', origin, 'webhooks', 'trigger', 'invoice.paid');
  expect(triggered.out).toMatch(/^invoice\.paid about invoices [\da-f-]{36}\. Endpoints that get it: 1\.\n$/);
  await listening.until(/ {2}202 {2}invoice\.paid {2}evt_\w+ {2}\d+ ms\n/);
  const [, secret = ''] = /secret {2}(\S+)/.exec(listening.output.out) ?? [];
  const [delivery] = received;
  if (!delivery) throw new Error('Nothing was forwarded.');
  // The world's clock stands still in 2026; the forwarded delivery has the real time.
  expect((await verifyWebhook(delivery, secret)).type).toBe('invoice.paid');
  app.worlds.main.reset();
  app.worlds.main.notifyChanged();
  await expect.poll(endpoints).toBe(before);
  // Two signals at once, as `timeout` sends them, are one request to end.
  for (const signal of ['SIGSTOP', 'SIGTERM', 'SIGINT', 'SIGCONT'] as const) listening.child.kill(signal);
  expect(await listening.ended).toMatchObject({ code: 0, err: '' });
  expect(endpoints()).toBe(before - 1);
  expect(await run('--url', origin, 'webhooks', 'trigger', 'invoice.payed')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/must be one of customer\.created, .*did you mean "invoice\.paid"\?/),
  });
  expect(await run(...forward, '--as', 'viewer')).toMatchObject({ code: 1, err: /./ });
});

test('`lab webhooks listen` reads no body beyond its limit, and ends while the app does not answer', async () => {
  const { app, origin } = await mock();
  deliverWebhooks(app, 'loopback');
  const silent = createServer();
  const to = `http://127.0.0.1:${await listen(silent)}`;
  const listening = start(['lab', 'webhooks', 'listen', '--url', origin, '--forward-to', to]);
  await listening.until(/until Ctrl-C/);
  const endpoints = app.world.transact(null, (store) => store.webhooks.all());
  const { url = '' } = endpoints.find(({ description }) => description === 'lab webhooks listen') ?? {};
  const sent = request(url, { method: 'POST' });
  sent.on('error', () => undefined).write(new Uint8Array(2_000_000));
  const [{ statusCode }] = await once(sent, 'response');
  expect(statusCode).toBe(413);
  const forwarded = once(silent, 'request');
  await run('--url', origin, 'webhooks', 'trigger', 'invoice.paid');
  await forwarded;
  listening.child.kill('SIGINT');
  expect(await listening.ended).toMatchObject({ code: 0, err: '' });
});

test('`lab console` prints and opens the address of the console, of a world when one is named', async () => {
  const { origin } = await mock();
  const opened = async (...args: string[]) => (await run('console', '--url', origin, ...args)).out;
  expect(await opened()).toBe(`${origin}/\n`);
  expect(await opened('--world', 'demo')).toBe(`${origin}/w/demo/\n`);
  expect(await run('console', '--url', origin, '--world', 'nowhere')).toMatchObject({
    code: 1,
    err: expect.stringContaining('nowhere'),
  });
  expect((await run('console', '--url', 'http://127.0.0.1:1')).code).toBe(3);
});

test('`lab tables` prints rows, one record with its references, and the next due timers', async () => {
  const { origin } = await mock();
  const lab = (...args: string[]) => run('--url', origin, ...args);
  expect((await lab('clock', 'timers', '--limit', '1')).out).toMatch(
    /^The next 1 of \d+ timers:\n {2}2026-11-20T08:00:02Z {2}vps\.stops {2}vps stopping\.acme\.example\n$/,
  );
  expect((await lab('clock', 'advance', 'next')).out).toContain('(vps stopping → stopped)');
  expect((await lab('tables')).out).toMatch(
    /^orders +\d+ +yes +Order +orders +listOrders +\/orders\/\{id\}$/m,
  );
  const rows = await lab('tables', 'rows', 'orders', '--where', 'status=processing');
  expect(rows.out).toMatch(/\nRows 1 to 1 of 1\.\n$/);
  const [, id = ''] = /^([0-9a-f-]{36}) +.*processing/m.exec(rows.out) ?? [];
  const found = await lab('tables', 'find', id);
  expect(found.out).toMatch(new RegExp(`^table +orders\n(?:.*\n)*id +${id}$`, 'm'));
  expect(found.out).toMatch(/^ {2}\/customer_id +customers +\S+ +Nuria Martínez/m);
  expect(found.out).toMatch(/^levers +complete, fail$/m);
  expect((await lab('tables', 'show', 'orders', id)).out).toBe(found.out);
  expect(await lab('tables', 'rows', 'ordrs')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no table ordrs; did you mean "orders"?'),
  });
});
