// Tests that the mock refuses, in one line, a document that would take too much time or memory, at the start and
// while the mock runs.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentText } from '../../src/contract/document.ts';
import { sampled } from '../../tools/testing/sampled.ts';
import { newFolder, replaceFile, run, startMock } from '../testing/processes.ts';

// Returns the package's own document with the given pattern for first names.
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

const documents: [name: string, file: string, text: string, why: RegExp][] = [
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
  // On a busy machine, the time ends before it is known how slow the pattern is.
  [
    'a pattern that takes exponential time',
    'a.json',
    withPattern('^(\\w+\\s?)*$'),
    /The pattern .* (grows exponentially|can take very long)/,
  ],
  [
    'a pattern that takes polynomial time',
    'a.json',
    withPattern('\\s+$'),
    /The pattern .* (with a power of its length|can take very long)/,
  ],
];

test.each(sampled(documents, 2))(
  'the mock refuses, in one line and with exit code 2, a document with %s',
  async (_, name, text, why) => {
    const file = join(newFolder(), name);
    writeFileSync(file, text);
    const { code, out, err } = await run('mock', '--openapi', file, '--port', '0');
    expect(err.trim().split('\n')).toEqual([expect.stringMatching(/^error: /)]);
    expect(err).toMatch(why);
    expect([code, out]).toEqual([2, '']);
  },
);

test('a running mock refuses a document that takes too much time or memory and goes on serving the former document', async () => {
  const file = join(newFolder(), 'openapi.json');
  writeFileSync(file, documentText());
  const { baseUrl, output } = await startMock(['--openapi', file, '--watch']);
  replaceFile(file, withPattern('^(a+)+$'));
  // The mock answers requests while its worker thread reads the document.
  expect((await fetch(`${baseUrl}/openapi.json`)).status).toBe(200);
  await expect
    .poll(() => output.err)
    .toMatch(/^warning: .*cannot be served: The pattern .* The former document is still served\.\n$/);
  expect(await (await fetch(`${baseUrl}/openapi.json`)).text()).toBe(documentText());
});
