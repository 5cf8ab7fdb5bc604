// Tests the comparison with other tools: its sample of defects, its server, its figures and its page.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { operations } from '../../src/contract/operations.ts';
import { documentFor } from './document.ts';
import { pageOf } from './page.ts';
import { type Results, type Run, readPublished } from './results.ts';
import { startServer } from './run.ts';
import { families, familyOf, sampleDefects, sampleVariants } from './sample.ts';
import { stableMessage } from './tool.ts';
import { toolResults } from './tool-results.ts';
import { send, stepsOf } from './walk.ts';

const UNKNOWN = '3f333df6-90a4-4fda-8dd3-9485d27cee36';

test('the sample is the same every time and contains four defects of every family, with no two defects of the same kind', () => {
  const sample = sampleDefects(4);
  expect(sampleDefects(4)).toEqual(sample);
  expect(sample.length).toBeGreaterThanOrEqual(60);
  for (const family of families) {
    const kinds = sample.filter(({ id }) => familyOf(id) === family).map(({ id }) => id.replace(/\[.*/, ''));
    expect(kinds, family).toHaveLength(4);
    expect(new Set(kinds).size).toBe(kinds.length);
  }
  expect(sampleVariants(18)).toHaveLength(18);
});

test('a smaller sample consists of the first defects of a larger sample', () => {
  expect(sampleDefects(4).slice(0, families.length)).toEqual(sampleDefects(1));
});

test('the mock without defects gives a 2xx reply to the prepared call of every operation', async () => {
  const server = await startServer(null, 'off');
  const refused: string[] = [];
  let asked = 0;
  try {
    const steps = stepsOf(server.ready, UNKNOWN).filter(({ title }) => title === 'a good call');
    expect(new Set(steps.map(({ call }) => call.operation)).size).toBe(operations.length);
    for (const step of steps) {
      const { status, text } = await send(server.ready.baseUrl, step);
      asked += 1;
      if (status >= 300) refused.push(`${step.call.operation}: ${status} ${text}`);
    }
  } finally {
    expect(await server.stop()).toBe(asked);
  }
  expect(refused).toEqual([]);
});

test('a mock with one defect shows the defect over HTTP, and the calls of all other operations still succeed', async () => {
  const server = await startServer('availability/not-found[getSubscription]', 'off');
  try {
    const failed: string[] = [];
    for (const step of stepsOf(server.ready, UNKNOWN).filter(({ title }) => title === 'a good call'))
      if ((await send(server.ready.baseUrl, step)).status >= 300) failed.push(step.call.operation);
    expect(failed).toEqual(['getSubscription']);
  } finally {
    await server.stop();
  }
});

test('the document contains the ids of the calls and lists reads before deletions', () => {
  const call = { operation: 'getOrder', as: 'owner', params: { id: UNKNOWN } } as const;
  const paths = documentFor([call], 'http://127.0.0.1:1/v1', { replies: false }).paths as Record<
    string,
    { get: { parameters: { name: string; example?: string }[] } }
  >;
  expect(Object.keys(paths)).toEqual(['/orders/{id}']);
  expect(paths['/orders/{id}']?.get.parameters).toContainEqual(
    expect.objectContaining({ name: 'id', example: UNKNOWN }),
  );
});

const run = (tool: string, row: string, alarms: string[]): Run => ({
  tool,
  row,
  alarms,
  count: alarms.length,
  requests: 10,
  seconds: 1,
  flaw: null,
});

const RESULTS: Results = {
  date: '2026-11-20',
  tools: [
    { name: 'hosting-contract', version: '0.1.0', how: 'as it is.', missing: null },
    { name: 'Other', version: '1.0.0', how: 'as it is.', missing: null },
  ],
  defects: [
    { id: 'A1', title: 'one', basis: 'stated', family: 'first' },
    { id: 'A2', title: 'two', basis: 'chosen', family: 'first' },
    { id: 'A3', title: 'three', basis: 'follows', family: 'second' },
  ],
  variants: [{ id: 'LV1', title: 'lawful' }],
  runs: [
    run('hosting-contract', 'clean', []),
    run('hosting-contract', 'A1', ['orders/create']),
    run('hosting-contract', 'A2', ['warn lists/shape']),
    run('hosting-contract', 'A3', ['warn lists/order']),
    run('hosting-contract', 'LV1', ['warn lists/shape']),
    run('Other', 'clean', ['noise']),
    run('Other', 'A1', ['noise']),
    run('Other', 'A2', ['noise', 'status 500']),
    run('Other', 'LV1', ['status 204']),
  ],
};

test('an alarm counts only when the mock without defects does not raise it, and a warning counts only in its profile', () => {
  const [stated, contract, other] = toolResults(RESULTS);
  expect(stated).toMatchObject({ profile: 'stated', caught: ['A1', 'A3'], accused: [] });
  expect(contract).toMatchObject({ profile: 'contract', caught: ['A1', 'A2', 'A3'], accused: ['LV1'] });
  expect(other).toMatchObject({ defects: ['A1', 'A2'], caught: ['A2'], accused: ['LV1'], clean: ['noise'] });
});

test('a tool that was not tried on the mock without defects counts as having caught nothing', () => {
  const [, , other] = toolResults({ ...RESULTS, runs: RESULTS.runs.filter(({ row }) => row !== 'clean') });
  expect(other).toMatchObject({ defects: [], caught: [] });
});

test('the page lists the defects that another tool caught and our suite missed', () => {
  const runs = RESULTS.runs.filter(({ tool, row }) => tool !== 'hosting-contract' || row !== 'A2');
  const page = pageOf({ ...RESULTS, runs: [...runs, run('hosting-contract', 'A2', [])] });
  expect(page).toContain('| `A2` | two | chosen | Other |');
});

test('stableMessage returns the same text for messages that differ only in ids, times and numbers', () => {
  expect(stableMessage(`a/1/b ${UNKNOWN} 2026-11-20T08:00:00Z got 404 of 123456`)).toBe(
    'a/<n>/b <id> <time> got 404 of <n>',
  );
});

test('docs/peers.md is up to date with docs/peers.json', () => {
  const results = readPublished();
  if (!results) throw new Error('docs/peers.json is missing: npm run peers');
  const page = readFileSync(fileURLToPath(new URL('../../docs/peers.md', import.meta.url)), 'utf8');
  expect(page).toBe(pageOf(results));
});
