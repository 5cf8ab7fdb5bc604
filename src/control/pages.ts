// Serves the web pages of the mock: the files of the console (src/console) and the document for its API reference. In the
// package the console is read from dist/; in a checkout it is built from the sources, and built again when one changed.
import { documentText } from '../contract/document.ts';
import { withRefusals } from '../contract/error-codes.ts';
import { packageFile } from '../contract/package.ts';
import type { Call, Reply } from '../server/http/call.ts';

/** The path of the document for the API reference, and the former path of its page. */
const DOCS_BASE = '/_mock/docs';
/** The path of the console's files; its page is `/`. */
const CONSOLE_BASE = '/_mock/console/';

/** The Content-Security-Policy of the console: its own scripts and styles only, nothing inline, no evaluated text. */
const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // No text can become HTML or a script: the browser refuses `innerHTML` and the like.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

const DOCUMENT_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * Serves a page or a file of a page, by the path of the call: `/`, `/_mock/overlay.js`, and what lies below
 * `/_mock/console/` and `/_mock/docs`.
 * @returns undefined when there is nothing under this path, and for methods other than GET and HEAD
 */
export async function servePage(call: Call): Promise<Reply | undefined> {
  const { method, path, base = '' } = call;
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  // The browser keeps the fragment over a redirect that has none, so the operation that a bookmark names travels in the
  // fragment, and the view in the query.
  if (path === DOCS_BASE || path === `${DOCS_BASE}/`) return redirect(`${base}/?view=reference`);
  if (path === `${DOCS_BASE}/openapi.json`) return pageReply(call, documentFor(base), DOCUMENT_POLICY);
  const isPage = path === '/';
  const name = isPage ? 'index.html' : path.replace(CONSOLE_BASE, '').replace('/_mock/', '');
  const file = (await consoleFiles(isPage)).get(name);
  if (!file) return undefined;
  const reply = pageReply(call, file, CONSOLE_POLICY);
  // The address of the page has another reply for callers that ask for no page.
  if (isPage) reply.headers.Vary = 'Accept';
  return reply;
}

/** Builds a redirect to a path of this origin. */
function redirect(to: string): Reply {
  const headers = {
    Location: to,
    'Cache-Control': 'no-store',
    'Content-Security-Policy': DOCUMENT_POLICY,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  };
  return { status: 302, headers, body: '' };
}

/** Builds the OpenAPI document with its refusals in the descriptions, and with this mock as its only server. */
function documentFor(base: string): PageFile {
  const servers = [{ url: `${base}/v1`, description: 'This mock' }];
  const text = JSON.stringify({ ...withRefusals(JSON.parse(documentText())), servers });
  return pageFile('application/json', text);
}

type Files = ReadonlyMap<string, PageFile>;
let files: Promise<Files> | undefined;
/** The version of the sources that `files` was built from. */
let builtVersion = '';

/** Returns all files of the console. `refresh` builds them again when a source has changed since. */
function consoleFiles(refresh: boolean): Promise<Files> {
  const { existsSync } = process.getBuiltinModule('fs');
  const folder = packageFile('console/');
  if (existsSync(folder)) files ??= readFiles(folder);
  else if (files === undefined || (refresh && builtVersion !== sourcesVersion())) {
    builtVersion = sourcesVersion();
    files = buildFiles();
  }
  return files;
}

/** Reads the files that the build of the package has written. */
async function readFiles(folder: URL): Promise<Files> {
  const { readdirSync, readFileSync } = process.getBuiltinModule('fs');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => typeOf(name) !== undefined);
  return new Map(names.map((name) => [name, toPageFile(name, readFileSync(new URL(name, folder)))]));
}

/** Builds the console from the sources of a checkout. */
async function buildFiles(): Promise<Files> {
  const { buildConsole } = (await import(packageFile('tools/console-build.ts').href)) as {
    buildConsole(): Promise<Map<string, string>>;
  };
  return new Map([...(await buildConsole())].map(([name, text]) => [name, toPageFile(name, text)]));
}

/** Returns a text that changes whenever a source file of the console changes. */
function sourcesVersion(): string {
  const { readdirSync, statSync } = process.getBuiltinModule('fs');
  const folder = packageFile('src/console/');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|css|html|svg)$/.test(name))
    .map((name) => `${name} ${statSync(new URL(name, folder)).mtimeMs}`)
    .join('\n');
}

const typeOf = (name: string): string | undefined => TYPES[name.slice(name.lastIndexOf('.') + 1)];
const toPageFile = (name: string, bytes: PageFile['bytes']): PageFile => pageFile(typeOf(name) ?? '', bytes);

/** A file of a web page. */
type PageFile = { type: string; bytes: string | Uint8Array; etag: string };

/** Creates a page file, whose ETag is derived from its bytes. */
function pageFile(type: string, bytes: PageFile['bytes']): PageFile {
  const hash = process.getBuiltinModule('crypto').createHash('sha256').update(bytes).digest('base64url');
  return { type, bytes, etag: `"${hash.slice(0, 22)}"` };
}

/**
 * Builds the reply with a page file: 200, or 304 when the browser has the file already.
 * @param policy the Content-Security-Policy of the page
 */
function pageReply(call: Call, { type, bytes, etag }: PageFile, policy: string): Reply {
  const headers: Record<string, string> = {
    'Content-Type': type,
    ETag: etag,
    // The browser may store the file but must revalidate it at every use, so that it shows the files of a new version of
    // this package at once.
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
  return call.headers['if-none-match'] === etag
    ? { status: 304, headers, body: '' }
    : { status: 200, headers, body: bytes };
}
