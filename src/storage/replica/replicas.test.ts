// Tests of several replicas in one process: real sockets between them, the store in memory, and a clock that the test
// moves.
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createTestMock } from '../../../mocks/testing/test-mock.ts';
import { mountControl } from '../../control/mount-control.ts';
import type { App } from '../../server/app.ts';
import { openStoredWorlds } from '../stored-worlds.ts';
import { memoryWorldStore } from '../testing/memory-world-store.ts';
import { StorageError } from '../world-store.ts';
import { SimulatedProcess } from './testing/simulated-process.ts';
import { VirtualTime } from './testing/virtual-time.ts';

const LEASE_MS = 5000;

/** Starts replicas on one store and one clock. */
function cluster({ token = null as string | null } = {}) {
  const time = new VirtualTime();
  const store = memoryWorldStore(LEASE_MS, () => time.now());
  const start = async () => {
    const faults: unknown[] = [];
    const unusable: unknown[] = [];
    const { app, ...mock } = createTestMock({ fault: (error) => void faults.push(error) });
    mountControl(app, { token, loopback: true });
    const process = new SimulatedProcess('replica');
    const clock = time.clock(1, () => !process.isRunning);
    const worlds = await openStoredWorlds(app as unknown as App, store, {
      time: clock,
      unusable: (error) => void unusable.push(error),
    });
    const server = await app.listen();
    worlds.listens(server.origin);
    let isClosed = false;
    /** Ends the replica as SIGTERM does, or without a word. */
    const end = async (how: 'stop' | 'crash'): Promise<void> => {
      if (isClosed) return;
      isClosed = true;
      if (how === 'crash') process.crash();
      else await worlds.close();
      await app.close();
    };
    onTestFinished(() => end('stop'));
    const send = async (
      method: string,
      path: string,
      { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
    ) => {
      const reply = await fetch(server.origin + path, {
        method,
        headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await reply.text();
      return { status: reply.status, headers: reply.headers, text, body: text && JSON.parse(text) };
    };
    return { ...mock, app, worlds, origin: server.origin, send, end, faults, unusable };
  };
  return { store, time, start };
}

type Replica = Awaited<ReturnType<ReturnType<typeof cluster>['start']>>;

async function ownerToken(replica: Replica): Promise<Record<string, string>> {
  const { body } = await replica.send('GET', '/_mock/v1/personas/owner');
  return { authorization: `Bearer ${body.token}` };
}

const topUp = (amount: number, headers: Record<string, string>) => ({
  body: { amount, payment_method: 'card' },
  headers,
});

const balance = async (replica: Replica, headers: Record<string, string>): Promise<number> =>
  (await replica.send('GET', '/v1/wallet', { headers })).body.balance_amount;

test('a client sees one mock, whichever replica it calls', async () => {
  const { start } = cluster();
  const [one, other] = [await start(), await start()];
  const headers = await ownerToken(one);
  const before = await balance(one, headers);
  const key = { ...headers, 'idempotency-key': 'topup-0001' };
  const made = await other.send('POST', '/v1/wallet/topup', topUp(250, key));
  expect([made.status, made.body.amount]).toEqual([201, 250]);
  expect(await balance(one, headers)).toBe(before + 250);
  // The reply is stored with the change, so that the other replica repeats it.
  const repeated = await one.send('POST', '/v1/wallet/topup', topUp(250, key));
  expect(repeated.text).toBe(made.text);
  expect(await balance(other, headers)).toBe(before + 250);
  const [here, there] = [
    await one.send('GET', '/v1/orders', { headers }),
    await other.send('GET', '/v1/orders', { headers }),
  ];
  expect(there.text).toBe(here.text);
  expect(Number(there.headers.get('x-request-id')?.slice(4))).toBe(
    Number(here.headers.get('x-request-id')?.slice(4)) + 1,
  );
  expect([one.worlds.owned(), other.worlds.owned()]).toEqual([['demo'], []]);
});

test('a replica takes over when the lease of one that crashed has run out, and answers 503 until then', async () => {
  const { start, time } = cluster();
  const [one, other] = [await start(), await start()];
  const headers = await ownerToken(one);
  const made = await other.send('POST', '/v1/wallet/topup', topUp(250, headers));
  expect(made.status).toBe(201);
  const after = await balance(other, headers);
  await one.end('crash');
  const early = await other.send('GET', '/v1/wallet', { headers });
  expect(early.status).toBe(503);
  expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(early.body.error).toEqual({
    code: 'WORLD_UNAVAILABLE',
    message:
      'The world demo is served by another process, which cannot be reached now. Send the request again.',
  });
  time.advance(LEASE_MS);
  expect(await balance(other, headers)).toBe(after);
  expect(other.worlds.owned()).toEqual(['demo']);
});

test('a replica that ends gives its worlds up, so that others take them over at once', async () => {
  const { start } = cluster();
  const [one, other] = [await start(), await start()];
  const headers = await ownerToken(one);
  const before = (await other.send('GET', '/_mock/v1/export')).text;
  await one.end('stop');
  expect((await other.send('GET', '/_mock/v1/export')).text).toBe(before);
  expect((await other.send('POST', '/v1/wallet/topup', topUp(1, headers))).status).toBe(201);
});

test('a large reply and an event stream pass through a replica, and end with their client or their world', async () => {
  const { start } = cluster();
  const [one, other] = [await start(), await start()];
  const headers = await ownerToken(one);
  const there = await other.send('GET', '/_mock/v1/export');
  expect(there.headers.get('content-length')).toBeNull();
  expect(there.text).toBe((await one.send('GET', '/_mock/v1/export')).text);
  expect(other.worlds.owned()).toEqual([]);

  const client = new AbortController();
  const open = async (signal: AbortSignal) => {
    const reply = await fetch(`${other.origin}/_mock/v1/events`, { signal });
    return (reply.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  };
  const [stream, ending] = [await open(client.signal), await open(AbortSignal.any([]))];
  const until = async (found: RegExp): Promise<void> => {
    for (let text = ''; !found.test(text); ) {
      const { value, done } = await stream.read();
      if (done) throw new Error(`The stream ended after: ${text}`);
      text += value;
    }
  };
  await until(/event: log/);
  await one.send('POST', '/v1/wallet/topup', topUp(250, headers));
  await until(/event: commit[\s\S]*wallet_transactions/);
  client.abort();
  await one.end('stop');
  for (let isOpen = true; isOpen; ) isOpen = !(await ending.read()).done;
});

test('an injected fault of a reply has the same effect through a replica', async () => {
  const { start } = cluster();
  const [one, other] = [await start(), await start()];
  const headers = await ownerToken(one);
  const outcome = async (replica: Replica, kind: string): Promise<unknown> => {
    const preference = { ...headers, prefer: `fault=${kind}` };
    try {
      const reply = await fetch(`${replica.origin}/v1/orders`, { headers: preference });
      return [reply.status, reply.headers.get('content-length'), (await reply.text()).length];
    } catch (error) {
      return (error as Error).message;
    }
  };
  for (const kind of ['reset', 'truncated', 'status_500'])
    expect(await outcome(other, kind), kind).toEqual(await outcome(one, kind));
});

test('of replicas that start at once on a new store, one says that it is new', async () => {
  const { start } = cluster();
  const replicas = await Promise.all([start(), start(), start()]);
  const recovered = replicas.map(({ worlds }) => worlds.recovered.map(({ name }) => name));
  expect(recovered.sort()).toEqual([[], ['demo'], ['demo']]);
});

test('a replica says that the tables of its store are gone', async () => {
  const { start, store, time } = cluster();
  const one = await start();
  expect(one.unusable).toEqual([]);
  const gone = new StorageError('damaged', 'the tables are gone');
  store.dueWorlds = () => Promise.reject(gone);
  time.advance(LEASE_MS);
  await expect.poll(() => one.unusable).toEqual([gone]);
});

test('nobody but a replica can claim that it forwards a call', async () => {
  const { start, store } = cluster({ token: 'secret' });
  const one = await start();
  await one.send('GET', '/_mock/v1/clock', { headers: { authorization: 'Bearer secret' } });
  const text = Buffer.from(JSON.stringify({ address: 'in-process' })).toString('base64url');
  const forge = (value: string) =>
    one.send('GET', '/_mock/v1/personas', { headers: { 'x-mock-forwarded': value } });
  for (const value of ['', 'r-1', `r-1 ${text} signature`, `r-1 ${text} `]) {
    const reply = await forge(value);
    expect([reply.status, reply.body.error.code]).toEqual([421, 'NOT_OWNER']);
  }
  // The key of the signature is in the database only.
  const id = store.entries.get('demo')?.owner?.id;
  expect(id).toMatch(/^[\w-]{32}$/);
  const health = await one.send('GET', '/_mock/v1/health', { headers: { authorization: 'Bearer secret' } });
  expect(health.text).toContain(one.worlds.replica?.().name);
  expect(health.text).not.toContain(id);
  const refused = await one.send('GET', '/_mock/v1/personas');
  expect(refused.status).toBe(403);
});

test('an owner whose address cannot be used is asked for again, until its lease has run out', async () => {
  const { start, store, time } = cluster();
  const one = await start();
  expect(await store.claim('demo', { id: 'other', url: 'http://' })).toMatchObject({ kind: 'claimed' });
  const reply = await one.send('GET', '/_mock/v1/clock');
  expect([reply.status, reply.body.error.code]).toEqual([503, 'WORLD_UNAVAILABLE']);
  time.advance(LEASE_MS);
  expect((await one.send('GET', '/_mock/v1/clock')).status).toBe(200);
  expect(one.faults).toEqual([]);
});

test('the control token is checked where the call is served', async () => {
  const { start } = cluster({ token: 'secret' });
  const [, other] = [await start(), await start()];
  const ask = async (headers: Record<string, string>) =>
    (await other.send('GET', '/_mock/v1/clock', { headers })).status;
  expect(await ask({})).toBe(403);
  expect(await ask({ authorization: 'Bearer wrong' })).toBe(403);
  expect(await ask({ authorization: 'Bearer secret' })).toBe(200);
  expect(await ask({ authorization: 'Bearer secret', origin: 'http://evil.example' })).toBe(403);
});

test('the owner sees the headers as the client sent them: named in Connection, without Host, not understood', async () => {
  const { start } = cluster();
  const [one, other] = [await start(), await start()];
  await one.send('GET', '/_mock/v1/clock');
  const answers = (head: string) =>
    Promise.all([one, other].map(({ origin }) => sendRaw(origin, `${head}\r\n\r\n`)));
  const host = 'Host: 127.0.0.1';
  const expected: [string, number][] = [
    [`GET /_mock/v1/clock HTTP/1.1\r\n${host}\r\nConnection: close`, 200],
    [
      `GET /_mock/v1/clock HTTP/1.1\r\n${host}\r\nOrigin: http://evil.example\r\nConnection: close, origin`,
      403,
    ],
    [
      `GET /v1/customers HTTP/1.1\r\n${host}\r\nAuthorization: x\r\nConnection: close, host, authorization`,
      401,
    ],
    ['GET /v1/customers HTTP/1.0', 401],
    ['GET /v1/customers HTTP/1.1\r\nConnection: close', 400],
    [`GET /v1/a\tb HTTP/1.1\r\n${host}\r\nConnection: close`, 400],
    ['no request', 400],
  ];
  for (const [head, status] of expected) {
    const [direct, forwarded] = await answers(head);
    expect(direct, head).toMatchObject({ status, body: expect.stringContaining('{') });
    if (status === 200) expect(forwarded?.status, head).toBe(200);
    else expect(withoutIds(forwarded), head).toEqual(withoutIds(direct));
  }
});

/** Sends bytes over a connection of their own; returns the status and the body of the reply. */
async function sendRaw(origin: string, text: string): Promise<{ status: number; body: string }> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.write(text);
  let reply = '';
  for await (const chunk of socket.setEncoding('latin1')) reply += chunk;
  const [head = '', ...body] = reply.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body: body.join('') };
}

const withoutIds = (reply: object | undefined): string =>
  JSON.stringify(reply).replace(/req_[\w-]+/g, 'req_');

test('a new world is given up by the owner of its original, and every replica serves, lists and deletes it', async () => {
  const { start, store } = cluster();
  const [one, other, third] = [await start(), await start(), await start()];
  const created = await other.send('POST', '/_mock/v1/worlds', { body: {} });
  expect([created.status, created.body.name]).toEqual([201, 'world-1']);
  expect(store.entries.get('world-1')?.owner).toBeNull();
  const again = await third.send('POST', '/_mock/v1/worlds', { body: { name: 'world-1' } });
  expect([again.status, again.body.error.code]).toEqual([409, 'WORLD_EXISTS']);
  const seeded = await third.send('POST', '/_mock/v1/worlds', { body: { world: 'empty' } });
  expect([seeded.status, seeded.body.name]).toEqual([201, 'world-2']);

  expect((await third.send('GET', '/w/world-1/_mock/v1/clock')).status).toBe(200);
  expect(third.worlds.owned().sort()).toEqual(['world-1', 'world-2']);
  for (const replica of [one, other, third]) {
    const { worlds } = (await replica.send('GET', '/_mock/v1/worlds')).body;
    expect(worlds.map(({ name }: { name: string }) => name)).toEqual(['demo', 'world-1', 'world-2']);
  }
  expect((await one.send('DELETE', '/_mock/v1/worlds/world-1')).status).toBe(200);
  expect((await other.send('GET', '/w/world-1/_mock/v1/clock')).status).toBe(404);
  expect(third.worlds.owned()).toEqual(['world-2']);
  const reused = await other.send('POST', '/_mock/v1/worlds', { body: { name: 'world-1' } });
  expect(reused.status).toBe(201);
});

test('every replica lists the same address of the owner of a world', async () => {
  const { start } = cluster();
  const [one, other] = [await start(), await start()];
  for (const name of ['far', 'idle']) await one.send('POST', '/_mock/v1/worlds', { body: { name } });
  expect((await one.send('GET', '/_mock/v1/clock')).status).toBe(200);
  expect((await other.send('GET', '/w/far/_mock/v1/clock')).status).toBe(200);
  type Listed = { name: string; stored: { owner: string | null; owner_url: string | null } };
  const owners = async (replica: Replica): Promise<unknown[]> => {
    const { worlds } = (await replica.send('GET', '/_mock/v1/worlds')).body as { worlds: Listed[] };
    return worlds.map(({ name, stored }) => [name, stored.owner, stored.owner_url]);
  };
  expect([one.worlds.owned(), other.worlds.owned()]).toEqual([['demo'], ['far']]);
  expect(await owners(one)).toEqual([
    ['demo', 'this', one.origin],
    ['far', 'other', other.origin],
    ['idle', null, null],
  ]);
  expect(await owners(other)).toEqual([
    ['demo', 'other', one.origin],
    ['far', 'this', other.origin],
    ['idle', null, null],
  ]);
});

test('an idle world is put down, and taken up with its next call', async () => {
  const { start, store, time } = cluster();
  const one = await start();
  await one.send('POST', '/_mock/v1/clock/resume');
  const { body } = await one.send('GET', '/_mock/v1/clock/timers');
  const idle = async (): Promise<void> => {
    while (store.entries.get('demo')?.owner !== null) {
      time.advance(1000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await idle();
  expect(one.worlds.owned()).toEqual([]);
  expect((await one.send('GET', '/_mock/v1/clock')).status).toBe(200);
  expect(one.worlds.owned()).toEqual(['demo']);
  expect(body.timers.length).toBeGreaterThan(0);
});
