// Tests the file of a store: what survives a kill, who may use it, its size and its permissions.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { openStore } from './open-store.ts';
import { openSqlite } from './sqlite/node-sqlite.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { sharedText, stateWith } from './testing/shared-text-contract.ts';
import { claim, create, ONE, snapshot } from './testing/world-store-calls.ts';
import { StorageError } from './world-store.ts';

const root = mkdtempSync(join(tmpdir(), 'worlds-'));
const processes: ChildProcess[] = [];
afterAll(() => {
  for (const one of processes) one.kill('SIGKILL');
  rmSync(root, { recursive: true });
});
let folders = 0;
const newFolder = (): string => {
  const folder = join(root, `${++folders}`);
  mkdirSync(folder);
  return folder;
};
const newFile = (): string => join(newFolder(), 'worlds.db');

/** Starts a process that opens the store; returns the process and its lines. */
function start(file: string, options: { uid?: number } = {}) {
  const program = fileURLToPath(new URL('testing/store-process.ts', import.meta.url));
  const child = spawn(process.execPath, [program, `sqlite:${file}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  });
  processes.push(child);
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

const errorOf = async (opening: Promise<unknown>): Promise<StorageError> => {
  const error = await opening.then(
    () => null,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(StorageError);
  expect((error as Error).message).not.toContain('\n');
  return error as StorageError;
};

test('a file that was closed contains everything, without a further file that matters', async () => {
  const file = newFile();
  const first = await openSqliteStore(file);
  const epoch = await create(first);
  await first.append('a', epoch, 0, { records: ['1', '2'], saved: [snapshot('s')] });
  await first.append('a', epoch, 2, { records: ['3'], base: 'new', baseSeq: 2 });
  await first.checkpoint('a', epoch, 'values', 1);
  await create(first, 'b');
  const worlds = await first.list();
  await first.close();
  for (const name of readdirSync(join(file, '..')))
    if (name !== basename(file)) rmSync(join(file, '..', name));

  const second = await openSqliteStore(file);
  expect(await second.list()).toEqual(worlds.map((world) => ({ ...world, owner: null })));
  expect(await second.dueWorlds(9)).toEqual(['a']);
  const next = await claim(second);
  expect(next).toBeGreaterThan(epoch);
  expect(await second.load('a', next)).toEqual({
    ...{ base: 'new', records: ['3'], saved: [snapshot('s')], checkpoint: 'values' },
  });
  await second.close();
});

test('epochs rise over restarts, also when the world with the last one was removed', async () => {
  const file = newFile();
  const first = await openSqliteStore(file);
  await create(first, 'a');
  const last = await create(first, 'b');
  await first.remove('b', last);
  await first.close();
  const second = await openSqliteStore(file);
  expect(await create(second, 'b')).toBeGreaterThan(last);
  await second.close();
});

test('after a kill, the file can be opened at once and contains every acknowledged append', async () => {
  const file = newFile();
  for (const appends of [0, 1, 40, 150]) {
    const { child, lines } = start(file);
    expect((await lines.next()).value).toBe('opened');
    let stored = 0;
    for (let count = 0; count < appends; count++) stored = Number((await lines.next()).value?.split(' ')[1]);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    for (let line = await lines.next(); !line.done; line = await lines.next())
      stored = Number(line.value.split(' ')[1] ?? stored);
    await ended;

    const store = await openSqliteStore(file);
    const claimed = await store.claim('main', ONE);
    if (claimed?.kind !== 'claimed') throw new Error('The world is not free.');
    expect(claimed.seq).toBeGreaterThanOrEqual(stored);
    const world = await store.load('main', claimed.epoch);
    const first = claimed.seq - (world?.records.length ?? 0);
    expect(world?.records).toEqual(world?.records.map((_, index) => `record ${first + 1 + index}`));
    if (claimed.seq > 0) expect(world?.base).toBe(`base ${first}`);
    await store.close();
  }
});

test('the log that a killed process left counts when the log is copied to the database', async () => {
  const [file, copy] = [newFile(), newFile()];
  const store = await openSqliteStore(file);
  const epoch = await create(store);
  await store.append('a', epoch, 0, { records: ['x'.repeat(3_500_000)] });
  for (const part of ['', '-wal', '-process']) copyFileSync(`${file}${part}`, `${copy}${part}`);
  expect(statSync(file).size).toBeLessThan(100_000);
  await store.close();
  const again = await openSqliteStore(copy);
  await again.append('a', await claim(again), 1, { records: ['x'.repeat(1_000_000)] });
  // It is copied when no call has come for a time.
  await expect.poll(() => statSync(copy).size).toBeGreaterThan(4_000_000);
  await again.close();
});

test('a second process gets the process, the address and the time of the first', async () => {
  const file = newFile();
  const { child, lines } = start(file);
  await lines.next();
  const error = await errorOf(openStore(`sqlite:${file}`));
  expect(error.code).toBe('in use');
  expect(error.message).toMatch(
    new RegExp(
      `worlds\\.db is in use by process ${child.pid}, which serves http://127\\.0\\.0\\.1:4010, since \\d{4}-.*Z; stop it`,
    ),
  );
  // The refused attempt does not weaken the lock, which POSIX ties to the process.
  expect((await errorOf(openStore(`sqlite:${file}`))).code).toBe('in use');
  child.kill('SIGKILL');
  await once(child, 'exit');
  await (await openStore(`sqlite:${file}`)).close();
});

test('a second store of the same process is refused, also through a link, and other processes as well', async () => {
  const file = newFile();
  const store = await openSqliteStore(file);
  const link = join(newFolder(), 'link.db');
  symlinkSync(file, link);
  for (const path of [file, link]) {
    const error = await errorOf(openSqliteStore(path));
    expect(error).toMatchObject({
      code: 'in use',
      message: expect.stringContaining('by this process itself, since'),
    });
  }
  const other = start(file);
  expect((await other.lines.next()).value).toContain(
    `failed in use ${file} is in use by process ${process.pid},`,
  );
  await store.close();
  await (await openSqliteStore(link)).close();
});

test('calls before the end are stored, and calls after it are refused', async () => {
  const file = newFile();
  const store = await openSqliteStore(file);
  const epoch = await create(store);
  const append = store.append('a', epoch, 0, { records: ['1'] });
  await Promise.all([store.close(), store.close()]);
  expect(await append).toBe(true);
  await expect(store.list()).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('closed'),
  });
});

test('only the user can read the files', async () => {
  const file = newFile();
  const store = await openSqliteStore(file);
  await create(store);
  const modes = readdirSync(join(file, '..')).map((name) => [
    name,
    statSync(join(file, '..', name)).mode & 0o777,
  ]);
  expect(Object.fromEntries(modes)).toMatchObject({ 'worlds.db': 0o600, 'worlds.db-wal': 0o600 });
  expect(new Set(modes.map(([, mode]) => mode))).toEqual(new Set([0o600]));
  await store.close();
});

test('a folder, a missing folder and a file without permission are refused', async () => {
  const folder = newFolder();
  expect(await errorOf(openSqliteStore(folder))).toMatchObject({ code: 'invalid address' });
  const missing = await errorOf(openSqliteStore(join(folder, 'missing', 'worlds.db')));
  expect(missing).toMatchObject({
    code: 'invalid address',
    message: expect.stringContaining('does not exist'),
  });
  const file = join(folder, 'worlds.db');
  await (await openSqliteStore(file)).close();
  chmodSync(file, 0);
  // Root may read everything.
  if (process.getuid?.() === 0) {
    chmodSync(root, 0o755);
    const other = start(file, { uid: 65534 });
    expect((await other.lines.next()).value).toContain(`failed unavailable ${file} cannot be used: EACCES`);
  } else {
    const error = await errorOf(openSqliteStore(file));
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining('EACCES') });
  }
});

test('a file with two names, and a link that leads nowhere, are refused and left as they are', async () => {
  const file = newFile();
  await (await openSqliteStore(file)).close();
  linkSync(file, `${file}-copy`);
  for (const name of [file, `${file}-copy`])
    expect(await errorOf(openSqliteStore(name))).toMatchObject({
      code: 'invalid address',
      message: expect.stringContaining('has 2 names (hard links)'),
    });
  rmSync(`${file}-copy`);
  await (await openSqliteStore(file)).close();
  const link = `${file}-link`;
  symlinkSync(`${file}-missing`, link);
  expect(await errorOf(openSqliteStore(link))).toMatchObject({
    code: 'invalid address',
    message: expect.stringContaining('is a link to a file that does not exist'),
  });
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
});

test.each(['', '-wal'])('nothing is acknowledged once worlds.db%s is removed or replaced', async (suffix) => {
  const file = newFile();
  const store = await openSqliteStore(file);
  const epoch = await create(store);
  const append = (after: number) => store.append('a', epoch, after, { records: ['{}'] });
  expect(await append(0)).toBe(true);
  renameSync(file + suffix, `${file}-moved`);
  const refused = {
    code: 'unavailable',
    message: expect.stringContaining(`${file}${suffix} was removed or replaced while it was in use`),
  };
  expect(await errorOf(append(1))).toMatchObject(refused);
  copyFileSync(`${file}-moved`, file + suffix);
  expect(await errorOf(append(1))).toMatchObject(refused);
  rmSync(file + suffix);
  renameSync(`${file}-moved`, file + suffix);
  expect(await append(1)).toBe(true);
  await store.close();
});

test('a link with the name of a file beside the worlds is replaced, and its target is left as it is', async () => {
  const file = newFile();
  const target = `${file}.target`;
  for (const suffix of ['-process', '-process-new', '-new']) {
    writeFileSync(target, 'of somebody else', { mode: 0o644 });
    symlinkSync(target, `${file}${suffix}`);
  }
  const store = await openSqliteStore(file);
  await create(store);
  await store.announce?.('http://127.0.0.1:1');
  await store.close();
  expect(readFileSync(target, 'utf8')).toBe('of somebody else');
  expect(statSync(target).mode & 0o777).toBe(0o644);
});

test.each([
  [1, 'DROP TABLE texts;'],
  [2, ''],
])('a file of the format %i is upgraded, and its worlds go on', async (version, withoutTables) => {
  const file = newFile();
  const before = await openSqliteStore(file);
  const epoch = await create(before);
  // In these formats, each record has a row of its own.
  for (const seq of [0, 1, 2]) await before.append('a', epoch, seq, { records: [`${seq + 1}`] });
  await before.close();
  const db = openSqlite(file);
  db.exec(`${withoutTables} PRAGMA user_version = ${version}; PRAGMA wal_checkpoint(TRUNCATE)`);
  db.close();
  const store = await openSqliteStore(file);
  expect(readFileSync(file).readUInt32BE(60)).toBe(3);
  const claimed = await claim(store);
  expect(await store.load('a', claimed)).toMatchObject({ base: 'base', records: ['1', '2', '3'] });
  const text = sharedText('[1]');
  const base = stateWith('base', [text]);
  const changes = { records: ['4', '5'], base, baseSeq: 2, texts: [text] };
  expect(await store.append('a', claimed, 3, changes)).toBe(true);
  await store.close();
  const again = await openSqliteStore(file);
  expect(await again.load('a', await claim(again))).toMatchObject({ base, records: ['3', '4', '5'] });
  expect([...(await again.readTexts([text.hash])).values()]).toEqual(['[1]']);
  await again.close();
});

test('a base may come between the records of one append, long ones too', async () => {
  const file = newFile();
  const store = await openSqliteStore(file);
  const epoch = await create(store);
  const records = ['é1', '', '3', 'x'.repeat(300_000), 'y'.repeat(300_000), '6'];
  await store.append('a', epoch, 0, { records });
  const bytesFrom = (seq: number): number => Buffer.byteLength(`base${records.slice(seq).join('')}`);
  for (const baseSeq of [1, 2, 4, 5]) {
    await store.append('a', epoch, 6, { records: [], base: 'base', baseSeq });
    expect(await store.load('a', epoch)).toMatchObject({ records: records.slice(baseSeq) });
    expect((await store.list())[0]).toMatchObject({ seq: 6, bytes: bytesFrom(baseSeq) });
  }
  await store.close();
  const again = await openSqliteStore(file);
  expect((await again.list())[0]).toMatchObject({ seq: 6, bytes: bytesFrom(5) });
  expect(await again.load('a', await claim(again))).toMatchObject({ records: ['6'] });
  await again.close();
});

test('the files stay bounded while records, bases and worlds come and go', async () => {
  const file = newFile();
  const store = await openSqliteStore(file);
  const record = 'x'.repeat(2000);
  for (let round = 0; round < 10; round++) {
    const epoch = await create(store, `world-${round}`, { base: record.repeat(200) });
    for (let seq = 0; seq < 1500; seq += 50)
      await store.append(`world-${round}`, epoch, seq, {
        records: Array(50).fill(record),
        ...(seq % 500 === 0 && { base: record.repeat(200) }),
      });
    expect(await store.remove(`world-${round}`, epoch)).toBe(true);
  }
  // 45 MB were written, and at most 2 MB were stored at a time.
  expect(statSync(`${file}-wal`).size).toBeLessThan(20e6);
  await store.close();
  expect(statSync(file).size).toBeLessThan(4e6);
  expect(existsSync(`${file}-wal`)).toBe(false);
});
