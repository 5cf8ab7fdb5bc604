// Measures how long an append to a world in PostgreSQL takes, beside the database's own insert of one row.
//   node tools/postgres-append.ts [postgres://…]     without an address: a private server with the defaults of Debian
import pg from 'pg';
import { openPostgresStore } from '../src/storage/postgres-store.ts';
import { startPostgres } from '../src/storage/testing/postgres-server.ts';

const ROUNDS = 5;
const TIMES = 400;
/** The length of a record in characters, about that of an order with its events. */
const RECORD_LENGTH = 2000;
const WORLDS = 8;

const given = process.argv[2];
const server = given ? null : await startPostgres();
const url = given ?? server?.url(await server.createDatabase()) ?? '';
const record = JSON.stringify({ text: 'abcdefgh"'.repeat(Math.ceil(RECORD_LENGTH / 10)) });

const client = new pg.Client({ connectionString: url });
await client.connect();
await client.query('set synchronous_commit = on');
await client.query(
  'create table if not exists public.measured_append (id bigint primary key, body text not null)',
);
await client.query('truncate public.measured_append');
const store = await openPostgresStore(url, 60_000);
const owner = { id: `measure-${process.pid}`, url: null };
const names = Array.from({ length: WORLDS }, (_, index) => `measure-${process.pid}-${index}`);
const worlds = await Promise.all(
  names.map(async (name) => ({ name, epoch: (await store.create(name, owner, 'base'))?.epoch ?? 0, seq: 0 })),
);

/** Appends records to a world in one append. */
async function append(world: (typeof worlds)[number], count: number): Promise<void> {
  const records = Array.from({ length: count }, () => record);
  if (!(await store.append(world.name, world.epoch, world.seq, { records })))
    throw new Error('An append was refused.');
  world.seq += count;
}

/** Runs an action one time after the other; returns how long each took, in ms. */
async function timed(action: (index: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < TIMES; index++) {
    const start = performance.now();
    await action(index);
    times.push(performance.now() - start);
  }
  return times;
}

const [first] = worlds;
if (!first) throw new Error('There is no world.');
let id = 0;
const insert = {
  name: 'insert',
  text: 'insert into public.measured_append (id, body) values ($1, $2)',
};
const cases: Record<string, () => Promise<number[]>> = {
  'insert of one row': () => timed(() => client.query({ ...insert, values: [++id, record] })),
  'append of 1 record': () => timed(() => append(first, 1)),
  'append of 10 records': () => timed(() => append(first, 10)),
  [`append of 1 record, ${WORLDS} worlds at once`]: async () =>
    (await Promise.all(worlds.map((world) => timed(() => append(world, 1))))).flat(),
};
const all = new Map<string, number[]>();
// The cases take turns, so that the noise of the machine hits all of them.
for (let round = 0; round <= ROUNDS; round++)
  for (const [name, run] of Object.entries(cases)) {
    const times = await run();
    if (round > 0) all.set(name, [...(all.get(name) ?? []), ...times]);
  }

const at = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2).padStart(7);
console.log(`${ROUNDS} rounds of ${TIMES}, records of ${record.length} characters, in ms`);
console.log(`${''.padEnd(40)}    p50     p90     p99`);
for (const [name, times] of all) {
  const sorted = times.toSorted((a, b) => a - b);
  console.log(`${name.padEnd(40)}${at(sorted, 0.5)} ${at(sorted, 0.9)} ${at(sorted, 0.99)}`);
}

for (const { name, epoch } of worlds) await store.remove(name, epoch);
await client.query('drop table public.measured_append');
await client.end();
await store.close();
await server?.stop();
