// Derives from a document what the router, the mock and the suite need about each operation.
import {
  type JsonSchema,
  type OpenApiDocument,
  type OperationObject,
  operationsOf,
  type ParameterObject,
  type RequestBodyObject,
  type ResponseObject,
  resolveRef,
  schemaName,
} from './openapi.ts';

/** The types to which query parameters are converted. */
export type QueryType = 'string' | 'integer' | 'boolean';

/** One row of the operation index; `operations.ts` exports the rows with typed ids. */
export type OperationRow = {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** the path of the operation below the base URL, with `{id}` placeholders */
  path: string;
  /** the area of the operation: a heading of the specification, and the name of the file under openapi/paths */
  area: string;
  success: 200 | 201 | 202 | 204;
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
  body: { schema: string; required: boolean } | null;
  /** the replies by status; `schema` is null for a file, and `media` is empty for a reply without content */
  responses: Record<number, { schema: string | null; media: string }>;
  query: (TextParameter & { stated: boolean; default?: unknown })[];
  /** the documented request headers, without those that OpenAPI leaves to other parts of the document */
  headers: TextParameter[];
  pathParameters: TextParameter[];
};

/** A parameter whose value arrives as text, and the type to which the text is converted. */
export type TextParameter = { name: string; type: QueryType };

/** The headers that OpenAPI 3.1 does not let parameters describe (Parameter Object, `in: header`). */
const OTHER_HEADERS = ['accept', 'content-type', 'authorization'];

const SUCCESSES = [200, 201, 202, 204] as const;

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
  const responses = Object.entries(operation.responses)
    .filter(([status]) => /^[1-5]\d\d$/.test(status))
    .map(([status, response]) => [Number(status), resolveRef<ResponseObject>(document, response)] as const);
  const success = responses.find(([status]) => status < 300);
  const successStatus = SUCCESSES.find((status) => status === success?.[0]);
  if (!success || successStatus === undefined) {
    throw new Error(`${id} must document one success status: ${SUCCESSES.join(', ')}.`);
  }
  const typed = (place: ParameterObject['in']): TextParameter[] =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema }) => ({ name, type: queryType(resolveRef<JsonSchema>(document, schema ?? {})) }));
  const scopes = operation.security?.flatMap((requirement) => requirement.bearerAuth ?? []) ?? [];
  return {
    id,
    method: method.toUpperCase() as OperationRow['method'],
    path,
    area: areaOf(path),
    success: successStatus,
    statuses: responses.map(([status]) => status),
    stated: { operation: operation['x-stated'] === true, success: success[1]['x-stated'] === true },
    auth: operation.security?.length === 0 ? 'anonymous' : operation['x-session-only'] ? 'session' : 'bearer',
    scopes,
    roles: operation['x-roles'] ?? [],
    rateClass: operation['x-rate-class'] ?? 'general',
    idempotency: operation['x-idempotency']?.tier ?? null,
    refusals: operation['x-error-codes'] ?? [],
    body: bodyOf(document, id, operation),
    responses: Object.fromEntries(
      responses.map(([status, response]) => [status, contentOf(id, status, response)]),
    ),
    query: parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, schema = {}, 'x-stated': stated }) => ({
        name,
        type: queryType(resolveRef<JsonSchema>(document, schema)),
        stated: stated === true,
        ...(schema.default !== undefined && { default: schema.default }),
      })),
    headers: typed('header').filter(({ name }) => !OTHER_HEADERS.includes(name.toLowerCase())),
    pathParameters: typed('path'),
  };
}

/** Returns the area of a path: `dns` for `/dns/zones/{id}`; invoices and the like belong to `billing`. */
export function areaOf(path: string): string {
  const first = path.split('/')[1] ?? '';
  return ['invoices', 'subscriptions', 'payments', 'wallet'].includes(first) ? 'billing' : first;
}

function bodyOf(document: OpenApiDocument, id: string, operation: OperationObject): OperationRow['body'] {
  if (!operation.requestBody) return null;
  const body = resolveRef<RequestBodyObject>(document, operation.requestBody);
  const content = body.content?.['application/json'];
  if (!content) throw new Error(`${id}: a request body must have the media type application/json.`);
  return { schema: schemaName(content.schema) ?? `${id}.body`, required: body.required === true };
}

function contentOf(
  id: string,
  status: number,
  response: ResponseObject,
): { schema: string | null; media: string } {
  const [media, content] = Object.entries(response.content ?? {})[0] ?? [];
  if (media === undefined) return { media: '', schema: null };
  return {
    media,
    schema: media === 'application/json' ? (schemaName(content?.schema) ?? `${id}.${status}`) : null,
  };
}

function queryType(schema: JsonSchema): QueryType {
  return schema.type === 'integer' || schema.type === 'boolean' ? schema.type : 'string';
}
