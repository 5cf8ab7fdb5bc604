// Connections to PostgreSQL: two pools, the settings of a connection, and statements with time limits.
import type { Client } from 'pg';
import { StorageError } from '../world-store.ts';
import { type PostgresAddress, unreadable } from './address.ts';
import { Deadlines } from './deadlines.ts';
import { codeOf, explainFailure, isSqlState, messageOf, ReadOnlyServer } from './errors.ts';
import { Connection, type DriverConnection, Pool } from './pool.ts';
import { Turns } from './turns.ts';

/** A statement that each connection prepares once. */
export type Statement = { readonly name: string; readonly text: string };

/** Runs statements in one transaction. */
export type Execute = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** The kinds of connections: renewals of leases have their own, so that they never wait for other statements. */
export type Lane = 'work' | 'renewal';

/** Connections to one database. Errors are those of the driver: `explain` makes a StorageError of them. */
export type Connections = {
  /** the address of the database without secrets */
  readonly description: string;
  /**
   * Runs a statement once. After a failure of the connection or a time-out, connections that wait are closed, since they
   * may lead to a server that does not answer either.
   * @param timeoutMs how long to wait for a connection and the reply
   */
  run<Row extends object>(
    statement: Statement,
    values: readonly unknown[],
    timeoutMs: number,
    lane?: Lane,
  ): Promise<Row[]>;
  /** Runs a statement without a result like `run`; returns how many rows it inserted, updated or deleted. */
  change(statement: Statement, values: readonly unknown[], timeoutMs: number): Promise<number>;
  /**
   * Runs the statements of one call when a connection is free for it. Calls wait in order, and the time limits of their
   * statements begin when they run.
   */
  inTurn<T>(call: () => Promise<T>, lane?: Lane): Promise<T>;
  /** Runs statements in one transaction, which is rolled back when `body` throws. */
  transact<T>(body: (execute: Execute) => Promise<T>, timeoutMs: number): Promise<T>;
  explain(error: unknown): StorageError;
  /** Waits for statements under way, at most two seconds, and closes the connections. */
  close(): Promise<void>;
};

const POOL_SIZES: Record<Lane, number> = { work: 10, renewal: 2 };
/** How long a call waits for other calls, in ms. */
const TURN_LIMIT_MS = 10_000;
/** How long to wait for a connection, in ms. */
const CONNECT_LIMIT_MS = 2000;
/** How long to wait for statements under way when the connections are closed, in ms. */
const CLOSE_LIMIT_MS = 2000;
/** The server ends a statement that runs longer, in ms. */
const STATEMENT_LIMIT_MS = 60_000;
/** The server ends a statement that waits longer for a lock, or a transaction that idles longer, in ms. */
const LOCK_LIMIT_MS = 5000;

/**
 * What each connection sets. An acknowledged commit is on the disk, also where the database has another default;
 * conditional statements wait for the lock of a row and look at the row again, which only read committed does.
 */
const SETTINGS = `select
  set_config('synchronous_commit',
    case current_setting('synchronous_commit') when 'remote_apply' then 'remote_apply' else 'on' end, false),
  set_config('default_transaction_isolation', 'read committed', false),
  set_config('statement_timeout', '${STATEMENT_LIMIT_MS}', false),
  set_config('lock_timeout', '${LOCK_LIMIT_MS}', false),
  set_config('idle_in_transaction_session_timeout', '${LOCK_LIMIT_MS}', false),
  current_setting('transaction_read_only') as "readOnly",
  current_setting('server_encoding') as encoding`;

/**
 * Prepares connections to a database; the first one is made by the first statement.
 * @throws StorageError `invalid address` when the package pg is not installed
 */
export async function connectPostgres(address: PostgresAddress): Promise<Connections> {
  const { default: pg } = await importDriver();
  let ssl = address.ssl;
  const options = (): object => ({
    connectionString: address.connectionString,
    ssl,
    application_name: 'hosting-contract',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  });
  const { host, port, database = '', user = '' } = describe(pg, options());
  const description = host.startsWith('/')
    ? `postgres:///${database}?host=${host}`
    : `postgres://${host}:${port}/${database}`;
  if (host.startsWith('/')) ssl = false;

  let closed = false;
  const deadlines = new Deadlines();
  const open = async (timeoutMs: number): Promise<Connection> => {
    const client = new pg.Client(options());
    // An error without a listener would end the process.
    client.on('error', () => {});
    try {
      await client.connect();
    } catch (error) {
      if (!address.plainAllowed || ssl === false || !/does not support SSL/.test(messageOf(error)))
        throw error;
      ssl = false;
      return await open(timeoutMs);
    }
    const connection = new Connection(driverConnection(pg, client), deadlines);
    try {
      await prepare(connection, timeoutMs);
    } catch (error) {
      void connection.close();
      throw error;
    }
    return connection;
  };
  const pools: Record<Lane, Pool> = { work: new Pool(open), renewal: new Pool(open) };
  const newTurns = (lane: Lane): Turns => new Turns(POOL_SIZES[lane], TURN_LIMIT_MS, description);
  const turns: Record<Lane, Turns> = { work: newTurns('work'), renewal: newTurns('renewal') };
  /** Uses a connection. Its statements have what is left of the time. */
  const use = async <T>(
    lane: Lane,
    timeoutMs: number,
    body: (connection: Connection, leftMs: () => number) => Promise<T>,
  ): Promise<T> => {
    if (closed) throw new StorageError('unavailable', `PostgreSQL at ${description}: the store is closed.`);
    const until = performance.now() + timeoutMs;
    const leftMs = (): number => Math.max(1, until - performance.now());
    const pool = pools[lane];
    let connection = pool.take();
    try {
      connection ??= await pool.connect(timeoutMs);
      const result = await body(connection, leftMs);
      pool.release(connection);
      return result;
    } catch (error) {
      if (leavesConnection(error)) {
        if (connection) pool.release(connection);
        throw error;
      }
      if (connection) pool.discard(connection);
      pool.closeIdle();
      throw error;
    }
  };

  return {
    description,
    run: <Row extends object>(
      { name, text }: Statement,
      values: readonly unknown[],
      timeoutMs: number,
      lane: Lane = 'work',
    ) =>
      use(lane, timeoutMs, (connection, leftMs) =>
        connection.query<Row>(name, text, values, leftMs()).then(({ rows }) => rows),
      ),
    change: ({ name, text }, values, timeoutMs) =>
      use('work', timeoutMs, (connection, leftMs) =>
        connection.query(name, text, values, leftMs()).then(({ rowCount }) => rowCount ?? 0),
      ),
    inTurn: (call, lane = 'work') => turns[lane].run(call),
    transact: <T>(body: (execute: Execute) => Promise<T>, timeoutMs: number) =>
      use('work', timeoutMs, async (connection, leftMs) => {
        const execute: Execute = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
          (await connection.query<Row>('', text, values, leftMs())).rows;
        await execute('begin');
        try {
          const result = await body(execute);
          await execute('commit');
          return result;
        } catch (error) {
          if (leavesConnection(error)) await execute('rollback');
          throw error;
        }
      }),
    explain: (error) => explainFailure(error, description, user),
    async close() {
      closed = true;
      await Promise.all([pools.work.close(CLOSE_LIMIT_MS), pools.renewal.close(CLOSE_LIMIT_MS)]);
    },
  };
}

async function importDriver(): Promise<typeof import('pg')> {
  try {
    return await import('pg');
  } catch (error) {
    throw new StorageError(
      'invalid address',
      'Worlds in PostgreSQL need the package pg: run `npm i pg`.',
      error,
    );
  }
}

/** Where the driver will connect to, with what it takes from the environment. */
function describe(
  driver: Pick<typeof import('pg'), 'Client'>,
  options: object,
): Pick<Client, 'host' | 'port' | 'database' | 'user'> {
  try {
    return new driver.Client(options);
  } catch (error) {
    throw unreadable(error);
  }
}

/** Wraps a connection of the driver, which only this file imports. */
function driverConnection({ Query }: Pick<typeof import('pg'), 'Query'>, client: Client): DriverConnection {
  return {
    send(name, text, values, done) {
      // Not as an object of options, which the driver would copy with all descriptors of its properties.
      const query = new Query(text, [...values]);
      client.query(Object.assign(query, { name, callback: done }));
    },
    onLost(lost) {
      client.on('error', lost);
      client.on('end', lost);
    },
    close: () => client.end(),
  };
}

async function prepare(connection: Connection, timeoutMs: number): Promise<void> {
  type Settings = { readonly readOnly: string; readonly encoding: string };
  const { rows } = await connection.query<Settings>('', SETTINGS, [], timeoutMs);
  const { readOnly, encoding } = rows[0] ?? { readOnly: 'off', encoding: 'UTF8' };
  if (readOnly === 'on') throw new ReadOnlyServer('the server is read-only');
  if (encoding !== 'UTF8' && encoding !== 'SQL_ASCII')
    throw new StorageError(
      'invalid address',
      `The database has the encoding ${encoding}, which lacks characters: create it with ENCODING 'UTF8'.`,
    );
}

/** True for an error that leaves the connection usable: the server reported it and rolled the statement back. */
function leavesConnection(error: unknown): boolean {
  if (error instanceof StorageError) return true;
  const code = codeOf(error);
  return isSqlState(code) && !/^(57P|08|25P03|25006|XX)/.test(code);
}
