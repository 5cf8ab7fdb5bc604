// Tests of bundling: it reads only files in the folder of the root document.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundle } from './bundle.ts';

let home = '';
let folder = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'bundle-'));
  folder = join(home, 'a b#1');
  mkdirSync(join(folder, 'parts'), { recursive: true });
  writeFileSync(join(home, 'outside.yaml'), 'secret: {description: hidden words}\n');
  writeFileSync(join(home, 'a b#1.yaml'), 'secret: {description: hidden words}\n');
  writeFileSync(join(folder, 'notes.txt'), 'hidden words\n');
  writeFileSync(join(folder, 'parts/own.yaml'), "Own: {type: object, description: 'ours'}\n");
  writeFileSync(join(folder, 'parts/out.yaml'), "Out: {$ref: '../../outside.yaml#/secret'}\n");
  symlinkSync(join(home, 'outside.yaml'), join(folder, 'parts/link.yaml'));
  symlinkSync(home, join(folder, 'up'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function writeRoot(reference: string, description = 'ours'): string {
  const file = join(folder, 'root.yaml');
  writeFileSync(
    file,
    `openapi: 3.1.1\ninfo: {title: A, version: '1', description: ${description}}\npaths: {}\ncomponents: {schemas: {Own: {$ref: '${reference}'}}}\n`,
  );
  return file;
}
const refusal = async (file: string): Promise<string> =>
  bundle(file).then(
    (document) => `accepted: ${JSON.stringify(document)}`,
    (error: Error) => error.message,
  );

test('files below the folder of the root document are bundled, also in a folder whose name has unusual characters', async () => {
  const files = new Set<string>();
  const document = await bundle(writeRoot('parts/own.yaml#/Own'), files);
  expect(document.components.schemas.Own).toEqual({ type: 'object', description: 'ours' });
  expect(files.size).toBe(2);
});

test.each([
  ['../outside.yaml#/secret'],
  ['parts/link.yaml#/secret'],
  ['up/outside.yaml#/secret'],
  ['parts/%2e%2e/../../outside.yaml#/secret'],
  ['../a b%231.yaml#/secret'],
  ['parts/out.yaml#/Out'],
])(
  'the reference %s, which leaves the folder of the root document, is refused with a one-line message',
  async (ref) => {
    const message = await refusal(writeRoot(ref));
    expect(message).toMatch(/^The document .*root\.yaml cannot be bundled: .* leaves the folder .*\.$/);
    expect(message).not.toContain('hidden');
  },
);

test.each([
  ['../../../../../../etc/passwd', /leaves the folder/],
  ['/etc/passwd', /leaves the folder/],
  ['file:///etc/passwd', /leaves the folder/],
  ['http://127.0.0.1:9/x.yaml', /nothing is fetched/],
  ['https://127.0.0.1:9/x.yaml', /nothing is fetched/],
  ['..%2foutside.yaml', /names no file/],
  ['notes.txt', /neither YAML nor JSON/],
])('a document that refers to %s is refused with a one-line message', async (ref, why) => {
  const message = await refusal(writeRoot('parts/own.yaml#/Own', `{$ref: '${ref}'}`));
  expect(message).toMatch(/^The document .*root\.yaml cannot be bundled: .*\.$/);
  expect(message).toMatch(why);
});

test('the one-line error message about a missing file names the file', async () => {
  expect(await refusal(writeRoot('parts/none.yaml#/Own'))).toMatch(/none\.yaml cannot be read \(ENOENT\)\.$/);
});

test('a reference to a pipe is refused and not opened', async () => {
  execFileSync('mkfifo', [join(folder, 'parts/pipe.yaml')]);
  expect(await refusal(writeRoot('parts/pipe.yaml#/Own'))).toMatch(
    /parts\/pipe\.yaml is a pipe or a device, and no file/,
  );
});
