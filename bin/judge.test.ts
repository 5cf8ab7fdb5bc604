// Judges traffic that a client of the mock has recorded, by the rules of the catalogue.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMock } from '../entry/index.ts';
import { judgeCommand } from '../src/suite/cli/judge-command.ts';
import { harText } from '../src/suite/testing/har.ts';
import { capturedIo, folder } from '../src/suite/testing/io.ts';
import { selfTarget } from './mock-target.ts';

type Recorded = {
  startedDateTime: string;
  time: number;
  request: { method: string; url: string; headers: object[]; postData?: { text: string } };
  response: { status: number; headers: object[]; content: { size: number; mimeType: string; text: string } };
};

// Updates a customer of the mock and reads it, as an app does. Returns the HAR entries, and the token that it sent.
async function record(): Promise<{ entries: Recorded[]; token: string }> {
  const self = selfTarget();
  const entries: Recorded[] = [];
  const call = async (method: string, path: string, token: string, body?: object) => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const url = `https://staging.example/v1${path}`;
    const text = JSON.stringify(body);
    const reply = await self.fetch(
      new Request(`http://127.0.0.1/v1${path}`, { method, headers, ...(body && { body: text }) }),
    );
    const received = await reply.text();
    const named = (pairs: Iterable<[string, string]>) => [...pairs].map(([name, value]) => ({ name, value }));
    entries.push({
      startedDateTime: new Date((self.clock?.now() ?? 0) + entries.length * 60_000).toISOString(),
      time: 1,
      request: { method, url, headers: named(Object.entries(headers)), ...(body && { postData: { text } }) },
      response: {
        status: reply.status,
        headers: named(reply.headers),
        content: { size: received.length, mimeType: 'application/json', text: received },
      },
    });
    return JSON.parse(received);
  };
  const { email, password } = self.config.credentials?.tenantA ?? {};
  const { token } = await call('POST', '/auth/login', '', { email, password });
  const names = { first_name: 'Ada-Recorded', last_name: 'Lovelace' };
  const { id } = await call('POST', '/customers', token, { email: 'ada.recorded@example.org', ...names });
  await call('PUT', `/customers/${id}`, token, { first_name: 'Augusta-Recorded' });
  await call('GET', `/customers/${id}`, token);
  await call('GET', '/customers', token);
  await self.close?.();
  return { entries, token };
}

async function judge(entries: readonly object[]) {
  const [har, json] = ['traffic.har', 'report.json'].map((name) => join(folder(), name)) as [string, string];
  writeFileSync(har, harText(entries));
  const terminal = capturedIo();
  const deps = { catalogue: async () => (await import('../conformance/index.ts')).catalogue };
  const code = await judgeCommand({ har: [har], report: ['console', `json=${json}`] }, terminal.io, deps);
  const text = readFileSync(json, 'utf8');
  return { code, text, report: JSON.parse(text), printed: terminal.printed };
}

test('traffic without a breach is incomplete, and the report says how many sentences it could judge', async () => {
  const { entries, token } = await record();
  const { code, text, report, printed } = await judge(entries);
  expect(report.findings.filter(({ verdict }: { verdict: string }) => verdict === 'fail')).toEqual([]);
  expect(code).toBe(7);
  expect(report.target.baseUrl).toBe('https://staging.example/v1');
  expect(printed.out).toMatch(/5 recorded exchanges: the traffic could judge \d+ of \d+ stated sentences/);
  expect(`${text}${printed.out}`).not.toContain(token);
});

test('a reply without its rate-limit headers makes the traffic nonconformant', async () => {
  const { entries } = await record();
  for (const { response } of entries) response.headers = response.headers.slice(0, 0);
  const { code, report } = await judge(entries);
  expect(code).toBe(1);
  expect(report.findings.map(({ id }: { id: string }) => id)).toContain('limits/ratelimit-limit');
});

test('an old value a minute after an acknowledged update makes the traffic nonconformant', async () => {
  const { entries } = await record();
  for (const { response } of entries.slice(3))
    response.content.text = response.content.text.replaceAll('Augusta-Recorded', 'Ada-Recorded');
  const { code, report } = await judge(entries);
  expect(code).toBe(1);
  expect(report.findings.length).toBeGreaterThan(0);
});

test('what was taken out of a recording judges nothing: the export of the mock itself breaks no rule', async () => {
  const mock = await createMock();
  const { token, email, password } = mock.personas.owner ?? {};
  const send = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const url = `https://staging.example/v1${path}`;
    return mock.fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  };
  await send('POST', '/auth/login', { email, password });
  await send('POST', '/api-keys', { name: 'ci', scopes: ['read'] });
  await send('GET', '/customers');
  const { data } = (await (await send('GET', '/invoices')).json()) as { data: { id: string }[] };
  await send('GET', `/invoices/${data[0]?.id}/pdf`);
  const { entries } = mock.requests.har().log;
  await mock.close();
  expect(JSON.stringify(entries)).toContain('***');
  const { code, report } = await judge(entries);
  expect(report.findings.filter(({ verdict }: { verdict: string }) => verdict === 'fail')).toEqual([]);
  expect(code).toBe(7);
  expect(report.reasons.join()).toContain('parts of a body were taken out of the recording');
});

test.each([
  ['a part of it', (text: string) => text.slice(0, 20)],
  ['nothing', () => ''],
  ['a mark', () => '"[redacted]"'],
])('a reply of which the recording has only %s is not judged', async (_, cut) => {
  const { entries } = await record();
  for (const { response } of entries.slice(1)) response.content.text = cut(response.content.text);
  const { code, report } = await judge(entries);
  expect(report.findings.filter(({ verdict }: { verdict: string }) => verdict === 'fail')).toEqual([]);
  expect(code).toBe(7);
});

test('no report shows a sent cookie, or the password inside Basic', async () => {
  const { entries } = await record();
  const [cookie, password] = ['b3f1c9d27e', 'hunter2-hunter2'];
  const basic = Buffer.from(`ada:${password}`).toString('base64');
  for (const { request, response } of entries) {
    request.headers.push({ name: 'Cookie', value: `theme=dark; sid=${cookie}` });
    request.headers.push({ name: 'Proxy-Authorization', value: `Basic ${basic}` });
    response.content.text = JSON.stringify({
      message: `${cookie} ${password} ${basic}`,
      data: [cookie, password],
    });
    response.content.size = response.content.text.length;
  }
  const { text, printed } = await judge(entries);
  for (const secret of [cookie, password, basic]) expect(`${text}${printed.out}`).not.toContain(secret);
});
