// Test helper: a private PostgreSQL server from the binaries of the system, with the durability of production.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { describe } from 'vitest';
import { freePort } from '../../../tools/testing/free-port.ts';

/** A running server. Its roles log in over TCP with a password. */
export type PostgresServer = {
  readonly password: string;
  url(database: string): string;
  /** Creates an empty database and returns its name. */
  createDatabase(): Promise<string>;
  /** Runs statements as the superuser. */
  query<Row extends object = object>(text: string, database?: string): Promise<Row[]>;
  /** Ends the server at once and starts it again on the same files. */
  restart(meanwhile?: () => Promise<unknown>): Promise<void>;
  /** Ends the server and removes its files. */
  stop(): Promise<void>;
};

const PASSWORD = 'only-for-tests';
/** The environment of the server: one locale everywhere, since `initdb` refuses one that the system does not have. */
const ENVIRONMENT: NodeJS.ProcessEnv = { ...process.env, LC_ALL: 'C', LANGUAGE: '' };
const MISSING =
  'PostgreSQL is not installed (initdb is neither in PATH nor in /usr/lib/postgresql): apt install postgresql';

// The folder of `initdb` and `postgres`; undefined where they are not installed.
function binaries(): string | undefined {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...globSync('/usr/lib/postgresql/*/bin').sort((a, b) => b.localeCompare(a, 'en', { numeric: true })),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/**
 * Defines tests that need a server. Where PostgreSQL is not installed they are skipped, and the reason is printed; in
 * CI they fail.
 */
export function describeWithPostgres(title: string, define: () => void): void {
  const isMissing = binaries() === undefined && !process.env.CI;
  if (isMissing) console.warn(`Skipped: ${title}. ${MISSING}`);
  describe.skipIf(isMissing)(title, define);
}

/**
 * Starts a server on a free port of 127.0.0.1. Commits wait for the disk, as in production. As root it runs under the
 * user postgres or nobody, since PostgreSQL refuses to run as root.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const bin = binaries();
  if (bin === undefined) throw new Error(MISSING);
  const folder = mkdtempSync(join(tmpdir(), 'hosting-postgres-'));
  const user = process.getuid?.() === 0 ? unprivilegedUser() : undefined;
  if (user) chownSync(folder, user.uid, user.gid);
  // The server also ends when the process of the tests is killed.
  const prefix = user
    ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--pdeathsig=QUIT', '--']
    : [];
  const command = (program: string, args: string[]): [string, string[]] => {
    const [first = '', ...rest] = [...prefix, join(bin, program), ...args];
    return [first, rest];
  };
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, PASSWORD, { mode: 0o644 });
  const initialize = ['-D', data, '-U', 'postgres', '-E', 'UTF8', '--no-sync', `--pwfile=${passwordFile}`];
  execFileSync(...command('initdb', [...initialize, '--auth-local=trust', '--auth-host=scram-sha-256']), {
    cwd: folder,
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
  });

  let port = 0;
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    for (let tries = 0; tries < 5; tries++) {
      port ||= await freePort();
      const args = ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'];
      const started = spawn(...command('postgres', args), {
        cwd: folder,
        env: ENVIRONMENT,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let log = '';
      started.stderr.setEncoding('utf8').on('data', (text: string) => {
        log = (log + text).slice(-20_000);
      });
      child = started;
      if (await answers(started)) return;
      // Another process may have taken the port in the meantime.
      if (!/could not bind|could not create any TCP/.test(log))
        throw new Error(`PostgreSQL does not start: ${log}`);
      port = 0;
    }
    throw new Error('PostgreSQL finds no free port.');
  };
  const answers = async (started: ChildProcess): Promise<boolean> => {
    while (started.exitCode === null && started.signalCode === null) {
      const isReady = await query('select').then(
        () => true,
        () => false,
      );
      if (isReady) return true;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    return false;
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  };
  const url = (database: string): string => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`;
  const query = async <Row extends object>(text: string, database = 'postgres'): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: url(database) });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  };
  let databases = 0;

  await start();
  return {
    password: PASSWORD,
    url,
    query,
    async createDatabase() {
      const name = `worlds_${++databases}`;
      await query(`create database ${name}`);
      return name;
    },
    async restart(meanwhile) {
      await end('SIGQUIT');
      try {
        await meanwhile?.();
      } finally {
        await start();
      }
    },
    async stop() {
      await end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function unprivilegedUser(): { uid: number; gid: number } {
  const idOf = (option: string, name: string): number =>
    Number(execFileSync('id', [option, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  for (const name of ['postgres', 'nobody'])
    try {
      return { uid: idOf('-u', name), gid: idOf('-g', name) };
    } catch {
      // The system has no such user.
    }
  throw new Error('PostgreSQL refuses to run as root, and there is neither a user postgres nor nobody.');
}
