// Derives the operation index from a bundled document: the facts that the router, the mock and the suite need about
// each operation.
import {
  type JsonSchema,
  type MediaType,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  type PathItemObject,
  type ResponseObject,
  resolveRef,
} from './openapi.ts';

/** The types to which query parameters are converted. */
export type QueryType = 'string' | 'integer' | 'boolean';

/** One row of the operation index; `operations.ts` exports the rows with typed ids. */
export type OperationRow = {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** the path of the operation below the base URL, with `{id}` placeholders */
  path: string;
  /** the area of the operation: a heading of the specification, and the name of the file under openapi/paths */
  area: string;
  success: 200 | 201;
  statuses: number[];
  /** whether the specification states the operation, and whether it states the operation's success status */
  stated: { operation: boolean; success: boolean };
  /** which credential the operation needs; `session` accepts only the JWT of a login and no API key */
  auth: 'anonymous' | 'session' | 'bearer';
  scopes: string[];
  roles: string[];
  rateClass: 'auth' | 'general';
  idempotency: 'A' | 'B' | null;
  body: { schema: string; required: boolean } | null;
  responses: Record<number, { schema: string | null; media: string }>;
  query: { name: string; type: QueryType; stated: boolean }[];
};

const METHODS = ['get', 'post', 'put', 'delete'] as const;

/**
 * Builds the operation index of a bundled document, in document order.
 * @throws Error naming the operation that breaks a rule of this project
 */
export function buildOperationIndex(document: OpenApiDocument): OperationRow[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [operationRow(document, path, item, method, operation)] : [];
    }),
  );
}

function operationRow(
  document: OpenApiDocument,
  path: string,
  item: PathItemObject,
  method: (typeof METHODS)[number],
  operation: OperationObject,
): OperationRow {
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [Number(status), resolveRef<ResponseObject>(document, response)] as const,
  );
  const success = responses.find(([status]) => status < 300);
  if (!success || (success[0] !== 200 && success[0] !== 201)) {
    throw new Error(`${operation.operationId} must document exactly one success status, 200 or 201.`);
  }
  const scopes = operation.security?.flatMap((requirement) => requirement.bearerAuth ?? []) ?? [];
  return {
    id: operation.operationId,
    method: method.toUpperCase() as OperationRow['method'],
    path,
    area: areaOf(path),
    success: success[0],
    statuses: responses.map(([status]) => status),
    stated: { operation: operation['x-stated'] === true, success: success[1]['x-stated'] === true },
    auth: operation.security?.length === 0 ? 'anonymous' : operation['x-session-only'] ? 'session' : 'bearer',
    scopes,
    roles: operation['x-roles'] ?? [],
    rateClass: operation['x-rate-class'] ?? 'general',
    idempotency: operation['x-idempotency']?.tier ?? null,
    body: bodyOf(document, operation),
    responses: Object.fromEntries(
      responses.map(([status, response]) => [status, contentOf(operation, response)]),
    ),
    query: allParameters(document, item, operation)
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, schema, 'x-stated': stated }) => ({
        name,
        type: queryType(resolveRef<JsonSchema>(document, schema ?? {})),
        stated: stated === true,
      })),
  };
}

/**
 * Returns the area of a path, such as `dns` for `/dns/zones/{id}`. Invoices, subscriptions, payments and the wallet
 * belong to `billing`.
 */
export function areaOf(path: string): string {
  const first = path.split('/')[1] ?? '';
  return ['invoices', 'subscriptions', 'payments', 'wallet'].includes(first) ? 'billing' : first;
}

/** Lists all parameters of an operation, beginning with those of its path item. */
function allParameters(
  document: OpenApiDocument,
  item: PathItemObject,
  operation: OperationObject,
): ParameterObject[] {
  return [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
    resolveRef<ParameterObject>(document, parameter),
  );
}

function bodyOf(document: OpenApiDocument, operation: OperationObject): OperationRow['body'] {
  if (!operation.requestBody) return null;
  const body = resolveRef<{ required?: boolean; content: Record<string, MediaType> }>(
    document,
    operation.requestBody,
  );
  return {
    schema: componentName(operation, body.content['application/json']?.schema),
    required: body.required === true,
  };
}

function contentOf(
  operation: OperationObject,
  response: ResponseObject,
): { schema: string | null; media: string } {
  const [media = 'application/json', content] = Object.entries(response.content ?? {})[0] ?? [];
  return { media, schema: media === 'application/json' ? componentName(operation, content?.schema) : null };
}

function componentName(operation: OperationObject, schema: JsonSchema | undefined): string {
  const name = schema?.$ref?.match(/^#\/components\/schemas\/([^/]+)$/)?.[1];
  if (!name)
    throw new Error(`${operation.operationId}: every JSON body must be a $ref to a schema component.`);
  return name;
}

function queryType(schema: JsonSchema): QueryType {
  return schema.type === 'integer' || schema.type === 'boolean' ? schema.type : 'string';
}
