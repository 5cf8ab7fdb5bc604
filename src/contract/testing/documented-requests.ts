// Test helper: lists the requests that the document shows as examples: for each operation the examples of its parameters, with
// each named example of its request body; and sends them.
import {
  type OpenApiDocument,
  type OperationObject,
  operationsOf,
  type ParameterObject,
  type Ref,
  type RequestBodyObject,
  resolveRef,
} from '../openapi.ts';

/** An example request of the document. */
export type DocumentedRequest = {
  operation: string;
  /** The name of the body's example; null when the operation has no documented body. */
  example: string | null;
  method: string;
  /** The path below the base URL, with the examples of its parameters and without a query. */
  path: string;
  /** The example of each query parameter. */
  query: Record<string, string>;
  body: unknown;
  /** The persona that sends the request; null for an operation that takes no credential. */
  persona: string | null;
  /** The status with which the mock refuses the request although it is documented; null when it succeeds. */
  refusedWith: number | null;
  /** Says why the request is refused; null for a request that needs no words. */
  description: string | null;
};

type NamedExample = {
  value?: unknown;
  description?: string;
  'x-example-persona'?: string;
  'x-example-status'?: number;
};

/** Lists the example requests of a document, in the document's order. */
export const documentedRequests = (document: OpenApiDocument): DocumentedRequest[] =>
  operationsOf(document).flatMap(({ id, method, path, operation, parameters }): DocumentedRequest[] => {
    const shared = {
      operation: id,
      method: method.toUpperCase(),
      path: path.replaceAll(/\{(\w+)\}/g, (_, name) => pathExample(operation, name)),
      query: Object.fromEntries(
        parameters.flatMap((one) => (one.in === 'query' ? [[one.name, exampleOf(document, one)]] : [])),
      ),
    };
    const persona = personaOf(operation);
    const examples = bodyExamples(document, operation);
    if (examples.length === 0)
      return [{ ...shared, example: null, body: undefined, persona, refusedWith: null, description: null }];
    return examples.map(([name, example]) => ({
      ...shared,
      example: name,
      body: example.value,
      persona: example['x-example-persona'] ?? persona,
      refusedWith: example['x-example-status'] ?? null,
      description: example.description ?? null,
    }));
  });

// Returns the persona that sends the examples of an operation unless an example names another one: the owner of the
// first tenant where its role may call the operation, else the platform administrator.
function personaOf(operation: OperationObject): string | null {
  const roles = operation['x-roles'] ?? [];
  if (roles.includes('anonymous')) return null;
  return roles.includes('owner') ? 'owner' : 'platformAdmin';
}

function pathExample(
  { operationId, 'x-example-path': examples = {} }: OperationObject,
  name: string,
): string {
  const example = examples[name];
  if (example === undefined) throw new Error(`${operationId} has no example of the path parameter ${name}.`);
  return example;
}

// Returns the example of a parameter as text: its own, or the first one of its schema.
function exampleOf(document: OpenApiDocument, { name, example, schema = {} }: ParameterObject): string {
  const examples = schema.examples ?? resolveRef(document, schema).examples;
  const value = example ?? (Array.isArray(examples) ? examples[0] : undefined);
  if (value === undefined) throw new Error(`The parameter ${name} has no example.`);
  return String(value);
}

function bodyExamples(document: OpenApiDocument, { requestBody }: OperationObject): [string, NamedExample][] {
  if (!requestBody) return [];
  const { content } = resolveRef<RequestBodyObject>(document, requestBody);
  return Object.entries(content['application/json']?.examples ?? {}).map(([name, example]) => [
    name,
    resolveRef<NamedExample>(document, example as NamedExample | Ref),
  ]);
}

/** Sends an example request to a world. `token` is the caller's credential; null sends none. */
export function sendExample(
  fetch: (url: URL, init: RequestInit) => Promise<Response>,
  { method, path, query, body }: DocumentedRequest,
  token: string | null,
): Promise<Response> {
  const url = new URL(`http://mock/v1${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const headers = {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  return fetch(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
}
