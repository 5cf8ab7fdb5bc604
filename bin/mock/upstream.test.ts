// Tests of the flags of `mock --upstream`, and of the judgement of the replies that pass.
import { expect, onTestFinished, test } from 'vitest';
import { hostingMock } from '../../mocks/index.ts';
import { createApp } from '../../src/server/app.ts';
import type { LogEntry } from '../../src/server/app-options.ts';
import { upstreamUrl } from '../../src/server/upstream/upstream.ts';
import { defaultFlags, type MockFlags } from './mock-flags.ts';
import { openUpstream } from './upstream.ts';

const flagsWith = (given: Partial<MockFlags>): MockFlags => ({ ...defaultFlags(), ...given });
const base = upstreamUrl('http://127.0.0.1:9/v1');

test('flags that do not go together, and names that do not exist, are refused', async () => {
  expect(openUpstream(defaultFlags())).toBeNull();
  expect(() => openUpstream(flagsWith({ judge: true }))).toThrow(/need an upstream: --upstream/);
  expect(() => openUpstream(flagsWith({ upstream: base, vary: '7' }))).toThrow(/none of --vary, --like/);
  const app = { personas: { owner: {} } };
  const begin = (given: Partial<MockFlags>) =>
    openUpstream(flagsWith({ upstream: base, ...given }))?.begin(app);
  await expect(begin({ mock: ['creatOrder'] })).rejects.toThrow(/did you mean "createOrder"/);
  await expect(begin({ mockAs: 'nobody' })).rejects.toThrow(/there are owner/);
  await begin({ mock: ['createOrder', 'dns'], mockAs: 'owner' });
  const own = openUpstream(flagsWith({ upstream: upstreamUrl('http://localhost:4010/v1') }));
  await expect(own?.checkAddress(4010)).rejects.toThrow(/is this mock itself/);
  await own?.checkAddress(4011);
});

test('--judge finds nothing in the replies of a platform as the specification states it, and names what a drifting one breaks', async () => {
  const platform = createApp(hostingMock, { clock: 'now', seed: 3 });
  const { origin } = await platform.listen();
  onTestFinished(() => platform.close());
  const upstream = openUpstream(flagsWith({ upstream: upstreamUrl(`${origin}/v1`), judge: true }));
  const entries: LogEntry[] = [];
  const app = createApp(hostingMock, {
    ...(upstream && { steps: upstream.steps }),
    log: (entry) => void entries.push(entry),
  });
  await upstream?.begin(app);
  const { email, password } = platform.personas.owner ?? {};
  const call = async (method: string, path: string, token: string, body?: object) => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const reply = await app.fetch(
      new Request(`http://mock/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }),
    );
    return JSON.parse(await reply.text());
  };
  const { token } = await call('POST', '/auth/login', '', { email, password });
  const names = { first_name: 'Ada', last_name: 'Lovelace' };
  const { id } = await call('POST', '/customers', token, { email: 'ada@example.org', ...names });
  await Promise.all([
    call('PUT', `/customers/${id}`, token, { first_name: 'Augusta' }),
    call('GET', '/wallet', token),
  ]);
  await call('GET', `/customers/${id}`, token);
  await call('GET', '/customers?per_page=2', token);
  await call('POST', '/customers', token, { email: 'no address' });
  expect(entries.map(({ answered }) => answered)).toEqual(
    entries.map(() => ({ by: 'upstream', because: 'no --mock names its operation', findings: [] })),
  );
  platform.intercept(async (one, next) => {
    const reply = await next(one);
    if (one.method === 'POST' && reply.status === 422) reply.status = 400;
    return reply;
  });
  await call('POST', '/customers', token, { email: 'no address' });
  expect(entries.at(-1)?.answered?.findings).toEqual([
    expect.stringMatching(/^breaks errors\/validation-is-422: 400 with/),
  ]);
});
