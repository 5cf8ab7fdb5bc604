// Tests of the faults that a test has added, over `fetch` and over a port, and of latency.
import { request } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { operation } from '../../contract/operations.ts';
import { createMinimalApp, NEW, sendCall } from '../testing/minimal-mock.ts';
import { replyLatency } from './fault-injection.ts';
import type { FaultEffect } from './faults.ts';

const count = (app: ReturnType<typeof createMinimalApp>): number =>
  app.world.transact(null, (store) => store.customers.count());
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

// Describes what a client receives: status and body, or the way in which the reply failed.
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
    onTestFinished(() => server.close());
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
  // The document and unknown paths are no operations.
  expect((await sendCall(app, 'GET', '/openapi.json')).status).toBe(200);
  expect((await sendCall(app, 'GET', '/unknown')).status).toBe(404);
  expect(await statuses(3)).toEqual([503, 503, 200]);
  faults.add({ kind: 'status', status: 500, probability: 0.5 });
  const some = await statuses(20);
  expect(new Set(some)).toEqual(new Set([200, 500]));
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

test('a refusal of the operation is given as the platform gives it, to valid requests only', async () => {
  const app = createMinimalApp();
  const { faults } = app.worlds.main.deps;
  faults.add({ kind: 'refusal', refusal: 'ALREADY_EXISTS', operation: 'createCustomer' });
  const before = count(app);
  const send = (body: object) => sendCall(app, 'POST', '/customers', { token: 'owner', body });
  const refused = await send(NEW);
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('"ALREADY_EXISTS"')]);
  expect(count(app)).toBe(before);
  expect((await send({})).text).toContain('"VALIDATION_FAILED"');
});

test('a refusal is used up, and named in the log, by the requests that it was given to only', async () => {
  const app = createMinimalApp();
  const { faults, requests } = app.worlds.main.deps;
  faults.add({ kind: 'refusal', refusal: 'ALREADY_EXISTS', operation: 'createCustomer', nth: 1 });
  const send = (body: object, token?: string) =>
    sendCall(app, 'POST', '/customers', { ...(token && { token }), body });
  const disturbed = () => requests.newest()?.context.injectedFault;
  expect((await send({}, 'owner')).status).toBe(422);
  expect((await send(NEW)).status).toBe(401);
  expect([disturbed(), faults.list()[0]?.applied]).toEqual([null, 0]);
  const [one, other] = await Promise.all([send(NEW, 'owner'), send(NEW, 'owner')]);
  expect([one.status, other.status].sort()).toEqual([201, 422]);
  expect(faults.isEmpty).toBe(true);
  expect(one.status === 422 ? one.text : other.text).toContain('"errors":{"email":');
});

test.each(['RATE_LIMITED', 'OVERLOADED'])('the refusal %s says when to try again', async (refusal) => {
  const app = createMinimalApp();
  app.worlds.main.deps.faults.add({ kind: 'refusal', refusal, operation: 'listCustomers' });
  const reply = await sendCall(app, 'GET', '/customers', { token: 'owner' });
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '30']);
});
