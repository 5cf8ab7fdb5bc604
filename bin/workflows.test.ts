// Tests that Redocly Respect runs the Arazzo workflows, as `openapi --workflows` writes them, against the mock.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMock } from '../entry/index.ts';
import { operationTable } from '../src/contract/generated/operations.ts';
import { READS_BYTES_AS_OBJECT, runRespect, WORKFLOWS } from './testing/respect.ts';

const entry = fileURLToPath(new URL('hosting-contract.ts', import.meta.url));
let folder: string;
let written: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'workflows-'));
  written = execFileSync(process.execPath, [entry, 'openapi', '--workflows', join(folder, 'new')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every workflow succeeds on a new mock', async () => {
  expect(written).toBe('');
  // A TOTP code stays valid, however long the workflows take.
  await using mock = await createMock({ lifecycle: 'immediate', clock: 'frozen' });
  const { baseUrl } = await mock.listen();
  const run = await runRespect(join(folder, 'new'), baseUrl);
  expect(run.failures, run.output).toEqual(READS_BYTES_AS_OBJECT);
  expect(run.exitCode).toBe(0);
  expect(run.workflows.toSorted()).toEqual(WORKFLOWS);
});

test('the workflows name operations of the document, and the mock is named only in the file for the mock', () => {
  const read = (name: string): string => readFileSync(join(folder, 'new', name), 'utf8');
  const named = [...read('platform.arazzo.yaml').matchAll(/^ +operationId: (.+)$/gm)].map(
    ([, id = '']) => id,
  );
  const known = new Set<string>(operationTable.map(({ id }) => id));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((id) => !known.has(id))).toEqual([]);
  expect(read('platform.arazzo.yaml')).not.toMatch(/control|persona|outbox/);
});
