// A world as a file: given out whole, and taken in only when all of it is what a world needs.
import { type App, createApp, type WorldServer, type WorldServerSnapshot } from '../server/app.ts';
import { idempotencyTimers } from '../server/idempotency.ts';
import type { MockDefinition, SeededWorld } from '../server/mock-definition.ts';
import { restoreServerState } from '../server/server-state.ts';
import type { Tables } from '../state/table.ts';
import type { World } from '../state/world.ts';
import { pointerSegment } from './body-parsers.ts';
import type { ExportedWorld } from './exported-world.ts';
import { ImportProblems } from './import-problems.ts';
import { trialFailures } from './import-trial.ts';
import { parseServerState } from './server-state-parser.ts';

/** Does anybody else hold what is taken in, so that its rows have to be copied before they are kept and frozen? */
type RowOwnership = 'owned' | 'shared';

/** A world as it is, or as it was when it was saved. */
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
 * Has a world become what was exported, here or elsewhere. Callers known from its founding are let in again.
 * @throws Trouble IMPORT_REFUSED naming what is wrong by JSON pointer; then nothing has changed
 */
export function importWorld<T extends Tables>(
  { definition, worlds }: App<T>,
  worldServer: WorldServer<T>,
  json: unknown,
  ownership: RowOwnership = 'shared',
): void {
  const { world, settled: seeded, parts } = inspectImport(definition, worldServer, json, ownership);
  worldServer.world.restore(world.snapshot());
  worldServer.seeded = seeded;
  restoreServerState(worldServer.state, { ...parts, requests: null });
  worlds.notifyChanged(worldServer);
}

/**
 * What was exported, to start from. @param world one of the content's worlds; the quicker it is settled, the better
 * @throws Trouble IMPORT_REFUSED like `importInto`
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
 * What was exported as a world of its own, which nobody sees; the one validation of every way in.
 * @throws Trouble IMPORT_REFUSED
 */
function inspectImport<T extends Tables>(
  definition: MockDefinition<T>,
  worldServer: WorldServer<T>,
  exported: unknown,
  ownership: RowOwnership,
): { world: World<T>; settled: SeededWorld; parts: Partial<WorldServerSnapshot['state']> } {
  const problems: ImportProblems = new ImportProblems();
  problems.checkStructure(exported);
  const parts = problems.attempt('/parts', () => parseServerState(exported.parts ?? {}));
  problems.checkTimers(exported, new Set(Object.keys({ ...definition.timers, ...idempotencyTimers })));
  problems.checkRows(worldServer.world.tables, rowSchemas(worldServer), exported);
  problems.throwIfAny();

  // In a world of its own first: what does not stand there never comes near another one.
  const world = worldServer.world.fork('import');
  problems.attempt('', () => world.import(ownership === 'owned' ? exported : structuredClone(exported)));
  problems.throwIfAny();
  const misfits = problems.attempt('/tables', () =>
    world.transact(null, (store) => definition.invalidRows?.(store) ?? []),
  );
  // Rows that were named by id are looked up once: there may be many of them.
  const places = new Map<string, Map<string, number>>();
  for (const { table, id, member, message } of misfits ?? []) {
    const ids = places.get(table) ?? new Map((exported.tables[table] ?? []).map((row, at) => [row.id, at]));
    places.set(table, ids);
    const at = ids.get(id);
    problems.add(`/tables/${pointerSegment(table)}${at === undefined ? '' : `/${at}/${member}`}`, message);
  }
  problems.throwIfAny();
  const broken = problems.attempt('/tables', () =>
    world.transact(null, (store) => definition.invariants(store)),
  );
  if (broken && broken.length > 0) problems.add('/tables', ...broken.slice(0, 20));
  problems.throwIfAny();

  const noPersonas: SeededWorld = { personas: {}, values: {} };
  const seeded = problems.attempt(
    '/tables',
    () => world.transact(null, (store) => definition.findPersonas?.(store)) ?? noPersonas,
  );
  problems.throwIfAny();
  const rows = Object.values(exported.tables).reduce((sum, all) => sum + all.length, 0);
  const failures = trialFailures(definition, worldServer, world, rows);
  if (failures.length > 0) problems.add('/tables', ...failures.slice(0, 20));
  problems.throwIfAny();
  return { world, settled: seeded ?? noPersonas, parts: parts ?? {} };
}

/** Which component describes the rows of a table: that of the list which shows them. */
function rowSchemas<T extends Tables>({ deps: { definition, plans } }: WorldServer<T>): Map<string, string> {
  const schemas = new Map<string, string>();
  for (const [name, { spec }] of Object.entries(definition.tables))
    if (spec.component !== undefined) schemas.set(name, spec.component);
  for (const [path, where] of Object.entries(definition.resources)) {
    if (typeof where !== 'string') continue;
    const list = path.slice(0, path.lastIndexOf('/'));
    for (const { operation, rowSchema } of plans.values()) {
      if (operation.path === list && operation.method === 'GET' && rowSchema !== null)
        schemas.set(where, rowSchema);
    }
  }
  return schemas;
}
