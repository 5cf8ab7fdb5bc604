// Exports a world, and imports an exported world after it has passed every check.

import { pointerSegment } from '../../contract/json/pointer.ts';
import { type OperationId, operation } from '../../contract/operations.ts';
import { type App, createApp, type WorldServerSnapshot } from '../../server/app.ts';
import { idempotencyTimers } from '../../server/idempotency.ts';
import type { MockDefinition, SeededWorld } from '../../server/mock-definition.ts';
import { rowSchemas } from '../../server/row-schemas.ts';
import { WorldServer } from '../../server/world-server.ts';
import type { Tables } from '../../state/tables/table.ts';
import type { World } from '../../state/world.ts';
import type { ExportedWorld } from './export-text.ts';
import { ImportProblems } from './import-problems.ts';

/** Whether other code uses the imported rows too (`shared`), so that they are copied before they are frozen. */
type RowOwnership = 'owned' | 'shared';

/** Exports the present state of a world, or a snapshot. */
export function exportWorld<T extends Tables>(
  worldServer: WorldServer<T>,
  saved?: WorldServerSnapshot,
): ExportedWorld {
  const { requests: _, ...parts } = (saved ?? worldServer.save()).state;
  if (!saved) return { ...worldServer.world.export(), parts };
  const world = worldServer.world.fork(worldServer.name);
  world.restore(saved.world);
  return { ...world.export(), parts };
}

/**
 * Replaces a world with an exported world, whose personas can then sign in.
 * @throws ControlError IMPORT_REFUSED that names each problem by JSON pointer; the world is then unchanged
 */
export function importWorld<T extends Tables>(
  { definition }: App<T>,
  worldServer: WorldServer<T>,
  json: unknown,
  ownership: RowOwnership = 'shared',
): void {
  const { world, seeded, parts } = inspectImport(definition, worldServer, json, ownership);
  worldServer.restore(
    { world: world.snapshot(), seeded, state: { ...parts, requests: null } },
    { kind: 'import' },
  );
  worldServer.notifyChanged();
}

/**
 * Checks an exported world that an app is to start with.
 * @param world the world of the mock definition in which to check the export; a world that seeds fast is best
 * @throws ControlError IMPORT_REFUSED like `importWorld`
 */
export function assertImportable<T extends Tables>(
  definition: MockDefinition<T>,
  world: string,
  json: unknown,
): ExportedWorld {
  inspectImport(definition, createApp(definition, { world }).worlds.main, json, 'owned');
  return json as ExportedWorld;
}

/**
 * Builds a separate world from an export and checks it. Every import passes these checks.
 * @throws ControlError IMPORT_REFUSED
 */
export function inspectImport<T extends Tables>(
  definition: MockDefinition<T>,
  worldServer: WorldServer<T>,
  exported: unknown,
  ownership: RowOwnership,
): { world: World<T>; seeded: SeededWorld; parts: Partial<WorldServerSnapshot['state']> } {
  const problems: ImportProblems = new ImportProblems();
  problems.checkStructure(exported);
  problems.checkTimers(exported, new Set(Object.keys({ ...definition.timers, ...idempotencyTimers })));
  problems.checkRows(
    worldServer.world.tables,
    rowSchemas(worldServer.deps.definition, worldServer.deps.plans),
    exported,
  );
  problems.throwIfAny();

  // The import runs in a fork first, so that invalid data never reaches the served world.
  const world = worldServer.world.fork('import');
  problems.attempt('', () => world.import(ownership === 'owned' ? exported : structuredClone(exported)));
  problems.throwIfAny();
  const invalidRows = problems.attempt('/tables', () =>
    world.transact(null, (store) => definition.invalidRows?.(store) ?? []),
  );
  // The index of rows by id is built once per table, because many problems may name rows of one table.
  const rowIndexes = new Map<string, Map<string, number>>();
  for (const { table, id, member, message } of invalidRows ?? []) {
    const ids =
      rowIndexes.get(table) ?? new Map((exported.tables[table] ?? []).map((row, at) => [row.id, at]));
    rowIndexes.set(table, ids);
    const at = ids.get(id);
    problems.add(`/tables/${pointerSegment(table)}${at === undefined ? '' : `/${at}/${member}`}`, message);
  }
  problems.throwIfAny();
  const violations = problems.attempt('/tables', () =>
    world.transact(null, (store) => definition.invariants(store)),
  );
  if (violations && violations.length > 0) problems.add('/tables', ...violations.slice(0, 20));
  problems.throwIfAny();

  const noPersonas: SeededWorld = { personas: {}, values: {} };
  const seeded = problems.attempt(
    '/tables',
    // The values are those of the import.
    () => world.transact(null, (store) => ({ ...(definition.findPersonas?.(store) ?? noPersonas) })),
  );
  problems.throwIfAny();
  const rows = Object.values(exported.tables).reduce((sum, all) => sum + all.length, 0);
  const failures = trialFailures(definition, worldServer, world, rows);
  if (failures.length > 0) problems.add('/tables', ...failures.slice(0, 20));
  problems.throwIfAny();
  return { world, seeded: seeded ?? noPersonas, parts: exported.parts ?? {} };
}

const DAY = 86_400_000;
const DAYS = 365;
const HOUR = 3_600_000;
// The maximum number of rows of a world in which the trial advances the clock by a year. In a larger world the trial
// lasts one hour, because a year would take too long.
const MAX_ROWS = 20_000;

/** The number of timers after which the trial ends: services billed by the hour have very many. */
const MAX_DUE = 5000;

function advanceInSteps<T extends Tables>(world: World<T>, steps: number, step: number): void {
  for (let at = 0, ran = 0; at < steps && ran < MAX_DUE; at += 1) {
    world.clock.advance(step);
    ran += world.runDue().length;
  }
}

// Tests a world in a copy; the world itself does not change. Returns one sentence per failure; an empty list when
// everything works.
function trialFailures<T extends Tables>(
  definition: MockDefinition<T>,
  { deps }: Pick<WorldServer<T>, 'deps'>,
  world: World<T>,
  rows: number,
): string[] {
  if (!definition.trial) return [];
  const failures: string[] = [];
  const copy = world.fork('trial');
  const fault = (error: unknown, where: string): void =>
    void failures.push(`${where} fails: ${error instanceof Error ? error.message : String(error)}`);
  const { handle } = new WorldServer(
    {
      definition,
      plans: deps.plans,
      entryPoints: {},
      options: {
        limits: 'off',
        requests: { count: 0, bytes: 0 },
        fault,
      },
    },
    'trial',
    copy,
    { personas: {}, values: {} },
  );

  const call = (
    bearer: string,
    id: OperationId,
    { params = {}, body }: { params?: Record<string, string>; body?: object },
  ): Record<string, unknown> => {
    const { method, path } = operation(id);
    // The trial is synchronous, so it skips an operation whose dependencies are not loaded yet.
    const loading = definition.loadDependencies?.(operation(id));
    if (loading) {
      loading.catch(() => undefined);
      return {};
    }
    const reply = handle({
      method,
      path: `/v1${path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] || 'none')}`,
      query: '',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: body === undefined ? null : new TextEncoder().encode(JSON.stringify(body)),
      address: 'trial',
    });
    if (reply instanceof Promise) throw new Error(`${id} took time in a trial.`);
    return reply.status < 300 ? JSON.parse(String(reply.body)) : {};
  };

  try {
    if (!definition.trial(copy, call))
      failures.push('nobody is there who could make anything: no user of an active tenant');
    copy.clock.freeze();
    if (rows > MAX_ROWS) advanceInSteps(copy, 1, HOUR);
    else advanceInSteps(copy, DAYS, DAY);
    if (failures.length === 0) failures.push(...copy.transact(null, (store) => definition.invariants(store)));
  } catch (error) {
    fault(error, 'The trial');
  }
  return failures;
}
