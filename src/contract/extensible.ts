// Members of replies whose list of values is open. Such a member is a string in the document, and its `x-extensible`
// refers to the list of the values known today.
import { isObject } from './is-object.ts';
import { type JsonSchema, mapSubschemas, type OpenApiDocument, type Ref } from './openapi.ts';

/**
 * Copies a document so that each member with `x-extensible` has the values of its list and no others: what the mock
 * sends, and what its own code is written for.
 */
export const withKnownValues = (document: OpenApiDocument): OpenApiDocument =>
  mapExtensible(
    document,
    ({ type, examples: _, minLength: _1, maxLength: _2, pattern: _3, ...schema }, list) =>
      [type].flat().includes('null')
        ? { ...schema, anyOf: [list, { type: 'null' }] }
        : { ...schema, ...list },
  );

/**
 * Copies a document so that each member with `x-extensible` says what holds of all of them: a word of at most 64
 * characters, for example one of the list.
 */
export const withOpenWords = (document: OpenApiDocument): OpenApiDocument =>
  mapExtensible(document, (schema, list) => ({
    minLength: 1,
    maxLength: 64,
    pattern: '\\S',
    examples: document.components.schemas[list.$ref.split('/').at(-1) ?? '']?.enum,
    ...schema,
  }));

/**
 * Copies a document with each schema replaced that has a list of values in `x-extensible`. The members that
 * `withKnownValues` has closed stay.
 */
export function mapExtensible(
  document: OpenApiDocument,
  replace: (schema: JsonSchema, list: Ref) => JsonSchema,
): OpenApiDocument {
  const visit = (schema: JsonSchema): JsonSchema => {
    if (!isObject(schema)) return schema;
    const list = schema['x-extensible'];
    return list && schema.type ? replace(schema, list) : mapSubschemas(schema, visit);
  };
  const { components } = document;
  const schemas = Object.entries(components?.schemas ?? {}).map(([name, schema]) => [name, visit(schema)]);
  return { ...document, components: { ...components, schemas: Object.fromEntries(schemas) } };
}
