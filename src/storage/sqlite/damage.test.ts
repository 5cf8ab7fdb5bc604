// Tests that a damaged file is refused and left as it is, or read right.
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { withChecksum } from '../checksum.ts';
import { referenceTo } from '../shared-text.ts';
import { StorageError, type StoredWorld } from '../world-store.ts';
import { openSqlite } from './node-sqlite.ts';
import { Rows } from './rows.ts';
import { openWorldFile, type WorldFile } from './world-file.ts';
import { WorldTable } from './world-table.ts';

const root = mkdtempSync(join(tmpdir(), 'worlds-'));
afterAll(() => rmSync(root, { recursive: true }));
const OWNER = { id: 'one', url: null };
const PARTS = ['', '-wal', '-process'] as const;

function open(path: string): { file: WorldFile; worlds: WorldTable } {
  const file = openWorldFile(path, 'worlds.db', undefined);
  const rows = new Rows(file.db, 'worlds.db', file.contents);
  return { file, worlds: new WorldTable(rows, file.contents) };
}

/** Reads all worlds of a file. */
function readAll(path: string): unknown {
  const { file, worlds } = open(path);
  try {
    return worlds.list().map(({ name, main, seq, bytes, createdAt, changedAt }) => {
      const claim = worlds.claim(name, OWNER);
      const stored: StoredWorld | null = claim?.kind === 'claimed' ? worlds.load(name, claim.epoch) : null;
      const texts = [...worlds.readTexts([HASH])];
      return { name, main, seq, bytes, createdAt, changedAt, stored, texts };
    });
  } finally {
    worlds.rollBack();
    file.close();
  }
}

/** Copies a file with what stands beside it, as after a kill of the process. */
function copy(from: string, to: string): void {
  for (const part of [...PARTS, '-shm', '-lock', '-new']) rmSync(`${to}${part}`, { force: true });
  for (const part of PARTS) if (existsSync(`${from}${part}`)) copyFileSync(`${from}${part}`, `${to}${part}`);
}

const contentOf = (path: string): (string | null)[] =>
  ['', '-wal'].map((part) =>
    existsSync(`${path}${part}`) ? hash('sha256', readFileSync(`${path}${part}`)) : null,
  );

/** A text to which states refer. */
const TEXT = `[{"shared":"${'y'.repeat(300)}"}]`;
const HASH = hash('sha256', TEXT, 'base64url');
const REFERENCE = withChecksum(referenceTo('shared', HASH));

/** Stores some worlds. The rows fill one page here and several pages there, and some pages are free. */
function fill(worlds: WorldTable): void {
  const epochs = ['main', 'a', 'b', 'gone'].map((name) => {
    const claim = worlds.create(
      name,
      OWNER,
      `{"base":"${name.repeat(900)}"}\n${REFERENCE}`,
      name === 'main',
      [[HASH, TEXT]],
    );
    worlds.commit();
    return claim && 'epoch' in claim ? claim.epoch : 0;
  });
  for (let seq = 0; seq < 40; seq++) {
    const records = [`{"seq":${seq},"text":"${'é'.repeat((seq * 97) % 1500)}"}`, `{"half":${seq}}`];
    for (const [index, name] of ['main', 'a'].entries())
      worlds.append(name, epochs[index] ?? 0, 2 * seq, {
        records,
        // In the middle of a group of records.
        ...(seq === 12 && { base: 'later', baseSeq: 7 }),
        ...(seq % 9 === 0 && {
          saved: [{ name: `s${seq % 4}`, takenAt: '2026', state: 'x'.repeat(seq * 100) }],
        }),
      });
    worlds.checkpoint('a', epochs[1] ?? 0, `checkpoint ${seq}`, seq);
    if (seq === 20) worlds.remove('gone', epochs[3] ?? 0);
    worlds.commit();
  }
}

/** A file as a kill leaves it, partly in the write-ahead log, and one that was closed. */
const killed = join(root, 'killed.db');
const closed = join(root, 'closed.db');
const { file, worlds } = open(join(root, 'source.db'));
const transactions = (): number => Number(file.db.prepare('SELECT transactions AS n FROM store').get()?.n);
fill(worlds);
file.db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
worlds.claim('b', OWNER);
for (let seq = 0; seq < 10; seq++) {
  const claim = worlds.claim('b', OWNER);
  worlds.append('b', claim?.kind === 'claimed' ? claim.epoch : 0, seq, { records: ['y'.repeat(seq * 400)] });
  worlds.commit();
}
file.process.acknowledge(transactions());
copy(join(root, 'source.db'), killed);
file.close();
copy(join(root, 'source.db'), closed);
copy(killed, join(root, 'read.db'));
const expected = readAll(join(root, 'read.db'));

/** A change of one of the files; `at` is a part of its length. */
const damage = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('flip' as const),
      bytes: fc.array(
        fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), xor: fc.integer({ min: 1, max: 255 }) }),
        {
          minLength: 1,
          maxLength: 8,
        },
      ),
    }),
  },
  fc.record({
    kind: fc.constant('cut' as const),
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  }),
  fc.record({
    kind: fc.constant('zeros' as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.constantFrom(1, 512, 4096),
  }),
  fc.record({
    kind: fc.constant('text' as const),
    text: fc.constantFrom('', 'x', 'a text\n', 'SQLite format 3\0'),
  }),
  fc.record({ kind: fc.constant('missing' as const) }),
);
type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never;

function apply(path: string, one: Damage): void {
  const content = readFileSync(path);
  const index = (at: number): number => Math.min(content.length - 1, Math.floor(at * content.length));
  if (one.kind === 'zeros') content.subarray(index(one.at), index(one.at) + one.length).fill(0);
  if (one.kind === 'flip')
    for (const { at, xor } of one.bytes) content[index(at)] = (content[index(at)] ?? 0) ^ xor;
  if (one.kind === 'missing') rmSync(path);
  else if (one.kind === 'text') writeFileSync(path, one.text);
  else writeFileSync(path, one.kind === 'cut' ? content.subarray(0, one.at * content.length) : content);
}

test.each([
  ['the file of a killed process', killed, ''],
  ['the write-ahead log of a killed process', killed, '-wal'],
  ['the process file of a killed process', killed, '-process'],
  ['a file that was closed', closed, ''],
])('%s, damaged, is refused and left as it is, or read right', (_, source, part) => {
  const path = join(root, 'damaged.db');
  const outcomes = { refused: 0, read: 0 };
  fc.assert(
    fc.property(damage, (one) => {
      copy(source, path);
      apply(`${path}${part}`, one);
      const before = contentOf(path);
      // A file that is missing with all that belongs to it is a new one.
      if (before.every((content) => content === null)) return;
      let result: unknown;
      try {
        result = readAll(path);
      } catch (error) {
        expect(error).toBeInstanceOf(StorageError);
        expect(['damaged', 'other format']).toContain((error as StorageError).code);
        expect((error as Error).message).toMatch(/^worlds\.db [^\n]*$/);
        expect(contentOf(path)).toEqual(before);
        expect(readdirSync(root).filter((name) => /^damaged\.db-(shm|lock|new)/.test(name))).toEqual([]);
        outcomes.refused += 1;
        return;
      }
      expect(result).toEqual(expected);
      outcomes.read += 1;
    }),
    { numRuns: part === '-process' ? 50 : 150 },
  );
  if (part === '-process') expect(outcomes.refused).toBe(0);
  else expect(outcomes.refused).toBeGreaterThan(50);
});

test('a log that was cut within a transaction that nobody was told of is read up to it', () => {
  const path = join(root, 'cut.db');
  copy(killed, path);
  const { file, worlds } = open(path);
  const claim = worlds.claim('b', OWNER);
  worlds.append('b', claim?.kind === 'claimed' ? claim.epoch : 0, 10, { records: ['not acknowledged'] });
  const length = readFileSync(`${path}-wal`).length;
  worlds.commit();
  const after = readFileSync(`${path}-wal`).length;
  const torn = join(root, 'torn.db');
  copy(path, torn);
  file.close();
  expect(after).toBeGreaterThan(length);
  for (const cut of [length, length + 1, Math.floor((length + after) / 2), after - 1]) {
    const path = join(root, 'torn-copy.db');
    copy(torn, path);
    truncateSync(`${path}-wal`, cut);
    expect(readAll(path)).toEqual(expected);
  }
});

test('a file of another version of the format is refused, and both versions are named', () => {
  const path = join(root, 'version.db');
  copy(closed, path);
  const db = openSqlite(path);
  db.exec('PRAGMA user_version = 7; PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  const before = contentOf(path);
  expect(() => open(path)).toThrow(
    expect.objectContaining({
      code: 'other format',
      message: expect.stringMatching(/format 7, .*format 3;/),
    }),
  );
  expect(contentOf(path)).toEqual(before);
});

test('a database of another program is refused', () => {
  const path = join(root, 'other.db');
  const db = openSqlite(path);
  db.exec('CREATE TABLE notes (text)');
  db.close();
  const before = contentOf(path);
  expect(() => open(path)).toThrow(expect.objectContaining({ code: 'other format' }));
  expect(contentOf(path)).toEqual(before);
});

test('a database that another program has opened for writing is refused', () => {
  const path = join(root, 'busy.db');
  copy(closed, path);
  const db = openSqlite(path);
  db.exec('BEGIN IMMEDIATE');
  expect(() => open(path)).toThrow(
    expect.objectContaining({ code: 'in use', message: expect.stringContaining('another program') }),
  );
  db.close();
  expect(readAll(path)).toEqual(expected);
});

test('an interrupted creation is repeated', () => {
  const path = join(root, 'created', 'worlds.db');
  mkdirSync(join(path, '..'));
  writeFileSync(`${path}-new`, 'half a file');
  writeFileSync(`${path}-lock`, '');
  expect(readAll(path)).toEqual([]);
  expect(readdirSync(join(path, '..')).sort()).toEqual(['worlds.db', 'worlds.db-lock']);
});

test.each([
  ['a symbolic link', (path: string) => symlinkSync('nowhere', path)],
  ['a folder', (path: string) => mkdirSync(path)],
  ['no file', (path: string) => execFileSync('mkfifo', [path])],
] as const)('a lock file that is %s is refused in one line, and stays', (what, make) => {
  const folder = mkdtempSync(join(root, 'lock-'));
  const path = join(folder, 'worlds.db');
  make(`${path}-lock`);
  expect(() => open(path)).toThrow(
    expect.objectContaining({
      code: 'damaged',
      message: `${path}-lock should be an empty file and is ${what}; remove it when no process uses the worlds.`,
    }),
  );
  expect(readdirSync(folder)).toEqual(['worlds.db-lock']);
});
