// Compares the refusals of an edited document with its operations, and with what the mock refuses.
import { mayRefuse, packagedErrorCodes, REFUSING_OPERATIONS } from '../error-codes.ts';
import { isObject } from '../is-object.ts';
import { type ErrorCode, type OpenApiDocument, replyAt } from '../openapi.ts';
import type { Operation } from '../operations.ts';
import { operationDelta } from './delta.ts';

/**
 * Lists what the mock cannot follow in the `x-error-codes` of a document and of its operations, each as a sentence with
 * its place. A document without `x-error-codes` has none: the refusals of the package apply.
 */
export function errorCodeProblems(document: OpenApiDocument, table: readonly Operation[]): string[] {
  const codes: unknown = document['x-error-codes'];
  if (codes === undefined) return [];
  if (!isObject(codes)) return ['x-error-codes is no object of refusals by name.'];
  const entries = Object.entries(codes);
  const malformed = entries.flatMap(([name, entry]) => entryProblems(`x-error-codes/${name}`, name, entry));
  if (malformed.length > 0) return malformed;
  const missing = Object.entries(packagedErrorCodes)
    .filter(([name, { operations }]) => operations !== undefined && !(name in codes))
    .map(([name]) => `x-error-codes has no ${name}, with which the mock refuses: put it back.`);
  const unused = entries
    // Entries of the package may be left over from operations that were removed.
    .filter(([name, entry]) => !('operations' in (entry as object)) && !(name in packagedErrorCodes))
    .filter(([name]) => !table.some(({ refusals }) => refusals.includes(name)))
    .map(([name]) => `x-error-codes/${name} is a refusal of no operation: list it in one, or remove it.`);
  return [
    ...missing,
    ...unused,
    ...entries.flatMap(([name, entry]) => undocumentedStatus(name, entry as ErrorCode, table)),
    ...table.flatMap((operation) => nameProblems(operation, codes as Record<string, ErrorCode>)),
  ];
}

function entryProblems(at: string, name: string, entry: unknown): string[] {
  if (!isObject(entry)) return [`${at} is no object with status, code and message.`];
  const { status, code, message, field, operations } = entry;
  const packaged = packagedErrorCodes[name];
  const known = placeholders(packaged?.message);
  const [unknown] = placeholders(message).filter((one) => !known.includes(one));
  return [
    [
      Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599,
      `status is not 400 to 599`,
    ] as const,
    [/^[A-Z][A-Z0-9_]{0,63}$/.test(String(code)), 'code is no word in UPPER_SNAKE_CASE'] as const,
    [
      typeof message === 'string' && /\S/.test(message) && message.length <= 1000,
      'message is no text of 1 to 1000 characters',
    ] as const,
    [field === undefined || typeof field === 'string', 'field is no text'] as const,
    [
      packaged === undefined || (field === undefined) === (packaged.field === undefined),
      packaged?.field === undefined ? 'field has no effect, leave it out' : 'field is missing',
    ] as const,
    [
      operations === undefined || Object.hasOwn(REFUSING_OPERATIONS, String(operations)),
      `operations is none of ${Object.keys(REFUSING_OPERATIONS).join(', ')}`,
    ] as const,
    [
      packaged === undefined || operations === packaged.operations,
      `operations must remain ${packaged?.operations ?? 'left out'}, as the mock refuses`,
    ] as const,
    [
      unknown === undefined,
      `the message has ${unknown}, which nothing fills in; ${known.length === 0 ? 'leave it out' : `it may have ${known.join(', ')}`}`,
    ] as const,
  ].flatMap(([fits, problem]) => (fits ? [] : [`${at}: ${problem}.`]));
}

const placeholders = (message: unknown): string[] => String(message ?? '').match(/\{\w+\}/g) ?? [];

function undocumentedStatus(name: string, entry: ErrorCode, table: readonly Operation[]): string[] {
  const isAsPackaged = entry.status === packagedErrorCodes[name]?.status;
  const without = table.filter(
    (operation) =>
      mayRefuse(operation, name, entry) &&
      replyAt(operation.responses, entry.status) === undefined &&
      // An added operation need not document what the mock refuses on every operation.
      (operation.refusals.includes(name) || (operationDelta(operation) !== null && !isAsPackaged)),
  );
  if (without.length === 0) return [];
  const named = without.slice(0, 5).map(({ id }) => id);
  const more = without.length > named.length ? ` and ${without.length - named.length} more` : '';
  return [
    `x-error-codes/${name} has the status ${entry.status}, which is no response of ${named.join(', ')}${more}.`,
  ];
}

function nameProblems(operation: Operation, codes: Readonly<Record<string, ErrorCode>>): string[] {
  const { id, refusals } = operation;
  const own = operationDelta(operation)?.packaged.refusals ?? [];
  return [
    ...refusals
      .filter((name) => codes[name] === undefined)
      .map((name) => `${id} lists the refusal ${name}, which x-error-codes does not have.`),
    ...own
      .filter((name) => !refusals.includes(name) && codes[name]?.operations === undefined)
      .map(
        (name) =>
          `${id} does not list the refusal ${name}, which the mock gives: list it in its x-error-codes.`,
      ),
  ];
}
