// Adds a code sample to each operation of a bundled document, in the form that Redoc shows (`x-codeSamples`).
import {
  type OpenApiDocument,
  type OperationObject,
  operationsOf,
  type RequestBodyObject,
  type ResponseObject,
  resolveRef,
} from './openapi.ts';

/**
 * Gives each operation a call of curl in shell, an option on each line: with the example of its path and the shortest example of
 * its body, the base URL in `$BASE_URL` and the credential in `$TOKEN`. Changes the document.
 */
export function addCodeSamples(document: OpenApiDocument): void {
  for (const { operation, method, path } of document.paths ? operationsOf(document) : []) {
    const body = exampleBody(document, operation);
    const words = [
      'curl',
      body === undefined || method !== 'post' ? `-X ${method.toUpperCase()}` : '',
      isDownload(document, operation) ? '-OJ' : '',
      `"$BASE_URL${path.replace(/\{([^}]+)\}/g, (whole, name) => operation['x-example-path']?.[name] ?? whole)}"`,
    ];
    const options = [
      words.filter((word) => word !== '' && word !== '-X GET').join(' '),
      operation.security?.length === 0 ? '' : '-H "Authorization: Bearer $TOKEN"',
      operation['x-idempotency'] ? '-H "Idempotency-Key: $(uuidgen)"' : '',
      body === undefined ? '' : `--json '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`,
    ];
    const source = options.filter((option) => option !== '').join(' \\\n  ');
    Object.assign(operation, { 'x-codeSamples': [{ lang: 'Shell', source }] });
  }
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
