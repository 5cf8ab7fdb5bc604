// Builds the snippets of a request: a curl command, calls in other languages, and a call with the typed client.
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

/** Returns what every snippet sends; the body is undefined for none, and a text where it is no JSON. */
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
export function callSnippet(request: SnippetRequest, name: keyof typeof CALLS): string {
  const [language, template, [start, end, json, file]] = CALLS[name];
  const { method, url, headers, body } = partsOf(request);
  const write = (value: unknown): string => literal(value, 1, language);
  const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}`);
  const parts: Readonly<Record<string, string>> = {
    ...{ METHOD: write(method), URL: write(url), HEADERS: write(name === 'php' ? lines : headers) },
    BODY: body === undefined ? '' : `${start}${write(body)}${end}`,
    RESULT: isDownload(request.operation) ? file : json,
  };
  return template.replace(/METHOD|URL|HEADERS|BODY|RESULT/g, (word) => parts[word] ?? word);
}

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

/** How a language writes values. */
type Language = {
  text(value: string): string;
  key(name: string): string;
  /** what stands between the name and the value of a member, and around members; and an object without any */
  object: readonly [between: string, open: string, close: string, empty: string];
  /** null, true and false, where the language has other words for them */
  words?: Readonly<Record<string, string>>;
};

const TYPESCRIPT: Language = {
  text: (value) => `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`,
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : TYPESCRIPT.text(name)),
  object: [': ', '{ ', ' }', '{}'],
};
const PYTHON: Language = {
  ...{ text: JSON.stringify, key: JSON.stringify, object: [': ', '{', '}', '{}'] },
  words: { null: 'None', true: 'True', false: 'False' },
};
const phpText = (value: string): string => `'${value.replaceAll(/[\\']/g, '\\$&')}'`;
const PHP: Language = { text: phpText, key: phpText, object: [' => ', '[', ']', 'new stdClass()'] };

/**
 * The calls in other languages: the language, the call, the part of it that sends a body, and how the reply is read as JSON
 * and as a file. Words in capitals stand for what is sent.
 */
const CALLS = {
  fetch: [
    TYPESCRIPT,
    'const response = await fetch(URL, {\n  method: METHOD,\n  headers: HEADERS,BODY\n});\nconst result = await response.RESULT();\n',
    ['\n  body: JSON.stringify(', '),', 'json', 'blob'],
  ],
  python: [
    PYTHON,
    'import requests\n\nresponse = requests.request(\n  METHOD,\n  URL,\n  headers=HEADERS,BODY\n)\nresult = response.RESULT\n',
    ['\n  json=', ',', 'json()', 'content'],
  ],
  php: [
    PHP,
    "<?php\n$response = file_get_contents(URL, false, stream_context_create(['http' => [\n  'method' => METHOD,\n  'header' => HEADERS,\n  'ignore_errors' => true,BODY\n]]));\n$result = RESULT;\n",
    ["\n  'content' => json_encode(", '),', 'json_decode($response, true)', '$response'],
  ],
} as const;

/** Writes a JSON value as a literal: short ones in one line. */
function literal(value: unknown, depth: number, language = TYPESCRIPT): string {
  if (typeof value === 'string') return language.text(value);
  if (typeof value !== 'object' || value === null) return language.words?.[String(value)] ?? String(value);
  const isArray = Array.isArray(value);
  const [between, ...around] = language.object;
  const parts = isArray
    ? value.map((one) => literal(one, depth + 1, language))
    : Object.entries(value).map(
        ([name, one]) => `${language.key(name)}${between}${literal(one, depth + 1, language)}`,
      );
  const [open, close, empty] = isArray ? ['[', ']', '[]'] : around;
  if (parts.length === 0) return empty;
  const line = `${open}${parts.join(', ')}${close}`;
  if (!line.includes('\n') && line.length + depth * 2 < WIDTH) return line;
  const indent = '  '.repeat(depth + 1);
  return `${open.trim()}\n${parts.map((part) => `${indent}${part},\n`).join('')}${'  '.repeat(depth)}${close.trim()}`;
}
