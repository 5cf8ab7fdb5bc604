// Opens the page of a project in Chromium: serves what the project has built, or bundles its script with the project's
// packages and serves it beside MSW's service worker.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'rolldown';
import { type Browser, openChromium } from '../chromium.ts';
import type { Problem } from './install.ts';

let browser: Promise<Browser> | undefined;

/** Opens the page of a project in Chromium and waits for the status that its promise `done` gives. */
export async function openPage(project: string): Promise<Problem> {
  let files: Map<string, string>;
  try {
    files = existsSync(join(project, 'dist'))
      ? builtFiles(join(project, 'dist'))
      : await bundledFiles(project);
  } catch (error) {
    return String(error).split('\n')[0] ?? '';
  }
  const server = createServer(({ url = '/' }, reply) => {
    const script = url === '/' ? undefined : files.get(new URL(url, 'http://localhost').pathname);
    reply.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript');
    reply.end(script ?? files.get('/index.html'));
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

/** Reads the files of a build, by their paths in URLs. */
function builtFiles(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.\w+$/.test(name),
  );
  return new Map(names.map((name) => [`/${name}`, readFileSync(join(folder, name), 'utf8')]));
}

/** Bundles `page.js` of a project, and adds a page and the service worker of the project's MSW. */
async function bundledFiles(project: string): Promise<Map<string, string>> {
  const { output } = await build({
    input: { page: join(project, 'page.js') },
    platform: 'browser',
    output: { dir: join(project, 'page'), format: 'esm' },
    logLevel: 'silent',
  });
  const files = new Map<string, string>();
  for (const one of output) if (one.type === 'chunk') files.set(`/${one.fileName}`, one.code);
  files.set(
    '/index.html',
    '<!doctype html><title>page</title><script type="module" src="/page.js"></script>',
  );
  const worker = join(project, 'node_modules/msw/lib/mockServiceWorker.js');
  return files.set('/mockServiceWorker.js', readFileSync(worker, 'utf8'));
}

/** Closes the browser. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
}
