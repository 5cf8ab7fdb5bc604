// Tests that values can be made of every schema of the document, and which keywords no value meets.
import { faker } from '@faker-js/faker/locale/en';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampled } from '../../../tools/testing/sampled.ts';
import { document } from '../document.ts';
import { reloadDocument } from '../edited-document/reload-document.ts';
import { validateValue } from '../validation/validate.ts';
import { schemaValueMaker } from './schema-value.ts';
import { firstValidValue, type MadeValue } from './valid-value.ts';

const made = (name: string, seed: number): MadeValue =>
  firstValidValue((...trial) => schemaValueMaker(document(), name)(...trial), seed, {
    validate: (value) => validateValue(name, value),
  });

test.each(sampled(Object.keys(document().components.schemas), 12))(
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

test('a text suits the name of its member and meets its schema, and is an example where there is one', () => {
  const text = { type: 'string' };
  const members = {
    ...{ email: text, contactPhone: text, ip_address: text, tags: { type: 'array', items: text } },
    ...{ country: { ...text, pattern: '^[A-Z]{2}$' }, short_name: { ...text, maxLength: 5 } },
    ...{ site: { ...text, format: 'uri' }, city: { ...text, examples: ['Rome'] }, api_key: text },
  };
  const { undo } = reloadDocument(withNode({ type: 'object', properties: members }));
  try {
    const word = '[a-z-]+';
    expect(made('Node', 7)).toEqual({
      value: {
        email: expect.stringMatching(/@example\.(com|net|org)$/),
        contactPhone: expect.stringMatching(/^\+1 202 555 01\d\d$/),
        ip_address: expect.stringMatching(/^192\.0\.2\.\d+$/),
        tags: expect.arrayContaining([expect.stringMatching(new RegExp(`^${word} ${word}$`))]),
        country: expect.stringMatching(/^[A-Z]{2}$/),
        short_name: expect.stringMatching(/^.{1,5}$/),
        site: expect.stringMatching(/^https:\/\/[a-z-]+\.example\/$/),
        city: 'Rome',
        api_key: expect.stringMatching(/^\w+$/),
      },
    });
    expect(made('Node', 7)).toEqual(made('Node', 7));
    expect(made('Node', 8)).not.toEqual(made('Node', 7));
  } finally {
    undo();
  }
});

test('making texts leaves the generator alone that a program shares with this package', () => {
  faker.seed(1);
  const expected = faker.person.fullName();
  faker.seed(1);
  made('Customer', 7);
  expect(faker.person.fullName()).toBe(expected);
});

test.each([
  ['an endless member', { type: 'object', required: ['next'], properties: { next: node } }, 'required at /'],
  ['a pattern with a back-reference', code, 'pattern at /'],
  ['a huge list', { type: 'array', minItems: 20_000 }, 'minItems: 20000 demands more than 10000'],
  [
    'a list of lists that is huge in all',
    { type: 'array', minItems: 900, items: { type: 'array', minItems: 900, items: { type: 'string' } } },
    'more than 10000 in all',
  ],
])('the keywords are named of a schema with %s', (_, schema, keyword) => {
  const { undo } = reloadDocument(withNode(schema));
  try {
    expect(made('Node', 7)).toEqual({ keywords: expect.arrayContaining([expect.stringContaining(keyword)]) });
  } finally {
    undo();
  }
});

// Returns the document with a further schema named Node.
function withNode(schema: object): ReturnType<typeof document> {
  const edited = structuredClone(document());
  edited.components.schemas.Node = schema as never;
  return edited;
}
