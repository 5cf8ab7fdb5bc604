// Lists of values that are open: further ones may appear at any time. The sources write such a place as a string with
// `x-extensible: {$ref: <list>}`, the bundled document as a choice between the list and any other text.
import { isObject } from './is-object.ts';
import { type JsonSchema, mapSubschemas, type OpenApiDocument, type Ref, schemaName } from './openapi.ts';

/** What holds of every word of an open list whose sources say no more. */
const ANY_WORD = { minLength: 1, maxLength: 64, pattern: '\\S' };

/** Copies a document of the sources' form so that each open list is `anyOf` its known values and any other text. */
export const withOpenLists = (document: OpenApiDocument): OpenApiDocument =>
  mapSchemas(document, ({ type, minLength, maxLength, pattern, 'x-extensible': list, anyOf, ...schema }) => {
    if (!isObject(list)) return null;
    const own = pattern === undefined ? ANY_WORD : { minLength, maxLength, pattern };
    const none = [type].flat().includes('null') ? [{ type: 'null' }] : [];
    // Generators name the type of a schema without a name by its place, such as `OrderStatus`, which is the list's name.
    const title = `Any${schemaName(list)}`;
    return {
      title,
      ...schema,
      'x-extensible': true,
      anyOf: [list as Ref, { type: 'string', ...own }, ...none],
    };
  });

/**
 * Copies a bundled document so that each open list has its known values and no others: what the mock sends, and what
 * its own code is written for. Where the words have a pattern of their own, such as codes and types of events, every
 * word of that pattern stays.
 */
export const withKnownValues = (document: OpenApiDocument): OpenApiDocument =>
  mapSchemas(document, ({ anyOf: [list, text, ...none] = [], 'x-extensible': open, ...schema }) => {
    if (open !== true || !list || text?.type !== 'string') return null;
    if (text.pattern !== ANY_WORD.pattern)
      return { ...schema, ...text, ...(none.length > 0 && { type: ['string', 'null'] }) };
    return none.length > 0
      ? { ...schema, 'x-extensible': true, anyOf: [list, ...none] }
      : { ...schema, 'x-extensible': true, ...list };
  });

// Copies a document with each schema of its components replaced for which `replace` returns another one.
function mapSchemas(
  document: OpenApiDocument,
  replace: (schema: JsonSchema) => JsonSchema | null,
): OpenApiDocument {
  const visit = (schema: JsonSchema): JsonSchema =>
    isObject(schema) ? (replace(schema) ?? mapSubschemas(schema, visit)) : schema;
  const { components } = document;
  const schemas = Object.entries(components?.schemas ?? {}).map(([name, schema]) => [name, visit(schema)]);
  return { ...document, components: { ...components, schemas: Object.fromEntries(schemas) } };
}
