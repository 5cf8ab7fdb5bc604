// Exports a world, and imports an exported world after it has passed every check.

import { pointerSegment } from '../../contract/json/pointer.ts';
import { type App, createApp, type WorldServer, type WorldServerSnapshot } from '../../server/app.ts';
import { idempotencyTimers } from '../../server/idempotency.ts';
import type { MockDefinition, SeededWorld } from '../../server/mock-definition.ts';
import { rowSchemas } from '../../server/row-schemas.ts';
import type { Tables } from '../../state/tables/table.ts';
import type { World } from '../../state/world.ts';
import type { ExportedWorld } from './export-text.ts';
import { ImportProblems } from './import-problems.ts';
import { trialFailures } from './import-trial.ts';

/** Whether other code uses the imported rows too (`shared`), so that they are copied before they are frozen. */
type RowOwnership = 'owned' | 'shared';

/**
 * Exports the present state of a world, or a snapshot.
 * @param saved the snapshot to export instead of the present state
 */
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
 * @param worldServer a world of the same definition, which stays as it is
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
