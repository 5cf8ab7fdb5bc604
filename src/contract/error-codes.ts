// The refusals of the document (`x-error-codes`): by name, of each operation, and in the descriptions for readers.
import { document } from './document.ts';
import { errorCodes as packaged } from './generated/error-codes.ts';
import { type ErrorCode, type OpenApiDocument, operationsOf } from './openapi.ts';
import type { OperationRow } from './operation-index.ts';
import { perDocument } from './operations.ts';

/** The name of a refusal: a key of `x-error-codes`. */
export type RefusalName = keyof typeof packaged;

/** The entries of `x-error-codes` by name. */
export type ErrorCodes = Readonly<Record<string, ErrorCode>>;

/** The entries of the package's own document, whichever document is served. */
export const packagedErrorCodes: ErrorCodes = packaged;

/** Returns the entries of the document in use; a document without `x-error-codes` has those of the package. */
export const errorCodes = perDocument<Readonly<Record<RefusalName, ErrorCode>>>(
  () => ({ ...packaged, ...document()['x-error-codes'] }),
  packaged,
);

/** The values of `operations` in an entry: which operations may refuse so, in words, and how they are told. */
export const REFUSING_OPERATIONS: Readonly<
  Record<string, readonly [words: string, includes: (row: OperationRow) => boolean]>
> = {
  none: ['paths and methods that are not here', () => false],
  all: ['every operation', () => true],
  credential: ['with a credential', ({ auth }) => auth !== 'anonymous'],
  session: ['with the token of a login only', ({ auth }) => auth === 'session'],
  roles: ['with roles', ({ auth, roles }) => auth !== 'anonymous' && roles.length > 0],
  scope: ['with a scope', ({ scopes }) => scopes.length > 0],
  path: ['with an id in the path', ({ path }) => path.includes('{')],
  body: ['with a body', ({ body }) => body !== null],
  input: ['with a body or a query', ({ body, query }) => body !== null || query.length > 0],
  idempotency: ['with an `Idempotency-Key`', ({ idempotency }) => idempotency !== null],
};

/** Tells whether an operation may refuse by an entry: because it lists the name, or by what it needs. */
export const mayRefuse = (row: OperationRow, name: string, { operations }: ErrorCode): boolean =>
  row.refusals.includes(name) || REFUSING_OPERATIONS[operations ?? '']?.[1](row) === true;

/** Returns the names of the refusals that an operation may give, its own first. */
export function refusalsOf(row: OperationRow): RefusalName[] {
  const names = Object.keys(errorCodes()) as RefusalName[];
  const isOwn = (name: string): number => Number(row.refusals.includes(name));
  return names.filter((name) => mayRefuse(row, name, errorCodes()[name])).sort((a, b) => isOwn(b) - isOwn(a));
}

/** Returns the refusal of an operation with this name, else its first one with this code; undefined for none. */
export function refusalNamed(row: OperationRow, text: string): RefusalName | undefined {
  const names = refusalsOf(row);
  return names.find((name) => name === text) ?? names.find((name) => errorCodes()[name].code === text);
}

/** Values for the words in braces of messages, where no request gives them. */
export const sampleValues: Readonly<Record<string, string | number>> = {
  ...{ count: 2, currency: 'EUR', disk: 80, due: 1178, length: 260, limit: 10, most: 40, retry_after: 30 },
  ...{ expired_at: '2026-11-20T07:00:00Z', now: '2026-11-20T08:00:00Z' },
  ...{ number: 'ACME-2026-000037', role: 'viewer', scope: 'orders:write', status: 'cancelled', type: 'A' },
};

/**
 * Copies a document and writes its refusals into the descriptions, where people read them: those of its own in each
 * operation, those of many operations in the topic `Errors`. They replace those that a copy was written with before.
 */
export function withRefusals(document: OpenApiDocument): OpenApiDocument {
  const codes = document['x-error-codes'];
  if (codes === undefined) return document;
  const copy = structuredClone(document);
  for (const { operation } of operationsOf(copy)) {
    const own = (operation['x-error-codes'] ?? []).flatMap((name) => codes[name] ?? []);
    const items = own.map((entry) => listItem(entry, entry.field && `\`${entry.field}\``));
    operation.description = described(
      operation.description,
      'Refusals of its own, beside those under Errors',
      items,
    );
  }
  const shared = Object.values(codes).filter(({ operations }) => operations !== undefined);
  const items = shared.map((entry) => listItem(entry, REFUSING_OPERATIONS[entry.operations ?? '']?.[0]));
  for (const tag of copy.tags.filter(({ name }) => name === 'Errors'))
    tag.description = described(
      tag.description,
      'Refusals of many operations; each operation lists its own',
      items,
    );
  return copy;
}

function described(text = '', title: string, items: readonly string[]): string {
  const [own = ''] = text.split(`\n\n${title}:`);
  return items.length === 0 ? own : `${own.trimEnd()}\n\n${title}:\n\n${items.join('\n')}`;
}

const listItem = ({ status, code, message }: ErrorCode, where: string | undefined): string =>
  `- ${status} \`${code}\`${where === undefined ? '' : ` (${where})`}: ${message.replace(
    /\{(\w+)\}/g,
    (whole, name: string) => String(sampleValues[name] ?? whole),
  )}`;
