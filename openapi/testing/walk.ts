// Walks through the bundled document: its operations, its bodies with examples, and every schema node with its path.
import { document } from '../../src/contract/document.ts';
import {
  type JsonSchema,
  type MediaType,
  type OperationObject,
  type ParameterObject,
  type PathItemObject,
  type Ref,
  type ResponseObject,
  resolveRef,
} from '../../src/contract/openapi.ts';

/** A documented header. */
export type Header = {
  description?: string;
  required?: boolean;
  schema: JsonSchema;
  'x-stated'?: boolean;
  'x-stated-on'?: string[];
};
/** A link of a documented reply to another operation. */
type Link = { operationId: string; parameters?: Record<string, string> };
/** A documented reply with its headers and links. */
type DocumentedResponse = ResponseObject & {
  headers?: Record<string, Header | Ref>;
  links?: Record<string, Link>;
};
/** A documented operation with its references resolved. */
export type Documented = {
  /** The method and the path, such as `POST /orders`. */
  name: string;
  path: string;
  operation: OperationObject;
  parameters: ParameterObject[];
  responses: { status: number; response: DocumentedResponse }[];
};
/** A JSON body in the document: the body of a request, or of a reply component. */
type Body = {
  at: string;
  schema: JsonSchema;
  /** The examples by name, and their summaries. */
  examples: Record<string, unknown>;
  summaries: Record<string, string | undefined>;
};
/** A schema node and its path in the document, such as `schemas.Order.properties.status`. */
type Place = { at: string; schema: JsonSchema };

const METHODS = ['get', 'post', 'put', 'delete'] as const;

/** Lists every documented operation with its references resolved. */
export function operations(): Documented[] {
  return Object.entries(document().paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [documented(method, path, item, operation)] : [];
    }),
  );
}

/**
 * Lists the webhook deliveries, one for each event family. The name of a delivery is the name of its family, such as
 * `dns_zone`.
 */
export function deliveries(): Documented[] {
  return Object.entries(document().webhooks ?? {}).flatMap(([key, item]) =>
    item.post ? [{ ...documented('post', key, item, item.post), name: key.replaceAll('-', '_') }] : [],
  );
}

function documented(
  method: string,
  path: string,
  item: PathItemObject,
  operation: OperationObject,
): Documented {
  return {
    name: `${method.toUpperCase()} ${path}`,
    path,
    operation,
    parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
      resolveRef<ParameterObject>(document(), parameter),
    ),
    responses: Object.entries(operation.responses).map(([status, response]) => ({
      status: Number(status),
      response: resolveRef<ResponseObject>(document(), response) as DocumentedResponse,
    })),
  };
}

/** Lists the JSON bodies of all requests and webhook deliveries. */
export function requestBodies(): Body[] {
  return [...operations(), ...deliveries()].flatMap(({ operation }) => {
    const body = operation.requestBody;
    if (!body) return [];
    const { content } = resolveRef<{ content: Record<string, MediaType> }>(document(), body);
    return bodiesOf(`${operation.operationId} request`, content);
  });
}

/** Lists the JSON bodies of all reply components. */
export function responseBodies(): Body[] {
  return Object.entries(document().components.responses ?? {}).flatMap(([name, { content }]) =>
    bodiesOf(`responses.${name}`, content ?? {}),
  );
}

function bodiesOf(at: string, content: Record<string, MediaType>): Body[] {
  const media = content['application/json'];
  if (!media) return [];
  const examples = Object.entries(media.examples ?? {}).map(
    ([name, example]) =>
      [name, resolveRef<{ value?: unknown; summary?: string }>(document(), example)] as const,
  );
  return [
    {
      at,
      schema: media.schema ?? {},
      examples: Object.fromEntries(examples.map(([name, { value }]) => [name, value])),
      summaries: Object.fromEntries(examples.map(([name, { summary }]) => [name, summary])),
    },
  ];
}

/**
 * Lists every schema node of the document: components with all their members, and the schemas of parameters and
 * headers.
 */
export function places(): Place[] {
  const { schemas, parameters, headers } = document().components;
  return [
    ...Object.entries(schemas).flatMap(([name, schema]) => within(`schemas.${name}`, schema)),
    ...Object.entries(parameters ?? {}).flatMap(([name, { schema }]) =>
      within(`parameters.${name}`, schema ?? {}),
    ),
    ...Object.entries(headers ?? {}).flatMap(([name, header]) =>
      within(`headers.${name}`, (header as Header).schema),
    ),
  ];
}

function within(at: string, schema: JsonSchema): Place[] {
  const children: [string, unknown][] = [
    ...Object.entries(schema.properties ?? {}).map(([name, one]): [string, unknown] => [
      `properties.${name}`,
      one,
    ]),
    ...(['items', 'additionalProperties', 'propertyNames'] as const).map((keyword): [string, unknown] => [
      keyword,
      schema[keyword],
    ]),
    ...(['anyOf', 'oneOf', 'allOf'] as const).flatMap((keyword) =>
      (schema[keyword] ?? []).map((one, index): [string, unknown] => [`${keyword}.${index}`, one]),
    ),
  ];
  return [
    { at, schema },
    ...children.flatMap(([step, child]) =>
      typeof child === 'object' && child !== null ? within(`${at}.${step}`, child as JsonSchema) : [],
    ),
  ];
}

// Returns the types that a schema permits, except null; resolves a reference first.
function typesOf(schema: JsonSchema): string[] {
  const { type } = resolveRef<JsonSchema>(document(), schema);
  return (Array.isArray(type) ? type : [type ?? '']).filter((one) => one !== 'null');
}

/** Reports whether a schema permits only strings, numbers, booleans and null, and more than null. */
export function isScalar(schema: JsonSchema): boolean {
  const types = typesOf(schema);
  return types.length > 0 && types.every((type) => ['string', 'integer', 'number', 'boolean'].includes(type));
}

/** Returns the examples of a schema; for a reference, the examples of the referenced component. */
export function examplesOf(schema: JsonSchema): unknown[] {
  const examples = schema.examples ?? resolveRef<JsonSchema>(document(), schema).examples;
  return Array.isArray(examples) ? examples : [];
}
