// Tests runs against a target that does not answer some requests, or refuses every request with 429.
import { expect, test } from 'vitest';
import { TransportError } from '../http/transport/transport.ts';
import { catalogue, check, readable, unknown } from '../testing/catalogue.ts';
import { runSuite, verdicts } from '../testing/run-suite.ts';
import { refusal, tinyTarget } from '../testing/tiny-target.ts';

const reset = (): never => {
  throw new Error('socket hang up');
};

test('one endpoint that resets its connections ends its checks and not the run', async () => {
  const target = tinyTarget();
  target.override = (method, path) =>
    method === 'GET' && path.startsWith('/customers/') ? reset() : undefined;
  const report = await runSuite(target);
  expect(verdicts(report)).toMatchObject({
    'customers/readable': 'inconclusive',
    'customers/unknown': 'inconclusive',
    'customers/listed': 'pass',
    'auth/anonymous': 'pass',
  });
  expect(report.results.find(({ id }) => id === 'customers/readable')?.message).toBe(
    'getCustomer got no reply (socket hang up), while listCustomers was answered',
  );
  expect(target.customers.size).toBe(0);
});

test('a request that gets no reply time and again is not sent again', async () => {
  const target = tinyTarget();
  target.override = (method, path) =>
    method === 'GET' && path.startsWith('/customers/') ? reset() : undefined;
  const checks = ['a', 'b', 'c', 'd'].map((id) => ({ ...unknown, id }));
  const report = await runSuite(target, { catalogue: catalogue({ checks }) });
  const calls = target.log.filter((line) => line.startsWith('GET /customers/')).length;
  expect(calls).toBeLessThan(8);
  expect(report.results.find(({ id }) => id === 'd')).toMatchObject({
    verdict: 'inconclusive',
    message: 'getCustomer is not sent again: it got no reply 2 times while other calls were answered',
  });
});

test('a creation whose replies cannot be read is sent twice at most', async () => {
  const target = tinyTarget();
  target.override = (method, path) => {
    if (method === 'POST' && path === '/customers')
      throw new TransportError('protocol', 'Content-Length mismatch', false);
    return undefined;
  };
  const checks = ['a', 'b', 'c', 'd'].map((id) =>
    check(id, {
      requirement: 'customers/create',
      async run(t) {
        t.expect(await t.as('tenantA').send('createCustomer', { body: { n: id } })).success();
      },
    }),
  );
  await runSuite(target, { catalogue: catalogue({ checks }) });
  const calls = target.log.filter((line) => line.startsWith('POST /customers')).length;
  expect(calls).toBe(2);
});

test('an invalid request whose connection is dropped ends its check only', async () => {
  const target = tinyTarget();
  target.override = (method, path) => (method === 'POST' && path === '/customers' ? reset() : undefined);
  const hostile = check('customers/array', {
    requirement: 'customers/create',
    async run(t) {
      const body = { raw: '[]', deliberateFault: 'the body is an array' };
      t.expect(await t.as('tenantA').send('createCustomer', body)).status(422);
    },
  });
  const report = await runSuite(target, { checks: [hostile, unknown] });
  expect(verdicts(report)).toMatchObject({
    'customers/array': 'inconclusive',
    'customers/unknown': 'pass',
  });
});

test('a target that answers no request is unreachable, and that is known after a few calls', async () => {
  const target = tinyTarget();
  target.override = reset;
  const report = await runSuite(target);
  expect(report).toMatchObject({ verdict: 'unreachable', exitCode: 3 });
  expect(report.reasons).toEqual(['the target never answered: socket hang up']);
  expect(target.log.length).toBeLessThan(8);
});

test.each([undefined, '1', '5', '30'])(
  'a target that answers every call with 503 and Retry-After %s is given up within ten seconds, and no limit is blamed',
  async (after) => {
    const waits: string[] = [];
    const target = tinyTarget();
    target.override = () => ({
      ...refusal(503, 'X'),
      ...(after === undefined ? {} : { headers: { 'retry-after': after } }),
    });
    const report = await runSuite(target, {
      onProgress: (event) => void (event.type === 'wait' && waits.push(event.why)),
    });
    expect(report).toMatchObject({ verdict: 'unreachable', exitCode: 3 });
    expect(report.reasons[0]).toMatch(
      /^the service is unavailable: a gateway has replied 503 from the first call on/,
    );
    expect(report.durationMs).toBeLessThanOrEqual(10_000);
    expect(waits).toEqual([]);
  },
);

test('a write whose connection breaks once is tried again on fresh data', async () => {
  const target = tinyTarget();
  let broken = 0;
  target.override = (method, path) =>
    method === 'POST' && path === '/customers' && broken++ === 0 ? reset() : undefined;
  const report = await runSuite(target, { checks: [readable] });
  expect(report.results.find(({ id }) => id === 'customers/readable')).toMatchObject({
    verdict: 'pass',
    attempts: 2,
  });
});

test.each(['1', '30', '60', '120', undefined])(
  'a target that refuses every call with 429 and Retry-After %s is given up within a minute',
  async (after) => {
    const target = tinyTarget();
    target.override = () => ({
      ...refusal(429, 'RATE_LIMITED'),
      ...(after === undefined ? {} : { headers: { 'retry-after': after } }),
    });
    const report = await runSuite(target);
    expect(report).toMatchObject({ verdict: 'unreachable', exitCode: 3 });
    expect(report.reasons[0]).toMatch(/^the target refuses every call with 429/);
    expect(report.durationMs).toBeLessThanOrEqual(63_000);
  },
);

test('a target that refuses every call with 429 from the middle of a run on is given up within two minutes', async () => {
  const target = tinyTarget();
  target.override = () =>
    target.log.length > 4 ? { ...refusal(429, 'X'), headers: { 'retry-after': '60' } } : undefined;
  const report = await runSuite(target);
  expect(report.verdict).toBe('unreachable');
  expect(report.durationMs).toBeLessThanOrEqual(122_000);
});

test('an endpoint that refuses every call with 429 ends its own checks only', async () => {
  const target = tinyTarget();
  target.override = (method, path) =>
    method === 'GET' && path.startsWith('/customers/')
      ? { ...refusal(429, 'X'), headers: { 'retry-after': '60' } }
      : undefined;
  const report = await runSuite(target);
  expect(verdicts(report)).toMatchObject({
    'customers/readable': 'inconclusive',
    'customers/unknown': 'inconclusive',
    'customers/listed': 'pass',
  });
  expect(report.durationMs).toBeLessThanOrEqual(63_000);
});
