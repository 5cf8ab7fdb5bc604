// Tests of `types`: the written file contains the contract's types, follows changes with --watch, and survives a
// broken document.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { documentText } from '../src/contract/document.ts';

const entry = fileURLToPath(new URL('./hosting-contract.ts', import.meta.url));
let child: ChildProcess | undefined;
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'types-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const runTypes = (...args: string[]): { status: number | null; stdout: string; stderr: string } => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry, 'types', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

/** Replaces a file atomically, so that the command never reads a half-written document. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

test('`types --check` accepts the written file until somebody edits it', () => {
  expect(runTypes('--out', 'api.ts', '--check')).toMatchObject({ status: 1 });
  expect(runTypes('--out', 'src/api.ts')).toMatchObject({ status: 0, stdout: '' });
  expect(runTypes('--out', 'src/api.ts', '--check')).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(runTypes('--out', 'src/api.ts').stderr).toMatch(/^src\/api\.ts: \d+ lines of types, unchanged\n$/);
  writeFileSync(join(folder, 'src/api.ts'), 'export {};\n');
  expect(runTypes('--out', 'src/api.ts', '--check')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'src/api.ts differs from the contract. Run: hosting-contract types --out src/api.ts\n',
  });
});

test.each([
  [['--check'], '--check needs --out <file>, the file to compare.'],
  [['--watch'], '--watch needs --out <file>, the file to write.'],
  [
    ['--watch', '--check', '--out', 'x.ts'],
    '--check writes nothing, and --watch writes again and again: choose one.',
  ],
  [['--openapi', 'none.json', '--out', 'x.ts'], 'none.json cannot be read (ENOENT).'],
])('the `types` arguments %j give one line on standard error and exit code 2', (args, message) => {
  expect(runTypes(...args)).toEqual({
    status: 2,
    stdout: '',
    stderr: `error: ${message} See: hosting-contract types --help\n`,
  });
});

test('the types follow the document given with --openapi, and a broken document changes nothing', async () => {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, documentText());
  const typing = spawn(process.execPath, [entry, 'types', '--openapi', file, '--out', 'api.ts', '--watch'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child = typing;
  const lines = createInterface(typing.stderr)[Symbol.asyncIterator]();
  const next = async (): Promise<string> => String((await lines.next()).value);
  expect(await next()).toMatch(/^api\.ts: \d+ lines of types$/);
  expect(await next()).toBe(`Watching ${file}; Ctrl-C ends it.`);
  const now = (): string => readFileSync(join(folder, 'api.ts'), 'utf8');
  const first = now();
  expect(first.split('\n')[0]).toMatch(/^\/\/ Generated from openapi\.json by /);
  const ofPackage = runTypes().stdout;
  expect(first.split('\n').slice(1)).toEqual(ofPackage.split('\n').slice(1));

  const other = JSON.parse(documentText()) as {
    components: { schemas: Record<string, { properties: Record<string, object> }> };
  };
  Object.assign(other.components.schemas.Customer?.properties ?? {}, { shoe_size: { type: 'integer' } });
  let line = next();
  replace(file, JSON.stringify(other));
  expect(await line).toMatch(/^api\.ts: \d+ lines of types, 1 of them new$/);
  const second = now();
  expect(second).toContain('shoe_size?: number;');

  for (const broken of [
    '{"openapi"',
    '{"openapi": "3.1.1", "paths": {"/x": {"get": {"$ref": "#/nowhere"}}}}',
    JSON.stringify({ ...other, paths: null }),
    JSON.stringify({ ...other, paths: { '/orders': null } }),
    'null',
  ]) {
    line = next();
    replace(file, broken);
    expect(await line).toMatch(/^warning: .*openapi\.json .* api\.ts is unchanged\.$/);
    expect(now()).toBe(second);
  }
  line = next();
  replace(file, documentText());
  expect(await line).toMatch(/^api\.ts: \d+ lines of types, 0 of them new$/);
  expect(now()).toBe(first);
});
