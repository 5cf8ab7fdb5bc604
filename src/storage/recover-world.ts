// Recovers a stored world: builds its state from the base, the records after it and the last checkpoint, and serves it.
import type { App, WorldServer, WorldServerSnapshot } from '../server/app.ts';
import type { SeededWorld } from '../server/mock-definition.ts';
import { createWorld } from '../server/seed-world.ts';
import type { NamedSnapshot } from '../server/world-snapshot.ts';
import { toIso } from '../state/instant.ts';
import type { Tables } from '../state/table.ts';
import type { World } from '../state/world.ts';
import type { Snapshot } from '../state/world-state.ts';
import { checkedLine } from './checksum.ts';
import { type Checkpoint, redoWrite, type WorldRecord } from './records.ts';
import { type DecodedState, damagedError, decodeState, type StoredServerState } from './state-text.ts';
import type { StoredWorld } from './world-store.ts';

/** A world while its records are applied. */
type Recovery<T extends Tables> = {
  readonly world: World<T>;
  state: StoredServerState;
  /** the number of requests when the rate limits and the usage of `state` were saved */
  requests: number;
  /** the earliest time that the clock may show, in ms: it has shown this time before */
  earliest: number;
};

/**
 * Recovers a stored world and serves it under its name. The first world of the app is recovered in its place; it must be
 * unloaded before, like every world that is served already.
 * @param what what is recovered, for messages, such as `the world demo in worlds.db`
 * @throws StorageError `damaged` or `other format`; the worlds of the app are then unchanged
 */
export function recoverWorld<T extends Tables>(
  { definition, worlds }: App<T>,
  name: string,
  { base, records, saved, checkpoint }: StoredWorld,
  what = `the stored world ${name}`,
): WorldServer<T> {
  const decoded = decodeState(base, what);
  const snapshots = new Map(
    saved.map((one) => [
      one.name,
      { state: decodeState(one.state, `the snapshot ${one.name} of ${what}`), takenAt: one.takenAt },
    ]),
  );
  // A world that was stored once, when it was created, began with its base.
  if (!snapshots.has(START)) snapshots.set(START, { state: decoded, takenAt: toIso(decoded.now) });
  const world = createWorld(definition, name, {});
  const load = (state: DecodedState): void => {
    try {
      world.load(state.world);
    } catch (error) {
      throw damagedError(what, error instanceof Error ? error.message : String(error), error);
    }
  };
  load(decoded);
  world.continueAt(decoded.seq, decoded.replacedAt);
  const recovery: Recovery<T> = {
    world,
    state: decoded.state,
    requests: decoded.state.counters.requests,
    earliest: decoded.now,
  };
  for (const [at, text] of records.entries()) {
    const record = parseChecked<WorldRecord>(text, what, `record ${at + 1} after its base`);
    if (record.kind === 'restore') {
      const snapshot = snapshots.get(record.snapshot);
      if (snapshot === undefined) throw damagedError(what, `the snapshot ${record.snapshot} is missing`);
      const { seq } = world;
      load(snapshot.state);
      world.continueAt(seq + 1, seq + 1);
      recovery.state = snapshot.state.state;
      recovery.requests = record.counters.requests;
      recovery.earliest = 0;
    }
    applyRecord(recovery, record, what);
  }
  if (checkpoint !== null)
    applyCheckpoint(recovery, parseChecked<Checkpoint>(checkpoint, what, 'its checkpoint'));
  if (!world.clock.frozen && world.clock.now() < recovery.earliest) world.clock.set(recovery.earliest);

  const { seq, replacedAt } = world;
  const personasOf = (snapshot: Snapshot): SeededWorld =>
    lazyPersonas(() => {
      const copy = createWorld(definition, name, {});
      copy.restore(snapshot);
      return copy.transact(null, (store) => definition.findPersonas?.(store)) ?? { personas: {}, values: {} };
    });
  const capture = (state: StoredServerState): WorldServerSnapshot => {
    const snapshot = world.snapshot();
    return { world: snapshot, seeded: personasOf(snapshot), state: { ...state, requests: null } };
  };
  const present = capture(recovery.state);
  const named = new Map<string, NamedSnapshot>();
  for (const [snapshot, { state, takenAt }] of snapshots) {
    load(state);
    named.set(snapshot, { saved: capture(state.state), takenAt });
  }
  const resetPoint = named.get(START) as NamedSnapshot;
  named.delete(START);
  return worlds.open(name, {
    options: decoded.options,
    present,
    seq,
    replacedAt,
    resetPoint,
    snapshots: named,
  });
}

/** The name of the snapshot that is the reset point. */
const START = 'start';

/**
 * Applies a record to the state before it. The snapshot of a `restore` record must be loaded already.
 * @throws StorageError `damaged` when the record does not follow the state
 */
function applyRecord<T extends Tables>(recovery: Recovery<T>, record: WorldRecord, what: string): void {
  const { world, state } = recovery;
  const { kind, seq, now, counters, clock, settings, policy, faults } = record;
  if (seq !== world.seq + (kind === 'commit' ? 1 : 0))
    throw damagedError(what, `the change ${world.seq + 1} is missing`);
  if (kind === 'commit') {
    try {
      world.redo({ seq, writes: record.writes.map(redoWrite), ordinals: record.ordinals });
    } catch (error) {
      throw damagedError(what, `the change ${seq} cannot be applied`, error);
    }
  }
  recovery.state = { ...state, counters, policy: policy ?? state.policy, faults: faults ?? state.faults };
  if (clock !== undefined) {
    world.clock.restore(clock);
    recovery.earliest = 0;
  }
  if (settings !== undefined) {
    for (const name of Object.keys(world.settings)) delete world.settings[name];
    Object.assign(world.settings, settings);
  }
  recovery.earliest = Math.max(recovery.earliest, now);
}

/** Applies a checkpoint, unless the base is newer, or the state was replaced after the checkpoint. */
function applyCheckpoint<T extends Tables>(recovery: Recovery<T>, checkpoint: Checkpoint): void {
  const { world, state } = recovery;
  const { replacedAt, counters, limiter, meter, now } = checkpoint;
  if (replacedAt !== world.replacedAt || counters.requests < recovery.requests) return;
  // The last record may be newer than the checkpoint. Counters only grow until the state is replaced.
  recovery.state = {
    ...state,
    limiter,
    meter,
    counters: {
      requests: Math.max(counters.requests, state.counters.requests),
      refusals: Math.max(counters.refusals, state.counters.refusals),
    },
  };
  recovery.earliest = Math.max(recovery.earliest, now);
}

function parseChecked<A>(text: string, what: string, part: string): A {
  const json = checkedLine(text);
  if (json === null) throw damagedError(what, `${part} is not what was stored`);
  return JSON.parse(json) as A;
}

/** Creates the personas of a state, which are found when they are first asked for. */
function lazyPersonas(find: () => SeededWorld): SeededWorld {
  let found: SeededWorld | undefined;
  const seeded = (): SeededWorld => {
    found ??= find();
    return found;
  };
  let values: SeededWorld['values'] | undefined;
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
