// Finds out which persona of a world sent a request.
import type { WorldServer } from '../server/app.ts';
import type { Personas } from '../server/mock-definition.ts';
import type { RequestContext } from '../server/pipeline/request-context.ts';

/** The names of a world's personas by credential and by user id. */
type PersonaIndex = { byCredential: Map<string, string>; byUser: Map<string, string> };

const indexes = new WeakMap<Personas, PersonaIndex>();

/**
 * Returns the name of the persona that sent a request: with the persona's token or API key, or with another session of
 * the persona's user. Null for every other caller.
 */
export function personaOf(
  worldServer: Pick<WorldServer, 'seeded' | 'deps'>,
  { call, caller, expiredCaller }: RequestContext,
): string | null {
  const { authorization } = call.headers;
  if (authorization === undefined) return null;
  const { byCredential, byUser } = indexOf(worldServer);
  const [, bearer = ''] = /^bearer\s+(\S+)$/i.exec(authorization) ?? [];
  const userId = caller.kind === 'session' ? caller.userId : (expiredCaller?.userId ?? null);
  return byCredential.get(bearer) ?? (userId === null ? null : (byUser.get(userId) ?? null));
}

function indexOf({ seeded: { personas }, deps }: Pick<WorldServer, 'seeded' | 'deps'>): PersonaIndex {
  const known = indexes.get(personas);
  if (known) return known;
  const index: PersonaIndex = { byCredential: new Map(), byUser: new Map() };
  for (const [name, { token, apiKey }] of Object.entries(personas)) {
    for (const credential of [token, apiKey])
      if (credential !== undefined) index.byCredential.set(credential, name);
    if (token === undefined) continue;
    const found = deps.world.transact(null, (store) => deps.definition.resolveCredential(store, token));
    const userId = ('refused' in found ? found.expired : found)?.userId;
    if (typeof userId === 'string' && !index.byUser.has(userId)) index.byUser.set(userId, name);
  }
  indexes.set(personas, index);
  return index;
}
