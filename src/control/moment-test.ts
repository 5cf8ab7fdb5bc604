// Writes the text of a test that starts at a moment of a world.
import type { WorldServer } from '../server/app.ts';
import type { Write } from '../state/journal.ts';
import type { Row, Tables } from '../state/table.ts';
import type { TimelineItem } from './timeline-items.ts';

/** The moment at which a test starts. */
type TestedMoment = {
  seq: number;
  /** the time of the world's clock */
  now: string;
  item: TimelineItem | null;
  /** the writes of the change that led to the moment */
  writes: readonly Write[];
};

/** A record that the change wrote, and how a persona reads it. */
type WrittenRecord = { persona: string; operation: string; row: Row };

/**
 * Writes a test for vitest, in TypeScript, that starts at a moment and reads one record that the change wrote.
 * @param main whether the world serves the calls that name no world
 */
export function momentTest<T extends Tables>(
  worldServer: WorldServer<T>,
  main: boolean,
  { seq, now, item, writes }: TestedMoment,
): string {
  const file = `moment-${seq}.json`;
  const world = main ? '' : ` --world ${worldServer.name}`;
  const change = describeChange(item);
  const written = writtenRecord(worldServer, writes);
  const fixtures = written ? '{ client, clock }' : '{ clock }';
  return `// Starts at moment ${seq} of the world ${worldServer.name}: ${now}, just after ${change}.
// Save that world beside this file:
//   npx hosting-contract lab export${world} --at ${seq} > ${file}
import { readFileSync } from 'node:fs';
import { createMockTest } from 'hosting-contract/vitest';
import { expect } from 'vitest';

const from = JSON.parse(readFileSync(new URL('./${file}', import.meta.url), 'utf8'));
const mockTest = createMockTest({ from });

mockTest(${quoted(`starts just after ${change}`)}, async (${fixtures}) => {
  expect(clock.now().now).toBe(${quoted(now)});
${written ? readingOf(written) : ''}});
`;
}

/** Says what led to a moment, in a few words. */
function describeChange(item: TimelineItem | null): string {
  if (item === null) return 'the oldest change that is kept';
  const { kind, cause, snapshot, persona } = item;
  if (kind !== 'commit') return snapshot === null ? `a ${kind}` : `a ${kind} of the snapshot ${snapshot}`;
  switch (cause?.kind) {
    case 'request':
      return `${cause.operation ?? 'a request'} (${cause.id}${persona === null ? '' : ` by ${persona}`})`;
    case 'timer':
      return `the timer ${cause.timer}`;
    case 'lever':
      return `the lever ${cause.lever} of ${cause.table}`;
    case 'delivery':
      return 'the delivery of a webhook';
    default:
      return 'a change';
  }
}

/** Finds a record among the writes that an operation with one path parameter returns to a persona. */
function writtenRecord<T extends Tables>(
  { deps: { definition, plans }, seeded }: WorldServer<T>,
  writes: readonly Write[],
): WrittenRecord | null {
  for (const { table, after } of writes) {
    const [path] = Object.entries(definition.resources).find(([, of]) => of === table) ?? [];
    if (after === undefined || path === undefined || path.split('{').length !== 2) continue;
    const plan = [...plans.values()].find(
      ({ operation }) => operation.path === path && operation.method === 'GET',
    );
    const [persona] =
      Object.entries(seeded.personas).find(
        ([, { tenantId, token, apiKey }]) =>
          tenantId === after.tenant_id && token !== undefined && apiKey !== undefined,
      ) ?? [];
    if (plan && persona !== undefined) return { persona, operation: plan.operation.id, row: after };
  }
  return null;
}

function readingOf({ persona, operation, row }: WrittenRecord): string {
  const status: unknown = Reflect.get(row, 'status');
  const expected = typeof status === 'string' ? `id, status: ${quoted(status)}` : 'id';
  return `  const id = ${quoted(row.id)};
  const found = await client(${quoted(persona)}).${operation}({ params: { id } });
  expect(found).toMatchObject({ ${expected} });
`;
}

/** Writes a text as a TypeScript string in single quotes. */
const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
