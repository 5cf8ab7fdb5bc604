// Connections to PostgreSQL: two pools, the settings of a connection, and statements with time limits.
import type { Client, Pool, PoolClient } from 'pg';
import { StorageError } from '../world-store.ts';
import { type PostgresAddress, unreadable } from './address.ts';
import { codeOf, explainFailure, isSqlState, messageOf, ReadOnlyServer } from './errors.ts';
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
const LANES: readonly Lane[] = ['work', 'renewal'];
/** How long a call waits for other calls, in ms. */
const TURN_LIMIT_MS = 10_000;
/** How long to wait for a connection, in ms. */
const CONNECT_LIMIT_MS = 2000;
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
  });
  const { host, port, database = '', user = '' } = describe(pg, options());
  const description = host.startsWith('/')
    ? `postgres:///${database}?host=${host}`
    : `postgres://${host}:${port}/${database}`;
  if (host.startsWith('/')) ssl = false;

  let closed = false;
  const newPool = (lane: Lane): Pool => {
    const sizes = {
      max: POOL_SIZES[lane],
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
    };
    const pool = new pg.Pool({ ...options(), ...sizes });
    // An idle connection that breaks is replaced by the pool; a busy one fails its statement.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  };
  const pools: Record<Lane, Pool> = { work: newPool('work'), renewal: newPool('renewal') };

  const connect = async (lane: Lane, timeoutMs: number): Promise<PoolClient> => {
    try {
      // A connection that waits comes at once.
      if (pools[lane].idleCount > 0 && pools[lane].waitingCount === 0) return await pools[lane].connect();
      return await within(pools[lane].connect(), timeoutMs, (late) => late.release());
    } catch (error) {
      if (!address.plainAllowed || ssl === false || !/does not support SSL/.test(messageOf(error)))
        throw error;
      ssl = false;
      for (const name of LANES) {
        pools[name].end().catch(() => {});
        pools[name] = newPool(name);
      }
      return await within(pools[lane].connect(), timeoutMs, (late) => late.release());
    }
  };
  const newTurns = (lane: Lane): Turns => new Turns(POOL_SIZES[lane], TURN_LIMIT_MS, description);
  const turns: Record<Lane, Turns> = { work: newTurns('work'), renewal: newTurns('renewal') };
  const ready = new WeakSet<PoolClient>();
  const withClient = async <T>(
    lane: Lane,
    timeoutMs: number,
    body: (client: PoolClient, leftMs: () => number) => Promise<T>,
  ): Promise<T> => {
    if (closed) throw new StorageError('unavailable', `PostgreSQL at ${description}: the store is closed.`);
    const until = performance.now() + timeoutMs;
    const leftMs = (): number => Math.max(1, until - performance.now());
    const client = await connect(lane, timeoutMs);
    try {
      if (!ready.has(client)) {
        await prepare(client, leftMs());
        ready.add(client);
      }
      const result = await body(client, leftMs);
      client.release();
      return result;
    } catch (error) {
      client.release(!leavesConnection(error));
      if (!leavesConnection(error)) closeIdle(pools[lane]);
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
      withClient(lane, timeoutMs, async (client, leftMs) => {
        const query = { name, text, values: [...values], query_timeout: leftMs() };
        return (await client.query<Row>(query)).rows;
      }),
    inTurn: (call, lane = 'work') => turns[lane].run(call),
    transact: <T>(body: (execute: Execute) => Promise<T>, timeoutMs: number) =>
      withClient('work', timeoutMs, async (client, leftMs) => {
        const execute: Execute = async <Row extends object>(
          text: string,
          values: readonly unknown[] = [],
        ) => {
          const query = { text, values: [...values], query_timeout: leftMs() };
          return (await client.query<Row>(query)).rows;
        };
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
      const ending = Promise.all([pools.work.end(), pools.renewal.end()]);
      await within(ending, 2000, () => {}).catch(() => {});
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

async function prepare(client: PoolClient, timeoutMs: number): Promise<void> {
  const settings = { text: SETTINGS, query_timeout: timeoutMs };
  const { rows } = await client.query<{ readOnly: string; encoding: string }>(settings);
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

/** Closes the connections of a pool that wait: they may lead to a server that does not answer. */
function closeIdle(pool: Pool): void {
  for (let left = pool.idleCount; left > 0; left--)
    pool.connect().then(
      (client) => client.release(true),
      () => {},
    );
}

/** Waits for a promise; after `timeoutMs` it fails, and `late` gets the value when it still comes. */
function within<T>(promise: Promise<T>, timeoutMs: number, late: (value: T) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      reject(new Error(`no connection within ${Math.round(timeoutMs)} ms`));
    }, timeoutMs);
    promise.then(
      (value) => {
        clearTimeout(timer);
        if (isOver) late(value);
        else resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
