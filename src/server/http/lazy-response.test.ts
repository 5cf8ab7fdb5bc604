// Tests that `fetch` without the web classes answers as it does with them.
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Call, jsonReply, MAX_BODY, type Reply } from './call.ts';
import { answerRequest } from './fetch.ts';
import { lazyResponse, parseSimpleCall } from './lazy-response.ts';

/** Returns the call that a web request with these arguments becomes; null when `new Request` refuses them. */
async function callOf(input: string, init?: RequestInit): Promise<Call | null> {
  let received: Call | null = null;
  const handle = (call: Call): Reply => {
    received = call;
    return jsonReply(200, '{}');
  };
  await Promise.resolve()
    .then(() => answerRequest(new Request(input, init), { handle, admit: () => MAX_BODY }))
    .catch(() => null);
  return received;
}

const text = fc.oneof(fc.string({ maxLength: 12 }), fc.string({ unit: 'grapheme', maxLength: 6 }));
const inputs = fc.oneof(
  fc.constantFrom('http://mock.example/v1/a?b=c', 'https://h:8443/v1/a?b=%C3%A4#c'),
  text.map((path) => `http://mock.example/v1/${path}`),
  text,
  fc.constantFrom(
    'https://h:8443/v1/a?b=%C3%A4#c',
    'http://u:p@h/v1',
    'http://h/_mock/v1/x',
    'data:,x',
    'HTTP://H',
  ),
);
const names = fc.oneof(
  fc.constantFrom('content-type', 'Content-Type', 'HOST', 'accept', 'x-one', '__proto__'),
  text,
);
const values = fc.oneof(fc.constantFrom('a', 'Bearer b', ' c'), text);
const inits = fc.record<RequestInit>(
  {
    method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'get', 'patch', 'TRACE', 'HEAD', ' '),
    headers: fc.oneof(
      fc.dictionary(names, values, { maxKeys: 3, noNullPrototype: true }),
      fc.array(fc.tuple(names, values), { maxLength: 2 }),
    ),
    body: fc.oneof(text, fc.constant(null), fc.constant(new URLSearchParams('a=b'))),
    redirect: fc.constantFrom('follow', 'error'),
  },
  { requiredKeys: [] },
);

test('every call that needs no web classes is the call that a Request becomes', async () => {
  let simple = 0;
  await fc.assert(
    fc.asyncProperty(inputs, fc.option(inits, { nil: undefined }), async (input, init) => {
      const parsed = parseSimpleCall(input, init);
      if (parsed === null) return;
      simple += 1;
      const { signal: _, ...expected } = (await callOf(input, init)) ?? {};
      expect({ ...parsed.call, headers: { ...parsed.call.headers } }).toEqual(expected);
      expect(parsed.url).toBe(new Request(input).url);
    }),
    { numRuns: 1000 },
  );

  expect(simple).toBeGreaterThan(40);
});

test('an ordinary call needs no web classes', () => {
  const headers = { Authorization: 'Bearer x', 'content-type': 'application/json' };
  expect(parseSimpleCall('http://h/v1/orders?page=2')?.call).toMatchObject({
    method: 'GET',
    query: 'page=2',
  });
  expect(
    parseSimpleCall(new URL('http://h/v1'), { method: 'POST', headers, body: '{}' })?.call.headers,
  ).toEqual({
    host: 'h',
    authorization: 'Bearer x',
    'content-type': 'application/json',
  });
});

const open = (reply = jsonReply(201, '{"a":"ä"}', { 'X-Request-Id': 'req_1' })): Response =>
  lazyResponse(reply, 'http://h/v1/a');

test('a lazy response is a Response with the status, the URL, the headers and the body of the reply', async () => {
  const response = open();
  expect(response).toMatchObject({ status: 201, ok: true, url: 'http://h/v1/a', bodyUsed: false });
  expect(response).toBeInstanceOf(Response);
  expect(response.headers.get('x-request-id')).toBe('req_1');
  expect(await response.clone().json()).toEqual({ a: 'ä' });
  expect(await response.text()).toBe('{"a":"ä"}');
  expect(open(jsonReply(422, '{}')).ok).toBe(false);
});

const readers = ['text', 'json', 'arrayBuffer', 'bytes', 'blob'] as const;

test.each(readers)('%s() reads the body once, before or after the other members', async (name) => {
  const headers = { 'content-type': 'application/json' };
  const expected = await new Response('{"a":"ä"}', { headers })[name]();
  for (const look of [
    (one: Response) => one.status,
    (one: Response) => one.headers,
    (one: Response) => one.body,
  ]) {
    const response = open();
    look(response);
    expect(await response[name]()).toEqual(expected);
    expect(response.bodyUsed).toBe(true);
    for (const again of readers) await expect(response[again]()).rejects.toThrow(TypeError);
    expect(() => response.clone()).toThrow(TypeError);
  }
});

test('a reply with an injected fault is a Response from the start', async () => {
  const transportFault = { kind: 'truncated', after: 2, delay: null } as const;
  const response = lazyResponse({ ...jsonReply(200, '{"a":1}'), transportFault }, 'http://h/');
  await expect(response.text()).rejects.toThrow('terminated');
});

test('two requests to a new mock load no undici', () => {
  const source = `
    const { createMock } = await import(${JSON.stringify(new URL('../../../entry/index.ts', import.meta.url))});
    await using mock = await createMock();
    const url = 'http://mock.example/v1/customers';
    const headers = { authorization: 'Bearer ' + mock.personas.owner.token, 'content-type': 'application/json' };
    const list = await (await mock.fetch(url, { headers })).json();
    const body = JSON.stringify({ email: 'new@example.org', first_name: 'A', last_name: 'B' });
    const created = await mock.fetch(url, { method: 'POST', headers, body });
    const loaded = () => process.moduleLoadList.some((name) => name.endsWith('undici/undici'));
    const before = loaded();
    console.log(list.data.length, created.status, before, created instanceof Response, loaded());`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', source], {
    encoding: 'utf8',
  });
  expect(output.trim()).toBe('25 201 false true true');
});
