// Measures what it costs to store worlds: requests a second with SQLite beside memory, and latencies with PostgreSQL
// beside memory and the database's own insert of one row.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type PostgresServer, startPostgres } from '../../src/storage/testing/postgres-server.ts';
import type { Build } from './build.ts';
import { type Case, type Mock, prepareCases, startMock } from './cases.ts';
import { withSpread } from './comparison.ts';
import { goalVerdict } from './goals.ts';
import { load, sendLoad } from './load.ts';
import type { BenchOptions } from './options.ts';
import { orderOfRound, Rounds, spreadOf } from './statistics.ts';

/** POST 201 with SQLite should reach this share of the requests a second in memory. */
const SQLITE_GOAL = 0.6;
/** A POST with PostgreSQL should take at most as long as in memory and this many inserts of one row. */
const POSTGRES_INSERTS = 2;

const WARM_UP_REQUESTS = 5000;
/** Requests one after the other, and inserts, of which the median is taken in each round. */
const REQUESTS_IN_TURN = 300;
/** The length of an inserted row in characters, about that of a stored order. */
const ROW_LENGTH = 2000;

const STORES = ['memory', 'sqlite', 'postgres'] as const;
type StoreName = (typeof STORES)[number];

/** Prints requests a second and latencies of a GET and a POST with each store. */
export async function stores({ builds: [build], rounds, seconds, noise }: BenchOptions): Promise<void> {
  if (!build) return;
  const rates = new Rounds();
  const cpu = new Rounds();
  const mainCpu = new Rounds();
  const p50 = new Rounds();
  const postgres = await startPostgres().catch((error: Error) => {
    console.log(`\nPostgreSQL is not measured: ${error.message}`);
    return null;
  });
  try {
    for (let round = 0; round < rounds; round++) {
      for (const store of orderOfRound(STORES, round)) {
        if (store === 'postgres' && !postgres) continue;
        await withStore(build, store, postgres, async (mock, cases) => {
          for (const one of cases) {
            const { port, token } = mock;
            await sendLoad(port, one, token, { requests: WARM_UP_REQUESTS });
            const inTurn = await sendLoad(port, one, token, { requests: REQUESTS_IN_TURN, connections: 1 });
            p50.add(one.name, store, inTurn.p50Ms);
            const { rate, cpuUs, mainCpuUs } = await load(mock, one, token, seconds);
            rates.add(one.name, store, rate);
            if (cpuUs !== null) cpu.add(one.name, store, cpuUs);
            if (mainCpuUs !== null) mainCpu.add(one.name, store, mainCpuUs);
          }
        });
      }
      if (postgres) p50.add('POST 201', 'insert', await insertMs(postgres));
      console.error(`round ${round + 1} of ${rounds}`);
    }
  } finally {
    await postgres?.stop();
  }
  print({ rates, cpu, mainCpu, p50 }, rounds, noise.reasons().length === 0);
}

async function withStore(
  build: Build,
  store: StoreName,
  postgres: PostgresServer | null,
  use: (mock: Mock, cases: readonly Case[]) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const state = {
    memory: async () => [],
    sqlite: async () => ['--state', `sqlite:${join(folder, 'worlds.db')}`],
    postgres: async () => ['--state', postgres?.url(await postgres.createDatabase()) ?? ''],
  };
  try {
    const mock = await startMock(build, {}, await state[store]());
    try {
      const { cases } = await prepareCases(mock);
      await use(
        mock,
        cases.filter(({ name }) => name === 'GET one' || name === 'POST 201'),
      );
    } finally {
      await mock.stop();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the median time of an insert of one row that waits for the disk, in ms. */
async function insertMs(postgres: PostgresServer): Promise<number> {
  const client = new pg.Client({ connectionString: postgres.url(await postgres.createDatabase()) });
  await client.connect();
  try {
    await client.query('create table measured (id serial primary key, body text not null)');
    const row = ['x'.repeat(ROW_LENGTH)];
    const times: number[] = [];
    for (let at = 0; at < REQUESTS_IN_TURN; at++) {
      const began = performance.now();
      await client.query({ name: 'insert', text: 'insert into measured (body) values ($1)', values: row });
      times.push(performance.now() - began);
    }
    return spreadOf(times).median;
  } finally {
    await client.end();
  }
}

type Figures = { rates: Rounds; cpu: Rounds; mainCpu: Rounds; p50: Rounds };

function print({ rates, cpu, mainCpu, p50 }: Figures, rounds: number, quiet: boolean): void {
  const columns = STORES.filter((name) => rates.of('POST 201', name).length > 0);
  const table = (title: string, figures: Rounds): void => {
    console.log(`\n${title}: median (quartiles) of ${rounds} rounds`);
    console.table(
      Object.fromEntries(
        figures.figures.map((figure) => [
          figure,
          Object.fromEntries(columns.map((name) => [name, withSpread(figures.of(figure, name))])),
        ]),
      ),
    );
  };
  table('Requests a second by store, 32 connections', rates);
  table('CPU time of a request by store in µs', cpu);
  table('Median latency by store in ms, one connection', p50);
  const ratios = rates.ratios('POST 201', 'sqlite', 'memory');
  console.log(
    `POST 201, sqlite/memory: ${withSpread(ratios)}; goal ${SQLITE_GOAL}: ${goalVerdict(ratios, SQLITE_GOAL, quiet)}; by CPU time ${withSpread(cpu.ratios('POST 201', 'memory', 'sqlite'))}, by that of the main thread, where another core runs the thread of the store, ${withSpread(mainCpu.ratios('POST 201', 'memory', 'sqlite'))}`,
  );
  const inserts = p50.of('POST 201', 'insert');
  const more = p50
    .differences('POST 201', 'postgres', 'memory')
    .map((ms, at) => ms / (inserts[at] ?? Number.NaN));
  if (more.length > 0)
    console.log(
      `POST 201, postgres: ${withSpread(more)} inserts of one row (${withSpread(inserts)} ms) slower than memory; goal ${POSTGRES_INSERTS}: ${goalVerdict(more, POSTGRES_INSERTS, quiet, true)}`,
    );
}
