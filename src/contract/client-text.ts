// Generates the parts of the typed client that depend on a document, and the file that holds all of them.
import { mayRefuse, REFUSING_OPERATIONS } from './error-codes.ts';
import { METHODS, type OpenApiDocument, operationName } from './openapi.ts';
import { buildOperationIndex, type OperationRow } from './operation-index.ts';
import type { ParameterForm } from './parameter-text.ts';

/** The names that the file of a client declares, beside the types of the schemas. */
export const CLIENT_NAMES = [
  'Api',
  'Arguments',
  'ArgumentsOf',
  'Call',
  'CallOf',
  'Calls',
  'Client',
  'ClientOf',
  'ClientOptions',
  'ErrorCode',
  'ErrorCodes',
  'SharedCodes',
  'Item',
  'ItemOf',
  'ListId',
  'ListIdOf',
  'OperationId',
  'Result',
  'ResultOf',
  'calls',
  'createClient',
  'createClientFor',
];

/** What the file of a client exports again from the package: values, and types that a schema may have the name of. */
const PASSED_ON = ['ApiError', 'formErrors', 'twoFactorChallenge', 'verifyWebhook', 'WebhookError'];
const PASSED_ON_TYPES = [
  'ClientOptions',
  'Credential',
  'Delivery',
  'FormErrorOptions',
  'VerifyOptions',
  'WebhookEvent',
];

/** The members of a client that are no operations, and names that an object cannot have as functions. */
const MEMBER_NAMES = ['each', 'then', '__proto__'];

/**
 * Generates the file of a typed client for a document: `createClient`, the documented functions, and the types.
 * @param types the types of the document as `typesText` generates them with {@link CLIENT_NAMES} taken
 * @throws Error naming the operation that no client can have a function for
 */
export function clientText(document: OpenApiDocument, types: string): string {
  const rows = buildOperationIndex(document);
  const bad = rows.find(({ id }) => MEMBER_NAMES.includes(id));
  if (bad)
    throw new Error(
      `${bad.method} ${bad.path} has the operationId ${bad.id}, which is a name of the client's own; choose another.`,
    );
  const schemas = Object.keys(document.components?.schemas ?? {});
  const free = (names: readonly string[]): string[] => names.filter((name) => !schemas.includes(name));
  return `import {
  type ArgumentsOf,
  type CallOf,
  type ClientOf,
  type ClientOptions,
  createClientFor,
  type ItemOf,
  type ListIdOf,
  type ResultOf,
} from 'hosting-contract/client';

export { ${free(PASSED_ON).join(', ')} } from 'hosting-contract/client';
export type { ${free(PASSED_ON_TYPES).join(', ')} } from 'hosting-contract/client';

/** The types of the document, for functions of the package that take a client. */
export type Api = { operations: operations; calls: typeof calls; functions: Calls; errorCodes: ErrorCodes };

/** A client of this document: a function for every operation, and \`each\` for lists. */
export type Client = ClientOf<Api>;

/** The ids of the operations. */
export type OperationId = keyof typeof calls;

/** The arguments of a call: those of \`{ path, query, body }\` that the operation has, and the options of every call. */
export type Arguments<Op extends OperationId> = ArgumentsOf<Api, Op>;

/** The result of a call: the body of the success reply, a Blob for a download, or undefined for a reply without a body. */
export type Result<Op extends OperationId> = ResultOf<Api, Op>;

/** The ids of the operations that return a list in pages. */
export type ListId = ListIdOf<Api>;

/** The type of one element in the list that an operation returns. */
export type Item<Op extends ListId> = ItemOf<Api, Op>;

/**
 * Creates a client: \`createClient({ baseUrl, credential })\` → \`await api.createOrder({ body })\`. A call returns the
 * body of a 2xx reply and throws an ApiError for any other reply. Purchases carry an Idempotency-Key, which is the same
 * on every attempt.
 */
export const createClient = (options: ClientOptions): Client => createClientFor<Api>(calls, options);

type Call<Op extends OperationId> = CallOf<Api, Op>;

${clientCalls(document)}
${callTable(rows)}
${errorCodes(document)}
${types}`;
}

/**
 * Copies a document so that each operation has an operationId, which the types of operations are named after: an
 * operation without one is named by its method and path, as in the mock.
 */
export function withOperationIds(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  for (const [path, item] of Object.entries(copy.paths))
    for (const method of METHODS) {
      const operation = item[method];
      if (operation) operation.operationId = operationName(operation, method, path);
    }
  return copy;
}

/**
 * Builds the compact table of a client's calls: the method and the path of each operation, and its marks: `!` for
 * operations that take an Idempotency-Key, `*` for those that return a file, `-` for those that return nothing, `^` for
 * those that redirect. A body that is no JSON has its media type after `>`, and parameters that are no plain texts follow as
 * `name=type,style,explode`, those of the path with braces.
 */
export function callTable(rows: readonly OperationRow[]): string {
  return [
    'export const calls = {',
    ...rows.map((row) => {
      const marks = marksOf(row);
      const path = row.path.replaceAll(' ', '%20');
      return `  ${key(row.id)}: ${quoted(`${row.method} ${path}${marks && ` ${marks}`}`)},`;
    }),
    '} as const;',
    '',
  ].join('\n');
}

function marksOf(row: OperationRow): string {
  const { idempotency, responses, success, body, query, pathParameters } = row;
  const { media = '', schema = null } = responses[success] ?? {};
  const result = success >= 300 ? '^' : media === '' ? '-' : schema === null ? '*' : '';
  const sent = body?.media && Object.keys(body.media).find((one) => body.media?.[one] === body.schema);
  const form = (name: string, { type, style = 'form', explode = false }: ParameterForm): string[] =>
    type === 'json' || style !== 'form' || type === 'array' || type === 'object'
      ? [`${encodeURIComponent(name)}=${type},${style}${explode ? ',explode' : ''}`]
      : [];
  const forms = [
    ...query.flatMap((one) => form(one.name, one)),
    ...pathParameters
      .filter(({ style, type }) => style !== undefined || type === 'json')
      .flatMap((one) => form(`{${one.name}}`, { style: 'simple', ...one })),
  ];
  const marks = `${idempotency === null ? '' : '!'}${result}${sent ? `>${sent.replaceAll(' ', '')}` : ''}`;
  return forms.length === 0 ? marks : `${marks} ${forms.join('&')}`;
}

/** Generates the text of the interface `Calls`: one documented function for every operation. */
export function clientCalls(document: OpenApiDocument): string {
  return [
    '/** One function for every operation of the document, under its `operationId`. */',
    'export interface Calls {',
    ...buildOperationIndex(document).flatMap((row) => [
      ...comment(documentation(document, row), '  '),
      `  ${key(row.id)}: Call<${quoted(row.id)}>;`,
    ]),
    '}',
    '',
  ].join('\n');
}

/** Generates the text of the error codes that the document names: all of them, and those of each operation. */
export function errorCodes(document: OpenApiDocument): string {
  const entries = Object.entries(document['x-error-codes'] ?? {});
  const union = (parts: Iterable<string>): string => [...new Set(parts)].sort().join(' | ') || 'never';
  const codesOf = (chosen: typeof entries): string => union(chosen.map(([, { code }]) => quoted(code)));
  const kinds = Object.entries(REFUSING_OPERATIONS).filter(([kind]) => kind !== 'none');
  return [
    '/** The error codes that the document names. A platform may send others. */',
    `export type ErrorCode = ${codesOf(entries)};`,
    '',
    '/** The codes with which many operations refuse, by what these need. */',
    'type SharedCodes = {',
    ...kinds.map(([kind]) => `  ${kind}: ${codesOf(entries.filter(([, one]) => one.operations === kind))};`),
    '};',
    '',
    '/** The codes with which each operation may refuse. */',
    'export type ErrorCodes = {',
    ...buildOperationIndex(document).map((row) => {
      const shared = kinds.filter(([, [, includes]]) => includes(row)).map(([kind]) => quoted(kind));
      const own = row.refusals.flatMap((name) => document['x-error-codes']?.[name]?.code ?? []).map(quoted);
      return `  ${key(row.id)}: ${[`SharedCodes[${shared.join(' | ')}]`, ...new Set(own)].join(' | ')};`;
    }),
    '};',
    '',
  ].join('\n');
}

// Writes what an editor shows about an operation: summary, description, permissions, limits of use, and errors.
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
    .map((status) => [status, ...codesOf(document, row, status)].join(' '));
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

function codesOf(document: OpenApiDocument, row: OperationRow, status: number): string[] {
  const codes = Object.entries(document['x-error-codes'] ?? {}).filter(
    ([name, entry]) => entry.status === status && mayRefuse(row, name, entry),
  );
  return [...new Set(codes.map(([, { code }]) => `\`${code}\``))];
}

const comment = (lines: readonly string[], indent: string): string[] => [
  `${indent}/**`,
  ...lines
    .flatMap((line) => line.split('\n'))
    .map((line) => `${indent} * ${line.replaceAll('*/', '*\\/')}`.trimEnd()),
  `${indent} */`,
];

/** Writes a text as a TypeScript string in single quotes. */
export const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

// Writes the name of an object's member, in quotation marks where it is no identifier.
const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name));
