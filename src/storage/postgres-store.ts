// Stores worlds in PostgreSQL for several processes; the row of a world is the lock that orders changes.
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { type PostgresAddress, readPostgresAddress, unreadable } from './postgres/address.ts';
import { codeOf, explainFailure, messageOf, ReadOnlyServer } from './postgres/errors.ts';
import {
  StorageError,
  type StoredState,
  type Turn,
  type WorldStore,
  type WorldSummary,
} from './world-store.ts';

/** The number of the format of the tables and texts. */
const FORMAT = 6;
/** The number of the advisory lock under which the tables are created. */
const TABLES_LOCK = 7_225_713;
/** How many records before a base are kept, so that a process that is behind can catch up without loading it. */
const KEPT_RECORDS = 1000;

/** A statement runs, a lock is waited for, and a transaction stands still at most for this time, in ms. */
const LIMITS = { statement: 60_000, lock: 5000, idle: 5000, query: 15_000, connect: 5000, close: 1000 };

/** The settings of a connection. An acknowledged commit is on the disk, also where the database has another default. */
const SETTINGS = Object.entries({
  synchronous_commit: 'on',
  default_transaction_isolation: 'read\\ committed',
  statement_timeout: LIMITS.statement,
  lock_timeout: LIMITS.lock,
  idle_in_transaction_session_timeout: LIMITS.idle,
  search_path: 'hosting_contract',
})
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/** `taken_until` is the time until which one process does what the world has to do by itself. */
const TABLES = `
  create table hosting_contract.format (version integer not null);
  create table hosting_contract.worlds (
    id text primary key, name text collate "C" not null unique, main boolean not null, seq bigint not null default 0,
    base_seq bigint not null default 0, base text not null, last_append text,
    wake_at double precision, taken_until double precision not null default 0,
    created_at timestamptz not null default clock_timestamp(), changed_at timestamptz not null default clock_timestamp()
  ) with (fillfactor = 70);
  create table hosting_contract.changes (
    world_id text references hosting_contract.worlds on delete cascade, seq bigint, append text not null,
    body text not null, primary key (world_id, seq));
  insert into hosting_contract.format values (${FORMAT});`;

const LIST = `select id, name, main, (seq - base_seq)::int as changes, octet_length(base) + coalesce(
    (select sum(octet_length(body)) from changes where world_id = id and changes.seq > base_seq), 0)::float8 as bytes,
  created_at, changed_at from worlds order by main desc, name`;

const DUE = `update worlds set taken_until = $2 where id in (
  select id from worlds where wake_at <= $1 and taken_until <= $1 order by wake_at limit 10 for update skip locked)
  returning id, name`;

/** Whether an append is stored: its number, if another append has it, belongs to a record or to a base since then. */
const IS_STORED = `select case when last_append = $2 then true when seq = $3 then false
  else (select append = $2 from changes where world_id = id and changes.seq = $3 + 1) end as stored
  from worlds where id = $1`;

/**
 * Opens a database of stored worlds, and creates its tables where they are missing.
 * @param url such as `postgres://user@host/database`
 * @throws StorageError; its message contains no password
 */
export async function openPostgresStore(url: string): Promise<WorldStore> {
  const address = readPostgresAddress(url);
  const { pool, description, user } = await connect(address);
  const explained = async <A>(run: () => Promise<A>): Promise<A> => {
    try {
      return await run();
    } catch (error) {
      throw explainFailure(error, description, user);
    }
  };
  const query = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    explained(async () => (await pool.query<Row>({ name: text.slice(0, 60), text, values })).rows);
  const close = async (): Promise<void> => {
    await Promise.race([pool.end(), wait(LIMITS.close, undefined, { ref: false })]);
  };
  try {
    await explained(() => prepareTables(pool, description));
  } catch (error) {
    await close();
    throw error;
  }

  return {
    description,
    isShared: true,
    async list() {
      type Row = Omit<WorldSummary, 'created_at' | 'changed_at'> & { created_at: Date; changed_at: Date };
      return (await query<Row>(LIST)).map((row) => ({
        ...row,
        created_at: row.created_at.toISOString(),
        changed_at: row.changed_at.toISOString(),
      }));
    },
    async create({ id, name, main, base, wakeAtMs }) {
      const rows = await query(
        `insert into worlds (id, name, main, wake_at, base) values ($1, $2, $3, $4, $5) on conflict do nothing
          returning id`,
        [id, name, main, wakeAtMs, base],
      );
      return rows.length === 1;
    },
    async load(name) {
      // One statement, so that base and records are of one moment.
      const [found] = await query<Omit<StoredState, 'seq'> & { seq: string }>(
        `select id, base, seq, array(select c.body from changes c
            where c.world_id = id and c.seq > base_seq order by c.seq) as records from worlds where name = $1`,
        [name],
      );
      return found ? { ...found, seq: Number(found.seq) } : null;
    },
    async since(id, seq) {
      const rows = await query<{ seq: string; body: string }>(
        'select seq, body from changes where world_id = $1 and seq > $2 order by seq',
        [id, seq],
      );
      return rows.length > 0 && Number(rows[0]?.seq) !== seq + 1 ? null : rows.map(({ body }) => body);
    },
    async turn(name, isWrite) {
      if (isWrite) return await explained(() => writeTurn(pool, name, explained));
      const [found] = await query<{ id: string; seq: string }>('select id, seq from worlds where name = $1', [
        name,
      ]);
      if (found === undefined) return null;
      return { id: found.id, seq: Number(found.seq), append: refuseAppend, end: async () => undefined };
    },
    async isStored({ id, seq }, append) {
      // The lock waits for a transaction whose connection was lost on the way.
      await query('select 1 from worlds where id = $1 for update', [id]);
      const [found] = await query<{ stored: boolean | null }>(IS_STORED, [id, append, seq]);
      return found === undefined ? false : found.stored;
    },
    async remove(name) {
      await query('delete from worlds where name = $1', [name]);
    },
    takeDue: (nowMs, untilMs) => query(DUE, [nowMs, untilMs]),
    async keepUntil(id, untilMs) {
      await query('update worlds set taken_until = $2 where id = $1', [id, untilMs]);
    },
    async ready() {
      await query('select version from format');
    },
    close,
  };
}

const refuseAppend = (): Promise<void> => Promise.reject(new Error('A turn to read stores nothing.'));

// Begins a transaction that holds the row of a world. Its statements go in two round trips, commit included.
async function writeTurn(
  pool: Pool,
  name: string,
  explained: <A>(run: () => Promise<A>) => Promise<A>,
): Promise<Turn | null> {
  const client = await pool.connect();
  const lost = (): void => undefined;
  client.on('error', lost);
  let isReleased = false;
  const release = (error?: unknown): void => {
    if (isReleased) return;
    isReleased = true;
    client.off('error', lost);
    client.release(error !== undefined);
  };
  const run = async (text: string): Promise<{ rows: object[] }[]> => {
    try {
      return (await client.query(text)) as unknown as { rows: object[] }[];
    } catch (error) {
      // The server rolls back when the connection ends.
      release(error);
      throw error;
    }
  };
  const literal = (text: string): string => client.escapeLiteral(text);
  const results = await run(`begin; select id, seq from worlds where name = ${literal(name)} for update`);
  const [found] = (results[1]?.rows ?? []) as { id: string; seq: string }[];
  const end = async (): Promise<void> => {
    if (isReleased) return;
    await run('rollback');
    release();
  };
  if (found === undefined) {
    await end();
    return null;
  }
  const seq = Number(found.seq);
  const world = literal(found.id);
  return {
    id: found.id,
    seq,
    append: ({ id, records, base, isBaseNeeded, wakeAtMs }) =>
      explained(async () => {
        const last = seq + records.length;
        const rows = records.map(
          (body, at) => `(${world}, ${seq + at + 1}, ${literal(id)}, ${literal(body)})`,
        );
        const kept = isBaseNeeded ? last : last - KEPT_RECORDS;
        await run(`insert into changes values ${rows.join(', ')};
          ${base === null ? '' : `delete from changes where world_id = ${world} and seq <= ${kept};`}
          update worlds set seq = ${last}, last_append = ${literal(id)}, wake_at = ${wakeAtMs ?? 'null'},
            changed_at = clock_timestamp()
            ${base === null ? '' : `, base_seq = ${last}, base = ${literal(base)}`} where id = ${world}; commit`);
        release();
      }),
    end: () => explained(end).catch(() => undefined),
  };
}

async function connect(address: PostgresAddress): Promise<{ pool: Pool; description: string; user: string }> {
  const { default: pg } = await import('pg').catch((error: unknown) => {
    throw new StorageError(
      'invalid address',
      'Worlds in PostgreSQL need the package pg: run `npm i pg`.',
      error,
    );
  });
  const open = (connectionString: string): Pool => {
    const pool = new pg.Pool({
      connectionString,
      application_name: 'hosting-contract',
      keepAlive: true,
      max: 10,
      connectionTimeoutMillis: LIMITS.connect,
      query_timeout: LIMITS.query,
      options: SETTINGS,
    });
    // An error without a listener would end the process.
    pool.on('error', () => undefined);
    return pool;
  };
  const { host, port, database = '', user = '' } = describe(pg, address.connectionString);
  const description = host.startsWith('/')
    ? `postgres:///${database}?host=${host}`
    : `postgres://${host}:${port}/${database}`;
  let pool = open(address.connectionString);
  try {
    await checkServer(pool);
  } catch (error) {
    await pool.end();
    if (address.plain === null || !/does not support SSL/.test(messageOf(error)))
      throw explainFailure(error, description, user);
    pool = open(address.plain);
  }
  return { pool, description, user };
}

function describe(
  driver: Pick<typeof import('pg'), 'Client'>,
  connectionString: string,
): Pick<PoolClient, 'host' | 'port' | 'database' | 'user'> {
  try {
    return new driver.Client({ connectionString });
  } catch (error) {
    throw unreadable(error);
  }
}

async function checkServer(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ readOnly: string; encoding: string }>(
    `select current_setting('transaction_read_only') as "readOnly", current_setting('server_encoding') as encoding`,
  );
  const { readOnly, encoding } = rows[0] ?? { readOnly: 'off', encoding: 'UTF8' };
  if (readOnly === 'on') throw new ReadOnlyServer('the server is read-only');
  if (encoding !== 'UTF8' && encoding !== 'SQL_ASCII')
    throw new StorageError(
      'invalid address',
      `The database has the encoding ${encoding}, which lacks characters: create it with ENCODING 'UTF8'.`,
    );
}

// Creates the tables where they are missing. Several processes may do so at once. Throws StorageError `other format`
// for tables of another version
async function prepareTables(pool: Pool, description: string): Promise<void> {
  const version = async (): Promise<number | null> => {
    try {
      const { rows } = await pool.query<{ version: number }>('select version from hosting_contract.format');
      return rows[0]?.version ?? 0;
    } catch (error) {
      // The schema or the table is missing.
      if (['3F000', '42P01'].includes(codeOf(error))) return null;
      throw error;
    }
  };
  let found = await version();
  if (found === null) {
    // The statement with `if not exists` needs the right to create schemas, even where the schema exists.
    await pool.query(`begin; select pg_advisory_xact_lock(${TABLES_LOCK});
      do $$ begin
        if to_regnamespace('hosting_contract') is null then create schema hosting_contract; end if;
        if to_regclass('hosting_contract.format') is null then ${TABLES} end if;
      end $$; commit`);
    found = await version();
  }
  if (found !== FORMAT)
    throw new StorageError(
      'other format',
      `The worlds in ${description} have the format ${found}, this version reads the format ${FORMAT}: ` +
        'use the version that wrote them, or another database.',
    );
}
