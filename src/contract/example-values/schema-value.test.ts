// Tests that values can be made of every schema of the document, and which keywords no value meets.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { document } from '../document.ts';
import { reloadDocument } from '../edited-document/reload-document.ts';
import { validateValue } from '../validation/validate.ts';
import { schemaValueMaker } from './schema-value.ts';
import { firstValidValue, type MadeValue } from './valid-value.ts';

const made = (name: string, seed: number): MadeValue =>
  firstValidValue((...trial) => schemaValueMaker(document(), name)(...trial), seed, {
    validate: (value) => validateValue(name, value),
  });

test.each(Object.keys(document().components.schemas))(
  'a valid value of the schema %s is made from any seed, the same from the same seed',
  (name) => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), (seed) => {
        const value = made(name, seed);
        expect(value).toHaveProperty('value');
        expect(made(name, seed)).toEqual(value);
      }),
      { numRuns: 2, seed: 1 },
    );
  },
);

const node = { $ref: '#/components/schemas/Node' };
const code = { type: 'string', pattern: '^(a|b)\\1$' };

test.each([
  [
    'a list of itself',
    { type: 'object', required: ['of'], properties: { of: { type: 'array', items: node } } },
  ],
  ['an optional member of its own type', { type: 'object', properties: { next: node } }],
  ['a keyword that excludes a value', { type: 'integer', minimum: 1, maximum: 3, not: { const: 2 } }],
  ['siblings of a reference', { allOf: [{ $ref: '#/components/schemas/Address' }], required: ['line2'] }],
  ['a lower bound alone', { type: 'integer', minimum: 5_000_000 }],
])('a valid value is made of a schema with %s', (_, schema) => {
  const { undo } = reloadDocument(withNode(schema));
  try {
    expect(made('Node', 7)).toHaveProperty('value');
  } finally {
    undo();
  }
});

test.each([
  ['an endless member', { type: 'object', required: ['next'], properties: { next: node } }, 'required at /'],
  ['a pattern with a back-reference', code, 'pattern at /'],
  ['a huge list', { type: 'array', minItems: 20_000 }, 'minItems demands more than 10000'],
])('the keywords are named of a schema with %s', (_, schema, keyword) => {
  const { undo } = reloadDocument(withNode(schema));
  try {
    expect(made('Node', 7)).toEqual({ keywords: expect.arrayContaining([expect.stringContaining(keyword)]) });
  } finally {
    undo();
  }
});

/** Returns the document with a further schema named Node. */
function withNode(schema: object): ReturnType<typeof document> {
  const edited = structuredClone(document());
  edited.components.schemas.Node = schema as never;
  return edited;
}
