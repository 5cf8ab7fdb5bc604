// Tests of a mock with an upstream: what is passed on and how, what the mock answers, and what the log keeps.
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type ServerResponse,
} from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../tools/testing/servers.ts';
import { controlApi } from '../../control/control-api.ts';
import { mountControl } from '../../control/mount-control.ts';
import { createMinimalApp, NEW, sendCall } from '../testing/minimal-mock.ts';
import { type UpstreamOptions, upstreamSteps, upstreamUrl } from './upstream.ts';

type Seen = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'> & { body: string };

// Starts a backend, and a mock that passes requests on to it.
async function startBoth(
  answer: (request: Seen, response: ServerResponse) => void,
  options: Partial<UpstreamOptions> = {},
) {
  const seen: Seen[] = [];
  const listener: RequestListener = async (request, response) => {
    const { method, url, headers, rawHeaders } = request;
    const one: Seen = { method, url, headers, rawHeaders, body: '' };
    try {
      for await (const chunk of request) one.body += chunk;
    } catch {
      // The mock has given the request up.
      return;
    }
    seen.push(one);
    answer(one, response);
  };
  const port = await listen(createServer(listener));
  const base = upstreamUrl(`http://127.0.0.1:${port}/staging/v1`);
  const app = createMinimalApp({ steps: upstreamSteps({ base, ...options }) });
  return { app, seen, lab: controlApi(app), host: `127.0.0.1:${port}` };
}

const json = (response: ServerResponse, status: number, body: unknown): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const lost = (response: ServerResponse): void =>
  json(response, 404, { error: { code: 'NOT_FOUND', message: 'No such customer.' } });

test('a request is passed on as the client sent it, and the reply as the upstream gave it', async () => {
  const body = gzipSync('{"id": "c1", "token": "their-token-1", "note": "Of their-token."}');
  const { app, seen, lab, host } = await startBoth((_, response) => {
    response.setHeader('set-cookie', ['a=1; Path=/', 'b=2']);
    response.writeHead(201, {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'access-control-allow-origin': 'https://other.example',
      'strict-transport-security': 'max-age=1',
      'x-request-id': 'theirs-1',
      'x-hop': 'no',
      connection: 'x-hop, close',
      ratelimit: 'theirs',
    });
    response.end(body);
  });
  const { port } = await app.listen({ port: 0 });
  onTestFinished(() => app.close());
  const sent = await fetch(`http://127.0.0.1:${port}/v1/customers?status=a%20b`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer their-token',
      'content-type': 'application/json',
      'x-mock-world': 'demo',
      cookie: 'c=3',
      origin: 'http://localhost:5173',
    },
    body: JSON.stringify({ ...NEW, password: 'their-password' }),
  });
  expect(await sent.json()).toMatchObject({ id: 'c1', token: 'their-token-1' });
  expect(sent.status).toBe(201);
  expect(sent.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2']);
  expect(Object.fromEntries(sent.headers)).toMatchObject({
    'x-mock-answered-by': 'upstream',
    'x-request-id': 'theirs-1',
    'access-control-allow-origin': 'http://localhost:5173',
    ratelimit: 'theirs',
  });
  for (const name of ['strict-transport-security', 'x-hop', 'ratelimit-limit', 'cache-control'])
    expect(sent.headers.has(name), name).toBe(false);
  expect(seen).toHaveLength(1);
  const [{ url, headers, body: received } = {} as Seen] = seen;
  expect(url).toBe('/staging/v1/customers?status=a%20b');
  expect(JSON.parse(received)).toMatchObject(NEW);
  expect(headers).toMatchObject({ host, authorization: 'Bearer their-token', cookie: 'c=3' });
  for (const name of Object.keys(headers)) expect(name).not.toMatch(/^(?:x-|via|forwarded)/);

  const [logged] = app.worlds.main.deps.requests;
  const { call } = logged?.context ?? {};
  const texts = [call?.body, logged?.sent, logged?.reply.body].map((bytes) =>
    Buffer.from(bytes ?? '').toString(),
  );
  const kept = JSON.stringify([texts, call?.headers, logged?.reply.headers]);
  for (const secret of ['their-token', 'their-password', 'c=3', 'a=1']) expect(kept).not.toContain(secret);
  expect(kept).toContain(NEW.email);
  expect(lab.requests.get('theirs-1')).toMatchObject({
    operation: 'createCustomer',
    answered: { by: 'upstream' },
    reply: { body: { id: 'c1', token: '***' } },
  });
  expect(lab.requests.explain('last').sentence).toMatch(/^The upstream answered/);
  await expect(lab.requests.repeat('last')).rejects.toThrow(/keeps no credentials/);
});

test('redirects are not followed, and a path that leaves the base path is not passed on', async () => {
  const { app, seen } = await startBoth((_, response) =>
    response.writeHead(307, { location: 'http://169.254.169.254/' }).end(),
  );
  const { status, headers } = await sendCall(app, 'GET', '/customers');
  expect([status, headers.get('location')]).toEqual([307, 'http://169.254.169.254/']);
  expect(seen).toHaveLength(1);
  for (const path of [
    '/v1/..%2fadmin',
    '/v1/x/%2e%2e/%2e%2e/admin',
    '/v1/a/../../admin',
    '/v1/..\\admin',
    '/v1/..;/admin',
  ])
    await app.handle({
      method: 'GET',
      path,
      query: '',
      headers: { host: 'localhost' },
      body: null,
      address: '::1',
    });
  expect(seen).toHaveLength(1);
});

test('the mock answers what --mock names, as a persona for a caller that it does not know', async () => {
  const { app, seen, lab } = await startBoth((_, response) => json(response, 200, {}), {
    mocked: ['customers'],
  });
  const list = await sendCall(app, 'GET', '/customers', { token: 'their-token' });
  expect([list.status, list.body.meta?.total]).toEqual([200, 45]);
  expect(list.headers.get('x-mock-answered-by')).toBe('mock');
  expect(lab.requests.get('last')).toMatchObject({
    answered: { by: 'mock', because: '--mock names customers' },
    persona: 'owner',
    request: { headers: { authorization: 'Bearer ***' } },
  });
  expect(JSON.stringify(app.worlds.main.deps.requests.newest()?.context)).not.toContain('their-token');
  expect((await sendCall(app, 'GET', '/customers')).status).toBe(401);
  const id = '9f1f6c7e-0d7a-4f3e-9a55-1c2d3e4f5a6d';
  const unknown = await sendCall(app, 'GET', `/customers/${id}`, { token: 'their-token' });
  expect([unknown.status, unknown.body.error?.message]).toEqual([
    404,
    expect.stringMatching(/its own records only/),
  ]);
  expect(seen).toHaveLength(0);
  expect((await lab.requests.repeat('req_1')).status).toBe(200);
});

test.each<[string, number, string, (response: ServerResponse) => void]>([
  ['501', 501, '/customers', (response) => json(response, 501, { error: { code: 'X', message: 'No.' } })],
  ['405', 405, '/customers', (response) => response.writeHead(405).end()],
  ['without the error body', 404, '/customers/x', (response) => response.writeHead(404).end('<h1>404</h1>')],
  [
    'about the route',
    404,
    '/customers/x',
    (response) => json(response, 404, { message: 'Cannot GET /v1/x', statusCode: 404 }),
  ],
  ['names no record', 404, '/customers', lost],
])(
  'the mock answers where the upstream does not have the operation: %s',
  async (sign, status, path, refuse) => {
    const { app, lab } = await startBoth((_, response) => refuse(response));
    const reply = await sendCall(app, 'GET', path, { token: 'their-token' });
    expect(reply.headers.get('x-mock-answered-by')).toBe('mock');
    expect(reply.status).not.toBe(status === 404 ? 405 : status);
    expect(lab.requests.get('last').answered?.because).toContain(sign);
    await expect(lab.requests.repeat('last')).rejects.toThrow(/keeps no credentials/);
  },
);

test('a 404 about a record is the reply of the upstream, also in another form once the operation has answered', async () => {
  let answer = lost;
  const { app } = await startBoth((_, response) => answer(response));
  const by = async (path: string) => (await sendCall(app, 'GET', path)).headers.get('x-mock-answered-by');
  expect(await by('/customers/x')).toBe('upstream');
  answer = (response) => json(response, 404, { message: 'There is no such webhook endpoint.' });
  expect(await by('/webhooks/x')).toBe('upstream');
  answer = (response) => response.writeHead(404).end('gone');
  expect(await by('/customers/x')).toBe('mock');
  answer = (response) => json(response, 200, {});
  expect(await by('/customers/y')).toBe('upstream');
  answer = (response) => response.writeHead(404).end('gone');
  expect(await by('/customers/x')).toBe('upstream');
  expect(await by('/no-such-operation')).toBe('upstream');
});

test('an upstream that is down, late, invalid or too busy is a refusal that says what to do', async () => {
  const { app, lab } = await startBoth(
    ({ url }, response) => {
      if (url?.includes('status=a')) response.socket?.end('no http\r\n\r\n');
      if (url?.includes('status=c'))
        response.socket?.end('HTTP/1.1 101 Other\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n');
      if (url?.includes('status=d')) response.socket?.end('HTTP/1.1 099 Odd\r\n\r\n');
      if (url?.includes('status=b'))
        response.writeHead(200, { 'content-length': 9 }).write('x', () => response.destroy());
    },
    { timeoutMs: 150 },
  );
  const why = async (query: string) => {
    const { status, body, headers } = await sendCall(app, 'GET', `/customers${query}`);
    return [status, body.error?.code, body.error?.message, headers.get('x-mock-answered-by')];
  };
  expect(await why('')).toEqual([
    504,
    'UPSTREAM_TIMEOUT',
    expect.stringMatching(/within 0.15 seconds.*--mock/),
    'mock',
  ]);
  expect(lab.requests.explain('last').sentence).toMatch(/within 0.15 seconds/);
  expect(await why('?status=a')).toEqual([
    502,
    'BAD_GATEWAY',
    expect.stringMatching(/no valid HTTP/),
    'mock',
  ]);
  expect(await why('?status=b')).toEqual([
    502,
    'BAD_GATEWAY',
    expect.stringMatching(/closed before/),
    'mock',
  ]);
  expect((await why('?status=c'))[2]).toMatch(/closed before/);
  expect((await why('?status=d'))[2]).toMatch(/invalid status 99/);
  const many = await Promise.all(Array.from({ length: 257 }, () => why('')));
  expect(many).toContainEqual([
    503,
    'UPSTREAM_BUSY',
    expect.stringMatching(/leads back to this mock/),
    'mock',
  ]);
  const down = createMinimalApp({ steps: upstreamSteps({ base: upstreamUrl('http://127.0.0.1:9/v1') }) });
  expect((await sendCall(down, 'GET', '/customers')).body.error?.message).toMatch(/refused.*Start it/);
});

test('faults apply: a fault without effect does not reach the upstream, others change its reply', async () => {
  const { app, seen } = await startBoth((_, response) => json(response, 200, { data: [] }));
  const send = (prefer: string) =>
    sendCall(app, 'GET', '/customers', { token: 'theirs', headers: { prefer } });
  expect((await send('code=429')).status).toBe(429);
  expect(JSON.stringify(app.worlds.main.deps.requests.newest()?.context.call.headers)).not.toContain(
    'theirs',
  );
  expect(seen).toHaveLength(0);
  expect((await send('fault=wrong_schema')).text).toBe('{"data":[null]}');
  expect(seen).toHaveLength(1);
  app.worlds.main.deps.faults.add({
    kind: 'refusal',
    refusal: 'ROLE_FORBIDDEN',
    operation: 'listCustomers',
  });
  expect((await send('delay_ms=0')).status).toBe(403);
  expect(seen).toHaveLength(1);
});

test('pages of other origins than this machine need --cors, and tools of the mock are answered by the mock', async () => {
  const { app, seen } = await startBoth((_, response) => json(response, 200, {}));
  mountControl(app, { token: null, loopback: true });
  const { port } = await app.listen({ port: 0 });
  onTestFinished(() => app.close());
  const get = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/v1/customers`, { headers: { authorization: 'Bearer x', ...headers } });
  const refused = await get({ origin: 'https://evil.example' });
  expect([refused.status, ((await refused.json()) as { error: { message: string } }).error.message]).toEqual([
    403,
    expect.stringMatching(/--cors https:\/\/evil\.example/),
  ]);
  await get({ 'x-mock-tool': 'console' });
  expect(seen).toHaveLength(0);
  await get({ origin: 'http://localhost:5173' });
  expect(seen).toHaveLength(1);
});

test('a reply of the upstream cannot act as a page of the mock, and is no script of a worker', async () => {
  const { app, seen } = await startBoth((_, response) =>
    response
      .writeHead(200, {
        'content-type': 'text/html',
        'service-worker-allowed': '/',
        'clear-site-data': '"*"',
        'x-mock-generated': 'true',
        'content-security-policy': "script-src 'unsafe-inline'",
      })
      .end('<script>1</script>'),
  );
  const { headers, text } = await sendCall(app, 'GET', '/page');
  expect([headers.get('content-security-policy'), headers.get('x-content-type-options')]).toEqual([
    'sandbox',
    'nosniff',
  ]);
  for (const name of ['service-worker-allowed', 'clear-site-data', 'x-mock-generated'])
    expect(headers.has(name), name).toBe(false);
  expect(text).toBe('<script>1</script>');
  for (const refused of [
    { 'service-worker': 'script' },
    ...['serviceworker', 'worker', 'sharedworker'].map((dest) => ({ 'sec-fetch-dest': dest })),
  ])
    expect((await sendCall(app, 'GET', '/page', { headers: refused })).body.error?.message).toMatch(/worker/);
  expect(seen).toHaveLength(1);
});

test('a page that reaches the mock by DNS rebinding gets nothing of the upstream, unless the mock listens for others', async () => {
  const get = async (options: Partial<UpstreamOptions>, host: string) => {
    const { app, seen } = await startBoth((_, response) => json(response, 200, {}), options);
    const call = { method: 'GET', path: '/v1/customers', query: '', body: null, address: '127.0.0.1' };
    const { status } = await app.handle({ ...call, headers: { host, 'sec-fetch-site': 'same-origin' } });
    return [status, seen.length];
  };
  expect(await get({}, 'rebound.example:4010')).toEqual([403, 0]);
  expect(await get({}, 'localhost:4010')).toEqual([200, 1]);
  expect(await get({ loopback: false }, 'mock:4010')).toEqual([200, 1]);
});

test('a reply is passed on while it comes, and the log keeps 64 KiB of its text', async () => {
  let end = (): void => undefined;
  const row = '{"name":"Ada","password":"of-the-upstream"},';
  const { app, lab } = await startBoth(({ url }, response) => {
    if (url?.includes('events')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
      end = () => void response.end('data: 2\n\n');
    } else if (url?.includes('cut'))
      response
        .writeHead(200, { 'content-length': '900000' })
        .write('x'.repeat(200_000), () => response.destroy());
    else
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(`{"data":[${row.repeat(40_000)}{}]}`);
  });
  const { origin } = await app.listen({ port: 0 });
  onTestFinished(() => app.close());
  const events = (await fetch(`${origin}/v1/events`)).body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await events?.read())?.value).toBe('data: 1\n\n');
  end();
  expect((await events?.read())?.value).toBe('data: 2\n\n');
  for (const whole of [fetch(`${origin}/v1/customers`), app.fetch(new Request('http://mock/v1/customers'))])
    expect(((await (await whole).json()) as { data: [] }).data).toHaveLength(40_001);
  const kept = lab.requests.get('last').reply.body;
  expect(JSON.stringify(kept)).toContain('Ada');
  expect(JSON.stringify(kept)).not.toContain('of-the-upstream');
  expect(JSON.stringify(kept).length).toBeLessThan(120_000);
  await expect(fetch(`${origin}/v1/cut`).then((reply) => reply.text())).rejects.toThrow();
  const failed = await fetch(`${origin}/v1/customers`, { headers: { prefer: 'fault=truncated' } });
  await expect(failed.text()).rejects.toThrow();
});

test('the bytes of requests that wait for the upstream are bounded', async () => {
  const { app } = await startBoth(() => undefined);
  const end = new AbortController();
  const { signal } = end;
  const body = new Uint8Array(1_000_000);
  const send = () => app.fetch(new Request('http://mock/v1/customers', { method: 'POST', body, signal }));
  const waiting = Array.from({ length: 34 }, send);
  const first = await Promise.race(waiting);
  expect([first.status, first.headers.get('retry-after')]).toEqual([503, '1']);
  end.abort();
  const others = (await Promise.allSettled(waiting)).filter(({ status }) => status === 'rejected');
  expect(others).toHaveLength(33);
});

test('any number of cookies, and bytes above 127 in headers, pass unchanged in both directions', async () => {
  const cookies = Array.from({ length: 600 }, (_, n) => `c${n}=1`);
  const { app, seen } = await startBoth((_, response) => {
    response.setHeader('set-cookie', cookies);
    response.writeHead(200, { 'content-type': 'application/json', 'x-name': 'J\xfcrgen' });
    response.end('{"name":"J\u00fcrgen \u4e2d"}');
  });
  const { port } = await app.listen({ port: 0 });
  onTestFinished(() => app.close());
  const reply = await new Promise<IncomingMessage>((resolve) =>
    request({ port, path: '/v1/customers', headers: { 'x-sent': 'caf\xe9' } }, resolve).end(),
  );
  reply.resume();
  expect(reply.headers['set-cookie']).toEqual(cookies);
  expect(reply.headers['x-name']).toBe('J\xfcrgen');
  expect(seen[0]?.headers['x-sent']).toBe('caf\xe9');
  expect((await app.fetch(new Request('http://mock/v1/customers'))).headers.getSetCookie()).toEqual(cookies);
});

test('a reply that repeats a secret of its request is kept without it', async () => {
  const { app } = await startBoth(({ body, headers }, response) => {
    response.setHeader('authentication-info', 'nextnonce="their-nonce"');
    response.setHeader('x-echo', String(headers.authorization));
    json(response, 200, { data: body, note: 'Not basic-password.' });
  });
  const form = new FormData();
  form.append('file', new Blob(['x'.repeat(100_000)]));
  form.append('password', 'multi-part-password');
  const query = 'token=a%20secret%2Fin%20the%20query';
  const password = Buffer.from('ada:basic-password').toString('base64');
  const sent = [
    { body: form },
    { body: new URLSearchParams({ name: 'Ada', password: 'a form password' }) },
    { body: JSON.stringify({ auth: { cvv: 'secret-cvv' } }), type: 'application/json' },
  ];
  for (const { body, type } of sent)
    await app.fetch(
      new Request(`http://mock/v1/customers?${query}`, {
        ...{ method: 'POST', body },
        headers: { authorization: `Basic ${password}`, ...(type && { 'content-type': type }) },
      }),
    );
  const kept = [...app.worlds.main.deps.requests].map(({ context, reply, sent: bytes }) => [
    ...[context.call.headers, context.call.query, reply.headers, String(reply.body)],
    Buffer.from(bytes ?? '').toString(),
  ]);
  expect(kept).toHaveLength(3);
  const secrets = ['multi-part-password', 'a form password', 'a+form+password', 'secret-cvv', 'their-nonce'];
  const text = JSON.stringify(kept).replaceAll('\\u0000', '');
  for (const secret of [...secrets, password, 'basic-password', 'in%20the%20query'])
    expect(text).not.toContain(secret);
});

test.each([
  ['staging.example', /base URL/],
  ['ftp://staging.example', /base URL/],
  ['https://user:secret@staging.example/v1', /must not contain a credential/],
  ['https://staging.example/v1?key=1', /no query/],
])('%s is no upstream', (text, why) => {
  expect(() => upstreamUrl(text)).toThrow(why);
  expect(() => upstreamUrl(text)).not.toThrow(/secret/);
});
