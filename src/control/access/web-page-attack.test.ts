// Tests in a real Chromium that a web page which the developer visits can neither use nor read the control API.
import { createServer } from 'node:http';
import { expect } from 'vitest';
import { hostingMock } from '../../../mocks/index.ts';
import type { Page } from '../../../tools/chromium.ts';
import { sampled, whole } from '../../../tools/testing/sampled.ts';
import { listen } from '../../../tools/testing/servers.ts';
import { type App, createApp } from '../../server/app.ts';
import { jsonReply } from '../../server/http/call.ts';
import { upstreamSteps } from '../../server/upstream/upstream.ts';
import { controlApi } from '../control-api.ts';
import { mountControl } from '../mount-control.ts';
import { handleControlCall } from '../routes.ts';
import { inBrowser, servePage } from './testing/attacker.ts';

const { port, visit } = servePage(new URL('./testing/attack.js', import.meta.url));

type Mock = { app: App; origin: string };

// Serves a mock with a changed clock, a world, a snapshot and a fault, all of which a reset would remove. `guarded`:
// false to serve the control API without access rules.
async function mock(guarded: boolean): Promise<Mock> {
  const app = createApp(hostingMock, { clock: 'frozen' }) as unknown as App;
  const lab = controlApi(app);
  if (guarded) mountControl(app, { token: null, loopback: true });
  else {
    app.mount('/_mock/', async (call) => {
      const path = call.path.slice('/_mock/v1'.length);
      const reply = await handleControlCall(call, path, lab).catch(() => undefined);
      const open = reply ?? jsonReply(404, '{}');
      open.headers['Access-Control-Allow-Origin'] = '*';
      return open;
    });
  }
  const { origin } = await app.listen({ port: 0 });
  lab.clock.advance('P1D');
  lab.worlds.create({ name: 'mine' });
  lab.snapshots.take('precious');
  lab.faults.add({ kind: 'delay', delay_ms: 1, operation: 'createOrder' });
  return { app, origin };
}

// Returns everything that a page could have changed, as one text.
function state(app: App): string {
  const lab = controlApi(app);
  // The parts of the export are left out, because they count calls of the platform's API and the browser itself
  // requests an icon.
  const { parts: _, ...world } = lab.export();
  return JSON.stringify([
    world,
    lab.worlds.list(),
    lab.snapshots.list(),
    lab.faults.list(),
    lab.policy.get(),
  ]);
}

// Lets a page try every way to reach the mock. Returns what the page could read.
const attack = (page: Page, base: string): Promise<string[]> =>
  page.evaluate(`attack(${JSON.stringify(base)})`) as Promise<string[]>;

// Lists the passwords, keys, tokens and e-mail addresses of personas that the page could read.
function secretsIn(app: App, readTexts: readonly string[]): string[] {
  const secrets = Object.values(app.personas).flatMap(({ about, role, tier, ...secrets }) =>
    Object.values(secrets),
  );
  return [...new Set(secrets)].filter((secret) => readTexts.some((one) => one.includes(secret)));
}

const ATTACKERS = [
  ['another site', 'evil.example'],
  ['another port of this machine', '127.0.0.1'],
  ['another name of this machine', 'localhost'],
] as const;
inBrowser.for(sampled(ATTACKERS, 1))('a page of %s changes and reads nothing', async ([, host]) => {
  const { app, origin } = await mock(true);
  const before = state(app);
  const page = await visit(`http://${host}:${port()}/`);
  const readTexts = await attack(page, `${origin}/_mock/v1`);
  expect(readTexts.length).toBeGreaterThan(30);
  expect(readTexts.filter((one) => /: (?:open|loaded)$/.test(one))).toEqual([]);
  expect(secretsIn(app, readTexts)).toEqual([]);
  expect(state(app)).toBe(before);
  await page.close();
  await app.close();
});

inBrowser('a foreign host name that resolves to this machine is refused', async () => {
  const { app, origin } = await mock(true);
  const before = state(app);
  const rebound = origin.replace('127.0.0.1', 'rebound.example');
  // The browser now considers this host name the mock's own origin, so none of the page's requests is cross-origin.
  const page = await visit(`${rebound}/v1/openapi.json`);
  const readTexts = await page.evaluate(async (base) => {
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
  expect(readTexts).toEqual(readTexts.map(() => expect.stringMatching(/^403 .*is not this machine/)));
  expect(secretsIn(app, readTexts)).toEqual([]);
  expect(state(app)).toBe(before);
  await page.close();
  await app.close();
});

inBrowser("a page of the mock's own origin may use the control API", async () => {
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

if (whole)
  inBrowser('the same attack succeeds without the access rules', async () => {
    const { app, origin } = await mock(false);
    const before = state(app);
    const page = await visit(`http://evil.example:${port()}/`);
    const readTexts = await attack(page, `${origin}/_mock/v1`);
    expect(secretsIn(app, readTexts)).not.toEqual([]);
    expect(state(app)).not.toBe(before);
    await page.close();
    await app.close();
  });

inBrowser('a page or a worker that an upstream answers does not run in the origin of the mock', async () => {
  const paths: (string | undefined)[] = [];
  const upstream = createServer(({ url }, response) => {
    paths.push(url);
    const script = url?.endsWith('.js');
    response.writeHead(200, { 'Content-Type': `text/${script ? 'javascript' : 'html'}` });
    response.end(script ? '' : "<title>page</title><script>document.title = 'it runs'</script>");
  });
  const steps = upstreamSteps({ base: new URL(`http://127.0.0.1:${await listen(upstream)}/v1`) });
  const app = createApp(hostingMock, { steps });
  const { origin } = await app.listen();
  const page = await visit(`${origin}/v1/page.html`);
  expect(await page.title()).toBe('page');
  await page.goto(`${origin}/v1/openapi.json`);
  const register = "navigator.serviceWorker.register('/v1/worker.js', { scope: '/' }).then(() => '', String)";
  expect(await page.evaluate(register)).toMatch(/bad HTTP response code \(403\)/);
  expect(paths.filter((path) => path !== '/favicon.ico')).toEqual(['/v1/page.html']);
  await page.close();
  await app.close();
});
