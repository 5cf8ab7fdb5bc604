// Tests of fault injection over `fetch` and over a port: faults that a request prefers, faults that a test has added,
// and latency.
import { request } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { operation } from '../../contract/operations.ts';
import { validateValue } from '../../contract/validation/validate.ts';
import type { Listening } from '../http/listen.ts';
import { parsePrefer, takePreferParameter } from '../http/prefer-header.ts';
import { createMinimalApp, sendCall } from '../testing/minimal-mock.ts';
import { documentedExamples } from './documented-examples.ts';
import type { FaultEffect } from './faults.ts';
import { replyLatency } from './latency.ts';

const open: Listening[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const NEW = { email: 'new@customers.example', first_name: 'New', last_name: 'Comer' };
const count = (app: ReturnType<typeof createMinimalApp>): number =>
  app.world.transact(null, (store) => store.customers.count());
const prefer = (text: string) => ({ token: 'owner', headers: { prefer: text } });

test.each([
  ['code=503', [['code', '503']]],
  [
    'code=503, delay=20',
    [
      ['code', '503'],
      ['delay', '20'],
    ],
  ],
  [
    'Code = 503 ; x="a,b", respond-async',
    [
      ['code', '503'],
      ['respond-async', ''],
    ],
  ],
  ['example="pen\\"ding", example=other', [['example', 'pen"ding']]],
  ['=, (, code=1', [['code', '1']]],
  ['', []],
])('the Prefer header "%s" is parsed as RFC 7240 states', (header, found) => {
  expect([...parsePrefer(header)]).toEqual(found);
});

test.each([
  ['many spaces before an invalid character', `a${' '.repeat(200_000)}x`],
  ['many spaces before an invalid value', `a=${' '.repeat(200_000)}(`],
  ['quotes that are never closed', 'a;\\"x,'.repeat(40_000)],
])('an invalid Prefer header of %s is ignored, however long it is', (_, header) => {
  expect([...parsePrefer(header)]).toEqual([]);
  expect([...parsePrefer(`code=1, ${header}`)]).toEqual([['code', '1']]);
});

test('the query parameter __prefer has the same effect as the Prefer header, and is removed from the query', () => {
  expect(takePreferParameter('page=2&__prefer=code%3D503%2C+delay%3D1&sort=name')).toEqual({
    query: 'page=2&sort=name',
    prefer: 'code=503, delay=1',
  });
  expect(takePreferParameter('page=2')).toEqual({ query: 'page=2', prefer: null });
});

test('a request that prefers a status gets the documented example and has no effect, and the next request is answered normally', async () => {
  const app = createMinimalApp();
  const reply = await sendCall(app, 'POST', '/customers', { ...prefer('code=422'), body: NEW });
  expect(reply).toMatchObject({ status: 422, body: { error: { code: 'VALIDATION_FAILED' } } });
  expect(reply.headers.get('preference-applied')).toBe('code=422');
  expect(reply.headers.get('ratelimit-remaining')).toBe('1199');
  expect(count(app)).toBe(45);
  const next = await sendCall(app, 'POST', '/customers', { token: 'owner', body: NEW });
  expect(next.status).toBe(201);
  expect(next.headers.has('preference-applied')).toBe(false);
});

test.each([
  ['code=201', 201, 'code=201'],
  ['code=429', 429, 'code=429'],
  ['code=503', 503, 'code=503'],
  ['example=flat, code=422', 422, 'code=422, example=flat'],
  ['wait=10, return=minimal, respond-async, (, foreign="x', 201, null],
  ['delay_ms=1', 201, 'delay_ms=1'],
  ['delay=1, delay_ms=600000', 201, 'delay=1'],
])(
  'a request with Prefer: %s gets status %i, and its reply names %s as the applied preference',
  async (text, status, applied) => {
    const reply = await sendCall(createMinimalApp(), 'POST', '/customers', { ...prefer(text), body: NEW });
    expect([reply.status, reply.headers.get('preference-applied')]).toEqual([status, applied]);
    if (status === 429)
      expect([reply.headers.get('retry-after'), reply.text]).toEqual([
        '1',
        expect.stringContaining(' 1 seconds'),
      ]);
  },
);

test.each([
  [
    'code=4o4',
    /code=4o4: must be a status of the operation \(createCustomer: 201, .*\), or any from 400 to 599/,
  ],
  ['code=302', /code=302: must be a status .* any from 400 to 599/],
  ['code', /code=: must be a status/],
  ['code="404', /"code=\\"404" cannot be read: a preference is name=value/],
  ['example=bogus', /example=bogus: must be a documented example of createCustomer: .*alreadyExists/],
  ['code=422, example=bogus', /example=bogus: .* createCustomer with status 422: .*alreadyExists/],
  ['delay_ms=soon', /delay_ms=soon: must be a whole number of milliseconds from 0 to 600000/],
  ['delay=600001', /delay=600001: must be a whole number/],
  ['fault=bogus', /fault=bogus: must be one of stall, reset, truncated/],
  ['fault=truncate', /fault=truncate: .*did you mean "truncated"/],
  ['fault=status', /fault=status: .*send code=<status> instead/],
  ['fault=latency', /fault=latency: .*send delay_ms=<ms> instead/],
  ['coed=404', /coed is no preference of the mock; did you mean "code"/],
  ['status=404', /status is no preference of the mock; did you mean "code"/],
  ['delay-ms=5', /delay-ms is no preference of the mock; did you mean "delay_ms"/],
])('a request with Prefer: %s gets 400 with what is allowed, and has no effect', async (text, message) => {
  const app = createMinimalApp();
  const reply = await sendCall(app, 'POST', '/customers', { ...prefer(text), body: NEW });
  expect(reply).toMatchObject({
    status: 400,
    body: { error: { code: 'BAD_REQUEST', errors: { Prefer: [expect.stringMatching(message)] } } },
  });
  expect(reply.headers.has('preference-applied')).toBe(false);
  const query = `__prefer=${encodeURIComponent(text)}`;
  const asked = await sendCall(app, 'POST', `/customers?${query}`, { token: 'owner', body: NEW });
  expect([asked.status, asked.text]).toEqual([400, reply.text]);
  expect(count(app)).toBe(45);
});

test('the parameter __prefer takes no names of others, and one reply names every problem', async () => {
  const app = createMinimalApp();
  const path = `/customers?__prefer=${encodeURIComponent('return=minimal, code=x, fault=y, (')}`;
  const { status, body } = await sendCall(app, 'GET', path, { token: 'owner' });
  expect([status, body]).toMatchObject([
    400,
    {
      error: {
        errors: {
          Prefer: [
            'return is no preference of the mock; there are code, example, delay_ms, fault, world.',
            '"(" cannot be read: a preference is name=value, and preferences are separated by commas.',
            expect.stringContaining('code=x: '),
            expect.stringContaining('fault=y: '),
          ],
        },
      },
    },
  ]);
});

test('a request over its rate limit is refused whatever it prefers, and its reply names no applied preference', async () => {
  const table = { free: 1, pro: 1, business: 1, enterprise: 1, reseller: 1, platform: 1 };
  const app = createMinimalApp({ limits: table });
  const first = await sendCall(app, 'GET', '/customers', prefer('code=503, delay=1'));
  expect([first.status, first.headers.get('preference-applied')]).toEqual([503, 'code=503, delay=1']);
  const second = await sendCall(app, 'GET', '/customers', prefer('code=503, delay=1'));
  expect([second.status, second.headers.get('preference-applied')]).toEqual([429, 'delay=1']);
});

test('a request can prefer an example by name, and the links of the reply do not contain the preference', async () => {
  const app = createMinimalApp();
  const [example] = documentedExamples(operation('getCustomer')).filter(({ status }) => status === 200);
  const shown = await sendCall(app, 'GET', `/customers/x?__prefer=example%3D${example?.name}`, {
    token: 'owner',
  });
  expect(shown.body).toEqual(example?.value);
  expect(shown.headers.get('preference-applied')).toBe(`example=${example?.name}`);
  const listed = await sendCall(app, 'GET', '/customers?__prefer=delay%3D1', { token: 'owner' });
  expect(listed.text).not.toContain('__prefer');
});

test('a request can prefer a world, a status, a delay and a fault by its query alone', async () => {
  const app = createMinimalApp();
  app.worlds.fork('mine', app.worlds.main);
  const send = async (prefer: string, method = 'GET', path = '/customers') =>
    sendCall(app, method, `${path}?__prefer=${prefer}`, {
      token: 'owner',
      ...(method === 'POST' && { body: NEW }),
    });
  const created = await send('world=mine', 'POST');
  expect([created.status, created.headers.get('preference-applied')]).toEqual([201, 'world=mine']);
  expect(count(app)).toBe(45);
  expect((await send('world=mine')).body).toMatchObject({ meta: { total: 46 } });
  const both = await send('world=mine,code=404,delay=1');
  expect([both.status, both.headers.get('preference-applied')]).toEqual([
    404,
    'world=mine, code=404, delay=1',
  ]);
  expect((await send('fault=wrong_schema')).body).not.toMatchObject({ data: [{ id: expect.any(String) }] });
  const nowhere = await send('world=nowhere');
  expect([nowhere.status, nowhere.body]).toMatchObject([404, { error: { code: 'WORLD_NOT_FOUND' } }]);
  const header = await sendCall(app, 'GET', '/customers', prefer('world=mine'));
  expect(header.body).toMatchObject({ meta: { total: 46 } });
  // A world named in the path cannot be another than the one in the query.
  const other = await app.fetch(
    new Request('http://mock.test/w/mine/v1/customers?__prefer=world=nowhere', {
      headers: { authorization: 'Bearer owner' },
    }),
  );
  expect(other.status).toBe(400);
  expect(await other.text()).toContain('world=nowhere: the path of the request names the world mine');
});

test('every operation has a documented example of its success reply, and the example satisfies the schema', () => {
  const app = createMinimalApp();
  for (const { operation, replySchema } of app.worlds.main.deps.plans.values()) {
    if (replySchema === null) continue;
    const [first] = documentedExamples(operation).filter(({ status }) => status === operation.success);
    expect(validateValue(replySchema, first?.value), operation.id).toEqual([]);
  }
});

const broken: [FaultEffect, RegExp][] = [
  [{ kind: 'status', status: 500 }, /^500 \{"error"/],
  [{ kind: 'reset' }, /ECONNRESET|socket hang up/],
  [{ kind: 'reset', after_bytes: 10 }, /^201 .{10} (read )?(aborted|ECONNRESET|terminated)/],
  [{ kind: 'truncated' }, /^201 \{"id".+ (aborted|terminated)/],
  [{ kind: 'invalid_json' }, /^201 \{"id".+,$/],
  [{ kind: 'wrong_schema' }, /^201 \{"id":\{"not what it should be":true\}/],
  [{ kind: 'wrong_length', after_bytes: 12 }, /^201 .{12}$|Parse Error: Data after/],
  [{ kind: 'stall', delay_ms: 5 }, /^201 \{.+\}$/],
  [{ kind: 'delay', delay_ms: 5 }, /^201 \{.+\}$/],
];

/** Describes what a client receives: status and body, or the way in which the reply failed. */
function seen(port: number, path: string, body: string): Promise<string> {
  return new Promise((resolve) => {
    const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' };
    let begun = '';
    const sent = request({ port, host: '127.0.0.1', path, method: 'POST', headers }, (reply) => {
      let text = '';
      begun = `${reply.statusCode} `;
      reply.setEncoding('utf8');
      reply.on('data', (chunk: string) => {
        text += chunk;
        begun = `${reply.statusCode} ${text} `;
      });
      reply.on('end', () => resolve(`${reply.statusCode} ${text}`));
      reply.on('error', (error) => resolve(`${reply.statusCode} ${text} ${error.message}`));
    });
    sent.on('error', (error) => resolve(begun + error.message));
    sent.end(body);
  });
}

test.each(broken)(
  'the fault %j fails in the same way on a port and in the process, after or before the request takes effect',
  async (effect, like) => {
    const { kind } = effect;
    const app = createMinimalApp();
    const server = await app.listen();
    open.push(server);
    const { faults } = app.worlds.main.deps;
    const effects = kind === 'status' ? [false, true] : kind === 'delay' ? [true] : [true, false];
    for (const [at, takes_effect] of effects.entries()) {
      const before = count(app);
      faults.add({ ...effect, ...(kind !== 'delay' && { takes_effect }), times: 1 });
      const text = await seen(
        server.port,
        '/v1/customers',
        JSON.stringify({ ...NEW, email: `p${at}@customers.example` }),
      );
      expect(text).toMatch(like);
      expect(count(app) - before).toBe(takes_effect ? 1 : 0);
      faults.add({ ...effect, ...(kind !== 'delay' && { takes_effect }), times: 1 });
      const inside = await app
        .fetch(
          new Request('http://mock.test/v1/customers', {
            method: 'POST',
            headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
            body: JSON.stringify({ ...NEW, email: `f${at}@customers.example` }),
          }),
        )
        .then(async (reply) => {
          let body = '';
          try {
            for await (const chunk of reply.body ?? []) body += new TextDecoder().decode(chunk);
            return `${reply.status} ${body}`;
          } catch (error) {
            return `${reply.status} ${body} ${(error as Error).message}`;
          }
        })
        .catch((error: { cause: { code: string } }) => error.cause.code);
      expect(inside).toMatch(like);
      expect(count(app) - before).toBe(takes_effect ? 2 : 0);
      expect(faults.isEmpty).toBe(true);
    }
    expect(app.faults).toEqual([]);
  },
);

test('a reply that stalls for ever sends no bytes, and does not stop a server from closing', async () => {
  const app = createMinimalApp();
  const server = await app.listen();
  app.worlds.main.deps.faults.add({ kind: 'stall' });
  const ended = seen(server.port, '/v1/customers', JSON.stringify(NEW));
  while (count(app) === 45) await new Promise((resolve) => setTimeout(resolve, 5));
  await server.close();
  expect(await ended).toMatch(/aborted|ECONNRESET|socket hang up/);
});

test.each([
  { kind: 'status', status: 503, delay_ms: 30 },
  { kind: 'invalid_json', delay_ms: 30 },
  { kind: 'delay', delay_ms: 30 },
] as const)(
  'the reply to a request with the fault %j is sent after delay_ms, and not before',
  async (fault) => {
    const app = createMinimalApp();
    const { faults } = app.worlds.main.deps;
    const send = () =>
      app.fetch(new Request('http://mock.test/v1/customers', { headers: { authorization: 'Bearer owner' } }));
    faults.add({ ...fault, delay_ms: 0, times: 1 });
    await send();
    faults.add(fault);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      let isAnswered = false;
      const answered = send().then(() => {
        isAnswered = true;
      });
      await vi.advanceTimersByTimeAsync(29);
      await new Promise((resolve) => setImmediate(resolve));
      expect([isAnswered, vi.getTimerCount()]).toEqual([false, 1]);
      await vi.advanceTimersByTimeAsync(1);
      await answered;
    } finally {
      vi.useRealTimers();
    }
  },
);

test('a fault applies only to its operation, its nth request, its share of requests by seed, and its number of times', async () => {
  const app = createMinimalApp();
  const { faults } = app.worlds.main.deps;
  const statuses = async (calls: number): Promise<number[]> => {
    const all: number[] = [];
    for (let at = 0; at < calls; at += 1)
      all.push((await sendCall(app, 'GET', '/customers', { token: 'owner' })).status);
    return all;
  };
  faults.add({ kind: 'status', status: 500, operation: 'createCustomer' });
  expect(await statuses(2)).toEqual([200, 200]);
  faults.clear();
  faults.add({ kind: 'status', status: 502, nth: 2 });
  expect(await statuses(4)).toEqual([200, 502, 200, 200]);
  faults.add({ kind: 'status', status: 503, times: 2 });
  expect(await statuses(3)).toEqual([503, 503, 200]);
  faults.add({ kind: 'status', status: 500, probability: 0.5 });
  const some = await statuses(20);
  expect(new Set(some)).toEqual(new Set([200, 500]));
  app.reset();
  faults.add({ kind: 'status', status: 500, probability: 0.5 });
  expect(await statuses(20)).toHaveLength(20);
});

test('with the same seed a fault with a probability fails the same requests', async () => {
  const run = async (seed: number): Promise<string> => {
    const app = createMinimalApp({ seed });
    app.worlds.main.deps.faults.add({ kind: 'status', status: 500, probability: 0.3 });
    let all = '';
    for (let at = 0; at < 30; at += 1)
      all += (await sendCall(app, 'GET', '/customers', { token: 'owner' })).status === 500 ? 'x' : '.';
    return all;
  };
  expect(await run(1)).toBe(await run(1));
  expect(await run(1)).not.toBe(await run(2));
});

test('the latency of a reply depends on seed and operation, and is longer on a slower network and for a slower kind of operation', () => {
  const median = (network: 'lan' | 'mobile' | 'slow', id: 'getOrder' | 'createOrder'): number => {
    const all = Array.from({ length: 101 }, (_, at) => replyLatency(network, operation(id), 1, at)).sort(
      (a, b) => a - b,
    );
    return all[50] ?? 0;
  };
  expect(median('lan', 'getOrder')).toBeLessThan(median('mobile', 'getOrder'));
  expect(median('mobile', 'getOrder')).toBeLessThan(median('slow', 'getOrder'));
  expect(median('mobile', 'getOrder')).toBeLessThan(median('mobile', 'createOrder'));
  expect(replyLatency('slow', operation('getOrder'), 1, 5)).toBe(
    replyLatency('slow', operation('getOrder'), 1, 5),
  );
  expect(replyLatency('none', operation('getOrder'), 1, 5)).toBe(0);
});
