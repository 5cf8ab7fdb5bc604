// Types and functions that the handlers of the reference server share: callers, lookup of rows, times.

import { isObject } from '../../../src/contract/is-object.ts';
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

/** Formats a Unix time in milliseconds as ISO 8601, in the spelling that the options choose. */
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

/**
 * Finds a row of the caller's tenant.
 * @throws ServerRefusal with the status that the options choose for another tenant's row, and with 404 for a missing
 * row
 */
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

/**
 * Moves the id of every resource in a reply to the member that the options choose. Orders and sessions keep theirs,
 * because the specification shows them.
 */
export function withIdMember(path: string, body: unknown, member: Options['idMember']): unknown {
  if (member === 'id' || /^\/(auth|orders)/.test(path)) return body;
  if (Array.isArray(body)) return body.map((one) => withIdMember(path, one, member));
  if (!isObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, inner]) => {
      if (name !== 'id') return [name, withIdMember(path, inner, member)];
      return member === 'key' ? ['key', inner] : ['meta', { ref: inner }];
    }),
  );
}

/** Builds the reply to an action: an empty object, or the resource, as the options choose. */
export const actionReply = (
  server: ServerContext,
  view: Record<string, unknown>,
  status = server.options.actionStatus,
): ServerReply => ({
  status,
  body: server.options.actions === 'empty' ? {} : view,
});

/**
 * Builds the refusal of an action that the state of a resource does not allow. The status is the one that the options
 * choose, but never 402, which is reserved for insufficient funds.
 */
export const conflictError = (server: ServerContext, message: string): ServerRefusal =>
  new ServerRefusal(server.options.conflict === 402 ? 409 : server.options.conflict, message);

export const insufficientFunds = (server: ServerContext): ServerRefusal => {
  if (server.options.funds === 'ample')
    return new ServerRefusal(server.options.conflict, 'The wallet is short.');
  const fieldErrors = { payment_method: ['Das Guthaben reicht dafür nicht.'] };
  return new ServerRefusal(server.options.conflict, 'Das geht so nicht.', fieldErrors);
};
