// Finds out which persona of a world sent a request or made a commit.
import type { WorldServer } from '../server/app.ts';
import type { Personas } from '../server/mock-definition.ts';
import type { RequestContext } from '../server/pipeline/request-context.ts';

/** The names of a world's personas by credential, by user id, and by the id of the caller whom a credential identifies. */
type PersonaIndex = Record<'byCredential' | 'byUser' | 'byCaller', Map<string, string>>;

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

/** Returns the name of the persona whose token or API key identifies a caller (`Caller.id`); null for every other caller. */
export const personaOfCaller = (
  worldServer: Pick<WorldServer, 'seeded' | 'deps'>,
  caller: string,
): string | null => indexOf(worldServer).byCaller.get(caller) ?? null;

function indexOf({ seeded: { personas }, deps }: Pick<WorldServer, 'seeded' | 'deps'>): PersonaIndex {
  const known = indexes.get(personas);
  if (known) return known;
  const index: PersonaIndex = { byCredential: new Map(), byUser: new Map(), byCaller: new Map() };
  for (const [name, { token, apiKey }] of Object.entries(personas)) {
    for (const credential of [token, apiKey]) {
      if (credential === undefined) continue;
      index.byCredential.set(credential, name);
      const found = deps.world.transact(null, (store) =>
        deps.definition.resolveCredential(store, credential),
      );
      const caller = 'refused' in found ? found.expired : found;
      if (!caller) continue;
      const { id, userId } = caller;
      if (!index.byCaller.has(id)) index.byCaller.set(id, name);
      if (credential === token && userId !== null && !index.byUser.has(userId))
        index.byUser.set(userId, name);
    }
  }
  indexes.set(personas, index);
  return index;
}
