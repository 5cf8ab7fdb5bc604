// Tests that a web page cannot make the mock deliver webhooks to the control API or to other ports of this machine.
import { readFileSync } from 'node:fs';
import { beforeAll, expect } from 'vitest';
import { hostingMock } from '../../../mocks/index.ts';
import { freePort } from '../../../tools/testing/free-port.ts';
import { sampled } from '../../../tools/testing/sampled.ts';
import { createApp } from '../../server/app.ts';
import type { AppOptions } from '../../server/app-options.ts';
import { inBrowser, servePage } from '../access/testing/attacker.ts';
import { controlApi } from '../control-api.ts';
import type { EgressScope } from './egress.ts';
import { type Receiver, receiver } from './testing/receiver.ts';
import { type Attempt, callMock, serveWithOutbox, WEBHOOK_OPTIONS } from './testing/webhook-mock.ts';

const SCRIPT = new URL('./testing/webhook-attack.js', import.meta.url);
const { port: pagePort, visit } = servePage(SCRIPT);
const DEVELOPER = { email: 'owner@acme.example', password: 'demo-hosting-2026' };

// Serves a mock with an outbox whose egress rules have the given scope.
const serve = (scope: EgressScope, options: AppOptions = {}) =>
  serveWithOutbox(createApp(hostingMock, { ...WEBHOOK_OPTIONS, ...options }), scope);

let victim: Receiver;
beforeAll(async () => {
  victim = await receiver(() => ({ status: 418 }));
});

// Lists the URLs of forbidden receivers: the control API in every notation of its address, and other ports of this
// machine.
const targets = ({ port }: { port: number }, closed: number): string[] => [
  ...['localhost', '0.0.0.0', '[::1]', '[::ffff:127.0.0.1]', '2130706433', 'a.localhost'].map(
    (host) => `http://${host}:${port}/_mock/v1/reset`,
  ),
  `http://127.0.0.1:${port}/_mock/v1/clock/freeze`,
  victim.url.replace('127.0.0.1', 'localhost'),
  `http://127.0.0.1:${closed}/`,
  'http://10.0.0.1/',
  victim.url,
  `http://127.0.0.1:${port}/_mock/v1/reset`,
];

const PAGES = [
  ['another site', 'evil.example', 'loopback'],
  ['another site, with private networks allowed', 'evil.example', 'any'],
  ['another port of this machine', '127.0.0.1', 'loopback'],
  ['a foreign host name that resolves to the mock', 'rebound.example', 'any'],
] as const;
inBrowser.for(sampled(PAGES, 2))(
  'a page of %s cannot deliver webhooks to a port of this machine',
  async ([, host, scope]) => {
    const mock = await serve(scope);
    const { id } = await callMock(mock, 'POST', '/webhooks', { url: victim.url, events: ['*'] });
    const before = victim.received.length;
    const rebound = host === 'rebound.example';
    const page = await visit(
      rebound ? `http://${host}:${mock.port}/v1/openapi.json` : `http://${host}:${pagePort()}/`,
    );
    if (rebound) await page.evaluate(readFileSync(SCRIPT, 'utf8'));
    const base = `http://${rebound ? host : '127.0.0.1'}:${mock.port}/v1`;
    const urls = targets(mock, await freePort());
    const args = [base, urls, DEVELOPER, id].map((one) => JSON.stringify(one)).join();
    const attempts = (await page.evaluate(`webhookAttack(${args})`)) as Attempt[];

    expect(attempts).toHaveLength(urls.length + 3);
    expect(attempts.map(({ response_status }) => response_status)).toEqual(attempts.map(() => null));
    expect(victim.received.length).toBe(before);
    // The messages must tell the page nothing about an address: apart from the mock's own port, they are all the same.
    const sentences = attempts
      .filter(({ url }) => new URL(url).port !== String(mock.port))
      .map(({ url, error }) => error?.replace(new URL(url).hostname, 'HOST'));
    expect([...new Set(sentences)]).toEqual([expect.stringMatching(/no public address.*--cors/)]);
    const lab = controlApi(mock.app);
    expect(lab.snapshots.list().map(({ name }) => name)).toContain('precious');
    expect([
      lab.clock.now().frozen,
      mock.app.world.transact(null, (store) => store.webhooks.count()),
    ]).toEqual([false, urls.length + 1]);
    await page.close();
    await mock.app.close();
  },
);

inBrowser('a page of an origin given with --cors may choose a receiver on this machine', async () => {
  const mock = await serve('loopback', { cors: [`http://evil.example:${pagePort()}`] });
  const { id } = await callMock(mock, 'POST', '/webhooks', { url: victim.url, events: ['*'] });
  const page = await visit(`http://evil.example:${pagePort()}/`);
  const args = [`${mock.origin}/v1`, [victim.url], DEVELOPER, id].map((one) => JSON.stringify(one)).join();
  const attempts = (await page.evaluate(`webhookAttack(${args})`)) as Attempt[];
  expect(attempts.map(({ response_status }) => response_status)).toEqual([418, 418]);
  await page.close();
  await mock.app.close();
});
