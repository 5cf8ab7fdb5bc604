// Tests that the mock refuses, in one line, a document that would take too much time or memory, at the start and
// while the mock runs.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
  folder = mkdtempSync(join(tmpdir(), 'limits-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the package's own document with the given pattern for first names. */
function withPattern(pattern: string): string {
  const document = JSON.parse(documentText()) as {
    components: { schemas: { CustomerCreate: { properties: Record<string, object> } } };
  };
  document.components.schemas.CustomerCreate.properties.first_name = { type: 'string', pattern };
  return JSON.stringify(document);
}

/** The first lines of every YAML document in these tests. */
const HEAD = ['openapi: 3.1.0', 'info: {title: x, version: "1"}', 'paths: {}', 'components: {schemas: {}}'];
const bomb = [
  ...HEAD,
  'a0: &a0 [x, x, x, x, x, x, x, x, x, x]',
  ...Array.from({ length: 9 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(10)}]`),
].join('\n');

const merges = [
  ...HEAD,
  `a: &a {${Array.from({ length: 20_000 }, (_, at) => `k${at}: 1`).join(', ')}}`,
  ...Array.from({ length: 20_000 }, (_, at) => `b${at}: {<<: *a}`),
].join('\n');

test.each<[string, string, string, RegExp]>([
  [
    'YAML aliases that expand to 10⁹ values',
    'a.yaml',
    bomb,
    /aliases in .*a\.yaml, written out, make more than 2000000/,
  ],
  [
    'a YAML alias that contains itself',
    'a.yaml',
    [...HEAD, 'a: &a', '  b: *a'].join('\n'),
    /leads back to itself/,
  ],
  ['YAML merge keys that expand to millions of values', 'a.yaml', merges, /multiply|more than 2000000/],
  [
    'a reference that contains terminal control characters',
    'a.yaml',
    [...HEAD, 'x: {$ref: "../\\e[31mred\\n::error::PWNED"}'].join('\n'),
    /the reference \.\.\/\\u001b\[31mred ::error::PWNED leaves the folder/,
  ],
  [
    'two million nested arrays that never close',
    'a.json',
    `{"openapi":"3.1.0","a":${'['.repeat(2_000_000)}`,
    /nests more than 500 levels/,
  ],
  ['a size of 17 MiB', 'a.json', `"${'a'.repeat(17_825_792)}"`, /larger than 16 MiB/],
  [
    'a pattern that takes exponential time',
    'a.json',
    withPattern('^(\\w+\\s?)*$'),
    /The pattern .* grows exponentially/,
  ],
  [
    'a pattern that takes polynomial time',
    'a.json',
    withPattern('\\s+$'),
    /The pattern .* with a power of its length/,
  ],
])('the mock refuses, in one line and with exit code 2, a document with %s', (_, name, text, why) => {
  const file = join(folder, name);
  writeFileSync(file, text);
  const run = spawnSync(process.execPath, [entry, 'mock', '--openapi', file, '--port', '0'], {
    encoding: 'utf8',
    timeout: 200_000,
  });
  expect(run.stderr.trim().split('\n')).toEqual([expect.stringMatching(/^error: /)]);
  expect(run.stderr).toMatch(why);
  expect([run.status, run.stdout]).toEqual([2, '']);
});

test('a running mock refuses a document that takes too much time or memory and goes on serving the former document', async () => {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, documentText());
  const args = ['mock', '--openapi', file, '--watch', '--port', '0', '--log', 'json'];
  child = spawn(process.execPath, [entry, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('The mock has no output.');
  const [line] = (await once(createInterface(stdout), 'line')) as [string];
  const { baseUrl } = JSON.parse(line) as { baseUrl: string };
  const warned = once(createInterface(stderr), 'line');
  writeFileSync(`${file}.new`, withPattern('^(a+)+$'));
  renameSync(`${file}.new`, file);
  // The mock answers requests while its worker thread reads the document.
  expect((await fetch(`${baseUrl}/openapi.json`)).status).toBe(200);
  expect(await warned).toEqual([
    expect.stringMatching(
      /^warning: .*cannot be served: The pattern .* The former document is still served\.$/,
    ),
  ]);
  expect(await (await fetch(`${baseUrl}/openapi.json`)).text()).toBe(documentText());
});
