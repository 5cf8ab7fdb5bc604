// Serves a stored world: loads its base, and applies records to it.
import { packageIdentity } from '../contract/package.ts';
import { ControlError } from '../control/control-error.ts';
import { inspectImport } from '../control/import-export/import-export.ts';
import type { App, WorldServer, WorldServerSnapshot } from '../server/app.ts';
import type { MockDefinition, SeededWorld } from '../server/mock-definition.ts';
import { createWorld } from '../server/seed-world.ts';
import type { NamedSnapshot } from '../server/world-snapshot.ts';
import type { Tables } from '../state/tables/table.ts';
import type { World } from '../state/world.ts';
import type { Snapshot } from '../state/world-state.ts';
import { checkedLine } from './checksum.ts';
import { redoWrite, type WorldRecord } from './records.ts';
import { type DecodedState, damagedError, decodeBase, type StoredServerState } from './state-text.ts';
import { StorageError } from './world-store.ts';

/**
 * Serves a stored world under its name in the state of its base. The first world of the app is loaded in its place; it
 * must be unloaded before, like every world that is served already.
 * @param what what is loaded, for messages, such as `the world demo in worlds.db`
 * @param loaded called when the world has its state, before anything can change it, such as a timer that came due
 * @throws StorageError `damaged` or `other format`; the worlds of the app are then unchanged
 */
export function openBase<T extends Tables>(
  app: App<T>,
  name: string,
  text: string,
  what: string,
  loaded: (worldServer: WorldServer<T>) => void,
): WorldServer<T> {
  const { definition } = app;
  const { version, seq, replacedAt, now, options, present, resetPoint, snapshots } = decodeBase(text, what);
  const world = createWorld(definition, name, {});
  const captured = ({ world: stored, state }: DecodedState): WorldServerSnapshot => {
    try {
      world.load(stored);
    } catch (error) {
      throw otherVersion(what, version, error instanceof Error ? error.message : String(error), error);
    }
    assertContinuable(app, world, state, version, what);
    return capture(definition, world, state);
  };
  const named = (one: (typeof snapshots)[number]): NamedSnapshot => ({
    saved: captured(one.state),
    takenAt: one.takenAt,
  });
  const stored = {
    ...{ options, seq, replacedAt },
    present: captured(present),
    resetPoint: named(resetPoint),
    snapshots: new Map(snapshots.map((one) => [one.name, named(one)])),
  };
  return app.worlds.open(name, stored, (worldServer) => {
    continueFrom(worldServer, now);
    loaded(worldServer);
  });
}

/** A running clock goes on with real time, but not from before a time that it has shown. */
function continueFrom<T extends Tables>({ world: { clock } }: WorldServer<T>, now: number): void {
  if (!clock.frozen && clock.now() < now) clock.set(now);
}

/**
 * Applies the text of a record to a world.
 * @param what the world, for messages
 * @throws StorageError `damaged` when the record was changed, or does not follow the state
 */
export function applyRecord<T extends Tables>(worldServer: WorldServer<T>, text: string, what: string): void {
  const json = checkedLine(text);
  if (json === null) throw damagedError(what, 'a record is not what was stored');
  const record = JSON.parse(json) as WorldRecord;
  const { world, state } = worldServer;
  const { kind, seq, now, counters, clock, settings, policy, faults, use } = record;
  if (seq !== world.seq + (kind === 'commit' || kind === 'restore' ? 1 : 0))
    throw damagedError(what, `the change ${world.seq + 1} is missing`);
  if (kind === 'restore') {
    const { snapshot } = record;
    const found = snapshot === 'start' ? worldServer.resetPoint : worldServer.snapshots.get(snapshot);
    if (found === undefined) throw damagedError(what, `the snapshot ${snapshot} is missing`);
    const by = snapshot === 'start' ? ({ kind: 'reset' } as const) : ({ kind: 'restore', snapshot } as const);
    worldServer.restore(found.saved, by);
    world.continueAt(seq, seq);
  }
  if (kind === 'commit') {
    try {
      world.redo({ seq, writes: record.writes.map(redoWrite), ordinals: record.ordinals });
    } catch (error) {
      throw damagedError(what, `the change ${seq} cannot be applied`, error);
    }
  }
  state.counters.restore(counters);
  if (policy !== undefined) state.policy.restore(policy);
  if (faults !== undefined) state.faults.restore(faults);
  if (use !== undefined) {
    state.limiter.restore(use.limiter);
    state.meter.restore(use.meter);
  }
  if (clock !== undefined) world.clock.restore(clock);
  if (settings !== undefined) {
    for (const name of Object.keys(world.settings)) delete world.settings[name];
    Object.assign(world.settings, settings);
  }
  continueFrom(worldServer, now);
  if (kind === 'take' && record.snapshot === 'start') worldServer.setResetPoint(record.takenAt);
  else if (kind === 'take') worldServer.takeSnapshot(record.snapshot, record.takenAt);
  if (kind === 'remove') worldServer.removeSnapshot(record.snapshot);
}

const otherVersion = (what: string, version: string, why: string, cause: unknown): StorageError =>
  new StorageError(
    'other format',
    `${what} was stored by version ${version}, and this version cannot continue it: ${why} Use the version that stored it, or start with another store.`,
    cause,
  );

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
    throw otherVersion(what, version, error.message, error);
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
