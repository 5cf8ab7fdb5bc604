// Tests of the document check: which documents it refuses, and with which sentence.
import { expect, test } from 'vitest';
import { documentText } from '../document.ts';
import { assertOpenApiDocument } from './assert-document.ts';

const resultFor = (document: unknown): string => {
  try {
    assertOpenApiDocument(document);
    return 'accepted';
  } catch (error) {
    return (error as Error).message;
  }
};
const base = { openapi: '3.1.1', paths: {}, components: { schemas: {} } };
const schemas = (of: object): object => ({ ...base, components: { schemas: of } });
const to = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

test('the OpenAPI document of this package is accepted', () => {
  expect(resultFor(JSON.parse(documentText()))).toBe('accepted');
});

test('a schema that contains itself, as a tree does, is accepted, and so is a chain of references to a schema', () => {
  const tree = { type: 'object', properties: { leaf: to('Tree'), not: to('Tree') }, items: to('Tree') };
  expect(
    resultFor(schemas({ Tree: tree, Alias: to('Tree'), Both: { allOf: [to('Alias'), to('Tree')] } })),
  ).toBe('accepted');
});

test.each([
  ['itself', { A: to('A') }],
  ['itself, with a description beside it', { A: { description: 'a', ...to('A') } }],
  ['itself through two others', { A: to('B'), B: to('C'), C: to('A') }],
  ['itself through its subschemas', { A: { allOf: [{ type: 'object' }, { anyOf: [to('A')] }] } }],
  ['itself through an encoded name', { A: { $ref: '#/components/schemas/%41' } }],
])('a schema that is a reference to %s is refused', (_what, of) => {
  expect(resultFor(schemas(of))).toMatch(
    /^#\/components\/schemas\/A (\(over .*\) )?leads back to itself.*\.$/,
  );
});

test.each([
  ['null', null, /no OpenAPI 3\.1 document/],
  ['paths null', { ...base, paths: null }, /^The member paths is null, /],
  ['no part', { openapi: '3.1.0' }, /neither paths nor components nor webhooks/],
  ['a path item null', { ...base, paths: { '/orders': null } }, /^The path \/orders is null, /],
  ['a path item text', { ...base, paths: { '/orders': 'x' } }, /^The path \/orders is a string, /],
  ['an operation null', { ...base, paths: { '/orders': { get: null } } }, /^GET \/orders is null, /],
  [
    'responses null',
    { ...base, paths: { '/orders': { get: { responses: null } } } },
    /^The responses of GET \/orders is null, /,
  ],
  ['a webhook null', { ...base, webhooks: { order: null } }, /^The webhook order is null, /],
  ['a schema null', schemas({ Order: null }), /^The schema Order is null, /],
  [
    'a reference to nothing',
    schemas({ Order: { properties: { id: to('Nothing') } } }),
    /^The reference #\/components\/schemas\/Nothing at #\/components\/schemas\/Order\/properties\/id points at nothing/,
  ],
  ['another file', schemas({ Order: { $ref: '../x.json#/A' } }), /^The reference \.\.\/x\.json#\/A /],
])('a document with this mistake is refused with a sentence of its own: %s', (_what, document, why) => {
  expect(resultFor(document)).toMatch(why);
  expect(resultFor(document)).toMatch(/\.$/);
});
