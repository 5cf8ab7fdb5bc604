// Tests of the faults that a request prefers, by the Prefer header or in its query.
import { expect, test } from 'vitest';
import { operation } from '../../contract/operations.ts';
import { validateValue } from '../../contract/validation/validate.ts';
import { parsePrefer } from '../http/prefer-header.ts';
import { createMinimalApp, NEW, sendCall } from '../testing/minimal-mock.ts';
import { documentedExamples } from './documented-examples.ts';

const count = (app: ReturnType<typeof createMinimalApp>): number =>
  app.world.transact(null, (store) => store.customers.count());
const prefer = (text: string) => ({ token: 'owner', headers: { prefer: text } });

test.each([
  ['code=503', [['code', '503']]],
  [
    'code=503, wait=20',
    [
      ['code', '503'],
      ['wait', '20'],
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
  ['delay_ms=1, delay_ms=600000', 201, 'delay_ms=1'],
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
  ['delay_ms=600001', /delay_ms=600001: must be a whole number/],
  ['fault=bogus', /fault=bogus: must be one of stall, reset, truncated/],
  ['fault=truncate', /fault=truncate: .*did you mean "truncated"/],
  ['fault=status', /fault=status: .*send code=<status> instead/],
  ['fault=latency', /fault=latency: .*send delay_ms=<ms> instead/],
  ['coed=404', /coed is no preference of the mock; did you mean "code"/],
  ['status=404', /status is no preference of the mock; did you mean "code"/],
  ['delay=5', /delay is no preference of the mock; did you mean "delay_ms"/],
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
  const first = await sendCall(app, 'GET', '/customers', prefer('code=503, delay_ms=1'));
  expect([first.status, first.headers.get('preference-applied')]).toEqual([503, 'code=503, delay_ms=1']);
  const second = await sendCall(app, 'GET', '/customers', prefer('code=503, delay_ms=1'));
  expect([second.status, second.headers.get('preference-applied')]).toEqual([429, 'delay_ms=1']);
});

test('a request can prefer an example by name, and the links of the reply do not contain the preference', async () => {
  const app = createMinimalApp();
  const [example] = documentedExamples(operation('getCustomer')).filter(({ status }) => status === 200);
  const shown = await sendCall(app, 'GET', `/customers/x?__prefer=example%3D${example?.name}`, {
    token: 'owner',
  });
  expect(shown.body).toEqual(example?.value);
  expect(shown.headers.get('preference-applied')).toBe(`example=${example?.name}`);
  const listed = await sendCall(app, 'GET', '/customers?__prefer=delay_ms%3D1', { token: 'owner' });
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
  const both = await send('world=mine,code=404,delay_ms=1');
  expect([both.status, both.headers.get('preference-applied')]).toEqual([
    404,
    'world=mine, code=404, delay_ms=1',
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
