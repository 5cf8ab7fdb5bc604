// Tests of the signature between replicas: what it covers, and clocks that differ.
import { createServer } from 'node:http';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { Call } from '../../server/http/call.ts';
import { createForwarder } from './forward.ts';
import { CLOCK, FORWARDED, NOT_OWNER, signCall, verifyCall } from './forwarded-call.ts';

const SENDER = { id: 'sender', url: null };
const RECEIVER = { id: 'receiver', url: 'http://127.0.0.1:1' };
const NOW = Date.UTC(2026, 10, 20);
const MINUTE_MS = 60_000;

const newCall = (changes: Partial<Call> = {}): Call => ({
  method: 'POST',
  path: '/v1/customers',
  query: 'a=1',
  headers: { host: 'mock.test', 'content-type': 'application/json', authorization: 'Bearer secret' },
  body: Buffer.from('{"email":"a@b.example"}'),
  address: '192.0.2.1',
  ...changes,
});

/** Returns a call as it arrives at the receiver. */
function sent(call: Call, at = NOW): Call {
  const header = signCall(call, `${call.path}?${call.query}`, SENDER, RECEIVER, at);
  return { ...call, address: '10.0.0.2', headers: { ...call.headers, [FORWARDED]: header } };
}

test('a call arrives as the first replica received it', () => {
  for (const call of [
    newCall(),
    newCall({ body: null }),
    newCall({ body: Buffer.alloc(0), headers: { host: 'a' } }),
  ])
    expect(verifyCall(sent(call), RECEIVER, NOW)).toEqual({ kind: 'call', call });
  expect(verifyCall(sent(newCall()), SENDER, NOW)).toEqual({ kind: 'forged' });
});

test('a call is refused when its method, its target, its body or a header of its caller was changed', () => {
  const arrived = sent(newCall());
  const header = fc.constantFrom(
    ...['authorization', 'content-type', 'idempotency-key', 'origin', 'prefer', 'x-mock-world'],
  );
  const change = fc.oneof(
    fc.constantFrom<Partial<Call>>(
      { method: 'PUT' },
      { path: '/v1/orders' },
      { query: 'a=2' },
      { query: '' },
      { body: null },
      { body: Buffer.alloc(0) },
    ),
    fc.uint8Array({ minLength: 1 }).map((body): Partial<Call> => ({ body })),
    fc
      .tuple(header, fc.string())
      .map(([name, value]): Partial<Call> => ({ headers: { ...arrived.headers, [name]: value } })),
  );
  fc.assert(
    fc.property(change, (changes) => {
      expect(verifyCall({ ...arrived, ...changes }, RECEIVER, NOW)).toEqual({ kind: 'forged' });
    }),
  );
});

test('a call is late when its time is more than a minute from the clock of the receiver', () => {
  for (const off of [-MINUTE_MS, 0, MINUTE_MS])
    expect(verifyCall(sent(newCall()), RECEIVER, NOW + off).kind).toBe('call');
  for (const off of [-MINUTE_MS - 1, MINUTE_MS + 1, Number.NaN])
    expect(verifyCall(sent(newCall()), RECEIVER, NOW + off)).toEqual({ kind: 'late' });
});

test('a replica learns how far the clock of another one is from its own, and sends a refused call once more', async () => {
  let received = 0;
  const hours = 3 * 60 * MINUTE_MS;
  const server = createServer((request, response) => {
    received += 1;
    const { method = '', url: path = '', headers } = request;
    const call = newCall({ method, path, query: '', body: null, headers: headers as Call['headers'] });
    const now = Date.now() + hours;
    const { kind } = verifyCall(call, RECEIVER, now);
    response.writeHead(
      kind === 'call' ? 200 : 421,
      kind === 'late' ? { [NOT_OWNER]: 'true', [CLOCK]: now } : {},
    );
    response.end('{}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const forwarder = createForwarder(SENDER);
  onTestFinished(() => {
    forwarder.close();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const owner = { ...RECEIVER, url: `http://127.0.0.1:${port}` };
  const call = newCall({ method: 'GET', body: null, query: '' });
  const { signal } = new AbortController();
  for (const all of [2, 3]) {
    expect(await forwarder.forward(call, owner, signal)).toMatchObject({
      kind: 'replied',
      reply: { status: 200 },
    });
    expect(received).toBe(all);
  }
});
