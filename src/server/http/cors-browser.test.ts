// Tests in a real Chromium that a page of another origin can call the API with HTTP headers of its own.
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumPath, type Page, testChromium } from '../../../tools/testing/chromium.ts';
import { listen } from '../../../tools/testing/servers.ts';
import { createMinimalApp } from '../testing/minimal-mock.ts';

const hasChromium = chromiumPath() !== undefined;
// Without Chromium the tests are skipped on a developer's machine and fail in CI.
const inBrowser = test.skipIf(!hasChromium && !process.env.CI);

const app = createMinimalApp();
let page: Page;
let mockOrigin: string;

beforeAll(async () => {
  if (!hasChromium) return;
  mockOrigin = (await app.listen()).origin;
  const pageServer = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>A page</title>');
  });
  page = await (await testChromium()).newPage();
  await page.goto(`http://127.0.0.1:${await listen(pageServer)}/`);
});

afterAll(async () => {
  await page?.close();
  await app.close();
});

// Sends a request from the page with further headers. Returns the status, or the name of the error of `fetch`.
const sendFromPage = (path: string, headers: Record<string, string>): Promise<number | string> =>
  page.evaluate(
    ({ url, headers }) =>
      fetch(url, { headers: { authorization: 'Bearer owner', ...headers } }).then(
        ({ status }) => status,
        (error: Error) => error.name,
      ),
    { url: `${mockOrigin}${path}`, headers },
  );

for (const headers of [
  { 'X-Requested-With': 'XMLHttpRequest' },
  { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
  { 'sentry-trace': '0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-1', baggage: 'sentry-release=1' },
  { 'Cache-Control': 'no-cache', Pragma: 'no-cache' },
  { 'X-Our-Own': 'yes' },
]) {
  inBrowser(`a page of another origin can send ${Object.keys(headers).join(' and ')}`, async () => {
    expect(await sendFromPage('/v1/customers', headers)).toBe(200);
    expect(await sendFromPage(`/w/${app.world.name}/v1/customers`, headers)).toBe(200);
  });
}

inBrowser('a page of another origin can send no header of its own outside /v1', async () => {
  expect(await sendFromPage('/elsewhere', {})).toBe(404);
  expect(await sendFromPage('/elsewhere', { 'X-Our-Own': 'yes' })).toBe('TypeError');
});
