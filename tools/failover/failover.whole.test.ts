// A sample of `npm run failover`: half a minute with faults, and many worlds.
import { afterAll, expect, test } from 'vitest';
import { describeWithPostgres } from '../../src/storage/testing/postgres-server.ts';
import { randomOf } from '../attack/model.ts';
import { buildPorcupine, goCommand } from '../histories/porcupine.ts';
import { runFailover } from './failover.ts';
import { runJobs } from './jobs.ts';

const porcupine = goCommand === null && !process.env.CI ? null : buildPorcupine();
afterAll(() => porcupine?.remove());

const seed = Number(process.env.TEST_SEED ?? 1);
/** A take-over may take so long on a busy machine; `npm run failover` measures it. */
const claimMs = 30_000;

describeWithPostgres('replicas on PostgreSQL', () => {
  test.concurrent('what clients saw is linearizable while replicas are killed, stopped and disconnected', async () => {
    const sample = { replicas: 3, worlds: 4, clients: 16, rate: 150, seconds: 25, seed, porcupine, claimMs };
    const atLeast = 500;
    const { problems, faults, operations } = await runFailover({ state: 'postgres', ...sample, atLeast });
    expect(problems).toEqual([]);
    expect(faults.length).toBeGreaterThanOrEqual(1);
    expect(operations.length).toBeGreaterThanOrEqual(atLeast);
  }, 600_000);

  test.concurrent('many worlds are served at once, are put down when idle, and come back', async () => {
    const sample = { replicas: 3, jobs: 60, seconds: 6, patienceMs: 120_000, random: randomOf(seed) };
    const { problems, ownedAfterwards } = await runJobs({ state: 'postgres', ...sample });
    expect(problems).toEqual([]);
    expect(ownedAfterwards).toBe(0);
  }, 600_000);
});

test.concurrent('what clients saw is linearizable while a process on a SQLite file is killed', async () => {
  const sample = { replicas: 1, worlds: 3, clients: 12, rate: 150, seconds: 12, seed, porcupine, claimMs };
  const { problems, faults } = await runFailover({ state: 'sqlite', ...sample, faults: ['kill'] });
  expect(problems).toEqual([]);
  expect(faults.length).toBeGreaterThanOrEqual(1);
}, 600_000);
