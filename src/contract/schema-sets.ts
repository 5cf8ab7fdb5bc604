// The two sets of schemas of the document: `full`, and `stated`, which has only what the specification states.
import { withKnownValues } from './extensible.ts';
import { isObject } from './is-object.ts';
import {
  isAnnotation,
  type JsonSchema,
  mapSubschemas,
  type OpenApiDocument,
  operationsOf,
  type ParameterObject,
  type RequestBodyObject,
  type ResponseObject,
  resolveRef,
  schemaName,
} from './openapi.ts';
import { mediaSchemas } from './operation-index.ts';

export type SchemaSet = 'full' | 'stated';

/** The formats that the specification states; it permits more than the RFC 3339 of `date-time`. */
const STATED_FORMATS = new Set(['uuid']);

/**
 * Returns the schemas of a document in one set, by component name. In the stated set a member without `x-stated:
 * true` is neither required nor constrained. A stated member keeps only its type, its stated format, its structure
 * and the keywords listed in `x-stated-keywords`; of `required`, only the names of stated members.
 */
export function schemasOf(document: OpenApiDocument, set: SchemaSet): Record<string, JsonSchema> {
  const schemas = allSchemas(withKnownValues(document));
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      set === 'full'
        ? withoutAnnotations(withNullableComponents(schema, schemas))
        : schema['x-stated'] === true
          ? statedSchema(schema)
          : {},
    ]),
  );
}

/**
 * Returns the named schemas of a document, and the parameters of each operation as `<operationId>.query`,
 * `<operationId>.header`, `<operationId>.path` and `<operationId>.cookie`.
 */
export const allSchemas = (document: OpenApiDocument): Record<string, JsonSchema> => ({
  ...namedSchemas(document),
  ...parameterSchemas(document, 'query'),
  ...parameterSchemas(document, 'header'),
  ...parameterSchemas(document, 'path'),
  ...parameterSchemas(document, 'cookie'),
});

// Returns the schemas of a document by name: its components, and the schemas that stand in an operation itself, as
// `<operationId>.body` and `<operationId>.<status>`, with the media type after it for a further one.
function namedSchemas(document: OpenApiDocument): Record<string, JsonSchema> {
  const found: Record<string, JsonSchema> = { ...document.components.schemas };
  for (const { id, operation } of operationsOf(document)) {
    const collect = (part: string, content: RequestBodyObject['content'] = {}): void => {
      for (const [media, name] of Object.entries(mediaSchemas(`${id}.${part}`, content)))
        if (schemaName(content[media]?.schema) === null) found[name] = content[media]?.schema ?? {};
    };
    if (operation.requestBody)
      collect('body', resolveRef<RequestBodyObject>(document, operation.requestBody).content);
    for (const [status, response] of Object.entries(operation.responses ?? {}))
      collect(status, resolveRef<ResponseObject>(document, response).content);
  }
  return found;
}

// Replaces each choice between a component and null by the component, of whose types null is one then: a wrong value
// has the problems of the component, and not also that it is not null.
function withNullableComponents(schema: JsonSchema, schemas: Record<string, JsonSchema>): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_key, node: unknown) => {
    const forms = isObject(node) ? node.anyOf : undefined;
    const [first, second, ...further] = Array.isArray(forms) ? forms : [];
    if (!isObject(node) || !first?.$ref || second?.type !== 'null' || further.length > 0) return node;
    const component = schemas[schemaName(first) ?? ''] ?? {};
    if (typeof component.type !== 'string') return node;
    const { anyOf: _replaced, ...rest } = node;
    return {
      ...component,
      ...rest,
      type: [component.type, 'null'],
      ...(component.enum && { enum: [...component.enum, null] }),
    };
  }) as JsonSchema;
}

const FORMS = new Set(['anyOf', 'oneOf', 'allOf']);

function statedSchema(schema: JsonSchema): JsonSchema {
  const result: JsonSchema = {};
  if (schema.$ref) result.$ref = schema.$ref;
  if (schema.type) result.type = schema.type;
  if (schema.format && STATED_FORMATS.has(schema.format)) result.format = schema.format;
  if (schema.items) result.items = statedSchema(schema.items);
  // The specification states forms, and nowhere that a value has only one of them.
  const forms = schema.oneOf ?? schema.anyOf;
  if (forms) result.anyOf = forms.map(statedSchema);
  if (schema.allOf) result.allOf = schema.allOf.map(statedSchema);
  if (schema.properties) {
    const members = Object.entries(schema.properties).filter(([, member]) => member['x-stated'] === true);
    result.properties = Object.fromEntries(members.map(([name, member]) => [name, statedSchema(member)]));
  }
  for (const keyword of schema['x-stated-keywords'] ?? []) {
    if (FORMS.has(keyword)) continue;
    const value = schema[keyword];
    if (keyword === 'required')
      result.required = (schema.required ?? []).filter((name) => result.properties?.[name] !== undefined);
    else
      result[keyword] = keyword === 'additionalProperties' && isObject(value) ? statedSchema(value) : value;
  }
  return result;
}

function withoutAnnotations(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(([name]) => !isAnnotation(name));
  return mapSubschemas(Object.fromEntries(kept), withoutAnnotations);
}

// Builds one object schema, such as `listOrders.query`, for each operation that has parameters in a place.
function parameterSchemas(
  document: OpenApiDocument,
  place: ParameterObject['in'],
): Record<string, JsonSchema> {
  const found: Record<string, JsonSchema> = {};
  for (const { id, parameters: all } of operationsOf(document)) {
    const parameters = all.filter((parameter) => parameter.in === place);
    if (parameters.length === 0) continue;
    found[`${id}.${place}`] = {
      type: 'object',
      'x-stated': parameters.some((parameter) => parameter['x-stated'] === true),
      // A path that matches has its parameters.
      required: parameters.filter((one) => place !== 'path' && one.required).map(({ name }) => name),
      properties: Object.fromEntries(
        parameters.map(({ name, schema, example, examples, 'x-stated': stated }) => {
          const shown = example ?? resolveRef(document, Object.values(examples ?? {})[0] ?? {}).value;
          return [
            name,
            { ...schema, ...(shown !== undefined && { examples: [shown] }), 'x-stated': stated === true },
          ];
        }),
      ),
    };
  }
  return found;
}
