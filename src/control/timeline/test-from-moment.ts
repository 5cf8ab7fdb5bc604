// Writes the text of a test that starts at a moment of a world.
import { quoted } from '../../contract/client-text.ts';
import type { WorldServer } from '../../server/app.ts';
import type { Cause, Write } from '../../state/journal.ts';
import type { Row, Tables } from '../../state/tables/table.ts';
import { itemTitle, type TimelineItem } from './timeline-items.ts';

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
  const change = item === null ? 'the oldest change that is kept' : itemTitle(item);
  const written = writtenRecord(worldServer, item?.cause ?? null, writes);
  const lines = [
    `// Starts at moment ${seq} of the world ${worldServer.name}: ${now}, just after ${change}.`,
    '// Save that world beside this file:',
    `//   npx hosting-contract lab export${world} --at ${seq} > ${file}`,
    "import { readFileSync } from 'node:fs';",
    "import { createMockTest } from 'hosting-contract/vitest';",
    "import { expect } from 'vitest';",
    '',
    `const from = JSON.parse(readFileSync(new URL('./${file}', import.meta.url), 'utf8'));`,
    'const mockTest = createMockTest({ from });',
    '',
    `mockTest(${quoted(`starts just after ${change}`)}, async (${written ? '{ client, clock }' : '{ clock }'}) => {`,
    `  expect(clock.now().now).toBe(${quoted(now)});`,
    ...(written ? readingOf(written) : []),
    '});',
    '',
  ];
  return lines.join('\n');
}

/**
 * Finds a record among the writes that an operation with one path parameter returns to a persona: the one that the cause
 * of the change is about, if it can be told.
 */
function writtenRecord<T extends Tables>(
  { deps: { definition, plans }, seeded }: WorldServer<T>,
  cause: Cause | null,
  writes: readonly Write[],
): WrittenRecord | null {
  const called = cause?.kind === 'request' ? cause.operation : null;
  const calledPath = [...plans.values()].find(({ operation }) => operation.id === called)?.operation.path;
  const pathOf = ({ table }: Write): string =>
    Object.entries(definition.resources).find(([, of]) => of === table)?.[0] ?? '';
  const isSubject = (write: Write): boolean => {
    if (cause?.kind === 'timer') return Object.values(cause.ref).includes(write.id);
    if (cause?.kind === 'lever') return cause.id === write.id;
    return calledPath !== undefined && pathOf(write).startsWith(calledPath);
  };
  const subjectsFirst = [...writes].sort((a, b) => Number(isSubject(b)) - Number(isSubject(a)));
  for (const write of subjectsFirst) {
    const { after } = write;
    const path = pathOf(write);
    if (after === undefined || path.split('{').length !== 2) continue;
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

function readingOf({ persona, operation, row }: WrittenRecord): string[] {
  const status: unknown = Reflect.get(row, 'status');
  const expected = typeof status === 'string' ? `id, status: ${quoted(status)}` : 'id';
  return [
    `  const id = ${quoted(row.id)};`,
    `  const found = await client(${quoted(persona)}).${operation}({ path: { id } });`,
    `  expect(found).toMatchObject({ ${expected} });`,
  ];
}
