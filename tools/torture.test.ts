// Tests stored worlds under faults, a few seconds of what `npm run torture` does for minutes, and that it can find faults.
import { expect, test } from 'vitest';
import { describeWithPostgres } from '../src/storage/testing/postgres-server.ts';
import { whole } from './testing/sampled.ts';
import { contradictions, torture } from './torture.ts';

/** How long the writers and readers run. */
const SECONDS = whole ? 8 : 2;

test('a SQLite file keeps every acknowledged change through kills, stops and a full disk', async () => {
  const { findings, acknowledged, faults, judged } = await torture({ state: 'sqlite', seconds: SECONDS });
  expect(findings).toEqual([]);
  expect(Object.keys(judged)).toEqual(['recreate', 'deliver', 'overwrite']);
  expect(acknowledged).toBeGreaterThan(0);
  expect(faults.kill).toBeGreaterThan(0);
});

describeWithPostgres('on PostgreSQL', () => {
  // It restarts the database several times, which takes half a minute.
  test.runIf(whole)(
    'three processes keep every acknowledged change through kills, stops, cut connections and a restart',
    async () => {
      const { findings, acknowledged, faults, judged } = await torture({
        state: 'postgres',
        seconds: SECONDS,
      });
      expect(findings).toEqual([]);
      expect(Object.keys(judged)).toEqual(['recreate', 'deliver']);
      expect(acknowledged).toBeGreaterThan(0);
      expect(faults.kill).toBeGreaterThan(0);
    },
  );
});

test('lost, doubled, stale and early changes are found', () => {
  const step = (amount: number, balance: number, began: number, ended: number) => ({
    ...{ world: 'w0', key: `k${began}`, amount, balance, began, ended },
  });
  const found = (...steps: ReturnType<typeof step>[]): string => contradictions(steps, 100).join('\n');
  expect(found(step(1, 101, 0, 1), step(2, 103, 2, 3), step(0, 103, 4, 5))).toBe('');
  expect(found(step(1, 101, 0, 1), step(2, 102, 2, 3))).toContain('follows no change');
  expect(found(step(1, 101, 0, 1), step(0, 102, 2, 3))).toContain('never was');
  expect(found(step(1, 101, 0, 1), step(0, 100, 2, 3))).toContain('is older than 101');
  expect(found(step(1, 101, 2, 3), step(0, 101, 0, 1))).toContain('begun later');
});
