// Adds code samples to each operation of a bundled document, in the form that Redoc shows (`x-codeSamples`).
import { callText } from './call-text.ts';
import {
  type OpenApiDocument,
  type OperationObject,
  operationsOf,
  type RequestBodyObject,
  type ResponseObject,
  resolveRef,
} from './openapi.ts';

/** Words of a sample that stand for what the reader has: in shell, and as variables of the other languages. */
const OWN = { base: '$BASE_URL', token: '$TOKEN', key: '$IDEMPOTENCY_KEY' };

/**
 * Gives each operation a call in shell, TypeScript and Python: with the example of its path and the shortest example of
 * its body; the base URL, the credential and a fresh key are variables. Changes the document.
 */
export function addCodeSamples(document: OpenApiDocument): void {
  for (const { operation, method, path } of document.paths ? operationsOf(document) : []) {
    const body = exampleBody(document, operation);
    const filled = path.replace(
      /\{([^}]+)\}/g,
      (whole, name) => operation['x-example-path']?.[name] ?? whole,
    );
    const call = {
      method: method.toUpperCase(),
      url: `${OWN.base}${filled}`,
      headers: {
        ...(operation.security?.length !== 0 && { Authorization: `Bearer ${OWN.token}` }),
        ...(operation['x-idempotency'] && { 'Idempotency-Key': OWN.key }),
      },
      body,
      isFile: isDownload(document, operation),
    };
    const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const typescript = callText('fetch', { ...call, headers: { ...call.headers, ...json } });
    Object.assign(operation, {
      'x-codeSamples': [
        { lang: 'Shell', source: shellSample(call) },
        { lang: 'TypeScript', source: withVariables(typescript, "'", (text) => `\`${text}\``, '$') },
        { lang: 'Python', source: withVariables(callText('python', call), '"', (text) => `f"${text}"`) },
      ],
    });
  }
}

const withVariables = (source: string, quote: string, format: (text: string) => string, mark = ''): string =>
  source.replace(
    new RegExp(`${quote}([^${quote}\\n]*)\\$(BASE_URL|TOKEN|IDEMPOTENCY_KEY)([^${quote}\\n]*)${quote}`, 'g'),
    (_, before: string, name: string, after: string) =>
      before + after === '' ? name : format(`${before}${mark}{${name}}${after}`),
  );

function shellSample({ method, url, headers, body, isFile }: Parameters<typeof callText>[1]): string {
  const isImplied = method === 'GET' || (method === 'POST' && body !== undefined);
  const words = ['curl', isImplied ? '' : `-X ${method}`, isFile ? '-OJ' : '', `"${url}"`];
  const options = [
    words.filter((word) => word !== '').join(' '),
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    body === undefined ? '' : `--json '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`,
  ];
  return options.filter((option) => option !== '').join(' \\\n  ');
}

/** Returns the shortest example of an operation's JSON body; undefined when it has none. */
function exampleBody(document: OpenApiDocument, { requestBody }: OperationObject): unknown {
  if (!requestBody) return undefined;
  const { content } = resolveRef<RequestBodyObject>(document, requestBody);
  const values = Object.values(content['application/json']?.examples ?? {}).map(
    (example) => resolveRef<{ value?: unknown }>(document, example).value,
  );
  const size = (value: unknown): number => JSON.stringify(value).length;
  return values.sort((one, other) => size(one) - size(other))[0];
}

function isDownload(document: OpenApiDocument, { responses }: OperationObject): boolean {
  const success = responses?.['200'] && resolveRef<ResponseObject>(document, responses['200']);
  return Object.keys(success?.content ?? {}).some((media) => media !== 'application/json');
}
