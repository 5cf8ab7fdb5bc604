// For tests: imports an export into a mock and checks that the mock either refuses the export cleanly or can continue
// from it.
import { controlApi } from '../../src/control/control-api.ts';
import { ControlError } from '../../src/control/control-error.ts';
import { createApp } from '../../src/server/app.ts';
import { hostingMock } from '../index.ts';

type Outcome = 'refused' | 'accepted';

/** Exports of new worlds as JSON text, by the name of the world. */
const exported = new Map<string, string>();
/** Exports a new world as JSON text. Each world is built only once. */
export function exportedWorld(world: string): string {
  let text = exported.get(world);
  if (text === undefined) {
    const app = createApp(hostingMock, {
      world,
      clock: 'frozen',
      limits: 'off',
      requests: { count: 0, bytes: 0 },
    });
    text = JSON.stringify(controlApi(app).export());
    exported.set(world, text);
  }
  return text;
}

// Returns the mock to import into. Tests share one mock, because a refused import leaves the mock unchanged.
function importTarget() {
  const faults: string[] = [];
  const app = createApp(hostingMock, {
    world: 'empty',
    clock: 'frozen',
    limits: 'off',
    requests: { count: 0, bytes: 0 },
    fault: (error, where) => void faults.push(`${where}: ${error instanceof Error ? error.stack : error}`),
  });
  return { app, faults, before: JSON.stringify(controlApi(app).export()) };
}
let shared: ReturnType<typeof importTarget> | undefined;

/**
 * Imports a changed export and checks the mock. Either the mock refuses with a message of one line and stays
 * unchanged, or the imported world works: invariants hold, records can be created and read, and a year can pass.
 * @throws Error that names the expectation that failed
 */
export async function tryImport(json: unknown): Promise<Outcome> {
  shared ??= importTarget();
  const { app, faults, before } = shared;
  const lab = controlApi(app);
  try {
    lab.import(json);
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    if (/[\u0000-\u001f\u2028]/.test(error.message))
      throw new Error(`The message has several lines: ${error.message}`);
    if (!/^This is no world that could be taken in\. \/?/.test(error.message) || error.message.length > 1000)
      throw new Error(`The message has an unexpected form: ${error.message}`);
    if (JSON.stringify(lab.export()) !== before)
      throw new Error(`The refused import changed the world: ${error.message}`);
    return 'refused';
  }
  // An accepted import replaces the world of the shared mock, so the next call creates a new mock.
  shared = undefined;
  const text = JSON.stringify(lab.export());
  lab.import(JSON.parse(text));
  if (JSON.stringify(lab.export()) !== text)
    throw new Error('The export after an import of the export differs');
  lab.policy.set({ latency: 'none', limits: 'off' });
  lab.faults.clear();
  assertSound(app, 'import');
  lab.clock.freeze();
  lab.clock.advance('P1Y');
  assertSound(app, 'year');
  // An import reads every list and creates one record of each kind.
  lab.import(JSON.parse(JSON.stringify(lab.export())));
  if (faults.length > 0) throw new Error(faults[0]);
  return 'accepted';
}

function assertSound(app: ReturnType<typeof createApp<typeof hostingMock.tables>>, when: string): void {
  const [broken] = app.invariants();
  if (broken !== undefined) throw new Error(`After the ${when}: ${broken}`);
}

/** The rows of one table in an export, with members that a test may replace. */
export type ExportedRows = Record<string, unknown>[];
/** An exported world as parsed JSON, typed so that tests can change it. */
export type ExportedJson = {
  ordinals: Record<string, number>;
  tables: Record<string, ExportedRows>;
  timers: ExportedRows;
  parts: Record<string, unknown>;
};

/** An id that no row of a seeded world has. */
export const UNUSED_ID = '00000000-0000-4000-8000-000000000000';

/** Finds the rows of a table in an export; returns an empty array when the export lacks the table. */
export const rowsOf = ({ tables }: ExportedJson, table: string): ExportedRows => tables[table] ?? [];
