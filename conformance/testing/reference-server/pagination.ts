// The lists of the reference server: their shapes, pages and cursors.
import type { ServerContext } from './handler-support.ts';
import type { ServerReply, ServerRequest } from './http.ts';

const toCursor = (from: number): string => Buffer.from(`from:${from}`).toString('base64url');
const fromCursor = (cursor: string): string =>
  Buffer.from(cursor, 'base64url').toString().replace('from:', '');

/**
 * Builds the reply to a list request in the shape that the options choose, with the newest element last, and in pages
 * where the shape has pages.
 */
export function list<T extends { createdAt: number }>(
  serverRequest: ServerRequest,
  server: ServerContext,
  all: Iterable<T>,
  view: (item: T) => Record<string, unknown>,
): ServerReply {
  const visible = [...all]
    .filter((item) => item.createdAt + server.options.readLag <= server.now())
    .map(view);
  if (server.options.lists === 'bare') return { status: 200, body: visible };
  const after = serverRequest.query.get('after') ?? '0';
  const from = Number(server.options.lists === 'cursor' ? fromCursor(after) : after) || 0;
  const to = from + server.options.pageSize;
  const items = visible.slice(from, to);
  const next = to < visible.length ? `${serverRequest.path}?after=${to}` : null;
  if (server.options.lists === 'linked') {
    const link = next === null ? {} : { headers: { Link: `</shop/v1${next}>; rel="next"` } };
    return { status: 200, body: items, ...link };
  }
  if (server.options.lists === 'cursor')
    return { status: 200, body: { records: items, paging: { after: next === null ? null : toCursor(to) } } };
  if (server.options.lists === 'items') return { status: 200, body: { items, links: { next } } };
  return { status: 200, body: { results: items, count: visible.length, links: { next } } };
}
