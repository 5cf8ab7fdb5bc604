// Serves the web pages of the mock: the files of the console (src/console) and the document for its API reference.
import { sha256Hex } from '../contract/digest.ts';
import { documentText } from '../contract/document.ts';
import { withRefusals } from '../contract/error-codes.ts';
import type { Call, Reply } from '../server/http/call.ts';
import { consoleFiles } from './page-files.ts';

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
  if (path === `${DOCS_BASE}/openapi.json`)
    return pageReply(call, 'application/json', documentFor(base), DOCUMENT_POLICY);
  const isPage = path === '/';
  const name = isPage ? 'index.html' : path.replace(CONSOLE_BASE, '').replace('/_mock/', '');
  const text = (await consoleFiles(isPage)).get(name);
  if (text === undefined) return undefined;
  const reply = pageReply(call, typeOf(name), text, CONSOLE_POLICY);
  // The address of the page has another reply for callers that ask for no page.
  if (isPage) reply.headers.Vary = 'Accept';
  return reply;
}

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

// Builds the OpenAPI document with its refusals in the descriptions, and with this mock as its only server.
function documentFor(base: string): string {
  const servers = [{ url: `${base}/v1`, description: 'This mock' }];
  return JSON.stringify({ ...withRefusals(JSON.parse(documentText())), servers });
}

const typeOf = (name: string): string => TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain';

function pageReply(call: Call, type: string, text: string, policy: string): Reply {
  const etag = `"${sha256Hex(text).slice(0, 32)}"`;
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
    : { status: 200, headers, body: text };
}
