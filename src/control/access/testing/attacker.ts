// Test helper: a page of an attacker, with a script, in a browser for which the attacker's names lead to this machine.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterAll, beforeAll, test } from 'vitest';
import { type Browser, chromiumPath, openChromium, type Page } from '../../../../tools/chromium.ts';
import { listen } from '../../../../tools/testing/servers.ts';

const hasChromium = chromiumPath() !== undefined;
if (!hasChromium) console.warn('The attack page is not tested: there is no Chromium on this machine.');

/** A test in Chromium; without it, the test is skipped on a developer's machine and fails in CI. */
export const inBrowser = test.skipIf(!hasChromium && !process.env.CI);

/** Serves the attacker's page during the tests of a file. */
export function servePage(script: URL) {
  let browser: Browser;
  let port = 0;
  beforeAll(async () => {
    const server = createServer(({ url }, response) => {
      const isScript = url === '/attack.js';
      response.writeHead(200, { 'Content-Type': isScript ? 'text/javascript' : 'text/html' });
      response.end(
        isScript
          ? readFileSync(script)
          : '<!doctype html><title>A page</title><body></body><script src=/attack.js></script>',
      );
    });
    port = await listen(server);
    if (!hasChromium) return;
    browser = await openChromium([
      // Both host names belong to the attacker; rebound.example now resolves to this machine (DNS rebinding).
      '--host-resolver-rules=MAP evil.example 127.0.0.1, MAP rebound.example 127.0.0.1',
      '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests',
    ]);
  });
  afterAll(async () => browser?.close());
  return {
    /** The port on which the page is served. */
    port: () => port,
    async visit(url: string): Promise<Page> {
      const page = await browser.newPage();
      await page.goto(url);
      return page;
    },
  };
}
