// Opens the page of a project in Chromium: bundles its script with the project's packages and serves it beside MSW's
// service worker.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'rolldown';
import { type Browser, openChromium } from '../chromium.ts';
import type { Problem } from './install.ts';

let browser: Promise<Browser> | undefined;

/** Runs `page.js` of a project in Chromium and waits for the status that its promise `done` gives. */
export async function openPage(project: string): Promise<Problem> {
  const files = new Map<string, string>();
  try {
    const { output } = await build({
      input: { page: join(project, 'page.js') },
      platform: 'browser',
      output: { dir: join(project, 'page'), format: 'esm' },
      logLevel: 'silent',
    });
    for (const one of output) if (one.type === 'chunk') files.set(`/${one.fileName}`, one.code);
  } catch (error) {
    return String(error).split('\n')[0] ?? '';
  }
  const worker = join(project, 'node_modules/msw/lib/mockServiceWorker.js');
  files.set('/mockServiceWorker.js', readFileSync(worker, 'utf8'));
  const server = createServer(({ url = '/' }, reply) => {
    const script = files.get(url);
    reply.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript');
    reply.end(script ?? '<!doctype html><title>page</title><script type="module" src="/page.js"></script>');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  browser ??= openChromium();
  const context = await (await browser).newContext();
  try {
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const status = await page.evaluate('done');
    return status === 200 ? null : `The page was answered ${status}.`;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  } finally {
    await context.close();
    server.close();
  }
}

/** Closes the browser. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
}
