// Tests what is said when PostgreSQL cannot be used: one line that says what to do, and never the password.
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgresStore } from '../postgres-store.ts';
import { describeWithPostgres, type PostgresServer, startPostgres } from '../testing/postgres-server.ts';
import { StorageError } from '../world-store.ts';

/** Opens a store that cannot be opened; returns its error. */
async function failure(url: string): Promise<StorageError> {
  const error: unknown = await openPostgresStore(url).then(
    async (store) => {
      await store.close();
      return new Error('The store was opened.');
    },
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof StorageError)) throw error;
  expect(error.message).not.toContain('only-for-tests');
  expect(error.message).not.toContain('\n');
  return error;
}

test.each([
  'postgres://a:only-for-tests@[/b',
  'postgres://a:%E0%A4@h/b',
  'postgres://a:only-for-tests#1@h/b',
  'postgres://a:1#only-for-tests@h/b',
  'postgres://a:1?only-for-tests@h/b',
  'postgres://a:1?x=?only-for-tests@h/b',
])('an address that cannot be read is refused: %s', async (url) => {
  expect(await failure(url)).toMatchObject({
    code: 'invalid address',
    message: expect.stringMatching(/%XX\.$/),
  });
});

test('an unknown sslmode names the known ones', async () => {
  expect((await failure('postgres://h/b?sslmode=always')).message).toBe(
    'The address of PostgreSQL is invalid; its sslmode is unknown: give one of disable, allow, prefer, require, verify-ca, verify-full.',
  );
});

test('without the package pg the message says how to install it', () => {
  const script = `
    import { registerHooks } from 'node:module';
    registerHooks({ resolve(name, context, next) {
      if (name === 'pg') throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
      return next(name, context);
    } });
    const { openPostgresStore } = await import(process.argv[1]);
    await openPostgresStore('postgres://h/b').catch((error) => console.log(error.code + ': ' + error.message));`;
  const file = new URL('../postgres-store.ts', import.meta.url).href;
  const args = ['--no-warnings', '--input-type=module', '--eval', script, file];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe(
    'invalid address: Worlds in PostgreSQL need the package pg: run `npm i pg`.\n',
  );
});

describeWithPostgres('failures of PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres(['max_connections=8', 'superuser_reserved_connections=1']);
  });
  afterAll(() => server?.stop());

  test('a server that does not run, and a host that does not exist', async () => {
    const refused = await failure('postgres://a:only-for-tests@127.0.0.1:1/b');
    expect(refused.code).toBe('unavailable');
    expect(refused.message).toMatch(
      /^PostgreSQL at postgres:\/\/127\.0\.0\.1:1\/b: .*ECONNREFUSED.*; start the server/,
    );
    expect((await failure('postgres://a@nowhere.invalid/b')).message).toContain('check the host name');
  });

  test('a wrong password, a missing one, and an unknown database', async () => {
    expect(await failure(server.url().replace(server.password, 'wrong'))).toMatchObject({
      code: 'invalid address',
      message: expect.stringContaining('check the password of "postgres" in the address or in PGPASSWORD'),
    });
    expect((await failure(server.url().replace(`:${server.password}`, ''))).message).toMatch(
      /the server asks for a password|check the password/,
    );
    expect(await failure(server.url('missing'))).toMatchObject({
      code: 'invalid address',
      message: expect.stringContaining('create the database with `createdb`'),
    });
  });

  test('a database that accepts no writes, and one that lacks characters', async () => {
    const readOnly = await server.createDatabase();
    await server.query(`alter database ${readOnly} set default_transaction_read_only = on`);
    expect(await failure(server.url(readOnly))).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('give the address of the primary, not of a standby'),
    });
    const latin = await server.createDatabase(`encoding 'LATIN1' template template0 locale 'C'`);
    expect((await failure(server.url(latin))).message).toContain(`create it with ENCODING 'UTF8'`);
  });

  test('a server without TLS: it is used without TLS unless the address asks for TLS', async () => {
    const url = server.url(await server.createDatabase());
    for (const mode of ['', '?sslmode=prefer', '?sslmode=allow', '?sslmode=disable'])
      await (await openPostgresStore(`${url}${mode}`)).close();
    expect(await failure(`${url}?sslmode=require`)).toMatchObject({
      code: 'invalid address',
      message: expect.stringContaining('turn `ssl` on in postgresql.conf, or give sslmode=disable'),
    });
  });

  test('a full disk and other refusals of an append store nothing', async () => {
    const database = await server.createDatabase();
    const store = await openPostgresStore(server.url(database), 60_000);
    const epoch = (await store.create('a', { id: 'a', url: null }, 'base'))?.epoch ?? 0;
    // The server reports the state of a full disk, as it does when a file cannot grow.
    await server.query(
      `create function fail() returns trigger language plpgsql as $$ begin
        raise exception using errcode = new.body, message = 'could not extend file "base/1/2"'; end $$;
      create trigger fail before insert on hosting_contract.commits for each row
        when (new.body ~ '^[0-9A-Z]{5}$') execute function fail()`,
      database,
    );
    for (const [state, code] of [
      ['53100', 'full'],
      ['XX001', 'damaged'],
      ['42P01', 'damaged'],
      ['22000', 'unavailable'],
    ] as const)
      await expect(store.append('a', epoch, 0, { records: ['1', state] })).rejects.toMatchObject({ code });
    expect(await store.load('a', epoch)).toMatchObject({ records: [] });
    expect(await store.append('a', epoch, 0, { records: ['1'] })).toBe(true);
    await store.close();
    await expect(store.list()).rejects.toThrow('the store is closed');
  });

  test('too many connections', async () => {
    const database = await server.createDatabase();
    const store = await openPostgresStore(server.url(database));
    const lists = await Promise.allSettled(Array.from({ length: 10 }, () => store.list()));
    // Calls that find no connection at first wait for those of other calls.
    expect(lists.filter(({ status }) => status === 'rejected')).toEqual([]);
    await store.close();
  });
});

describeWithPostgres('TLS to PostgreSQL', () => {
  let server: PostgresServer;
  let ca: string;
  beforeAll(async () => {
    server = await startPostgres();
    ca = join(server.folder, 'ca.crt');
    const key = join(server.folder, 'server.key');
    const subject = [
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
      '-days',
      '2',
      '-nodes',
    ];
    execFileSync('openssl', ['req', '-new', '-x509', ...subject, '-keyout', key, '-out', ca], {
      stdio: 'ignore',
    });
    const { uid, gid } = statSync(join(server.folder, 'data'));
    chmodSync(key, 0o600);
    if (process.getuid?.() === 0) for (const file of [key, ca]) chownSync(file, uid, gid);
    await server.query(`alter system set ssl_cert_file = '${ca}'`);
    await server.query(`alter system set ssl_key_file = '${key}'`);
    await server.query('alter system set ssl = on');
    await server.restart();
  });
  afterAll(() => server?.stop());

  /** Opens a store in a new database, where no connection of an earlier store may be ending. */
  const usesTls = async (host: string, parameters = ''): Promise<boolean> => {
    const database = await server.createDatabase();
    const store = await openPostgresStore(`${server.url(database).replace('127.0.0.1', host)}${parameters}`);
    const [row] = await server.query<{ ssl: boolean }>(
      `select bool_and(ssl) as ssl from pg_stat_ssl join pg_stat_activity using (pid)
      where datname = '${database}'`,
    );
    await store.close();
    return row?.ssl ?? false;
  };

  test('each sslmode uses TLS and checks the certificate as libpq does', async () => {
    expect(await usesTls('localhost', '?sslmode=disable')).toBe(false);
    expect(await usesTls('localhost')).toBe(true);
    expect(await usesTls('127.0.0.1', '?sslmode=prefer')).toBe(true);
    expect(await usesTls('127.0.0.1', '?sslmode=require')).toBe(true);
    expect(await usesTls('127.0.0.1', `?sslmode=require&sslrootcert=${ca}`)).toBe(true);
    expect(await usesTls('127.0.0.1', `?sslmode=verify-ca&sslrootcert=${ca}`)).toBe(true);
    expect(await usesTls('localhost', `?sslmode=verify-full&sslrootcert=${ca}`)).toBe(true);
  });

  test('a certificate that is not trusted, or of another host, is refused', async () => {
    const byAddress = server.url(await server.createDatabase());
    const byName = byAddress.replace('127.0.0.1', 'localhost');
    const advice = {
      code: 'invalid address',
      message: expect.stringContaining('give sslrootcert=<file of the CA>'),
    };
    expect(await failure(`${byName}?sslmode=verify-full`)).toMatchObject(advice);
    expect(await failure(`${byAddress}?sslmode=verify-full&sslrootcert=${ca}`)).toMatchObject(advice);
    expect((await failure(`${byName}?sslmode=verify-ca`)).message).toContain('needs sslrootcert=');
    expect((await failure(`${byName}?sslmode=require&sslrootcert=/none`)).message).toContain(
      'the file of sslrootcert cannot be read',
    );
  });
});
