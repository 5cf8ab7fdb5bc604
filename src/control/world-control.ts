// The control API of one world: its clock, snapshots, faults, policy, request log, tables and levers.
import { didYouMean } from '../contract/did-you-mean.ts';
import type { App, WorldServer, WorldServerSnapshot } from '../server/app.ts';
import type { Personas, SideEffects } from '../server/mock-definition.ts';
import type { NamedSnapshot } from '../server/server-state.ts';
import { toIso } from '../state/instant.ts';
import type { Tables } from '../state/tables/table.ts';
import type { Arranged } from './arrange/arrange-control.ts';
import { clockControl } from './clock/clock-control.ts';
import { ControlError, invalidInput } from './control-error.ts';
import { type ControlEvent, onControlEvents } from './event-stream.ts';
import { faultControl } from './faults/fault-control.ts';
import { overrideControl } from './faults/override-control.ts';
import type { ExportedWorld } from './import-export/export-text.ts';
import { exportWorld, importWorld } from './import-export/import-export.ts';
import { parseInput } from './input.ts';
import { leverControl } from './lever-control.ts';
import { assertMemoryLimit } from './memory-limit.ts';
import { bodySchema, type Schema } from './operations.ts';
import { requestLogControl } from './request-log/request-log-control.ts';
import { tableControl } from './tables/table-control.ts';
import { timelineControl } from './timeline/timeline-control.ts';
import { type Undo, undoControl } from './undo-control.ts';

export function worldControl<T extends Tables>(app: App<T>, worldServer: WorldServer<T>) {
  const { worlds } = app;
  const timeline = timelineControl(worldServer, worldServer === worlds.main);
  const undo = undoControl(worldServer);
  return {
    name: worldServer.name,
    worldServer,
    /** Handles a web request to this world; its paths begin with `/v1/`. */
    fetch: (request: Request): Promise<Response> => worldServer.fetch(request),
    get personas(): Personas {
      return worldServer.seeded.personas;
    },
    clock: clockControl(worldServer),
    /** The snapshots: named states of the world. */
    snapshots: snapshotControl(worldServer, undo),
    /** The injected faults. */
    faults: faultControl(worldServer, undo),
    /**
     * Overrides the replies of an operation, by a body or by a function of the real body; for code in this process.
     * @throws ControlError 422 for an unknown operation, and for a reply that the document does not permit
     */
    override: overrideControl(worldServer),
    /** The policy: how the world replies where the specification leaves a choice. */
    policy: policyControl(worldServer),
    requests: requestLogControl(worlds, worldServer, undo),
    /** The timeline: the last changes and requests, and the moments between them. */
    timeline,
    /** Triggers transitions of single resources at once, such as the completion of an order. */
    resources: leverControl(worldServer),
    /** The tables: their rows, and single records with what they belong to. */
    tables: tableControl(worldServer, timeline, undo),
    /**
     * Arranges a scenario: creates its records in the states that it describes, without moving the clock.
     * @throws ControlError 422 that names each problem by JSON pointer; the world is then unchanged
     */
    async arrange(scenario: unknown): Promise<Arranged> {
      const { arrangeScenario } = await import('./arrange/arrange-control.ts');
      return arrangeScenario(worldServer, app.definition, scenario);
    },
    /** The webhook events of the world. */
    webhooks: {
      /** Triggers a webhook event: see `triggerWebhook`. */
      async trigger(type: string): Promise<Schema<'TriggeredWebhook'>> {
        const { triggerWebhook } = await import('./webhook-delivery/trigger.ts');
        return triggerWebhook(worldServer, app.definition, type);
      },
    },
    /** Returns what the world sends outside its API: TOTP codes and webhook deliveries. */
    outbox(): SideEffects {
      worldServer.world.runDue();
      const { sideEffects } = app.definition;
      return worldServer.world.transact(
        null,
        (store) =>
          sideEffects?.(store, worldServer.seeded.personas) ?? { codes: [], deliveries: [], waiting: 0 },
      );
    },
    /** Calls the listener for every commit and every request. Returns a function that removes the listener. */
    onEvents: (listener: (event: ControlEvent) => void): (() => void) =>
      onControlEvents(worldServer, listener),
    /** Restores the reset point: the state that the world started with. */
    reset(): void {
      undo.replacing('reset', () => worldServer.reset());
      worldServer.notifyChanged();
    },
    /**
     * Takes back the last reset, restore, import, new seeding, removal of faults or of a snapshot, setting back of a
     * record, or emptying of the request log. What replaced the state can be brought back by a further call.
     * @throws ControlError NOTHING_TO_UNDO
     */
    undo: () => undo.undo(),
    /**
     * Describes what `undo` would take back, and what it would discard.
     * @throws ControlError NOTHING_TO_UNDO
     */
    undoable: () => undo.undoable(),
    /**
     * Seeds the world again, with another seed or as another world of the mock definition. The result is its new reset
     * point.
     * @throws ControlError 422 for an unknown world
     */
    seed(options: { seed?: number; world?: string } = {}): void {
      assertWorldExists(app, options.world ?? worldServer.options.world ?? 'demo');
      assertMemoryLimit();
      undo.replacing('seed', () => worlds.reseed(worldServer, options));
    },
    /**
     * Exports the world as plain JSON. Importing the result and exporting again gives the same bytes.
     * @param options `at`: the number of the change at whose moment to export the world, with a frozen clock; default:
     * now
     * @throws ControlError MOMENT_NOT_FOUND
     */
    export: ({ at }: { at?: number } = {}): ExportedWorld =>
      exportWorld(worldServer, at === undefined ? undefined : timeline.state(at, true)),
    /**
     * Replaces the world with an exported world.
     * @param ownership `owned`: no other code uses `json`, so the rows of `json` are stored without a copy; `shared`
     * (default): the rows are copied first
     * @throws ControlError IMPORT_REFUSED that names each problem by JSON pointer
     */
    import(json: unknown, ownership?: 'owned' | 'shared'): void {
      assertMemoryLimit();
      undo.replacing('import', () => importWorld(app, worldServer, json, ownership));
    },
  };
}

/** One world and the operations on it. An operation that fails throws a `ControlError` and changes nothing. */
export type WorldControl<T extends Tables = Tables> = ReturnType<typeof worldControl<T>>;

/**
 * Checks that the mock definition has a world with this name.
 * @throws ControlError 422 that lists the defined worlds
 */
export function assertWorldExists<T extends Tables>({ definition }: App<T>, name: string | undefined): void {
  if (name === undefined || Object.hasOwn(definition.worlds, name)) return;
  const names = Object.keys(definition.worlds);
  const meant = didYouMean(String(name).slice(0, 64), names) || '.';
  throw invalidInput({ '/world': [`must be one of ${names.join(', ')}${meant}`] });
}

type PolicyChange = Schema<'PolicyChange'>;
type PolicyInfo = Required<PolicyChange>;

function policyControl<T extends Tables>({ deps: { policy }, world: { settings } }: WorldServer<T>) {
  const get = (): PolicyInfo => ({
    ...policy.save(),
    lifecycle: (settings.lifecycle ?? 'time') as PolicyInfo['lifecycle'],
    catalogue: (settings.catalogue ?? 'open') as PolicyInfo['catalogue'],
  });
  return {
    /** Returns the policy. */
    get,
    /**
     * Changes the given members and keeps the others.
     * @throws ControlError 422
     */
    set(changes: PolicyChange): PolicyInfo {
      const { lifecycle, catalogue, ...values } = parseInput<PolicyChange>(bodySchema('setPolicy'), changes);
      policy.restore({ ...policy.save(), ...values });
      if (lifecycle !== undefined) settings.lifecycle = lifecycle;
      if (catalogue !== undefined) settings.catalogue = catalogue;
      return get();
    },
  };
}

type SnapshotInfo = Schema<'Snapshot'>;
/** The name of the snapshot that every world has: the state that `reset` restores. */
const START_SNAPSHOT = 'start';
const MAX_SNAPSHOTS = 1000;

function snapshotControl<T extends Tables>(worldServer: WorldServer<T>, undo: Undo) {
  let created = 0;
  const names = (): string[] => [START_SNAPSHOT, ...worldServer.snapshots.keys()];
  const find = (name: string): NamedSnapshot => {
    const found = name === START_SNAPSHOT ? worldServer.resetPoint : worldServer.snapshots.get(name);
    if (found) return found;
    throw new ControlError(
      'SNAPSHOT_NOT_FOUND',
      `The world ${worldServer.name} has no snapshot ${name.slice(0, 64)}; it has: ${names().slice(0, 20).join(', ')}.`,
    );
  };
  return {
    /** Lists the snapshots, `start` first. */
    list: (): SnapshotInfo[] => names().map((name) => ({ name, taken_at: find(name).takenAt })),
    /**
     * Takes a snapshot; it replaces an older snapshot of the same name.
     * @param name default: `snapshot-1`, `snapshot-2`, …
     * @param taken_at the time of the original snapshot, when it is loaded from storage; default: now
     * @throws ControlError 422 for an invalid name, SNAPSHOT_TAKEN for `start`, TOO_MANY at 1000 snapshots
     */
    take(requested?: string, taken_at: string = toIso(worldServer.world.clock.now())): SnapshotInfo {
      parseInput(bodySchema('takeSnapshot'), { name: requested });
      if (requested === START_SNAPSHOT)
        throw new ControlError('SNAPSHOT_TAKEN', 'The name start belongs to the first state of the world.');
      if (worldServer.snapshots.size >= MAX_SNAPSHOTS)
        throw new ControlError('TOO_MANY', `There are ${MAX_SNAPSHOTS} snapshots: delete some.`);
      assertMemoryLimit();
      let name = requested;
      while (name === undefined || (requested === undefined && worldServer.snapshots.has(name)))
        name = `snapshot-${++created}`;
      worldServer.takeSnapshot(name, taken_at);
      return { name, taken_at };
    },
    /**
     * Restores a snapshot.
     * @throws ControlError SNAPSHOT_NOT_FOUND
     */
    restore(name: string): SnapshotInfo {
      const { saved, takenAt } = find(name);
      undo.replacing('restore', () => worldServer.restore(saved, { kind: 'restore', snapshot: name }));
      worldServer.notifyChanged();
      return { name, taken_at: takenAt };
    },
    /**
     * Deletes a snapshot.
     * @throws ControlError SNAPSHOT_NOT_FOUND; SNAPSHOT_TAKEN for `start`, which cannot be deleted
     */
    remove(name: string): void {
      if (name === START_SNAPSHOT)
        throw new ControlError(
          'SNAPSHOT_TAKEN',
          'The snapshot start cannot be deleted, because reset restores it.',
        );
      const removed = find(name);
      worldServer.removeSnapshot(name);
      undo.removed('snapshot', () => {
        if (worldServer.snapshots.has(name)) throw undo.nothing();
        worldServer.putSnapshot(name, removed);
      });
    },
    /**
     * Returns the state of a snapshot.
     * @throws ControlError SNAPSHOT_NOT_FOUND
     */
    find: (name: string): WorldServerSnapshot => find(name).saved,
  };
}
