// Tests that validation takes steps in proportion to the size of a value, for every list and map of the document.
import { expect, onTestFinished, test } from 'vitest';
import { document } from '../document.ts';
import { reloadDocument } from '../edited-document/reload-document.ts';
import { isObject } from '../is-object.ts';
import type { OpenApiDocument } from '../openapi.ts';
import { type SchemaSet, schemasOf } from '../schema-sets.ts';
import { validateValue } from './validate.ts';
import { MAX_ERRORS } from './validation-messages.ts';

/** A place of a list or map in a schema: puts its content into a value of the schema. */
type Place = { name: string; isList: boolean; put: (content: unknown) => unknown };

// Finds the lists and maps of a schema; those of the schemas that it references are found there.
function places(name: string, schema: unknown, put: Place['put'] = (content) => content): Place[] {
  if (!isObject(schema)) return [];
  const { items, additionalProperties, properties, allOf, anyOf, oneOf } = schema as Record<string, unknown>;
  const forms = [allOf, anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return [
    ...(items === undefined ? [] : [{ name: `${name}[]`, isList: true, put }]),
    ...(isObject(additionalProperties) ? [{ name: `${name}{}`, isList: false, put }] : []),
    ...places(`${name}[]`, items, (content) => put([content])),
    ...Object.entries(properties ?? {}).flatMap(([member, inner]) =>
      places(`${name}.${member}`, inner, (content) => put({ [member]: content })),
    ),
    ...forms.flatMap((form) => places(name, form, put)),
  ];
}

// Counts the reads of members while a function uses a value.
function stepsOf(value: unknown, use: (value: unknown) => void): number {
  let steps = 0;
  const counted = (inner: unknown): unknown =>
    typeof inner === 'object' && inner !== null
      ? new Proxy(inner, {
          get: (target, name) => {
            steps += 1;
            return counted(Reflect.get(target, name));
          },
          getOwnPropertyDescriptor: (target, name) => {
            steps += 1;
            return Reflect.getOwnPropertyDescriptor(target, name);
          },
        })
      : inner;
  use(counted(value));
  return steps;
}

const CONTENTS: Record<string, (at: number) => unknown> = {
  'distinct objects': (at) => ({ at }),
  'empty objects': () => ({}),
  'distinct texts': (at) => `x${at}`,
  lists: (at) => [at, [at]],
};

function demandLinearSteps(set: SchemaSet): void {
  const found = Object.entries(schemasOf(document(), set)).flatMap(([schema, definition]) =>
    places(schema, definition).map((place) => ({ ...place, schema })),
  );
  expect(found.length).toBeGreaterThan(0);
  for (const { schema, name, isList, put } of found) {
    for (const [kind, content] of Object.entries(CONTENTS)) {
      const steps = [150, 300].map((length) => {
        const list = Array.from({ length }, (_, at) => content(at));
        const value = put(isList ? list : Object.fromEntries(list.map((one, at) => [`m${at}`, one])));
        return stepsOf(value, (counted) => {
          const problems = validateValue(schema, counted, set);
          expect(problems.length, `${name} with ${kind}`).toBeLessThanOrEqual(MAX_ERRORS);
        });
      });
      const [once = 0, twice = 0] = steps;
      expect(twice, `steps for ${name} with twice as many ${kind} (${once} before)`).toBeLessThanOrEqual(
        3 * once,
      );
    }
  }
}

test.each(['full', 'stated'] as const)(
  'a value of twice the size takes at most three times the steps in the %s set',
  (set) => {
    demandLinearSteps(set);
  },
);

test('a value of twice the size takes at most three times the steps with a document that limits no size', () => {
  const unlimited = JSON.parse(JSON.stringify(document()), (name, value: unknown) =>
    /^max(Items|Length|Properties)$/.test(name) && typeof value === 'number' ? undefined : value,
  ) as OpenApiDocument;
  onTestFinished(reloadDocument(unlimited).undo);
  demandLinearSteps('full');
});

test('equal objects with their members in another order are the same item', () => {
  const repeated = [
    { a: 1, b: [null] },
    { b: [null], a: 1 },
  ];
  const keywords = (nameservers: unknown[]): string[] =>
    validateValue('DomainNameservers', { nameservers }).map(({ keyword }) => keyword);
  expect(keywords(repeated)).toContain('uniqueItems');
  expect(keywords([{ a: 1 }, { a: '1' }])).not.toContain('uniqueItems');
  expect(keywords(Array.from({ length: 14 }, () => 'a.example'))).toEqual(['maxItems']);
});
