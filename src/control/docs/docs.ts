// Serves the API reference at /_mock/docs: Swagger UI, and the OpenAPI document with this mock as its only server.
import { documentText, edition } from '../../contract/document.ts';
import { packageFile } from '../../contract/package.ts';
import type { Call, Reply } from '../../server/http/call.ts';
import { type PageFile, pageFile, pageReply } from '../page-file.ts';

/** Maps each path to a file, the package that contains the file, and the file's content type. */
const FILES: Record<string, { from: 'package' | 'swagger-ui'; file: string; type: string }> = {
  '': { from: 'package', file: 'page.html', type: 'text/html; charset=utf-8' },
  '/page.css': { from: 'package', file: 'page.css', type: 'text/css; charset=utf-8' },
  '/page.js': { from: 'package', file: 'page.js', type: 'text/javascript; charset=utf-8' },
  '/swagger-ui.css': { from: 'swagger-ui', file: 'swagger-ui.css', type: 'text/css; charset=utf-8' },
  '/swagger-ui-bundle.js': {
    from: 'swagger-ui',
    file: 'swagger-ui-bundle.js',
    type: 'text/javascript; charset=utf-8',
  },
  '/favicon-32x32.png': { from: 'swagger-ui', file: 'favicon-32x32.png', type: 'image/png' },
};
const DOCUMENT = '/openapi.json';

/**
 * The Content-Security-Policy of the page: the page may load files from and send requests to its own origin only.
 * Swagger UI needs inline styles and icons from `data:` URLs.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The pages that have been read from disk, by path. */
const cache = new Map<string, PageFile>();

/**
 * Handles a call below /_mock/docs.
 * @param path the part after `/_mock/docs`
 * @returns undefined when no page has this path
 */
export function docs(call: Call, path: string): Reply | undefined {
  if (call.method !== 'GET' && call.method !== 'HEAD') return undefined;
  if (path === '/') return redirect(`${call.base ?? ''}/_mock/docs`);
  const page = path === DOCUMENT ? documentFor(call.base ?? '') : pageOf(path);
  if (!page) return undefined;
  return pageReply(call, page, CONTENT_SECURITY_POLICY);
}

/** Builds a redirect to a path of this origin. */
function redirect(to: string): Reply {
  return { status: 302, headers: { Location: to, 'Cache-Control': 'no-store' }, body: '' };
}

function pageOf(path: string): PageFile | undefined {
  const cached = cache.get(path);
  if (cached || !Object.hasOwn(FILES, path)) return cached;
  const found = FILES[path];
  if (!found) return undefined;
  const { existsSync, readFileSync } = process.getBuiltinModule('fs');
  const ownFile = packageFile(`src/control/docs/${found.file}`);
  // The built package contains the Swagger UI files; a checkout reads them from the swagger-ui-dist package.
  const url = found.from === 'package' || existsSync(ownFile) ? ownFile : swaggerFile(found.file);
  return cachePage(path, found.type, readFileSync(url));
}

/** Builds the OpenAPI document of `/v1/openapi.json` with this mock as its only server. */
function documentFor(base: string): PageFile {
  const key = `${base} ${DOCUMENT} ${edition}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const servers = [{ url: `${base}/v1`, description: 'This mock' }];
  const text = JSON.stringify({ ...(JSON.parse(documentText()) as object), servers });
  return base === '' ? cachePage(key, 'application/json', text) : pageFile('application/json', text);
}

const swaggerFile = (file: string): URL => new URL(file, import.meta.resolve('swagger-ui-dist/package.json'));

function cachePage(key: string, type: string, bytes: PageFile['bytes']): PageFile {
  const page = pageFile(type, bytes);
  cache.set(key, page);
  return page;
}
