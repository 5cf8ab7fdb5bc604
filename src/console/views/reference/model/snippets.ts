// Builds the snippets of a request: a curl command, and a call with the typed client.
import { curlCommand } from '../../../api/curl.ts';
import type { Operation } from './document.ts';

/** A request, as the user is about to send it. */
export type SnippetRequest = {
  /** the base URL, which ends in `/v1` */
  baseUrl: string;
  operation: Operation;
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
  /** the body as JSON text; empty for none */
  body: string;
  /** who sends the request; null for nobody */
  credential: { token: string; isApiKey: boolean } | null;
};

/** Fills the parameters into a path and adds the query; empty values of the query are left out. */
export function addressOf({
  operation,
  path,
  query,
}: Pick<SnippetRequest, 'operation' | 'path' | 'query'>): string {
  const filled = operation.path.replace(/\{([^}]+)\}/g, (whole, name: string) =>
    path[name] ? encodeURIComponent(path[name]) : whole,
  );
  const parameters = new URLSearchParams(given(query)).toString();
  return parameters === '' ? filled : `${filled}?${parameters}`;
}

/** Builds a curl command for a POSIX shell. */
export function curlSnippet(request: SnippetRequest): string {
  const { baseUrl, operation, headers, body, credential } = request;
  return curlCommand({
    method: operation.method,
    url: `${baseUrl}${addressOf(request)}`,
    headers: [
      ...(credential ? [['Authorization', `Bearer ${credential.token}`] as const] : []),
      ...(body === '' ? [] : [['Content-Type', 'application/json'] as const]),
      ...Object.entries(given(headers)),
    ],
    body: body === '' ? null : compact(body),
    save: isDownload(operation),
  });
}

/** Leaves out the values that are empty. */
const given = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

/** Returns JSON without white space between its parts; a text that is no JSON stays as it is. */
function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

const isDownload = ({ responses }: Operation): boolean => {
  const type = responses.find(({ status }) => status.startsWith('2'))?.body?.type;
  return type !== undefined && !type.includes('json');
};

const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** Builds a call with the typed client of this package. */
export function clientSnippet({
  baseUrl,
  operation,
  path,
  query,
  headers,
  body,
  credential,
}: SnippetRequest): string {
  const options = literal(
    {
      baseUrl,
      ...(credential && {
        credential: credential.isApiKey ? { apiKey: credential.token } : { token: credential.token },
      }),
    },
    0,
  );
  const { [IDEMPOTENCY_KEY]: idempotencyKey = '', ...further } = given(headers);
  const parameters: Record<string, unknown> = {
    path: given(path),
    query: typedQuery(operation, given(query)),
    body: parsed(body),
    idempotencyKey: idempotencyKey === '' ? undefined : idempotencyKey,
    headers: further,
  };
  const present = Object.entries(parameters).filter(
    ([name, value]) =>
      value !== undefined &&
      (name === 'body' || typeof value === 'string' || Object.keys(value as object).length > 0),
  );
  const call = present.length === 0 ? '' : literal(Object.fromEntries(present), 0);
  return `import { createClient } from 'hosting-contract/client';

const api = createClient(${options});
const ${isDownload(operation) ? 'file' : 'result'} = await api.${operation.id}(${call});
`;
}

/** Converts the texts of the query to the types that the client declares. */
function typedQuery(
  { parameters }: Operation,
  query: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => {
      const type = parameters.find((one) => one.in === 'query' && one.name === name)?.schema.type;
      const isTyped = type === 'integer' || type === 'number' || type === 'boolean';
      return [name, isTyped ? (parsed(text) ?? text) : text];
    }),
  );
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const WIDTH = 80;

/** Writes a JSON value as a TypeScript literal: short ones in one line. */
function literal(value: unknown, depth: number): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const isArray = Array.isArray(value);
  const parts = isArray
    ? value.map((one) => literal(one, depth + 1))
    : Object.entries(value).map(([name, one]) => `${keyOf(name)}: ${literal(one, depth + 1)}`);
  const [open, close] = isArray ? ['[', ']'] : ['{ ', ' }'];
  if (parts.length === 0) return isArray ? '[]' : '{}';
  const line = `${open}${parts.join(', ')}${close}`;
  if (!line.includes('\n') && line.length + depth * 2 < WIDTH) return line;
  const indent = '  '.repeat(depth + 1);
  return `${open.trim()}\n${parts.map((part) => `${indent}${part},\n`).join('')}${'  '.repeat(depth)}${close.trim()}`;
}

const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name, 0));
