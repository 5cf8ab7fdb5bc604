// Starts mocks as processes that share their state: replicas on a private PostgreSQL, each behind a TCP proxy of its own,
// one process on a SQLite file, or mocks in memory.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../src/storage/testing/postgres-server.ts';
import { startTcpProxy, type TcpProxy } from '../../src/storage/testing/tcp-proxy.ts';
import { pause } from '../attack/model.ts';
import { type Running, run } from '../attack/process.ts';
import { freePort } from '../bench/process.ts';

export type StateKind = 'memory' | 'sqlite' | 'postgres';

export type Replica = {
  readonly name: string;
  readonly baseUrl: string;
  /** the proxy before the database; null where there is none */
  readonly proxy: TcpProxy | null;
  /** resident memory in MB; null where it is not measured */
  rssMb(): number | null;
  /** Starts the process again after `kill`, and waits until it serves. */
  start(): Promise<void>;
  /** Ends the process with SIGKILL. */
  kill(): Promise<void>;
  /** Stops the process with SIGSTOP, and continues it with SIGCONT. */
  freeze(): void;
  thaw(): void;
};

export type Cluster = {
  readonly replicas: readonly Replica[];
  readonly baseUrls: readonly string[];
  /** the address of the database; null for mocks in memory */
  readonly stateUrl: string | null;
  /** Lists what the processes reported as errors, and processes that ended by themselves. */
  complaints(): string[];
  close(): Promise<void>;
};

export type ClusterOptions = {
  state: StateKind;
  replicas: number;
  /** further flags of `hosting-contract mock`, for the replica of an index */
  flags?: (index: number) => readonly string[];
  /** the value of `--limits`; default: off */
  limits?: string;
};

/** How long a process may take until it serves, in ms. */
const START_MS = 60_000;
const HEAP_MB = 1024;

/** Starts the processes, and waits until all serve. */
export async function startCluster({
  state,
  replicas: count,
  flags,
  limits = 'off',
}: ClusterOptions): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'failover-'));
  const postgres = state === 'postgres' ? await startPostgres() : null;
  const database = await postgres?.createDatabase();
  const complaints: string[] = [];
  const replicas: (Replica & { end(): Promise<void> })[] = [];
  const stateUrl = postgres
    ? postgres.url(database)
    : state === 'sqlite'
      ? `sqlite:${join(folder, 'worlds.db')}`
      : null;
  const close = async (): Promise<void> => {
    await Promise.all(replicas.map((replica) => replica.end()));
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (let index = 0; index < count; index++) {
      const proxy = postgres ? await startTcpProxy(postgres.port) : null;
      const address = proxy && postgres ? postgres.url(database, proxy.port) : stateUrl;
      const stateFlags = address === null ? [] : ['--state', address];
      const all = ['--limits', limits, '--log', 'silent', ...stateFlags, ...(flags?.(index) ?? [])];
      replicas.push(await openReplica(`replica ${index + 1}`, all, proxy, complaints));
      // The first replica creates the tables and the main world.
      if (index === 0) await replicas[0]?.start();
    }
    await Promise.all(replicas.slice(1).map((replica) => replica.start()));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    replicas,
    baseUrls: replicas.map(({ baseUrl }) => baseUrl),
    stateUrl,
    complaints: () => [...complaints],
    close,
  };
}

/** Describes a replica that is not started yet. */
async function openReplica(
  name: string,
  flags: readonly string[],
  proxy: TcpProxy | null,
  complaints: string[],
): Promise<Replica & { end(): Promise<void> }> {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  let child: Running | null = null;
  let isExpected = false;

  const watch = (started: Running): void => {
    void started.over.then((code) => {
      if (!isExpected)
        complaints.push(`${name} ended by itself with ${code}: ${started.stderr().slice(-500)}`);
      const errors = started
        .stderr()
        .split('\n')
        .filter((line) => line.includes('uncaught error'));
      complaints.push(...errors.slice(0, 5).map((line) => `${name}: ${line}`));
    });
  };
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    isExpected = true;
    if (signal === 'SIGTERM') await child?.stop();
    else child?.kill('SIGKILL');
    await child?.over;
    child = null;
  };
  return {
    name,
    baseUrl,
    proxy,
    rssMb: () => child?.rssMb() ?? null,
    async start() {
      isExpected = false;
      child = run(['mock', '--port', String(port), ...flags], { heapMb: HEAP_MB });
      watch(child);
      const deadline = performance.now() + START_MS;
      while (!(await serves(baseUrl))) {
        if (child.ended() !== null || performance.now() > deadline)
          throw new Error(`${name} does not start: ${child.stderr().slice(-1000)}`);
        await pause(20);
      }
    },
    kill: () => end('SIGKILL'),
    freeze: () => child?.kill('SIGSTOP'),
    thaw: () => child?.kill('SIGCONT'),
    async end() {
      child?.kill('SIGCONT');
      await end('SIGTERM');
      await proxy?.close();
    },
  };
}

const serves = (baseUrl: string): Promise<boolean> =>
  fetch(`${baseUrl}/_mock/v1/health`, { signal: AbortSignal.timeout(1000) }).then(
    ({ ok }) => ok,
    () => false,
  );
