// Recovers a stored world, and serves it.
import { packageIdentity } from '../contract/package.ts';
import { ControlError } from '../control/control-error.ts';
import { inspectImport } from '../control/import-export/import-export.ts';
import type { App, WorldServer, WorldServerSnapshot } from '../server/app.ts';
import type { MockDefinition, SeededWorld } from '../server/mock-definition.ts';
import { createWorld } from '../server/seed-world.ts';
import type { NamedSnapshot } from '../server/world-snapshot.ts';
import { toIso } from '../state/instant.ts';
import type { Tables } from '../state/tables/table.ts';
import type { World } from '../state/world.ts';
import type { Snapshot } from '../state/world-state.ts';
import { loadState, Replay } from './replay.ts';
import { type DecodedState, decodeState, type SharedTables, type StoredServerState } from './state-text.ts';
import { StorageError, type StoredWorld } from './world-store.ts';

/** A stored world, and the tables to which its states refer. */
export type RecoverableWorld = StoredWorld & { readonly tables?: SharedTables };

/** The name of the snapshot that is the reset point. */
const START = 'start';

/**
 * Recovers a stored world and serves it under its name. The first world of the app is recovered in its place; it must be
 * unloaded before, like every world that is served already.
 * @param what what is recovered, for messages, such as `the world demo in worlds.db`
 * @param loaded called when the world has its state, before anything can change it, such as a timer that came due
 * @throws StorageError `damaged` or `other format`; the worlds of the app are then unchanged
 */
export function recoverWorld<T extends Tables>(
  app: App<T>,
  name: string,
  { base, records, saved, checkpoint, tables }: RecoverableWorld,
  what = `the stored world ${name}`,
  loaded?: (worldServer: WorldServer<T>) => void,
): WorldServer<T> {
  const { definition } = app;
  const decoded = decodeState(base, what, tables);
  const snapshots = new Map(
    saved.map((one) => [one.name, decodeState(one.state, `the snapshot ${one.name} of ${what}`, tables)]),
  );
  const replay = new Replay(createWorld(definition, name, {}), decoded, what);
  for (const [at, text] of records.entries()) replay.apply(text, at + 1, snapshots);
  if (checkpoint !== null) replay.applyCheckpoint(checkpoint);
  replay.end();
  const { world, state } = replay;
  const { seq, replacedAt } = world;
  assertContinuable(app, world, state, decoded.version, what);
  const present = capture(definition, world, state);
  const named = new Map<string, NamedSnapshot>();
  for (const { name: snapshot, takenAt } of saved) {
    const one = snapshots.get(snapshot) as DecodedState;
    const whatSnapshot = `the snapshot ${snapshot} of ${what}`;
    loadState(world, one, whatSnapshot);
    assertContinuable(app, world, one.state, one.version, whatSnapshot);
    named.set(snapshot, { saved: capture(definition, world, one.state), takenAt });
  }
  let resetPoint = named.get(START);
  if (resetPoint === undefined) {
    // A world that was stored once, when it was created, began with its base.
    loadState(world, decoded, what);
    resetPoint = { saved: capture(definition, world, decoded.state), takenAt: toIso(decoded.now) };
  }
  named.delete(START);
  const { options } = decoded;
  return app.worlds.open(name, { options, present, seq, replacedAt, resetPoint, snapshots: named }, loaded);
}

/**
 * Checks a state that another version of the package stored, like an import.
 * @param world a world with the state, of which `state` is the rest
 * @throws StorageError `other format` when this version cannot continue the world
 */
function assertContinuable<T extends Tables>(
  { definition, worlds }: App<T>,
  world: World<T>,
  state: StoredServerState,
  version: string,
  what: string,
): void {
  if (version === packageIdentity().version) return;
  try {
    inspectImport(definition, worlds.main, { ...world.export(), parts: state }, 'owned');
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    throw new StorageError(
      'other format',
      `${what} was stored by version ${version}, and this version cannot continue it: ${error.message} Use the version that stored it, or start with another store.`,
      error,
    );
  }
}

/** Captures the present state of a world, with personas that are found when they are first asked for. */
function capture<T extends Tables>(
  definition: MockDefinition<T>,
  world: World<T>,
  state: StoredServerState,
): WorldServerSnapshot {
  const snapshot = world.snapshot();
  const seeded = lazyPersonas(() => findPersonas(definition, snapshot));
  return { world: snapshot, seeded, state: { ...state, requests: null } };
}

/** Finds the personas in a world of their own, whose rows do not change later. */
function findPersonas<T extends Tables>(definition: MockDefinition<T>, snapshot: Snapshot): SeededWorld {
  const copy = createWorld(definition, 'personas', {});
  copy.restore(snapshot);
  return copy.transact(null, (store) => definition.findPersonas?.(store)) ?? { personas: {}, values: {} };
}

function lazyPersonas(find: () => SeededWorld): SeededWorld {
  let found: SeededWorld | undefined;
  let values: SeededWorld['values'] | undefined;
  const seeded = (): SeededWorld => {
    found ??= find();
    return found;
  };
  return {
    get personas() {
      return seeded().personas;
    },
    get values() {
      values ??= seeded().values;
      return values;
    },
  };
}
