// Tests the refusals of the document: `x-error-codes`, what the operations list of them, and where they are shown.
import { expect, test } from 'vitest';
import { document } from '../src/contract/document.ts';
import { errorCodeProblems } from '../src/contract/edited-document/error-code-problems.ts';
import {
  errorCodes,
  mayRefuse,
  packagedErrorCodes,
  sampleValues,
  withRefusals,
} from '../src/contract/error-codes.ts';
import { isObject } from '../src/contract/is-object.ts';
import type { ErrorCode } from '../src/contract/openapi.ts';
import { operations } from '../src/contract/operations.ts';
import { documentedExamples } from '../src/server/fault-injection/documented-examples.ts';

const entries = Object.entries(packagedErrorCodes);

test('every entry is a refusal of some operation, and every name that an operation lists is an entry', () => {
  expect(errorCodeProblems(document(), operations)).toEqual([]);
  const listed = operations.flatMap(({ refusals }) => refusals);
  const own = entries.filter(([, entry]) => entry.operations === undefined).map(([name]) => name);
  expect([...new Set(listed)].sort()).toEqual(own.sort());
});

test('every operation documents the status of each of its refusals, and each of its statuses from 400 on has one', () => {
  for (const operation of operations) {
    const statuses = entries
      .filter(([name, entry]) => mayRefuse(operation, name, entry))
      .map(([, { status }]) => status);
    const documented = operation.statuses.filter((status) => status >= 400);
    expect([...new Set(statuses)].sort(), operation.id).toEqual(documented.sort());
  }
});

test('every message says what is wrong and what to do next', () => {
  for (const [name, { message }] of entries) expect(message, name).toMatch(/^[A-Z].+[.;] [A-Z].+\.$/s);
});

test('every refusal with 422 names its field, except those whose field differs from case to case', () => {
  const without = entries.filter(([, { status, field }]) => (status === 422) !== (field !== undefined));
  expect(without.map(([name]) => name).sort()).toEqual([
    'ALREADY_EXISTS',
    'INVALID_STATE',
    'KEY_REFUSED',
    'VALIDATION_FAILED',
  ]);
});

test('only the code VALIDATION_FAILED is stated', () => {
  const stated = Object.entries(document()['x-error-codes'] ?? {}).filter(([, entry]) => 'x-stated' in entry);
  expect(stated.map(([, { code }]) => code)).toEqual(['VALIDATION_FAILED']);
});

test('every example of an error has status, code and message of a refusal', () => {
  const isLike = (entry: ErrorCode, message: string): boolean =>
    entry.message.split(/\{\w+\}/).every((part) => message.includes(part));
  for (const operation of operations)
    for (const { status, name, value } of documentedExamples(operation)) {
      if (status < 400) continue;
      const { code, message } = { code: undefined, message: undefined, ...partOf(value) };
      const fitting = entries.filter(
        ([, entry]) =>
          entry.status === status &&
          (code === undefined || entry.code === code) &&
          isLike(entry, String(message)),
      );
      expect(fitting, `${operation.id} ${status} ${name}: ${code} ${message}`).not.toEqual([]);
    }
});

// Returns the part of an error body that has the message: the member `error`, or the whole flat form.
const partOf = (value: unknown): object =>
  isObject(value) && isObject(value.error) ? value.error : isObject(value) ? value : {};

test('for readers, the description of an operation lists its own refusals, and that of Errors those of many operations', () => {
  const readable = withRefusals(document());
  const { description = '' } = readable.paths['/orders']?.post ?? {};
  const { status, code, field, message } = errorCodes().CUSTOMER_UNKNOWN;
  expect(description).toContain(`\n- ${status} \`${code}\` (\`${field}\`): ${message}\n`);
  const topic = readable.tags.find(({ name }) => name === 'Errors')?.description ?? '';
  for (const { message: text, operations } of Object.values(packagedErrorCodes)) {
    const shown = text.replaceAll(/\{(\w+)\}/g, (_, name) => String(sampleValues[name]));
    expect(topic.includes(shown), shown).toBe(operations !== undefined);
  }
  expect(withRefusals(readable)).toEqual(readable);
});

test('the list of known codes has the code of every refusal', () => {
  const { enum: known } = document().components.schemas.KnownErrorCode ?? {};
  expect(known).toEqual([...new Set(entries.map(([, { code }]) => code))]);
});
