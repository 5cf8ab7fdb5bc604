import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ResponseMapping } from '../mapping/learned-names.ts';
import { harEntry, harText } from '../testing/har.ts';
import { folder } from '../testing/io.ts';
import { findBaseUrl, readEntries, trafficOf } from './har.ts';

const baseUrl = 'https://api.example/v1';
const write = (text: string): string => {
  const file = join(folder(), 'traffic.har');
  writeFileSync(file, text);
  return file;
};
const traffic = (entries: readonly object[], credentials = {}) =>
  trafficOf(readEntries([write(harText(entries))]), { baseUrl, credentials }, new ResponseMapping());

describe('readEntries', () => {
  test('sorts the entries of several files by their start', () => {
    const [late, early] = [5, 1].map((at) => write(harText([harEntry({ at })])));
    const starts = readEntries([`${late}`, `${early}`]).map(({ startedDateTime }) => startedDateTime);
    expect(starts).toEqual(starts.toSorted());
  });

  test.each([
    ['{"entries": []}', /traffic\.har is no HAR file: log\.entries is no list/],
    ['<html>', /traffic\.har is no JSON/],
    [harText([harEntry({}), { startedDateTime: 'yesterday' }]), /log\.entries\[1\] lacks startedDateTime/],
  ])('refuses %s with the place', (text, message) => {
    expect(() => readEntries([write(text)])).toThrow(message);
  });
});

test('the base URL is the address below which most entries are operations', () => {
  const page = harEntry({ url: 'https://app.example/orders' });
  const calls = ['customers', 'orders/1', 'dns/zones'].map((path) => harEntry({ url: `${baseUrl}/${path}` }));
  expect(findBaseUrl(readEntries([write(harText([page, ...calls]))]))).toBe(baseUrl);
  expect(() => findBaseUrl([])).toThrow(/name its address with --base-url/);
});

describe('trafficOf', () => {
  test('finds the operation and its parameters, and decodes the body', () => {
    const entry = harEntry({ url: `${baseUrl}/customers/7?x=1` });
    const text = Buffer.from('{"id":"ä"}').toString('base64');
    entry.response.content = { size: 9, mimeType: 'application/json', encoding: 'base64', text };
    const [exchange] = traffic([entry]).exchanges;
    expect(exchange).toMatchObject({ operation: 'getCustomer', received: { id: 'ä' } });
    expect(exchange?.request).toMatchObject({ path: '/customers/7?x=1', params: { id: '7' }, headers: {} });
  });

  test('compares only the members of a request body that the document describes', () => {
    const sent = { email: 'ada@example.org', tenant_id: 'ignored', updated_at: 'yesterday' };
    const [exchange] = traffic([harEntry({ method: 'POST', status: 201, sent })]).exchanges;
    expect(exchange?.request.json).toEqual({ email: 'ada@example.org' });
    expect(JSON.parse(exchange?.request.body ?? '')).toEqual(sent);
  });

  test('counts what it leaves out by reason, and takes a reply without its body for none', () => {
    const { exchanges, ignored } = traffic([
      harEntry({ url: 'https://other.example/v1/customers' }),
      harEntry({ url: 'https://api.example/health' }),
      harEntry({ method: 'OPTIONS' }),
      harEntry({ status: 304 }),
      harEntry({ status: 302 }),
      harEntry({}, { response: { status: 200, headers: [], content: { size: 12 } } }),
      harEntry({ status: 204, json: undefined }, { response: { status: 204, headers: [] } }),
      harEntry({}, { response: null }),
    ]);
    expect(ignored).toEqual({
      'no reply': 1,
      'to another host': 1,
      'outside of the base URL': 1,
      'a CORS preflight': 1,
      'answered by a cache': 1,
      'a redirect': 1,
      'the file lacks the body of the reply': 1,
    });
    expect(exchanges.map(({ status }) => status)).toEqual([0, 204, 0]);
  });

  test('names callers by tenant or fingerprint, never by their credential', () => {
    const login = (token: string, id: string, tenant_id: string) =>
      harEntry({ method: 'POST', url: `${baseUrl}/auth/login`, json: { token, user: { id, tenant_id } } });
    const callers = traffic(
      [
        login('first-token', 'u1', 't1'),
        harEntry({ token: 'first-token' }),
        login('renewed-token', 'u1', 't1'),
        harEntry({ token: 'renewed-token' }),
        login('other-token', 'u2', 't2'),
        harEntry({ token: 'other-token' }),
        login('colleague-token', 'u3', 't1'),
        harEntry({ token: 'colleague-token' }),
        harEntry({ token: 'configured-token' }),
        harEntry({}),
      ],
      { limited: { token: 'configured-token' } },
    ).exchanges.flatMap(({ operation, caller }) => (operation === 'login' ? [] : [caller]));
    const fingerprint = expect.stringMatching(/^caller [0-9a-f]{8}$/);
    expect(callers).toEqual(['tenantA', 'tenantA', 'tenantB', fingerprint, 'limited', 'anonymous']);
  });

  test('marks calls that overlap, whose order has no meaning', () => {
    const spans = [[0, 50], [10, 5], [40, 5], [60, 5]]; // biome-ignore format: pairs
    const { exchanges } = traffic(spans.map(([at, ms]) => harEntry({ at: at ?? 0, ms: ms ?? 0 })));
    expect(exchanges.map(({ concurrent }) => concurrent)).toEqual([true, true, true, false]);
  });

  test('does not take a refused request for a valid one, unless it reads what was shown', () => {
    const { exchanges } = traffic([
      harEntry({ method: 'POST', status: 422, sent: {} }),
      harEntry({ url: `${baseUrl}/customers/undefined`, status: 404 }),
      harEntry({ json: { data: [{ id: 'shown' }] } }),
      harEntry({ url: `${baseUrl}/customers/shown`, status: 404 }),
    ]);
    expect(exchanges.map(({ deliberateFault }) => deliberateFault !== null)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
