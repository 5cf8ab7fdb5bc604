// Tests of `types`: the written file contains the contract's types, follows changes with --watch, and survives a
// broken document.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { documentText } from '../src/contract/document.ts';
import { callIn } from './testing/command-line.ts';
import { newFolder, replaceFile, start } from './testing/processes.ts';

let folder = '';
beforeEach(() => {
  folder = newFolder();
});

const runTypes = (...args: string[]) => callIn(folder, 'types', ...args);

test('`types --check` accepts the written file until somebody edits it', async () => {
  expect(await runTypes('--out', 'api.ts', '--check')).toMatchObject({ code: 1 });
  expect(await runTypes('--out', 'src/api.ts')).toMatchObject({ code: 0, out: '' });
  expect(await runTypes('--out', 'src/api.ts', '--check')).toEqual({ code: 0, out: '', err: '' });
  expect((await runTypes('--out', 'src/api.ts')).err).toMatch(
    /^src\/api\.ts: \d+ lines of types, unchanged\n$/,
  );
  const text = readFileSync(join(folder, 'src/api.ts'), 'utf8');
  writeFileSync(join(folder, 'src/api.ts'), `\uFEFF${text.replaceAll('\n', '\r\n')}`);
  expect(await runTypes('--out', 'src/api.ts', '--check')).toEqual({ code: 0, out: '', err: '' });
  writeFileSync(join(folder, 'src/api.ts'), 'export {};\n');
  expect(await runTypes('--out', 'src/api.ts', '--check')).toEqual({
    code: 1,
    out: '',
    err: 'src/api.ts differs from the contract. Run: hosting-contract types --out src/api.ts\n',
  });
});

test.each([
  [['--check'], '--check needs --out <file>, the file to compare.'],
  [['--watch'], '--watch needs --out <file>, the file to write.'],
  [
    ['--watch', '--check', '--out', 'x.ts'],
    '--check writes nothing, and --watch writes again and again: choose one.',
  ],
  [['--out', '/dev/zero'], '/dev/zero is a pipe or a device, and no file.'],
  [['--out', '/dev/zero', '--check'], '/dev/zero is a pipe or a device, and no file.'],
  [['--openapi', 'none.json', '--out', 'x.ts'], 'none.json cannot be read (ENOENT).'],
])('the `types` arguments %j give one line on standard error and exit code 2', async (args, message) => {
  expect(await runTypes(...args)).toEqual({
    code: 2,
    out: '',
    err: `error: ${message} See: hosting-contract types --help\n`,
  });
});

test('a JSON document in several files has types, and a mistake in it is said with file and line', async () => {
  const parts = (length: unknown) => JSON.stringify({ Name: { type: 'string', minLength: length } }, null, 2);
  const root = {
    openapi: '3.1.0',
    info: { title: 'x', version: '1' },
    paths: {},
    components: { schemas: { Name: { $ref: 'parts.json#/Name' } } },
  };
  writeFileSync(join(folder, 'root.json'), JSON.stringify(root));
  writeFileSync(join(folder, 'parts.json'), parts(3));
  expect(await runTypes('--openapi', 'root.json')).toMatchObject({ code: 0 });
  writeFileSync(join(folder, 'parts.json'), parts('3'));
  expect((await runTypes('--openapi', 'root.json')).err).toMatch(
    /parts\.json:4: The schema Name has minLength: "3", where a whole number from 0 on belongs\./,
  );
});

test('the types follow the document given with --openapi, and a broken document changes nothing', async () => {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, documentText());
  const typing = start(['types', '--openapi', file, '--out', 'api.ts', '--watch'], { cwd: folder });
  let read = 0;
  // Returns the next line of standard error.
  const next = async (): Promise<string> => {
    await expect.poll(() => typing.output.err.slice(read)).toContain('\n');
    const [line = ''] = typing.output.err.slice(read).split('\n');
    read += line.length + 1;
    return line;
  };
  expect(await next()).toMatch(/^api\.ts: \d+ lines of types$/);
  expect(await next()).toBe(`Watching ${file}; Ctrl-C ends it.`);
  const now = (): string => readFileSync(join(folder, 'api.ts'), 'utf8');
  const first = now();
  expect(first.split('\n')[0]).toMatch(/^\/\/ Generated from openapi\.json by /);
  const ofPackage = (await runTypes()).out;
  expect(first.split('\n').slice(1)).toEqual(ofPackage.split('\n').slice(1));

  const other = JSON.parse(documentText()) as {
    components: { schemas: Record<string, { properties: Record<string, object> }> };
  };
  Object.assign(other.components.schemas.Customer?.properties ?? {}, { shoe_size: { type: 'integer' } });
  replaceFile(file, JSON.stringify(other));
  expect(await next()).toMatch(/^api\.ts: \d+ lines of types, 1 of them new$/);
  const second = now();
  expect(second).toContain('shoe_size?: number;');

  for (const broken of [
    '{"openapi"',
    '{"openapi": "3.1.1", "paths": {"/x": {"get": {"$ref": "#/nowhere"}}}}',
    documentText().replace('"getOrder"', '"listOrders"'),
    JSON.stringify({ ...other, paths: null }),
  ]) {
    replaceFile(file, broken);
    expect(await next()).toMatch(/^warning: .*openapi\.json .* api\.ts is unchanged\.$/);
    expect(now()).toBe(second);
  }
  replaceFile(file, documentText());
  expect(await next()).toMatch(/^api\.ts: \d+ lines of types, 0 of them new$/);
  expect(now()).toBe(first);
});
