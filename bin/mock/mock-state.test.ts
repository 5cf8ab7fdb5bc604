// Tests `mock --state` as processes: what a restart recovers and says, and what keeps a mock from starting.
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { receiver } from '../../src/control/webhook-delivery/testing/receiver.ts';
import { whole } from '../../tools/testing/sampled.ts';
import { newFolder, runIn, start as startCommand, startMock } from '../testing/processes.ts';

const STATE = ['--state', 'sqlite:worlds.db'];

// Starts a mock that stores its worlds in a file of a folder.
async function start(folder: string, ...args: string[]) {
  const mock = await startMock([...STATE, ...args], { cwd: folder });
  const send = (path: string, body?: object): Promise<Response> =>
    fetch(`${mock.origin}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${mock.personas.owner?.apiKey}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  return { ...mock, send };
}

test('a mock that was killed is recovered by the next one, whatever its flags say', async () => {
  const folder = newFolder();
  // Timers of a clock that runs would make further changes.
  const first = await start(folder, '--seed', '3', '--clock', 'frozen');
  expect(first.state).toEqual({ store: 'worlds.db', recovered: [] });
  const made = await first.send('/v1/customers', { email: 'a@b.example', first_name: 'A', last_name: 'B' });
  expect(made.status).toBe(201);
  const { id } = (await made.json()) as { id: string };
  expect((await first.send('/_mock/v1/worlds', { name: 'qa' })).status).toBe(201);
  await first.end('SIGKILL');
  expect(statSync(join(folder, 'worlds.db')).mode & 0o777).toBe(0o600);

  writeFileSync(join(folder, 'scenario.json'), '{}');
  const args = ['--seed', '7', '--world', 'empty', '--clock', 'now', '--scenario', 'scenario.json'];
  const second = await start(folder, ...args);
  expect(second).toMatchObject({ world: 'demo', seed: 3, personas: first.personas });
  // One change is the customer; others are timers that came due before the kill.
  expect(second.state?.recovered).toMatchObject([
    { name: 'demo', changes: expect.toSatisfy((changes: number) => changes >= 1) },
    { name: 'qa', changes: expect.any(Number) },
  ]);
  await expect
    .poll(() => second.output.err)
    .toMatch(
      /^warning: The world demo in worlds\.db goes on as it is \(world demo, seed 3, clock frozen\), without --world empty, --seed 7, --clock now, --scenario scenario\.json\. To start anew, [^\n]+ To change its clock: `lab clock resume`\.\n$/,
    );
  expect((await second.send(`/v1/customers/${id}`)).status).toBe(200);
  expect((await second.send(`/w/qa/v1/customers/${id}`)).status).toBe(200);
  const url = ['--url', second.origin];
  const { out } = await runIn(folder, 'lab', 'worlds', 'list', ...url);
  expect(out).toMatch(/^name .* size +created +changed *\ndemo .* \d+ KiB .*\nqa .* \d+ KiB /);
  const busy = await runIn(folder, 'mock', '--port', '0', '--state', 'sqlite:worlds.db');
  expect(busy).toMatchObject({ code: 2, out: '' });
  expect(busy.err).toMatch(/^error: worlds\.db is in use by another process[^\n]*\n$/);
  expect(await second.end('SIGTERM')).toBe(0);

  const third = await start(folder);
  expect(third.output.err).toBe('');
  expect(third.state?.recovered).toMatchObject([
    { name: 'demo', changes: expect.any(Number) },
    { name: 'qa', changes: expect.any(Number) },
  ]);
  expect((await third.send(`/v1/customers/${id}`)).status).toBe(200);
});

test('a mock that ends with changes that it could not store exits with 1 and one line', async () => {
  const folder = newFolder();
  const mock = await start(folder);
  const made = await mock.send('/v1/customers', { email: 'a@b.example', first_name: 'A', last_name: 'B' });
  expect(made.status).toBe(201);
  rmSync(join(folder, 'worlds.db-wal'));
  expect(await mock.end('SIGTERM')).toBe(1);
  expect(mock.output.err).toMatch(/^error: worlds\.db-wal was removed, replaced or overwritten[^\n]*\n$/);
  const next = await runIn(folder, 'mock', '--port', '0', ...STATE);
  expect(next).toMatchObject({ code: 2, out: '' });
  expect(next.err).toMatch(/^error: [^\n]*worlds\.db-wal, which has its last changes, is missing[^\n]*\n$/);
});

test('a banner names what was recovered, and a wrong address ends the start with one line', async () => {
  const folder = newFolder();
  await (await start(folder, '--clock', 'frozen')).end('SIGTERM');
  const { output, until } = startCommand(['mock', '--port', '0', ...STATE], { cwd: folder });
  await until(/reference/);
  expect(output.out).toMatch(
    /\n {2}Recovered 1 world from worlds\.db: demo \(\d+ KiB, 0 changes since its last base, last change \d{4}-[^)]+Z\)\.\n/,
  );
  for (const [address, why] of [
    ['worlds.db', /^error: .* give sqlite:worlds\.db\.\n$/],
    ['mysql://u:secret@h/d', /^error: .* its scheme mysql is unknown; [^\n]*\n$/],
    ['sqlite:missing/worlds.db', /^error: [^\n]*missing\/worlds\.db[^\n]*\n$/],
  ] as const) {
    const failed = await runIn(folder, 'mock', '--port', '0', '--state', address);
    expect(failed).toMatchObject({ code: 2, out: '' });
    expect(failed.err).toMatch(why);
    expect(failed.err).not.toContain('secret');
  }
});

test('a stored world that nobody opens since the restart does its work: its order completes, and the webhook is sent', async () => {
  const target = await receiver();
  const folder = newFolder();
  const first = await start(folder);
  expect((await first.send('/_mock/v1/worlds', { name: 'qa' })).status).toBe(201);
  const webhook = await first.send('/w/qa/v1/webhooks', { url: target.url, events: ['order.completed'] });
  expect(webhook.status).toBe(201);
  const customers = (await (await first.send('/w/qa/v1/customers?status=active')).json()) as {
    data: { id: string }[];
  };
  const ordered = await first.send('/w/qa/v1/orders', {
    customer_id: customers.data[0]?.id,
    payment_method: 'wallet',
    items: [{ sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly' }],
  });
  expect(ordered.status).toBe(201);
  const { id } = (await ordered.json()) as { id: string };
  await first.end('SIGKILL');

  const second = await start(folder);
  // Another order of the demo world completes as well.
  for (let count = 1; !target.received.some(({ body }) => body.includes(id)); count += 1)
    await target.count(count);
  const [event] = target.received.map(({ body }) => JSON.parse(body)).filter(({ data }) => data.id === id);
  expect(event).toMatchObject({ type: 'order.completed', data: { status: 'completed' } });
  const order = await second.send(`/w/qa/v1/orders/${id}`);
  expect(await order.json()).toMatchObject({ status: 'completed' });
});

if (whole)
  test('`lab seed` keeps the printed API keys, the snapshots and the other worlds, and ends the log-in sessions', async () => {
    const folder = newFolder();
    const mock = await start(folder, '--clock', 'frozen');
    const login = { email: 'owner@acme.example', password: 'demo-hosting-2026' };
    const [session, ofOther] = await Promise.all([
      mock.send('/v1/auth/login', login).then((reply) => reply.json() as Promise<{ token: string }>),
      mock
        .send('/_mock/v1/worlds', { name: 'qa' })
        .then(() => mock.send('/w/qa/v1/auth/login', login))
        .then((reply) => reply.json() as Promise<{ token: string }>),
    ]);
    await mock.send('/_mock/v1/snapshots', { name: 'mine' });
    await mock.send('/_mock/v1/clock/freeze', {});
    const url = ['--url', mock.origin];
    expect((await runIn(folder, 'lab', 'seed', '--seed', '7', ...url)).code).toBe(0);

    const statusFor = async (path: string, credential = ''): Promise<number> => {
      const headers = { authorization: `Bearer ${credential}` };
      return (await fetch(`${mock.origin}${path}`, { headers })).status;
    };
    const { apiKey, token } = mock.personas.owner ?? {};
    expect(await statusFor('/v1/customers', apiKey)).toBe(200);
    expect(token).toMatch(/^ey/);
    expect(await statusFor('/v1/customers', token)).toBe(401);
    const listed = await runIn(folder, 'lab', 'personas', 'show', 'owner', '--json', ...url);
    const seeded = JSON.parse(listed.out) as { token: string };
    expect(await statusFor('/v1/customers', seeded.token)).toBe(200);
    expect(await statusFor('/v1/customers', session.token)).toBe(401);
    expect(await statusFor('/w/qa/v1/customers', ofOther.token)).toBe(200);
    const { out } = await runIn(folder, 'lab', 'snapshots', 'list', ...url);
    expect(out).toMatch(/\nmine /);
    await mock.end('SIGTERM');

    const again = await start(folder, '--clock', '2027-01-31T08:00:00Z');
    await expect.poll(() => again.output.err).toContain('`lab clock set 2027-01-31T08:00:00Z`.');
    expect(await again.end('SIGTERM')).toBe(0);
  });
