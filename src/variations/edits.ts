// Functions that read and change replies: members of the body by path, HTTP headers in any letter case, and
// ready-made replies.
import { isObject, type JsonObject } from '../contract/is-object.ts';
import { type OperationId, operations } from '../contract/operations.ts';
import type { ClientRequest, Hooks, RequestMatcher, ResponseEdit } from './exchange.ts';

const isContainer = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;

/**
 * Returns the value at a path in a JSON value (`data.0.id`; the empty path means the whole value); undefined when the
 * path leads to no value.
 */
export function valueAt(value: unknown, path: string): unknown {
  let current = value;
  for (const name of path === '' ? [] : path.split('.'))
    current = isContainer(current) ? current[name] : undefined;
  return current;
}

/** Returns the string at a path in a JSON value; an empty string when there is no string. */
export function textAt(value: unknown, path: string): string {
  const found = valueAt(value, path);
  return typeof found === 'string' ? found : '';
}

/** Returns the number at a path in a JSON value; 0 when there is no number. */
export function numberAt(value: unknown, path: string): number {
  const found = valueAt(value, path);
  return typeof found === 'number' ? found : 0;
}

/** Returns the array at a path in a JSON value; an empty array when there is no array. */
export function listAt(value: unknown, path: string): unknown[] {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found : [];
}

/**
 * Calls `edit` for every object and member name that a path leads to; `*` in the path stands for every element of an
 * array.
 */
function walk(value: unknown, path: string, edit: (holder: JsonObject, name: string) => void): void {
  const [name = '', ...rest] = path.split('.');
  if (!isContainer(value)) return;
  const names = name === '*' ? Object.keys(value) : [name];
  for (const text of names) {
    if (rest.length === 0) edit(value, text);
    else walk(value[text], rest.join('.'), edit);
  }
}

/** Changes every existing member that a path leads to. */
export function changeAt(value: unknown, path: string, edit: (member: unknown) => unknown): void {
  walk(value, path, (holder, name) => {
    if (name in holder) holder[name] = edit(holder[name]);
  });
}

/** Sets the member at a path; a missing member is added. */
export function setAt(value: unknown, path: string, member: unknown): void {
  walk(value, path, (holder, name) => {
    holder[name] = member;
  });
}

/** Removes every member that a path leads to. */
export function removeAt(value: unknown, path: string): void {
  walk(value, path, (holder, name) => {
    delete holder[name];
  });
}

/** Changes every member, at any depth of a value, whose name matches. */
export function changeMembers(
  value: unknown,
  fits: (name: string) => boolean,
  edit: (member: unknown) => unknown,
): void {
  if (!isContainer(value)) return;
  for (const [name, member] of Object.entries(value)) {
    if (fits(name)) value[name] = edit(member);
    else changeMembers(member, fits, edit);
  }
}

/** Returns the records in a response body: the elements when the body is a list, otherwise the single record. */
export function recordsIn(json: unknown): JsonObject[] {
  const data = valueAt(json, 'data');
  return (Array.isArray(data) ? data : [json]).filter(isObject);
}

const spelling = (headers: JsonObject, name: string): string | undefined =>
  Object.keys(headers).find((text) => text.toLowerCase() === name.toLowerCase());

/**
 * Returns the value of an HTTP header by its name in any letter case; undefined when the reply does not have the
 * header.
 */
export function header({ headers }: ResponseEdit, name: string): string | undefined {
  const key = spelling(headers, name);
  return key === undefined ? undefined : headers[key];
}

/** Sets an HTTP header of a reply. A header that the reply already has keeps the letter case of its name. */
export function setHeader({ headers }: ResponseEdit, name: string, value: string): void {
  headers[spelling(headers, name) ?? name] = value;
}

/** Removes an HTTP header by its name in any letter case. */
export function dropHeader({ headers }: ResponseEdit, name: string): void {
  const key = spelling(headers, name);
  if (key !== undefined) delete headers[key];
}

/** Builds a reply with a JSON body. */
export const jsonResponse = (status: number, json: unknown): ResponseEdit => ({
  status,
  json,
  raw: null,
  headers: { 'Content-Type': 'application/json' },
});

/** Builds an error reply with the envelope error body. */
export const refusal = (status: number, code: string, message: string, errors?: JsonObject): ResponseEdit =>
  jsonResponse(status, { error: { code, message, ...(errors && { errors }) } });

/** Builds the error reply to invalid fields, from the message of each. */
export const invalidFields = (messages: Readonly<Record<string, string>>): ResponseEdit =>
  refusal(
    422,
    'VALIDATION_FAILED',
    'The data was invalid.',
    Object.fromEntries(Object.entries(messages).map(([field, message]) => [field, [message]])),
  );

/** The page that a gateway sends in place of the service. */
export const page = (status: number, headers: Record<string, string> = {}): ResponseEdit => ({
  status,
  headers: { 'Content-Type': 'text/html', ...headers },
  json: undefined,
  raw: '<html><body>No.</body></html>',
});

/** The error reply to an id that names no resource. */
export const NOT_FOUND = refusal(404, 'NOT_FOUND', 'The resource was not found.');

/**
 * Replaces the status, the body and the HTTP headers of a reply by those of a new reply. HTTP headers that the new
 * reply does not set stay.
 */
export function replaceResponse(target: ResponseEdit, { status, json, raw, headers }: ResponseEdit): void {
  target.status = status;
  target.json = structuredClone(json);
  target.raw = raw;
  for (const [name, value] of Object.entries(headers)) setHeader(target, name, value);
}

/** Returns whether a reply has a 2xx status. */
export const isSuccess = ({ status }: ResponseEdit): boolean => status >= 200 && status < 300;

/** Returns whether a reply refuses a request because fields of the request are invalid. */
export const isInvalid = ({ status, json }: ResponseEdit): boolean =>
  status === 422 && (valueAt(json, 'error.code') ?? 'VALIDATION_FAILED') === 'VALIDATION_FAILED';

/** Returns the `errors` of an envelope or flat error body; an empty object when the body has none. */
export function errorsOf(json: unknown): JsonObject {
  const found = valueAt(json, 'error.errors') ?? valueAt(json, 'errors');
  return isObject(found) ? found : {};
}

/** Replaces the `errors` of an error body. When the new value is undefined, the member is removed. */
export function setErrors(json: unknown, errors: unknown): void {
  const path = isObject(valueAt(json, 'error')) ? 'error.errors' : 'errors';
  if (errors === undefined) removeAt(json, path);
  else setAt(json, path, errors);
}

/** Removes rows from the list in a response body. */
export const hideRows = (reply: { json: unknown }, isHidden: (row: unknown) => boolean): void =>
  changeAt(reply.json, 'data', (data) => (Array.isArray(data) ? data.filter((row) => !isHidden(row)) : data));

/** Matches the requests of every list operation. */
export const LISTS: readonly OperationId[] = operations
  .filter(({ responses }) => responses[200]?.schema?.endsWith('Page'))
  .map(({ id }) => id);

type OnReplies = Pick<Hooks, 'reply'>;

/** Edits the JSON body of every successful reply to matching requests. */
export const onSuccess = (
  p: OnReplies,
  where: RequestMatcher,
  edit: (json: unknown, request: ClientRequest, reply: ResponseEdit) => void,
): void =>
  p.reply(where, (reply, request) => {
    if (isSuccess(reply)) edit(reply.json, request, reply);
  });

/** Edits every record in the successful replies to matching requests. */
export const onEachRecord = (
  p: OnReplies,
  where: RequestMatcher,
  edit: (record: JsonObject, request: ClientRequest) => void,
): void =>
  onSuccess(p, where, (json, request) => {
    for (const record of recordsIn(json)) edit(record, request);
  });

/** Edits a list, or the array at another path, in the successful replies to matching requests. */
export const editArray = (
  p: OnReplies,
  where: RequestMatcher,
  path: string,
  edit: (rows: unknown[], request: ClientRequest) => unknown[],
): void =>
  onSuccess(p, where, (json, request) =>
    changeAt(json, path, (rows) => (Array.isArray(rows) ? edit(rows, request) : rows)),
  );

/** Replaces the replies with a status, or those that fit a condition. */
export const replace = (
  p: OnReplies,
  where: RequestMatcher,
  fits: number | ((reply: ResponseEdit, request: ClientRequest) => boolean),
  by: ResponseEdit,
): void =>
  p.reply(where, (reply, request) => {
    if (typeof fits === 'number' ? reply.status === fits : fits(reply, request)) replaceResponse(reply, by);
  });

/** Replies to the requests that fit a condition, in place of the server; without one, to all with a credential. */
export const answer = (
  p: Pick<Hooks, 'request'>,
  where: RequestMatcher,
  by: ResponseEdit,
  fits: (request: ClientRequest) => boolean = ({ bearer }) => bearer !== null,
): void => p.request(where, (_edit, request) => (fits(request) ? by : undefined));
