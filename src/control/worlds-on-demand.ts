// Makes worlds on first use: a call that names a world which does not exist gets a copy of the main world as it began.
import type { App } from '../server/app.ts';
import { type Call, IN_PROCESS, isControlPath, jsonReply, type Reply } from '../server/http/call.ts';
import type { Origins } from '../server/http/cors.ts';
import { refuseRemotePage } from '../server/http/foreign-page.ts';
import type { Tables } from '../state/tables/table.ts';
import { callTarget } from './call-target.ts';

/**
 * Creates the worlds that calls name, through the control API, which bounds their number and memory. Calls that only read
 * the control API create none, because a console that is open would bring a deleted world back.
 * @param token the control token; null when none is required
 * @param pages the origins beyond this machine whose pages may create worlds of a server that listens on this machine only;
 *   null for all pages
 */
export function createWorldsOnDemand<T extends Tables>(
  app: App<T>,
  token: string | null,
  pages: Origins = null,
): void {
  const type = { 'content-type': 'application/json' };
  const own = { headers: { ...type, authorization: `Bearer ${token}` }, address: IN_PROCESS };
  // A call of the control API creates a world with the rights of its caller.
  const creation = ({ path, headers, address }: Call, name: string): Call => ({
    method: 'POST',
    path: '/_mock/v1/worlds',
    query: '',
    body: new TextEncoder().encode(JSON.stringify({ name, snapshot: 'start' })),
    ...(isControlPath(path)
      ? { headers: { ...headers, ...type, prefer: undefined, 'x-mock-world': undefined }, address }
      : own),
  });
  const continued = ({ status }: Reply): boolean => status === 201 || status === 409;
  app.intercept((call, next) => {
    const target = call.malformed ? undefined : callTarget(call);
    const name = target?.kind === 'world' ? target.name : null;
    const isRead = call.method === 'GET' || call.method === 'HEAD';
    if (name === null || app.worlds.find(name) || (isRead && call.path.includes('/_mock/')))
      return next(call);
    const why = pages && refuseRemotePage(call, pages, true, 'create a world');
    if (why) return jsonReply(403, JSON.stringify({ error: { code: 'FORBIDDEN', message: why } }));
    // The world exists (409) when another call has created it meanwhile, or when it is stored and not in memory.
    const created = next(creation(call, name));
    if (!(created instanceof Promise)) return continued(created) ? next(call) : created;
    return created.then((reply) => (continued(reply) ? next(call) : reply));
  });
}
