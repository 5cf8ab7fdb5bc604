// Tests that Redocly Respect runs the Arazzo workflows, as `openapi --workflows` writes them, against the mock.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createMock } from '../entry/index.ts';
import { operationTable } from '../src/contract/generated/operations.ts';
import { newFolder, run } from './testing/processes.ts';
import { READS_BYTES_AS_OBJECT, runRespect, WORKFLOWS } from './testing/respect.ts';

const folder = join(newFolder(), 'new');
beforeAll(async () => {
  expect(await run('openapi', '--workflows', folder)).toMatchObject({ code: 0, out: '' });
});

test('every workflow succeeds on a new mock', async () => {
  // A TOTP code stays valid, however long the workflows take.
  await using mock = await createMock({ lifecycle: 'immediate', clock: 'frozen' });
  const { baseUrl } = await mock.listen();
  const ran = await runRespect(folder, baseUrl);
  expect(ran.failures, ran.output).toEqual(READS_BYTES_AS_OBJECT);
  expect(ran.exitCode).toBe(0);
  expect(ran.workflows.toSorted()).toEqual(WORKFLOWS);
});

test('the workflows name operations of the document, and the mock is named only in the file for the mock', () => {
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const named = [...read('platform.arazzo.yaml').matchAll(/^ +operationId: (.+)$/gm)].map(
    ([, id = '']) => id,
  );
  const known = new Set<string>(operationTable.map(({ id }) => id));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((id) => !known.has(id))).toEqual([]);
  expect(read('platform.arazzo.yaml')).not.toMatch(/control|persona|outbox/);
});
