// What every handler of the second server is given, and what handlers share: looking up, listing, showing times.

import { ServerRefusal, type ServerReply, type ServerRequest } from './http.ts';
import type { Options } from './options.ts';
import type { ServerData, TableName, TenantData, User } from './tenant-data.ts';

export type Caller = { id: string; tenant: string; user: User | null; token: string; writes: boolean };

export type ServerContext = {
  options: Options;
  data: ServerData;
  now: () => number;
};
export type Handler = (
  serverRequest: ServerRequest,
  params: Record<string, string>,
  caller: Caller,
  server: ServerContext,
) => ServerReply | Promise<ServerReply>;

/** A Unix time in one of the legitimate spellings. */
export function formatTime(server: ServerContext, unix: number): string {
  const iso = new Date(unix).toISOString();
  if (server.options.times === 'zulu') return iso.replace(/\.\d+Z$/, 'Z');
  if (server.options.times === 'offset') return iso.replace(/\.(\d+)Z$/, '.$1000+00:00');
  return iso.replace(/Z$/, '123456Z');
}

export const dataOf = (server: ServerContext, tenant: string): TenantData => {
  const found = server.data.tenantData.get(tenant);
  if (!found) throw new Error(`no books for ${tenant}`);
  return found;
};

/** One thing of the caller's own; another tenant's is refused as the options say, a missing one with 404. */
export function findOwn<K extends TableName>(
  server: ServerContext,
  caller: Caller,
  shelf: K,
  id: string,
): TenantData[K] extends Map<string, infer T> ? T : never;
export function findOwn(
  server: ServerContext,
  caller: Caller,
  table: TableName,
  id: string,
): { createdAt: number } {
  const found = dataOf(server, caller.tenant)[table].get(id);
  if (found && found.createdAt + server.options.readLag <= server.now()) return found;
  for (const other of server.data.tenantData.values()) {
    if (other.tenant !== caller.tenant && other[table].has(id)) {
      throw new ServerRefusal(
        server.options.foreign,
        server.options.foreign === 403 ? 'Not yours.' : 'Nothing here.',
      );
    }
  }
  throw new ServerRefusal(404, 'Nothing here.');
}

/** A list in the shape of the options, newest last, as pages where the shape has pages. */
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
  const from = Number(serverRequest.query.get('after') ?? '0') || 0;
  const to = from + server.options.pageSize;
  const items = visible.slice(from, to);
  const next = to < visible.length ? `${serverRequest.path}?after=${to}` : null;
  if (server.options.lists === 'items') return { status: 200, body: { items, links: { next } } };
  return { status: 200, body: { results: items, count: visible.length, links: { next } } };
}

/** The answer to an action: nothing worth reading, or the resource. */
export const actionReply = (
  server: ServerContext,
  view: Record<string, unknown>,
  status = server.options.actionStatus,
): ServerReply => ({
  status,
  body: server.options.actions === 'empty' ? {} : view,
});

/** A refusal for a state that does not allow something; 402 is kept for money. */
export const conflictError = (server: ServerContext, message: string): ServerRefusal =>
  new ServerRefusal(server.options.conflict === 402 ? 409 : server.options.conflict, message);

export const insufficientFunds = (server: ServerContext): ServerRefusal => {
  if (server.options.funds === 'ample')
    return new ServerRefusal(server.options.conflict, 'The wallet is short.');
  const fieldErrors = { payment_method: ['Das Guthaben reicht dafür nicht.'] };
  return new ServerRefusal(server.options.conflict, 'Das geht so nicht.', fieldErrors);
};
