// Tests of single unusual or malformed requests on a port: whatever its bytes, a request gets a documented reply and
// never hangs.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMinimalApp, sendCall } from '../testing/minimal-mock.ts';
import { bodyOf, get, post, sendBytes, sized, statusOf } from '../testing/raw-http.ts';
import type { Listening } from './listen.ts';

const app = createMinimalApp({ limits: 'off' });
let server: Listening;
beforeAll(async () => {
  server = await app.listen();
});
afterAll(() => app.close());

test.each<[what: string, bytes: string | (string | Buffer)[], expected?: string]>([
  ['malformed JSON', sized('{"a":'), '400 MALFORMED_JSON'],
  ['a body of spaces', sized('   '), '400 MALFORMED_JSON'],
  ['an empty body', sized(''), '422 VALIDATION_FAILED'],
  ['bad UTF-8', sized(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])), '400 MALFORMED_JSON'],
  ['a comma before the end of an object', sized('{"a":1,}'), '400 MALFORMED_JSON'],
  ['single quotes', sized("{'a':1}"), '400 MALFORMED_JSON'],
  ['a string that does not end', sized('{"a":"'), '400 MALFORMED_JSON'],
  ['NaN', sized('{"a":NaN}'), '400 MALFORMED_JSON'],
  ['two values', sized('{"a":1}{"a":1}'), '400 MALFORMED_JSON'],
  ['a surrogate in UTF-8', sized(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])), '400 MALFORMED_JSON'],
  ['a nesting of 100', sized('['.repeat(100) + ']'.repeat(100)), '422 VALIDATION_FAILED'],
  ['a nesting of 101', sized('['.repeat(101) + ']'.repeat(101)), '400 MALFORMED_JSON'],
  ['a nesting of 1,000', sized('[{"a":'.repeat(1000)), '400 MALFORMED_JSON'],
  ['a nesting of 400,000', sized('['.repeat(400_000)), '400 MALFORMED_JSON'],
  ['a repeated key', sized('{"email":"a@b.example","email":"c@d.example"}'), '400 MALFORMED_JSON'],
  ['a repeated key in another spelling', sized('{"x":[{"a":1,"\\u0061":2}]}'), '400 MALFORMED_JSON'],
  ['a repeated key __proto__', sized('{"__proto__":1,"__proto__":2}'), '400 MALFORMED_JSON'],
  ['a key of several objects', sized('[{"a":1,"b":{"a":2}},{"a":"a:\\"b"}]'), '422 VALIDATION_FAILED'],
  [
    'chunks with invalid JSON',
    post('Transfer-Encoding: chunked\r\n', '3\r\n{"a\r\n0\r\n\r\n'),
    '400 MALFORMED_JSON',
  ],
  ['invalid chunks', post('Transfer-Encoding: chunked\r\n', 'zz\r\n')],
  ['a Content-Length that is no number', post('Content-Length: ten\r\n', '')],
  ['a negative Content-Length', post('Content-Length: -1\r\n', '')],
  ['two Content-Length headers', post('Content-Length: 2\r\nContent-Length: 3\r\n', '{}')],
  ['Content-Length together with chunks', post('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '{}')],
  ['a huge Content-Length', post('Content-Length: 99999999999\r\n', '{}'), '400 PAYLOAD_TOO_LARGE'],
  [
    'a Content-Length over the limit with Expect: 100-continue',
    post('Content-Length: 1048577\r\nExpect: 100-continue\r\n', ''),
    '400 PAYLOAD_TOO_LARGE',
  ],
  ['an unknown expectation', get('/v1/customers/42', 'Expect: miracles\r\n'), '404 NOT_FOUND'],
  ['5,000 headers', get('/v1/customers', 'X-A: b\r\n'.repeat(5000))],
  ['a header of 40,000 characters', get('/v1/customers', `X-A: ${'b'.repeat(40_000)}\r\n`)],
  ['a header with a control character', get('/v1/customers', 'X-A: b\u0001\r\n')],
  ['a path of 40,000 characters', get(`/v1/${'a'.repeat(40_000)}`)],
  ['a text that is not HTTP', 'hello\r\n\r\n'],
  ['TLS on a plain port', [Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01])]],
  ['an unknown HTTP version', 'GET /v1/customers HTTP/9.9\r\nHost: x\r\n\r\n'],
  ['a request without Host', 'GET /v1/customers HTTP/1.1\r\n\r\n'],
  ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a target that is an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n', '404 ROUTE_NOT_FOUND'],
  ['a NUL in the target', get('/v1/customers/\u0000')],
  ['an encoded NUL', get('/v1/customers/%00'), '404 NOT_FOUND'],
  ['bad percent-encoding', get('/v1/customers/%E0%A4%A'), '404 ROUTE_NOT_FOUND'],
  ['encoded parent folders', get('/v1/customers/%2e%2e%2f%2e%2e'), '404 NOT_FOUND'],
  ['a double slash', get('//v1/customers'), '404 ROUTE_NOT_FOUND'],
  ['a target in absolute form', get('http://x/v1/customers/42'), '404 NOT_FOUND'],
  ['an absolute target of another host', get('http://elsewhere.example/v1/customers')],
  ['an absolute target with user information', get('http://me@x/v1/customers')],
  ['two Hosts', get('/v1/customers', 'Host: x\r\n')],
  ['two Hosts of different case', get('/v1/customers', 'hOST: y\r\n')],
  ['a second Host behind 2,000 headers', get('/v1/customers', `${'a:\r\n'.repeat(2000)}Host: y\r\n`)],
  ['an invalid Host', 'GET /v1/customers HTTP/1.1\r\nHost: x/y\r\n\r\n'],
  ['a Host that is a list', 'GET /v1/customers HTTP/1.1\r\nHost: x, y\r\n\r\n'],
  ['two Authorization headers', get('/v1/customers', 'Authorization: Bearer other\r\n')],
  ['two Content-Type headers', post('Content-Type: text/plain\r\nContent-Length: 2\r\n', '{}')],
  ['two equal Content-Length headers', post('Content-Length: 2\r\nContent-Length: 2\r\n', '{}')],
  ['a list of values in Content-Length', post('Content-Length: 2, 2\r\n', '{}')],
  ['a Content-Length with a sign', post('Content-Length: +2\r\n', '{}')],
  ['a hexadecimal Content-Length', post('Content-Length: 0x2\r\n', '{}')],
  [
    'two Idempotency-Key headers',
    post('Idempotency-Key: a\r\nIdempotency-Key: a\r\nContent-Length: 2\r\n', '{}'),
  ],
  ['another transfer coding before chunked', post('Transfer-Encoding: gzip, chunked\r\n', '0\r\n\r\n')],
  ['a transfer coding other than chunked', post('Transfer-Encoding: gzip\r\n', '')],
  ['chunked twice', post('Transfer-Encoding: chunked, chunked\r\n', '0\r\n\r\n')],
  [
    'two Transfer-Encoding headers',
    post('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
  ],
  ['a name that only ends in chunked', post('Transfer-Encoding: xchunked\r\n', '0\r\n\r\n')],
  [
    'chunks in HTTP/1.0',
    'POST /v1/customers HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['a folded header', get('/v1/customers', 'X-A: b\r\n c\r\n')],
  ['a blank before the colon', get('/v1/customers', 'X-A : b\r\n')],
  ['a line that ends in CR only', get('/v1/customers', 'X-A: b\rX-C: d\r\n')],
  [
    'a chunk with endless extensions',
    post('Transfer-Encoding: chunked\r\n', `2;${'a'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n`),
  ],
  [
    'a compressed body',
    post('Content-Encoding: gzip\r\nContent-Length: 2\r\n', '{}'),
    '400 UNSUPPORTED_MEDIA_TYPE',
  ],
  ['HTTP/1.0', 'GET /v1/customers/42 HTTP/1.0\r\nAuthorization: Bearer owner\r\n\r\n', '404 NOT_FOUND'],
  ['an upgrade', get('/v1/customers/42', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'), '404 NOT_FOUND'],
  ['a target that is no ASCII', get('/v1/customers?q=j\u00fcrgens')],
  ['a query that cannot be decoded', get('/v1/customers?page=%zz'), '422 VALIDATION_FAILED'],
  ['an id with quotation marks', get("/v1/customers/'%20OR%201=1"), '404 NOT_FOUND'],
])('the port answers %s with the documented reply', async (_, bytes, expected = '400 BAD_REQUEST') => {
  const reply = await sendBytes(server, bytes);
  expect(`${statusOf(reply)} ${bodyOf(reply).error?.code}`).toBe(expected);
  expect(reply).toMatch(/^RateLimit-Remaining: \d+\r$/m);
  expect((await sendCall(app, 'GET', '/customers', { token: 'owner' })).body.meta?.total).toBe(45);
});
