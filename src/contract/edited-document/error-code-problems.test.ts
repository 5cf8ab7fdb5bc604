// Tests which edits of the refusals the mock follows, and which are refused by name when the document is loaded.
import { afterEach, expect, test } from 'vitest';
import { document } from '../document.ts';
import { errorCodes, withRefusals } from '../error-codes.ts';
import type { ErrorCode, OpenApiDocument } from '../openapi.ts';
import { buildOperationIndex } from '../operation-index.ts';
import type { Operation } from '../operations.ts';
import { errorCodeProblems } from './error-code-problems.ts';
import { reloadDocument } from './reload-document.ts';

let undo = (): void => {};
afterEach(() => undo());

type Codes = Record<string, ErrorCode>;
type Edit = (codes: Codes, copy: OpenApiDocument) => unknown;

// Returns a copy of the document with an edit of its refusals.
function edited(edit: Edit): OpenApiDocument {
  const copy = structuredClone(document());
  edit(copy['x-error-codes'] as Codes, copy);
  return copy;
}

const change =
  (name: string, part: Partial<ErrorCode>): Edit =>
  (codes) =>
    Object.assign(codes[name] ?? {}, part);

const problemsOf = (copy: OpenApiDocument): string[] =>
  errorCodeProblems(copy, buildOperationIndex(copy) as readonly Operation[]);

test('an edited code, message and status is followed, also in the description that people read', () => {
  const values = { code: 'UNKNOWN_CUSTOMER', message: 'Nobody has this id. Send another.', status: 403 };
  const copy = edited(change('CUSTOMER_UNKNOWN', values));
  expect(problemsOf(copy)).toEqual([]);
  ({ undo } = reloadDocument(copy));
  expect(errorCodes().CUSTOMER_UNKNOWN).toMatchObject(values);
  const description = withRefusals(document()).paths['/orders']?.post?.description;
  expect(description).toContain(
    '\n- 403 `UNKNOWN_CUSTOMER` (`customer_id`): Nobody has this id. Send another.\n',
  );
  expect(description).not.toContain('There is no such customer');
  undo();
  expect(errorCodes().CUSTOMER_UNKNOWN.code).toBe('VALIDATION_FAILED');
});

test('a document without x-error-codes is served with the refusals of the package', () => {
  const copy = edited((_, whole) => delete whole['x-error-codes']);
  expect(problemsOf(copy)).toEqual([]);
  ({ undo } = reloadDocument(copy));
  expect(errorCodes().CUSTOMER_UNKNOWN.code).toBe('VALIDATION_FAILED');
});

test.each<[name: string, edit: Edit, why: RegExp]>([
  [
    'a status that an operation does not document',
    change('NOT_FOUND', { status: 410 }),
    /^x-error-codes\/NOT_FOUND has the status 410, which is no response of getTenant, .* and \d+ more\.$/,
  ],
  [
    'a code that is no word',
    change('NOT_FOUND', { code: 'not found' }),
    /^x-error-codes\/NOT_FOUND: code is no word in UPPER_SNAKE_CASE\.$/,
  ],
  [
    'a message with a value that nothing fills in',
    change('MAIL_NOT_ACTIVE', { message: 'It is {state}.' }),
    /^x-error-codes\/MAIL_NOT_ACTIVE: the message has \{state\}, which nothing fills in; it may have \{status\}\.$/,
  ],
  [
    'a new entry for unknown operations',
    (codes) => {
      codes.NEW_RULE = { status: 422, code: 'NEW_RULE', message: 'It is new. Wait.', operations: 'some' };
    },
    /^x-error-codes\/NEW_RULE: operations is none of none, all, credential, /,
  ],
  [
    'a field that no reply would have',
    change('NOT_FOUND', { field: 'id' }),
    /^x-error-codes\/NOT_FOUND: field has no effect, leave it out\.$/,
  ],
  [
    'an entry for other operations than the mock refuses',
    change('NOT_FOUND', { operations: 'all' }),
    /^x-error-codes\/NOT_FOUND: operations must remain path, as the mock refuses\.$/,
  ],
  [
    'no entry that many operations need',
    (codes) => delete codes.NOT_FOUND,
    /^x-error-codes has no NOT_FOUND, with which the mock refuses: put it back\.$/,
  ],
  [
    'no entry that an operation lists',
    (codes) => delete codes.ZONE_TAKEN,
    /^createDnsZone lists the refusal ZONE_TAKEN, which x-error-codes does not have\.$/,
  ],
  [
    'no name in an operation whose handler refuses so',
    (_, { paths }) => delete paths['/dns/zones']?.post?.['x-error-codes'],
    /createDnsZone does not list the refusal CUSTOMER_UNKNOWN, which the mock gives: list it in its x-error-codes\./,
  ],
  [
    'an entry of no operation',
    (codes) => {
      codes.NEW_RULE = { status: 422, code: 'NEW_RULE', message: 'It is new. Wait.' };
    },
    /^x-error-codes\/NEW_RULE is a refusal of no operation: list it in one, or remove it\.$/,
  ],
])('a document with %s is refused by name', (_, edit, why) => {
  expect(problemsOf(edited(edit)).join(' ')).toMatch(why);
});
