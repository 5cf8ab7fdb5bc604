// Serves the pages of the browser tests, whose Content-Security-Policy forbids `eval`, with the package as it is built
// for browsers.
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { withDocument } from '../../src/contract/package.ts';
import { buildForBrowsers } from '../../tools/browser-build.ts';
import { buildConsole } from '../../tools/console-build.ts';
import { isBuildFresh } from './packed.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const POLICY =
  "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self' https://api.example";
const HTML = '<!doctype html><title>page</title><script type="module" src="/page.js"></script>';

/** The served pages: their origin, and a function that stops the server. */
export type BrowserPages = { origin: string; close(): void };

// Reads the files of the console of the present build.
function builtConsole(): Map<string, string> {
  const cwd = path('../../dist/console');
  return new Map(globSync('**/*.*', { cwd }).map((file) => [file, readFileSync(join(cwd, file), 'utf8')]));
}

/**
 * Builds the package, where its build is older than the sources, and the script of the pages, and serves them: `/hosting-mock.js` and `/mocks/hosting-mock.js` are
 * the mock's service worker (the first one with the file of its console), `/mockServiceWorker.js` is that of MSW, `/idle-worker.js` one that does nothing, paths
 * that end in `.html` or contain `/app/` are pages, anything else is 404.
 */
export async function serveBrowserPages(): Promise<BrowserPages> {
  const folder = mkdtempSync(join(tmpdir(), 'hosting-contract-'));
  const files = new Map<string, string | Buffer>();
  // The bundler of the test project finds the project's dependencies in node_modules.
  symlinkSync(path('../../node_modules'), join(folder, 'node_modules'));
  const isFresh = isBuildFresh();
  const built = isFresh ? path('../../dist/browser') : folder;
  if (!isFresh) await buildForBrowsers(folder, ['index', 'msw']);
  const { output } = await build({
    input: { page: path('./page.ts') },
    platform: 'browser',
    resolve: { alias: { 'hosting-contract/msw': join(built, 'msw.js') } },
    output: { dir: join(folder, 'page'), format: 'esm' },
    logLevel: 'silent',
  });
  for (const one of output) if (one.type === 'chunk') files.set(`/${one.fileName}`, one.code);
  const worker = withDocument(readFileSync(join(built, 'worker.js'), 'utf8'));
  files.set('/hosting-mock.js', worker).set('/mocks/hosting-mock.js', worker);
  const ofConsole = isFresh ? builtConsole() : await buildConsole();
  files.set('/hosting-mock.console.json', JSON.stringify(Object.fromEntries(ofConsole)));
  files.set('/idle-worker.js', '// A service worker without a listener.');
  files.set('/mockServiceWorker.js', readFileSync(path('../../node_modules/msw/lib/mockServiceWorker.js')));
  const server = createServer(({ url = '/' }, reply) => {
    const { pathname } = new URL(url, 'http://localhost');
    const isPage = pathname.endsWith('.html') || pathname.includes('/app/');
    const body = isPage ? HTML : files.get(pathname);
    reply.writeHead(body === undefined ? 404 : 200, {
      'content-type': isPage ? 'text/html' : 'text/javascript',
      'content-security-policy': POLICY,
    });
    reply.end(body ?? 'nothing here');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}
