// Tests of generating types: it reads nothing but the document.
import ts from 'typescript';
import { expect, test } from 'vitest';
import type { OpenApiDocument } from './openapi.ts';
import { typesText } from './types-text.ts';

test.each(['http://127.0.0.1:9/order.json', '/nowhere/order.json'])(
  'an external example at the address %s is not fetched',
  async (externalValue) => {
    const content = {
      'application/json': { schema: { $ref: '#/components/schemas/A' }, examples: { e: { externalValue } } },
    };
    const document = {
      openapi: '3.1.1',
      info: { title: 'A', version: '1' },
      paths: { '/a': { get: { operationId: 'getA', responses: { 200: { description: 'A', content } } } } },
      components: { schemas: { A: { type: 'object', properties: { externalValue: { type: 'string' } } } } },
    };
    expect(typesText(document as unknown as OpenApiDocument)).toContain('externalValue?: string;');
  },
);

test('the text has no methods, parameters, bodies and headers that no operation has', () => {
  const responses = { 204: { description: 'Gone', headers: { 'X-Count': { schema: { type: 'integer' } } } } };
  const never = { type: 'object', properties: { get: false, headers: { type: 'string' } } };
  const text = typesText({
    openapi: '3.1.1',
    info: { title: 'A', version: '1' },
    paths: { '/a': { delete: { operationId: 'deleteA', responses } } },
    components: { schemas: { Never: never } },
  } as unknown as OpenApiDocument);
  expect(text.split('\n').map((line) => line.trim())).toEqual([
    ...['export interface paths {', '"/a": {', 'delete: operations["deleteA"];', '};', '}'],
    'export type webhooks = Record<string, never>;',
    ...['export interface components {', 'schemas: {', 'Never: Never;', '};', '}'],
    ...['export interface operations {', 'deleteA: {', 'parameters: Record<string, never>;', 'responses: {'],
    ...['/** @description Gone */', '204: {', 'content?: never;', '};', '};', '};', '}'],
    ...['export type Never = {', 'get?: never;', 'headers?: string;', '};', ''],
  ]);
});

test('a union of known values and any text proposes the values and takes every text', () => {
  const known = { enum: ['wallet', 'card'] };
  const text = typesText({
    openapi: '3.1.1',
    info: { title: 'A', version: '1' },
    paths: {},
    components: {
      schemas: {
        Known: known,
        Method: { anyOf: [{ $ref: '#/components/schemas/Known' }, { type: 'string', maxLength: 9 }] },
      },
    },
  } as unknown as OpenApiDocument);
  expect(text).toContain('export type Method = components["schemas"]["Known"] | (string & {});');
});

// Returns the compiler's errors in a source text.
function problems(text: string): string[] {
  const host = ts.createCompilerHost({});
  const real = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) =>
    name === 'api.ts' ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022) : real(name, ...rest);
  const program = ts.createProgram(
    ['api.ts'],
    { strict: true, noEmit: true, skipLibCheck: true, types: [], lib: ['lib.es2022.d.ts'] },
    host,
  );
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

test('every schema whose name allows it is a named type, and the shapes of openapi-typescript stay', async () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const text = typesText({
    openapi: '3.1.1',
    info: { title: 'A', version: '1' },
    paths: {},
    components: {
      schemas: {
        Tree: {
          description: 'A tree.\n        Leaf: none;\n};',
          type: 'object',
          required: ['branches'],
          properties: { branches: { type: 'array', items: ref('Tree') }, 'odd-name': { type: 'string' } },
        },
        Leaf: { type: 'string', enum: ['a;', "b'", 'c\n        Tree: d;'] },
        Either: { oneOf: [ref('Tree'), ref('Leaf'), ref('Error'), ref('not-an-identifier')] },
        Both: { allOf: [ref('Tree'), { type: 'object', properties: { more: { type: 'integer' } } }] },
        Error: { type: 'object', properties: { message: { type: 'string' } } },
        Record: { type: 'object', additionalProperties: { type: 'string' } },
        'not-an-identifier': { type: 'object', properties: { leaf: ref('Leaf') } },
      },
      responses: {
        Tree: { description: 'A tree', content: { 'application/json': { schema: ref('Tree') } } },
      },
    },
  } as unknown as OpenApiDocument);
  expect([...text.matchAll(/^export type (\w+) = /gm)].map(([, name]) => name)).toEqual(
    expect.arrayContaining(['Tree', 'Leaf', 'Either', 'Both']),
  );
  expect(text).not.toMatch(/^export type (?:Error|Record) /m);
  const use = `
const leaf: Leaf = "b'";
const tree: Tree = { branches: [{ branches: [] }], 'odd-name': 'x' };
const both: components['schemas']['Both'] = { ...tree, more: 1 };
const same: components['responses']['Tree']['content']['application/json'] = both;
const either: Either[] = [tree, leaf, { message: 'x' }, { leaf }];
const record: components['schemas']['Record'] = { a: 'b' };
const error: components['schemas']['Error'] = { message: 'x' };
export { either, error, record, same };
`;
  expect(problems(text + use)).toEqual([]);
  expect(problems(`${text}const tree: Tree = { branches: [1] };`)).toHaveLength(1);
});

test('a member whose list of values is open takes any string, and its known values have a type', async () => {
  const state = (...more: object[]) => ({
    anyOf: [{ $ref: '#/components/schemas/State' }, { type: 'string', pattern: '\\S' }, ...more],
  });
  const text = await typesText({
    openapi: '3.1.1',
    info: { title: 'A', version: '1' },
    paths: {},
    components: {
      schemas: {
        State: { type: 'string', enum: ['open', 'closed'] },
        Ticket: {
          type: 'object',
          properties: { is: state(), was: state({ type: 'null' }) },
        },
      },
    },
  } as unknown as OpenApiDocument);
  expect(text).toMatch(/ is\?: components\["schemas"\]\["State"\] \| \(string & \{\}\);/);
  const use = `const ticket: Ticket = { is: 'on_hold', was: null };\nexport { ticket };\n`;
  expect(problems(text + use)).toEqual([]);
  expect(problems(`${text}export const state: State = 'on_hold';`)).toHaveLength(1);
});
