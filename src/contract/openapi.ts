// The parts of an OpenAPI 3.1 document that this project reads (https://spec.openapis.org/oas/v3.1.1).
import { isObject } from './is-object.ts';
import { valueAtPointer } from './json/pointer.ts';

export type JsonSchema = {
  [keyword: string]: unknown;
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  description?: string;
  examples?: unknown[];
  deprecated?: boolean;
  required?: string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  'x-stated'?: boolean;
  'x-stated-keywords'?: string[];
  'x-state-machine'?: { from: string | null; on: string; to: string; operation?: string }[];
  'x-problem-states'?: string[];
  'x-extensible'?: Ref | true;
};

/** The keywords of a schema whose values are schemas: by name, in a list, or one. */
const SCHEMA_MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);
const SCHEMA_LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const SINGLE_SCHEMAS = new Set([
  'items',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
  'contains',
  'not',
  'if',
  'then',
  'else',
]);

/** Tells whether a keyword of a schema constrains no value. */
export const isAnnotation = (keyword: string): boolean =>
  /^(?:x-.*|title|description|examples?|default|deprecated|(?:read|write)Only|nullable|discriminator|externalDocs|xml|content(?:MediaType|Encoding|Schema)|\$comment|\$schema)$/.test(
    keyword,
  );

/** Copies a schema and replaces each schema directly below it; one for which `replace` returns undefined is left out. */
export function mapSubschemas(
  schema: JsonSchema,
  replace: (part: JsonSchema) => JsonSchema | undefined,
): JsonSchema {
  const result: JsonSchema = {};
  for (const [keyword, value] of Object.entries(schema)) {
    let replaced: unknown = value;
    if (SCHEMA_MAPS.has(keyword) && isObject(value)) {
      const members = Object.entries(value).map(([name, part]) => [name, replace(part as JsonSchema)]);
      replaced = Object.fromEntries(members.filter(([, part]) => part !== undefined));
    } else if (SCHEMA_LISTS.has(keyword) && Array.isArray(value))
      replaced = value.map(replace).filter((part) => part !== undefined);
    else if (SINGLE_SCHEMAS.has(keyword) && isObject(value)) replaced = replace(value);
    if (replaced !== undefined) result[keyword] = replaced;
  }
  return result;
}

/** Lists the schemas directly below a schema, each with its path from there. */
export const subschemasOf = (schema: JsonSchema): [path: string[], part: unknown][] =>
  Object.entries(schema).flatMap(([keyword, value]): [string[], unknown][] => {
    if (SINGLE_SCHEMAS.has(keyword)) return [[[keyword], value]];
    const isMap = SCHEMA_MAPS.has(keyword) && isObject(value);
    if (!isMap && !(SCHEMA_LISTS.has(keyword) && Array.isArray(value))) return [];
    return Object.entries(value).map(([name, part]) => [[keyword, name], part]);
  });

/** A reference to another part of the document. */
export type Ref = { $ref: string };
export type ExampleObject = { summary?: string; value?: unknown };
export type MediaType = {
  schema?: JsonSchema;
  example?: unknown;
  examples?: Record<string, ExampleObject | Ref>;
  'x-stated'?: boolean;
};
export type ParameterObject = {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  description?: string;
  schema?: JsonSchema;
  /** one media type, in place of a schema */
  content?: Record<string, MediaType>;
  style?: string;
  explode?: boolean;
  example?: unknown;
  examples?: MediaType['examples'];
  'x-stated'?: boolean;
};
export type RequestBodyObject = {
  required?: boolean;
  description?: string;
  content: Record<string, MediaType>;
};
export type HeaderObject = { description?: string; schema?: JsonSchema };
export type ResponseObject = {
  description: string;
  headers?: Record<string, HeaderObject | Ref>;
  content?: Record<string, MediaType>;
  links?: Record<string, { operationId?: string } | Ref>;
  'x-stated'?: boolean;
};
export type OperationObject = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  deprecated?: boolean;
  security?: Record<string, string[]>[];
  parameters?: (ParameterObject | Ref)[];
  requestBody?: RequestBodyObject | Ref;
  responses: Record<string, ResponseObject | Ref>;
  'x-stated'?: boolean;
  'x-idempotency'?: { tier: 'A' | 'B' };
  'x-rate-class'?: 'auth' | 'general';
  'x-roles'?: string[];
  'x-session-only'?: boolean;
  'x-example-path'?: Record<string, string>;
  'x-error-codes'?: string[];
};
export type PathItemObject = { parameters?: (ParameterObject | Ref)[] } & {
  [method in (typeof METHODS)[number]]?: OperationObject;
};

/** The HTTP methods of operations, as members of a path item. */
export const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'] as const;

/** Returns the `operationId` of an operation; for an operation without one, its method and path. */
export const operationName = (
  { operationId }: { operationId?: string },
  method: string,
  path: string,
): string => operationId ?? `${method.toUpperCase()} ${path}`;

/** An operation of a document, with its name, its path and all its parameters, those of its path item first. */
type NamedOperation = {
  id: string;
  method: (typeof METHODS)[number];
  path: string;
  operation: OperationObject;
  parameters: ParameterObject[];
};

/**
 * Lists the operations of a document, in document order.
 * @throws Error naming an id that two operations have
 */
export function operationsOf(document: OpenApiDocument): NamedOperation[] {
  const ids = new Set<string>();
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const id = operationName(operation, method, path);
      if (ids.has(id)) throw new Error(`Two operations are named ${id}; every operationId must be unique.`);
      ids.add(id);
      // A parameter of an operation replaces that of its path with the same name and place.
      const parameters = new Map(
        [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((written) => {
          const parameter = resolveRef<ParameterObject>(document, written);
          const { name, in: place, schema = Object.values(parameter.content ?? {})[0]?.schema } = parameter;
          return [`${place} ${name}`, { ...parameter, ...(schema && { schema }) }];
        }),
      );
      return [{ id, method, path, operation, parameters: [...parameters.values()] }];
    }),
  );
}

/** Tells whether a media type is JSON: `application/json`, one with the suffix `+json` (RFC 6839), or a range of types. */
export const isJsonMedia = (media: string): boolean =>
  /^(?:application\/(?:json|\*|[\w.!#$&^-]+\+json)|text\/json|\*\/\*)\s*(?:;|$)/i.test(media);

/** Returns what a document says of a status: the reply itself, that of its class (`4XX`), or the default. */
export const replyAt = <Reply>(
  replies: Readonly<Record<string | number, Reply>>,
  status: number,
): Reply | undefined => replies[status] ?? replies[`${String(status)[0]}XX`] ?? replies.default;

/**
 * Returns the status of success of an operation and the key of its reply: the first 2xx, else the class `2XX`, a redirect,
 * or the default. An operation that describes no success succeeds with 200.
 */
export function successOf(responses: OperationObject['responses'] = {}): [status: number, key: string] {
  const keys = Object.keys(responses);
  const forms = [/^2\d\d$/, /^2XX$/i, /^3\d\d$/, /^3XX$/i, /^default$/];
  const key =
    forms.map((form) => keys.find((one) => form.test(one))).find((one) => one !== undefined) ?? '200';
  return [Number(key) || (/^3/.test(key) ? 303 : 200), key];
}

/** Returns the media type of content that is described first: JSON where there is some. */
export const mainMedia = (content: Record<string, MediaType> = {}): string | undefined =>
  Object.keys(content).find(isJsonMedia) ?? Object.keys(content)[0];

/** Returns the name of the component that a schema references; null for a schema without a name. */
export const schemaName = (schema: JsonSchema | undefined): string | null =>
  schema?.$ref?.match(/^#\/components\/schemas\/([^/]+)$/)?.[1] ?? null;

/** Returns the form of a choice between it and null; another schema stays as it is. */
export const withoutNull = (schema: JsonSchema): JsonSchema => {
  const [form, none, ...others] = schema.anyOf ?? [];
  return form && none?.type === 'null' && others.length === 0 ? form : schema;
};

/** A refusal: an entry of `x-error-codes`, whose name the operations list that refuse so. */
export type ErrorCode = {
  status: number;
  /** the `code` of the error body, in UPPER_SNAKE_CASE */
  code: string;
  /** what is wrong and what to do next, in sentences; `{name}` stands for a value of the refusal */
  message: string;
  /** for 422: the field that the message is about, when the refusal has no `errors` of its own */
  field?: string;
  /** the operations that may refuse so: a key of `REFUSING_OPERATIONS`; without it, those that list the name */
  operations?: string;
};

/** An OpenAPI document whose references all point into the document itself. */
export type OpenApiDocument = {
  openapi: string;
  jsonSchemaDialect: string;
  info: { title: string; version: string; summary?: string; description: string };
  servers: { url: string; variables?: Record<string, { default: string }> }[];
  tags: { name: string; description?: string; 'x-traitTag'?: boolean }[];
  'x-tagGroups'?: { name: string; tags: string[] }[];
  security?: Record<string, string[]>[];
  /** set on a document of another API, of which no handler knows an operation */
  'x-other-api'?: boolean;
  'x-provenance'?: string;
  paths: Record<string, PathItemObject>;
  webhooks?: Record<string, PathItemObject>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters?: Record<string, ParameterObject>;
    headers?: Record<string, unknown>;
    responses?: Record<string, ResponseObject>;
    examples?: Record<string, ExampleObject>;
    [section: string]: Record<string, unknown> | undefined;
  };
  'x-scopes'?: Record<string, string>;
  'x-rate-limits'?: { window_seconds?: number; sets?: Record<string, { chosen?: object }> };
  'x-policies'?: Record<string, { description?: string; value?: number | number[] }>;
  'x-error-codes'?: Record<string, ErrorCode>;
};

/** Resolves a `$ref` into the document, without following further ones; other nodes stay. */
export function resolveRef<T extends object>(document: OpenApiDocument, node: T | Ref): T {
  if (!('$ref' in node) || typeof node.$ref !== 'string') return node as T;
  const found = valueAtPointer(document, node.$ref);
  if (found === undefined) throw new Error(`The reference ${node.$ref} points at nothing.`);
  return found as T;
}

/** Returns what a document says of an operation; undefined for one that it does not have. */
export function operationObject(
  { paths }: OpenApiDocument,
  { method, path }: { method: string; path: string },
): OperationObject | undefined {
  const name = METHODS.find((one) => one.toUpperCase() === method);
  return name && paths[path]?.[name];
}

/** Returns the first example of a request that a document does not mark as one that is refused; undefined without one. */
export function exampleBody(document: OpenApiDocument, of: { method: string; path: string }): unknown {
  const body = operationObject(document, of)?.requestBody;
  const { content: all = {} } = body ? resolveRef<RequestBodyObject>(document, body) : {};
  const content = all[mainMedia(all) ?? ''];
  const examples = Object.values(content?.examples ?? {}).map((one) =>
    resolveRef<{ value?: unknown; 'x-example-status'?: number }>(document, one),
  );
  return content?.example ?? examples.find((one) => one['x-example-status'] === undefined)?.value;
}
