// The OpenAPI document as the reference reads it: references resolved, and its operations as a list.
import { valueAtPointer } from '../../../../contract/json/pointer.ts';
import {
  type ExampleObject,
  type HeaderObject,
  type JsonSchema,
  METHODS,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  type PathItemObject,
  type Ref,
  type RequestBodyObject,
  type ResponseObject,
} from '../../../../contract/openapi.ts';

type NamedExample = { name: string; summary: string; value: unknown };

/** A body: its content type, schema and examples. */
type Body = {
  description: string;
  required: boolean;
  type: string;
  schema: JsonSchema | null;
  examples: readonly NamedExample[];
};

export type Parameter = {
  name: string;
  in: ParameterObject['in'];
  required: boolean;
  description: string;
  schema: JsonSchema;
  /** the documented example; undefined when there is none */
  example: unknown;
  stated: boolean;
};

export type ResponseModel = {
  status: string;
  description: string;
  body: Body | null;
  headers: readonly { name: string; description: string; schema: JsonSchema }[];
  /** the operations that can follow */
  links: readonly string[];
};

/** An operation of the API, or an event that the API sends (`event`, whose path is empty). */
export type Operation = {
  id: string;
  event: boolean;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  deprecated: boolean;
  /** whether the specification states the operation; null when the document does not say */
  stated: boolean | null;
  /** whether the operation needs no credential */
  anonymous: boolean;
  scopes: readonly string[];
  roles: readonly string[];
  /** whether the operation needs a session's token and refuses an API key */
  sessionOnly: boolean;
  /** whether the operation accepts an `Idempotency-Key` */
  idempotent: boolean;
  rateClass: string;
  /** its own refusals, beside those of many operations */
  refusals: readonly { name: string; status: number; code: string; message: string }[];
  parameters: readonly Parameter[];
  body: Body | null;
  responses: readonly ResponseModel[];
};

export type Reference = {
  document: OpenApiDocument;
  /** all operations in the order of the document, then all events */
  operations: readonly Operation[];
  byId: ReadonlyMap<string, Operation>;
  /** all named schemas in the order of the document */
  schemas: ReadonlyMap<string, JsonSchema>;
  /** Resolves a reference, also to an open list of values. What stands beside it wins over its target. */
  resolve(schema: JsonSchema): JsonSchema;
};

export function readDocument(document: OpenApiDocument): Reference {
  const resolve = <T extends object>(value: T | Ref, depth = 0): T => {
    const list = openList(value as JsonSchema);
    const target = (value as JsonSchema).$ref ?? list;
    if (typeof target !== 'string' || depth > 20) return value as T;
    const found = valueAtPointer(document, target);
    const { $ref: _, anyOf, ...beside } = value as JsonSchema;
    if (anyOf && list === undefined) Object.assign(beside, { anyOf });
    if (typeof found !== 'object' || found === null) return beside as T;
    return { ...resolve(found as T, depth + 1), ...beside };
  };
  const operations = [
    ...operationsOf(document.paths ?? {}, false),
    ...operationsOf(document.webhooks ?? {}, true),
  ].map(({ path, method, item, raw, event }): Operation => {
    const security = raw.security ?? document.security ?? [];
    return {
      id: raw.operationId,
      event,
      method: method.toUpperCase(),
      path: event ? '' : path,
      tag: raw.tags?.[0] ?? '',
      summary: raw.summary ?? raw.operationId,
      description: raw.description ?? '',
      deprecated: raw.deprecated ?? false,
      stated: document['x-provenance'] === undefined ? null : (raw['x-stated'] ?? false),
      anonymous: security.length === 0,
      scopes: [...new Set(security.flatMap((one) => Object.values(one).flat()))],
      roles: raw['x-roles'] ?? [],
      sessionOnly: raw['x-session-only'] ?? false,
      idempotent: raw['x-idempotency'] !== undefined,
      rateClass: raw['x-rate-class'] ?? '',
      refusals: (raw['x-error-codes'] ?? []).flatMap((name) => {
        const refusal = document['x-error-codes']?.[name];
        return refusal ? [{ name, ...refusal }] : [];
      }),
      parameters: [...(item.parameters ?? []), ...(raw.parameters ?? [])].map((one) =>
        parameterOf(resolve, one, raw['x-example-path']),
      ),
      body: raw.requestBody ? bodyOf(resolve, resolve<RequestBodyObject>(raw.requestBody)) : null,
      responses: Object.entries(raw.responses ?? {}).map(([status, one]) =>
        responseOf(resolve, status, resolve<ResponseObject>(one)),
      ),
    };
  });
  return {
    document,
    operations,
    byId: new Map(operations.map((one) => [one.id, one])),
    schemas: new Map(Object.entries(document.components?.schemas ?? {})),
    resolve: (schema) => resolve(schema),
  };
}

/** Returns the name of the schema that a reference names; undefined for a schema without a name. */
export function schemaName(schema: JsonSchema): string | undefined {
  const { $ref = openList(schema) } = schema;
  return $ref?.startsWith('#/components/schemas/') ? $ref.slice('#/components/schemas/'.length) : undefined;
}

// Returns the reference to the known values of an open list; undefined for other schemas.
const openList = ({ 'x-extensible': open, anyOf }: JsonSchema): string | undefined =>
  open ? anyOf?.[0]?.$ref : undefined;

type Resolve = <T extends object>(value: T | Ref) => T;

function operationsOf(items: Record<string, PathItemObject>, event: boolean) {
  return Object.entries(items).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const raw = item[method];
      return raw ? [{ path, method, item, raw, event }] : [];
    }),
  );
}

function parameterOf(
  resolve: Resolve,
  raw: ParameterObject | Ref,
  pathExamples: OperationObject['x-example-path'] = {},
): Parameter {
  const one = resolve<ParameterObject>(raw);
  const schema = resolve<JsonSchema>(one.schema ?? {});
  const [example] = Object.values(one.examples ?? {});
  return {
    name: one.name,
    in: one.in,
    required: one.required ?? false,
    description: one.description ?? '',
    schema,
    example:
      (one.in === 'path' ? pathExamples[one.name] : undefined) ??
      one.example ??
      (example && resolve<ExampleObject>(example).value) ??
      schema.examples?.[0],
    stated: one['x-stated'] ?? false,
  };
}

function bodyOf(resolve: Resolve, raw: RequestBodyObject | ResponseObject): Body | null {
  const [found] = Object.entries(raw.content ?? {});
  if (!found) return null;
  const [type, { schema = null, examples = {} }] = found;
  return {
    description: raw.description ?? '',
    required: 'required' in raw && raw.required === true,
    type,
    schema,
    examples: Object.entries(examples).map(([name, one]) => {
      const { summary = name, value } = resolve<ExampleObject>(one);
      return { name, summary, value };
    }),
  };
}

function responseOf(resolve: Resolve, status: string, raw: ResponseObject): ResponseModel {
  return {
    status,
    description: raw.description ?? '',
    body: bodyOf(resolve, raw),
    headers: Object.entries(raw.headers ?? {}).map(([name, one]) => {
      const { description = '', schema = {} } = resolve<HeaderObject>(one);
      return { name, description, schema };
    }),
    links: Object.values(raw.links ?? {}).flatMap(
      (one) => resolve<{ operationId?: string }>(one).operationId ?? [],
    ),
  };
}

/**
 * Returns the text about the whole API as Markdown: the description, the topics (tags without operations) under
 * headings of their names, and what the marks of provenance say.
 */
export function overviewText({ info, tags = [], 'x-provenance': provenance }: OpenApiDocument): string {
  const topics = tags
    .filter((tag) => tag['x-traitTag'])
    .map(({ name, description = '' }) => [name, description]);
  const marks = provenance === undefined ? [] : [['What is stated and what is chosen', provenance]];
  const parts = [...topics, ...marks].map(([title, text]) => `## ${title}\n\n${text}`);
  return [info.description ?? '', ...parts].join('\n\n');
}
