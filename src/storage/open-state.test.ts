// Tests the addresses of stored worlds.
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { newFolder } from '../../bin/testing/processes.ts';
import { openStore } from './open-state.ts';
import { StorageError } from './world-store.ts';

const folder = newFolder();

const errorOf = async (address: string): Promise<StorageError> => {
  const error = await openStore(address).then(
    () => null,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(StorageError);
  return error as StorageError;
};

test('the address of a file is relative to the working directory or absolute', async () => {
  const file = join(folder, 'worlds.db');
  for (const path of [file, relative(process.cwd(), file)]) {
    const store = await openStore(`sqlite:${path}`);
    expect(store).toMatchObject({ description: path, isShared: false });
    await store.close();
    expect(existsSync(file)).toBe(true);
  }
});

test.each([
  ['', 'it is empty'],
  ['worlds.db', 'it has no scheme; give sqlite:worlds.db'],
  ['./data/worlds.sqlite3', 'it has no scheme; give sqlite:./data/worlds.sqlite3'],
  ['worlds', 'it has no scheme'],
  ['sqllite:worlds.db', 'its scheme sqllite is unknown; did you mean sqlite?'],
  ['postgre://host/worlds', 'its scheme postgre is unknown; did you mean postgres?'],
  [
    'mysql://host/worlds',
    'its scheme mysql is unknown; give sqlite:worlds.db or postgres://user@host/database',
  ],
  ['memory', 'leave it out'],
  [':memory:', 'leave it out'],
  ['sqlite::memory:', 'worlds are kept in memory when no address is given; leave it out'],
  ['sqlite:', 'it names no file'],
  ['sqlite:///tmp/worlds.db', 'give sqlite:worlds.db or sqlite:/absolute/worlds.db'],
  ['sqlite:worlds.db?mode=ro', 'after ? it can have max_mb=500'],
  ['sqlite:worlds.db?max_mb=0', 'after ? it can have max_mb=500'],
])('the address %j is refused in one line', async (address, message) => {
  const error = await errorOf(address);
  expect(error.code).toBe('invalid address');
  expect(error.message).toContain(message);
  expect(error.message).not.toContain('\n');
  // What `console.error(error)` prints.
  expect(inspect(error)).toBe(error.message);
});

test.each([
  'postgre://lab:hunter2@host/worlds',
  'lab:hunter2@host/worlds',
  '//lab:hunter2@host',
  'hunter2@host.db',
  'mysql://lab:hunter2@host/worlds.db',
  'postgres://lab:hunter2@127.0.0.1:1/worlds',
  'postgresql://lab:hunter2@[bad/worlds',
  'POSTGRES://lab:hunter2@127.0.0.1:1/worlds',
])('the error about %s contains no password', async (address) => {
  const error = await errorOf(address);
  expect(`${error.message} ${error.stack}`).not.toContain('hunter2');
  expect(error.message).not.toContain('\n');
});
