// Small tools to change answers with: members by path, headers in any letter case, ready-made answers.
import type { Answer, Asked, Plant } from './plant.ts';

export type Dict = Record<string, unknown>;

export const isDict = (value: unknown): value is Dict =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isIndexed = (value: unknown): value is Dict => typeof value === 'object' && value !== null;

/** The value at a path (`data.0.id`, the empty path is the whole); undefined when there is none. */
export function at(value: unknown, path: string): unknown {
  let here = value;
  for (const name of path === '' ? [] : path.split('.')) here = isIndexed(here) ? here[name] : undefined;
  return here;
}

/** The text at a path; empty when there is none. */
export function textAt(value: unknown, path: string): string {
  const found = at(value, path);
  return typeof found === 'string' ? found : '';
}

/** The number at a path; 0 when there is none. */
export function numberAt(value: unknown, path: string): number {
  const found = at(value, path);
  return typeof found === 'number' ? found : 0;
}

export function listAt(value: unknown, path: string): unknown[] {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
}

/** Calls `edit` for every object and member name a path leads to; `*` stands for every element. */
function walk(value: unknown, path: string, edit: (holder: Dict, name: string) => void): void {
  const [name = '', ...rest] = path.split('.');
  if (!isIndexed(value)) return;
  const names = name === '*' ? Object.keys(value) : [name];
  for (const one of names) {
    if (rest.length === 0) edit(value, one);
    else walk(value[one], rest.join('.'), edit);
  }
}

/** Changes the members a path leads to, where they are there. */
export function change(value: unknown, path: string, to: (member: unknown) => unknown): void {
  walk(value, path, (holder, name) => {
    if (name in holder) holder[name] = to(holder[name]);
  });
}

/** Puts a member at a path, there or not. */
export function put(value: unknown, path: string, member: unknown): void {
  walk(value, path, (holder, name) => {
    holder[name] = member;
  });
}

/** Takes the member at a path away. */
export function drop(value: unknown, path: string): void {
  walk(value, path, (holder, name) => {
    delete holder[name];
  });
}

/** Changes every member, however deep, whose name fits. */
export function everyMember(
  value: unknown,
  fits: (name: string) => boolean,
  to: (member: unknown) => unknown,
): void {
  if (!isIndexed(value)) return;
  for (const [name, member] of Object.entries(value)) {
    if (fits(name)) value[name] = to(member);
    else everyMember(member, fits, to);
  }
}

/** The records of an answer: its one record, or the elements of its list. */
export function records(json: unknown): Dict[] {
  const data = at(json, 'data');
  return (Array.isArray(data) ? data : [json]).filter(isDict);
}

const spelling = (headers: Dict, name: string): string | undefined =>
  Object.keys(headers).find((one) => one.toLowerCase() === name.toLowerCase());

/** A header in any letter case; undefined when it is absent. */
export function header({ headers }: Answer, name: string): string | undefined {
  const key = spelling(headers, name);
  return key === undefined ? undefined : headers[key];
}

/** Sets a header under the spelling it already has. */
export function setHeader({ headers }: Answer, name: string, value: string): void {
  headers[spelling(headers, name) ?? name] = value;
}

export function dropHeader({ headers }: Answer, name: string): void {
  const key = spelling(headers, name);
  if (key !== undefined) delete headers[key];
}

/** A JSON answer. */
export const answer = (status: number, json: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  json,
  raw: null,
  headers: { 'Content-Type': 'application/json', ...headers },
});

/** An error answer in the envelope form. */
export const refusal = (status: number, code: string, message: string, errors?: Dict): Answer =>
  answer(status, { error: { code, message, ...(errors && { errors }) } });

/** The answer of a server that lost its head. */
export const crash = (): Answer => refusal(500, 'SERVER_ERROR', 'An unexpected error occurred.');

/** Makes an answer another one. Headers that are not replaced stay. */
export function become(given: Answer, { status, json, raw, headers }: Answer): void {
  given.status = status;
  given.json = structuredClone(json);
  given.raw = raw;
  for (const [name, value] of Object.entries(headers)) setHeader(given, name, value);
}

export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300;

/** Is this the refusal of a request whose fields are wrong? */
export const isInvalid = ({ status, json }: Answer): boolean =>
  status === 422 && (at(json, 'error.code') ?? 'VALIDATION_FAILED') === 'VALIDATION_FAILED';

/** The `errors` of a refusal, wherever its form keeps them. */
export function errorsOf(json: unknown): Dict {
  const found = at(json, 'error.errors') ?? at(json, 'errors');
  return isDict(found) ? found : {};
}

/** Replaces the `errors` of a refusal; undefined takes them away. */
export function setErrors(json: unknown, errors: unknown): void {
  const path = isDict(at(json, 'error')) ? 'error.errors' : 'errors';
  if (errors === undefined) drop(json, path);
  else put(json, path, errors);
}

/** An instant some milliseconds away from another, in UTC with whole seconds. */
export const shifted = (instant: unknown, ms: number): string =>
  `${new Date(Date.parse(String(instant)) + ms).toISOString().slice(0, 19)}Z`;

/** One row per value, written once. */
export const each = <T, R>(values: readonly T[], row: (value: T) => R): R[] => values.map(row);

/** Has a change made to the body of every successful reply. */
export const onSuccess = (
  p: Plant,
  op: Parameters<Plant['reply']>[0],
  edit: (json: unknown, asked: Asked, reply: Answer) => void,
): void =>
  p.reply(op, (reply, asked) => {
    if (isSuccess(reply)) edit(reply.json, asked, reply);
  });
