// Finds the persona that a caller is.
import type { WorldServer } from '../server/app.ts';
import type { SeededWorld } from '../server/mock-definition.ts';
import type { Tables } from '../state/table.ts';

/** The names of the personas by the id of the caller that their credentials identify. */
const names = new WeakMap<SeededWorld, ReadonlyMap<string, string>>();

/** Returns the name of the persona whose token or API key identifies a caller; null when there is none. */
export function personaOfCaller<T extends Tables>(
  worldServer: WorldServer<T>,
  caller: string,
): string | null {
  const { seeded } = worldServer;
  const found = names.get(seeded) ?? personaNames(worldServer);
  names.set(seeded, found);
  return found.get(caller) ?? null;
}

function personaNames<T extends Tables>({ seeded, deps }: WorldServer<T>): Map<string, string> {
  const byCaller = new Map<string, string>();
  for (const [name, { token, apiKey }] of Object.entries(seeded.personas)) {
    for (const bearer of [token, apiKey]) {
      if (bearer === undefined) continue;
      const caller = deps.world.transact(null, (store) => deps.definition.resolveCredential(store, bearer));
      const id = 'refused' in caller ? caller.expired?.id : caller.id;
      if (id !== undefined && !byCaller.has(id)) byCaller.set(id, name);
    }
  }
  return byCaller;
}
