// Replies with the files of the mock's web pages, with the security headers that every page has.
import type { Call, Reply } from '../server/http/call.ts';

/** A file of a web page. */
export type PageFile = { type: string; bytes: string | Uint8Array; etag: string };

/** Creates a page file, whose ETag is derived from its bytes. */
export function pageFile(type: string, bytes: PageFile['bytes']): PageFile {
  const hash = process.getBuiltinModule('crypto').createHash('sha256').update(bytes).digest('base64url');
  return { type, bytes, etag: `"${hash.slice(0, 22)}"` };
}

/**
 * Builds the reply with a page file: 200, or 304 when the browser has the file already.
 * @param policy the Content-Security-Policy of the page
 */
export function pageReply(call: Call, { type, bytes, etag }: PageFile, policy: string): Reply {
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
