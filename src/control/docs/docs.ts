// Serves what lies below /_mock/docs: the OpenAPI document with this mock as its only server, and redirects from the
// address of the former reference page to the reference in the console.
import { documentText, edition } from '../../contract/document.ts';
import type { Call, Reply } from '../../server/http/call.ts';
import { type PageFile, pageFile, pageReply } from '../page-file.ts';

const DOCUMENT = '/openapi.json';
const CONTENT_SECURITY_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** The document of the main world and the edition that it was made from. */
let cached: { edition: unknown; file: PageFile } | undefined;

/**
 * Handles a call below /_mock/docs.
 * @param path the part after `/_mock/docs`
 * @returns undefined when there is nothing under this path
 */
export function docs(call: Call, path: string): Reply | undefined {
  if (call.method !== 'GET' && call.method !== 'HEAD') return undefined;
  const base = call.base ?? '';
  // The browser keeps the fragment over a redirect that has none, so the operation that a bookmark names travels in the
  // fragment, and the view in the query.
  if (path === '' || path === '/') return redirect(`${base}/?view=reference`);
  return path === DOCUMENT ? pageReply(call, documentFor(base), CONTENT_SECURITY_POLICY) : undefined;
}

/** Builds a redirect to a path of this origin. */
function redirect(to: string): Reply {
  const headers = {
    Location: to,
    'Cache-Control': 'no-store',
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  };
  return { status: 302, headers, body: '' };
}

/** Builds the OpenAPI document of `/v1/openapi.json` with this mock as its only server. */
function documentFor(base: string): PageFile {
  if (base === '' && cached?.edition === edition) return cached.file;
  const servers = [{ url: `${base}/v1`, description: 'This mock' }];
  const text = JSON.stringify({ ...(JSON.parse(documentText()) as object), servers });
  const file = pageFile('application/json', text);
  if (base === '') cached = { edition, file };
  return file;
}
