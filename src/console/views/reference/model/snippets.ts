// Builds the snippets of a request: a curl command, calls in other languages, and a call with the typed client.
import { type CallLanguage, callText, literal } from '../../../../contract/call-text.ts';
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
  const { method, url, headers } = partsOf(request);
  const { operation, body } = request;
  return curlCommand({
    ...{ method, url, headers: Object.entries(headers), save: isDownload(operation) },
    body: body === '' ? null : compact(body),
  });
}

// Returns what every snippet sends; the body is undefined for none, and a text where it is no JSON.
function partsOf(request: SnippetRequest) {
  const { baseUrl, operation, headers, body, credential } = request;
  return {
    method: operation.method,
    url: `${baseUrl}${addressOf(request)}`,
    headers: {
      ...(credential && { Authorization: `Bearer ${credential.token}` }),
      ...(body !== '' && { 'Content-Type': 'application/json' }),
      ...given(headers),
    },
    body: body === '' ? undefined : (parsed(body) ?? body),
  };
}

/** Builds a call in another language; `httpx` of Python takes what `requests` takes. */
export function callSnippet(request: SnippetRequest, name: CallLanguage): string {
  return callText(name, { ...partsOf(request), isFile: isDownload(request.operation) });
}

const given = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

// Returns JSON without white space between its parts; a text that is no JSON stays as it is.
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
