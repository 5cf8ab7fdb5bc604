// Tests of bundling: it reads only files in the folder of the root document.
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { newFolder } from '../../bin/testing/processes.ts';
import { bundle } from './bundle.ts';
import type { OpenApiDocument } from './openapi.ts';

let home = '';
let folder = '';
beforeEach(() => {
  home = newFolder();
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

// Writes a document of several files without a list of components, and bundles it.
function bundleParts(files: Record<string, string>): Promise<OpenApiDocument> {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return bundle(join(folder, 'root.yaml'));
}
const ROOT = "openapi: 3.1.1\ninfo: {title: A, version: '1'}\n";
const PETS = `paths: {/pets: {get: {responses: {'200': {$ref: components/responses/pets.yaml#/Pets}}}}}\n`;
const RESPONSES = `
Pets: {description: All pets., content: {application/json: {schema: {$ref: ../schemas/Pet.yaml}}}}
Unused: {description: Nothing.}
`;

test('fragments below components/ that a reference names are components by their keys, or by the name of their file', async () => {
  const { components, paths } = await bundleParts({
    'root.yaml': ROOT + PETS,
    'components/responses/pets.yaml': RESPONSES,
    'components/schemas/Pet.yaml': "{type: object, properties: {kind: {$ref: 'kinds.yaml#/Kind'}}}",
    'components/schemas/kinds.yaml': 'Kind: {type: string}\ntype: {type: number}\n',
  });
  expect(paths['/pets']?.get?.responses).toEqual({ 200: { $ref: '#/components/responses/Pets' } });
  expect(Object.keys(components.responses ?? {})).toEqual(['Pets']);
  expect(components.schemas).toEqual({
    Pet: { type: 'object', properties: { kind: { $ref: '#/components/schemas/Kind' } } },
    Kind: { type: 'string' },
  });
});

test('an example that one reference names stands at its place, and one that several name is a component', async () => {
  const media = (name: string) =>
    `{examples: {own: {$ref: ../examples/pets.yaml#/${name}}, all: {$ref: ../examples/pets.yaml#/Cat}}}`;
  const { components } = await bundleParts({
    'root.yaml': ROOT + PETS,
    'components/responses/pets.yaml': `Pets: {description: All., content: {application/json: ${media('Dog')}, text/plain: ${media('Cow')}}}`,
    'components/examples/pets.yaml': 'Dog: {value: Rex}\nCow: {value: Cora}\nCat: {value: Mimi}\n',
  });
  expect(components.examples).toEqual({ Cat: { value: 'Mimi' } });
  expect(components.responses?.Pets?.content?.['application/json']?.examples).toEqual({
    own: { value: 'Rex' },
    all: { $ref: '#/components/examples/Cat' },
  });
});

test('a component that the root lists keeps the name that it has there', async () => {
  const { components } = await bundleParts({
    'root.yaml': `${ROOT}${PETS}components: {schemas: {Animal: {$ref: components/schemas/Pet.yaml}}}\n`,
    'components/responses/pets.yaml': RESPONSES,
    'components/schemas/Pet.yaml': '{type: object}',
  });
  expect(components.schemas).toEqual({ Animal: { type: 'object' } });
  expect(JSON.stringify(components.responses)).toContain('#/components/schemas/Animal');
});

test('two fragments that are the same component are refused with both places', async () => {
  const bundled = bundleParts({
    'root.yaml': ROOT + PETS,
    'components/responses/pets.yaml': RESPONSES,
    'components/schemas/Pet.yaml': "{type: array, items: {$ref: 'animals.yaml#/Pet'}}",
    'components/schemas/animals.yaml': 'Pet: {type: object}',
  });
  await expect(bundled).rejects.toThrow(
    /components\/schemas\/animals\.yaml#\/Pet and components\/schemas\/Pet\.yaml are both the component schemas\/Pet; rename/,
  );
});

test('operations inherit replies, and replies headers by status and class, before their own', async () => {
  const { paths, components, ...rest } = await bundleParts({
    'root.yaml': `${ROOT}paths: {/pets: {get: {responses: {'200': {description: Own, headers: {B: {}}}, '401': {description: Own}}}}}
x-inherited:
  operations: {responses: {'401': {$ref: components/responses/errors.yaml#/Error}, '429': {$ref: components/responses/errors.yaml#/Error}}}
  headers: {2XX: {A: {}}, 4XX: {A: {}}, '429': {Wait: {}}}
`,
    'components/responses/errors.yaml': 'Error: {description: Failed.}',
  });
  expect(paths['/pets']?.get?.responses).toEqual({
    200: { description: 'Own', headers: { A: {}, B: {} } },
    401: { description: 'Own', headers: { A: {} } },
    429: { $ref: '#/components/responses/Error' },
  });
  expect(components.responses?.Error?.headers).toEqual({ A: {}, Wait: {} });
  expect(rest).not.toHaveProperty('x-inherited');
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
