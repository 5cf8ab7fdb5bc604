// A web page the developer visits must neither drive nor read the back door: tried out in a real Chromium.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostingMock } from '../../mocks/index.ts';
import { type Browser, chromiumPath, openChromium, type Page } from '../../tools/chromium.ts';
import { type App, createApp } from '../server/app.ts';
import { jsonReply } from '../server/http/call.ts';
import { controlApi } from './control-api.ts';
import { mountControl } from './mount-control.ts';
import { handleControlCall } from './routes.ts';

const there = chromiumPath() !== undefined;
// On a machine of one's own a missing browser is no failure; where everything is checked it is.
const inBrowser = test.skipIf(!there && !process.env.CI);
if (!there) console.warn('The attack page is not tried: there is no Chromium on this machine.');

/** What the page does. */
const script = readFileSync(new URL('./testing/attack.js', import.meta.url), 'utf8');

let browser: Browser;
let stranger: Server;
let port = 0;

beforeAll(async () => {
  stranger = createServer(({ url }, response) => {
    const isScript = url === '/attack.js';
    response.writeHead(200, { 'Content-Type': isScript ? 'text/javascript' : 'text/html' });
    response.end(
      isScript ? script : '<!doctype html><title>A page</title><body></body><script src=/attack.js></script>',
    );
  });
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  port = (stranger.address() as AddressInfo).port;
  if (!there) return;
  browser = await openChromium([
    // The names an attacker owns, the second of them after it was pointed at this machine.
    '--host-resolver-rules=MAP evil.example 127.0.0.1, MAP rebound.example 127.0.0.1',
    '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests',
  ]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  stranger.closeAllConnections();
  await new Promise((resolve) => stranger.close(resolve));
});

type Mock = { app: App; origin: string };

/** A mock with something in it that a reset would undo. @param guarded false: a door that lets everybody in */
async function mock(guarded: boolean): Promise<Mock> {
  const app = createApp(hostingMock, { clock: 'frozen' }) as unknown as App;
  const lab = controlApi(app);
  if (guarded) mountControl(app, { token: null, loopback: true });
  else {
    app.mount('/_mock/', async (call) => {
      const path = call.path.slice('/_mock/v1'.length);
      const reply = await handleControlCall(call, path, lab, () => jsonReply(200, '{}')).catch(
        () => undefined,
      );
      const open = reply ?? jsonReply(404, '{}');
      open.headers['Access-Control-Allow-Origin'] = '*';
      return open;
    });
  }
  const { origin } = await app.listen({ port: 0 });
  lab.clock.advance('P1D');
  lab.worlds.create({ name: 'mine' });
  lab.snapshots.take('precious');
  lab.faults.add({ kind: 'latency', delay_ms: 1, operation: 'createOrder' });
  return { app, origin };
}

/** Everything a page could have changed. */
function state(app: App): string {
  const lab = controlApi(app);
  // Calls of the platform's own API are counted, whoever makes them: a browser asks for an icon.
  const { parts: _, ...world } = lab.export();
  return JSON.stringify([
    world,
    lab.worlds.list(),
    lab.snapshots.list(),
    lab.faults.list(),
    lab.policy.get(),
  ]);
}

/** Has a page try everything it can; gives what it came to know. */
const attack = (page: Page, base: string): Promise<string[]> =>
  page.evaluate(`attack(${JSON.stringify(base)})`) as Promise<string[]>;

/** Nobody's password, key or token, and nobody's address, is in what a page came to know. */
function secretsIn(app: App, loot: readonly string[]): string[] {
  const secrets = Object.values(app.personas).flatMap((persona) => Object.values(persona));
  return [...new Set(secrets)].filter((secret) => loot.some((one) => one.includes(secret)));
}

async function visit(url: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(url);
  return page;
}

inBrowser.for([
  ['another site', 'evil.example'],
  ['another port of this machine', '127.0.0.1'],
  ['another name of this machine', 'localhost'],
])('a page of %s changes nothing and reads nothing', { timeout: 120_000 }, async ([, host]) => {
  const { app, origin } = await mock(true);
  const before = state(app);
  const page = await visit(`http://${host}:${port}/`);
  const loot = await attack(page, `${origin}/_mock/v1`);
  expect(loot.length).toBeGreaterThan(30);
  expect(loot.filter((one) => /: (?:open|loaded)$/.test(one))).toEqual([]);
  expect(secretsIn(app, loot)).toEqual([]);
  expect(state(app)).toBe(before);
  await page.close();
  await app.close();
});

inBrowser('a name that was pointed at this machine is no way in', { timeout: 120_000 }, async () => {
  const { app, origin } = await mock(true);
  const before = state(app);
  const rebound = origin.replace('127.0.0.1', 'rebound.example');
  // To the browser the mock is the attacker's own site now: nothing is cross-origin any more.
  const page = await visit(`${rebound}/v1/openapi.json`);
  const loot = await page.evaluate(async (base) => {
    const texts: string[] = [];
    for (const [method, path] of [
      ['GET', '/personas'],
      ['GET', '/export'],
      ['GET', '/health'],
      ['POST', '/reset'],
    ]) {
      const reply = await fetch(`${base}${path}`, { method: method ?? 'GET' });
      texts.push(`${reply.status} ${await reply.text()}`);
    }
    return texts;
  }, `${rebound}/_mock/v1`);
  expect(loot).toEqual(loot.map(() => expect.stringMatching(/^403 .*is not this machine/)));
  expect(secretsIn(app, loot)).toEqual([]);
  expect(state(app)).toBe(before);
  await page.close();
  await app.close();
});

inBrowser("a page of the mock's own may use it", { timeout: 60_000 }, async () => {
  const { app, origin } = await mock(true);
  const page = await visit(`${origin}/v1/openapi.json`);
  const read = await page.evaluate(async () => (await fetch('/_mock/v1/personas')).text());
  expect(secretsIn(app, [read])).not.toEqual([]);
  expect(await page.evaluate(async () => (await fetch('/_mock/v1/reset', { method: 'POST' })).status)).toBe(
    200,
  );
  await page.close();
  await app.close();
});

inBrowser('the same attack on a door without a guard succeeds', { timeout: 120_000 }, async () => {
  const { app, origin } = await mock(false);
  const before = state(app);
  const page = await visit(`http://evil.example:${port}/`);
  const loot = await attack(page, `${origin}/_mock/v1`);
  expect(secretsIn(app, loot)).not.toEqual([]);
  expect(state(app)).not.toBe(before);
  await page.close();
  await app.close();
});
