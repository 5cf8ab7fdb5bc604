// Derives from a document what the router, the mock and the suite need about each operation.
import { isObject } from './is-object.ts';
import {
  isJsonMedia,
  type JsonSchema,
  type MediaType,
  mainMedia,
  type OpenApiDocument,
  type OperationObject,
  operationsOf,
  type ParameterObject,
  type RequestBodyObject,
  type ResponseObject,
  resolveRef,
  schemaName,
  successOf,
} from './openapi.ts';
import type { ParameterForm, ParameterType } from './parameter-text.ts';

/** One row of the operation index; `operations.ts` exports the rows with typed ids. */
export type OperationRow = {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS' | 'TRACE';
  /** the path of the operation below the base URL, with `{id}` placeholders */
  path: string;
  /** the area of the operation: a heading of the specification, and the name of the file under openapi/paths */
  area: string;
  success: number;
  statuses: number[];
  /** whether the specification states the operation, and whether it states the operation's success status */
  stated: { operation: boolean; success: boolean };
  /** which credential the operation needs; `session` accepts only the JWT of a login and no API key */
  auth: 'anonymous' | 'session' | 'bearer';
  scopes: string[];
  roles: string[];
  rateClass: 'auth' | 'general';
  idempotency: 'A' | 'B' | null;
  /** the names of its own refusals in `x-error-codes` */
  refusals: string[];
  /** the schema of the body; `media` has the schema of each media type unless `application/json` is the only one */
  body: { schema: string; required: boolean; media?: Record<string, string> } | null;
  /** the replies by status, and by class or `default` where the document says so */
  responses: Record<number | string, ReplyRow>;
  query: (ParameterForm & { stated: boolean; default?: unknown })[];
  /** the documented request headers, without those that OpenAPI leaves to other parts of the document */
  headers: ParameterForm[];
  pathParameters: ParameterForm[];
  cookies?: ParameterForm[];
  /** where a credential may stand that is no bearer token: `basic`, or an API key */
  credentials?: ('basic' | { in: string; name: string })[];
  /** whether the operation is of another API altogether, so that no handler serves it */
  isForeign?: true;
};

/**
 * A reply: `schema` is null for a file, and `media` is empty for a reply without content. `others` has the further media
 * types with their schemas, and `text` the schema of content that is no JSON.
 */
type ReplyRow = {
  schema: string | null;
  media: string;
  text?: string;
  others?: Record<string, string>;
};

/** The headers that OpenAPI 3.1 does not let parameters describe (Parameter Object, `in: header`). */
const OTHER_HEADERS = ['accept', 'content-type', 'authorization'];

/**
 * Builds the operation index of a bundled document, in document order.
 * @throws Error naming the operation that the mock cannot serve
 */
export function buildOperationIndex(document: OpenApiDocument): OperationRow[] {
  return operationsOf(document).map((named) => operationRow(document, named));
}

function operationRow(
  document: OpenApiDocument,
  { id, method, path, operation, parameters }: ReturnType<typeof operationsOf>[number],
): OperationRow {
  const replies = Object.entries(operation.responses ?? {})
    .filter(([status]) => /^(?:[1-5](?:\d\d|XX)|default)$/i.test(status))
    .map(([status, reply]): [string, ResponseObject] => [
      status,
      resolveRef<ResponseObject>(document, reply),
    ]);
  const [success, successKey] = successOf(operation.responses);
  const successReply = replies.find(([status]) => status === successKey)?.[1];
  const responses = Object.fromEntries(
    replies.map(([status, { content }]) => [status, replyRow(`${id}.${status}`, content)]),
  );
  responses[success] = responses[successKey] ?? replyRow('', undefined);
  const typed = (place: ParameterObject['in']): ParameterForm[] =>
    parameters.filter((one) => one.in === place).map((one) => formOf(document, one));
  const cookies = typed('cookie');
  const security = operation.security ?? document.security ?? [];
  const credentials = security.flatMap((requirement) =>
    Object.keys(requirement).flatMap((name) => credentialOf(document, name)),
  );
  const scopes = security.flatMap((requirement) => requirement.bearerAuth ?? []);
  return {
    id,
    method: method.toUpperCase() as OperationRow['method'],
    path,
    area: areaOf(path),
    success,
    statuses: Object.keys(responses).map(Number).filter(Number.isInteger),
    stated: { operation: operation['x-stated'] === true, success: successReply?.['x-stated'] === true },
    // An empty requirement makes credentials optional (OpenAPI 3.1, Security Requirement Object).
    auth:
      security.every((one) => Object.keys(one).length > 0) && security.length > 0
        ? operation['x-session-only']
          ? 'session'
          : 'bearer'
        : 'anonymous',
    scopes,
    roles: operation['x-roles'] ?? [],
    rateClass: operation['x-rate-class'] ?? 'general',
    idempotency: operation['x-idempotency']?.tier ?? null,
    refusals: operation['x-error-codes'] ?? [],
    body: bodyOf(document, id, operation),
    responses,
    query: parameters
      .filter((parameter) => parameter.in === 'query')
      .map((parameter) => ({
        ...formOf(document, parameter),
        stated: parameter['x-stated'] === true,
        ...(parameter.schema?.default !== undefined && { default: parameter.schema.default }),
      })),
    headers: typed('header').filter(({ name }) => !OTHER_HEADERS.includes(name.toLowerCase())),
    pathParameters: typed('path'),
    ...(cookies.length > 0 && { cookies }),
    ...(credentials.length > 0 && { credentials }),
    ...(document['x-other-api'] === true && { isForeign: true }),
  };
}

/** Returns the area of a path: `dns` for `/dns/zones/{id}`; invoices and the like belong to `billing`. */
export function areaOf(path: string): string {
  const first = path.split('/')[1] ?? '';
  return ['invoices', 'subscriptions', 'payments', 'wallet'].includes(first) ? 'billing' : first;
}

function bodyOf(document: OpenApiDocument, id: string, operation: OperationObject): OperationRow['body'] {
  if (!operation.requestBody) return null;
  const { content = {}, required } = resolveRef<RequestBodyObject>(document, operation.requestBody);
  const main = mainMedia(content);
  if (main === undefined) return null;
  const names = mediaSchemas(`${id}.body`, content);
  return {
    schema: names[main] ?? '',
    required: required === true,
    ...((main !== 'application/json' || Object.keys(names).length > 1) && { media: names }),
  };
}

/** Names the schema of each media type: its component, or the place where it stands. */
export const mediaSchemas = (place: string, content: Record<string, MediaType>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(content).map(([media, { schema }]) => [
      media,
      schemaName(schema) ?? (media === mainMedia(content) ? place : `${place} ${media}`),
    ]),
  );

function replyRow(place: string, content: Record<string, MediaType> = {}): ReplyRow {
  const media = mainMedia(content);
  if (media === undefined) return { media: '', schema: null };
  const { [media]: schema = '', ...others } = mediaSchemas(place, content);
  return {
    media: media.includes('*') && isJsonMedia(media) ? 'application/json' : media,
    schema: isJsonMedia(media) ? schema : null,
    ...(!isJsonMedia(media) && { text: schema }),
    ...(Object.keys(others).length > 0 && { others }),
  };
}

// Returns how a credential is sent by a security scheme; nothing for a bearer token, which every operation takes.
function credentialOf(document: OpenApiDocument, name: string): NonNullable<OperationRow['credentials']> {
  const written = document.components.securitySchemes?.[name];
  const scheme = resolveRef<{ type?: string; scheme?: string; in?: string; name?: string }>(
    document,
    (written ?? {}) as object,
  );
  if (scheme.type === 'http' && scheme.scheme?.toLowerCase() === 'basic') return ['basic'];
  return scheme.type === 'apiKey' ? [{ in: scheme.in ?? 'header', name: scheme.name ?? '' }] : [];
}

/** The styles that the places of parameters have by default, in which a scalar is written as it is. */
const STYLES = { query: 'form', cookie: 'form', path: 'simple', header: 'simple' } as const;

export function formOf(document: OpenApiDocument, parameter: ParameterObject): ParameterForm {
  const { name, in: place, schema = {}, content, style = STYLES[place] } = parameter;
  const { explode = style === 'form' } = parameter;
  if (content) return { name, type: 'json' };
  const type = typeOf(document, schema);
  const isPlain = type !== 'array' && type !== 'object' && style === STYLES[place];
  if (isPlain) return { name, type };
  const { items, properties } = resolvedSchema(document, schema);
  const members = Object.entries(properties ?? {}).map(([key, one]) => [key, typeOf(document, one)]);
  return {
    name,
    type,
    style,
    explode,
    ...(items && { items: typeOf(document, items) }),
    ...(members.length > 0 && { members: Object.fromEntries(members) }),
  };
}

/** Follows the references of a schema; of several forms the first that is not null counts. */
export function resolvedSchema(document: OpenApiDocument, schema: JsonSchema, depth = 0): JsonSchema {
  if (!isObject(schema) || depth > 20) return {};
  const { allOf, anyOf, oneOf, ...own } = schema;
  if (own.$ref !== undefined)
    return resolvedSchema(document, resolveRef<JsonSchema>(document, schema), depth + 1);
  const forms = [...(allOf ?? []), ...(anyOf ?? []), ...(oneOf ?? [])].filter((one) => one?.type !== 'null');
  if (own.type !== undefined || forms[0] === undefined) return own;
  return { ...resolvedSchema(document, forms[0], depth + 1), ...own };
}

const TYPES: readonly unknown[] = ['string', 'integer', 'number', 'boolean', 'array', 'object'];

function typeOf(document: OpenApiDocument, written: JsonSchema): ParameterType {
  const { type, items, properties } = resolvedSchema(document, written);
  const found = [type].flat().find((one) => TYPES.includes(one)) as ParameterType | undefined;
  return found ?? (items ? 'array' : properties ? 'object' : 'string');
}
