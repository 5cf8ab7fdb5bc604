// Generates the interface of the client's operations with their documentation, and the union of error codes, from the
// bundled document.
import { type OpenApiDocument, type ResponseObject, resolveRef } from '../../src/contract/openapi.ts';
import { buildOperationIndex, type OperationRow } from '../../src/contract/operation-index.ts';

const HEAD = '// Generated from openapi/ by `npm run generate`. Not edited by hand.';

/** Generates the text of the interface `Calls`: one documented function for every operation. */
export function clientCalls(document: OpenApiDocument): string {
  return [
    HEAD,
    "import type { Call } from '../types.ts';",
    '',
    '/** One function for every operation of the document, under its `operationId`. */',
    'export interface Calls {',
    ...buildOperationIndex(document).flatMap((row) => [
      ...comment(documentation(document, row), '  '),
      `  ${row.id}: Call<'${row.id}'>;`,
    ]),
    '}',
    '',
  ].join('\n');
}

/** Generates the text of the union of the error codes that the document names. */
export function errorCodes(document: OpenApiDocument): string {
  const codes = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const code = Reflect.get(value, 'code');
    // An error body in an example, or the schema of the member `code` with its examples.
    if (typeof code === 'string' && 'message' in value) codes.add(code);
    const listed: unknown = typeof code === 'object' && code !== null && Reflect.get(code, 'examples');
    if (Array.isArray(listed) && Reflect.get(value, 'message') !== undefined)
      for (const one of listed) codes.add(String(one));
    for (const member of Object.values(value)) collect(member);
  };
  collect(document);
  return [
    HEAD,
    '',
    '/** The error codes that the document names. A platform may send others. */',
    'export type ErrorCode =',
    ...[...codes].sort().map((code) => `  | '${code}'`),
    '',
  ]
    .join('\n')
    .replace(/\n$/, ';\n');
}

/** Writes what an editor shows about an operation: summary, description, permissions, limits of use, and errors. */
function documentation(document: OpenApiDocument, row: OperationRow): string[] {
  const operation = document.paths[row.path]?.[row.method.toLowerCase() as 'get'];
  const [description = ''] = (operation?.description ?? '').split(/\n\s*\n/);
  const summary = operation?.summary ?? row.id;
  const permission =
    row.auth === 'anonymous'
      ? 'Needs no credential.'
      : [
          row.auth === 'session' ? 'Needs the token of a log-in; an API key is refused.' : '',
          row.scopes.length > 0 ? `Scope: ${row.scopes.map((scope) => `\`${scope}\``).join(', ')}.` : '',
          row.roles.length > 0 ? `Roles: ${row.roles.join(', ')}.` : '',
        ]
          .filter((part) => part !== '')
          .join(' ');
  const errors = row.statuses
    .filter((status) => status >= 400)
    .map((status) => [status, ...codesOf(document, operation?.responses[status])].join(' '));
  return [
    `${summary}.`,
    '',
    ...description.replace(/\s+/g, ' ').trim().split('\n'),
    ...(permission === '' ? [] : ['', permission]),
    '',
    `\`${row.method} ${row.path}\``,
    ...(errors.length === 0 ? [] : [`@throws ApiError ${errors.join('; ')}`]),
  ];
}

/** Lists the error codes in the documented examples of a response. */
function codesOf(
  document: OpenApiDocument,
  response: ResponseObject | { $ref: string } | undefined,
): string[] {
  if (response === undefined) return [];
  const { content } = resolveRef<ResponseObject>(document, response);
  const examples = Object.values(content?.['application/json']?.examples ?? {});
  const codes = examples.flatMap((example) => {
    const { value } = resolveRef<{ value?: unknown }>(document, example);
    const { error } = (value ?? {}) as { error?: { code?: string } };
    return error?.code === undefined ? [] : [`\`${error.code}\``];
  });
  return [...new Set(codes)];
}

/** Formats lines as a documentation comment. */
const comment = (lines: readonly string[], indent: string): string[] => [
  `${indent}/**`,
  ...lines.map((line) => `${indent} * ${line.replaceAll('*/', '*\\/')}`.trimEnd()),
  `${indent} */`,
];
