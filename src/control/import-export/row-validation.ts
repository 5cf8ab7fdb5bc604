// Checks imported rows, so that no handler fails on them later.

import { document } from '../../contract/document.ts';
import { isObject } from '../../contract/is-object.ts';
import { parsedJson } from '../../contract/json/parsed-json.ts';
import { isRepresentable, toIso } from '../../state/instant.ts';
import type { ColumnType, TableSpec } from '../../state/tables/table.ts';

/**
 * The highest counter and ordinal that an imported world may have. New ids continue from there, so the maximum is far
 * below the last safe integer.
 */
const MAX_COUNTER = 1_000_000_000_000_000;

/** Reports whether a value is a valid instant in the notation of worlds, such as 2026-11-20T08:00:00Z. */
export const isIso = (value: unknown): boolean => {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value)) return false;
  const ms = Date.parse(value);
  return !Number.isNaN(ms) && isRepresentable(ms) && toIso(ms) === value;
};

const isText = (value: unknown): boolean => typeof value === 'string';
const isCounter = (value: unknown): boolean =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MAX_COUNTER;

const isOneOf =
  (words: readonly string[]) =>
  (value: unknown): boolean =>
    typeof value === 'string' && words.includes(value);
const isJson = (value: unknown): boolean => typeof value === 'string' && parsedJson(value) !== undefined;

const COLUMN_VALIDATORS: Readonly<
  Record<
    Exclude<ColumnType, readonly string[]>,
    readonly [isValid: (value: unknown) => boolean, must: string]
  >
> = {
  text: [isText, 'a text'],
  secret: [isText, 'a text'],
  'text?': [(value) => value === null || isText(value), 'a text or null'],
  instant: [isIso, 'an instant (ISO 8601)'],
  amount: [
    (value) => Number.isSafeInteger(value) && Number(value) >= 0,
    `a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`,
  ],
  count: [isCounter, `a whole number from 0 to ${MAX_COUNTER}`],
  counts: [(value) => Array.isArray(value) && value.every(isCounter), 'a list of whole numbers'],
  status: [
    (value) => Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599,
    'an HTTP status',
  ],
  json: [isJson, 'a text that is JSON'],
  texts: [(value) => isObject(value) && Object.values(value).every(isText), 'an object of texts'],
};

/**
 * Checks a row against the columns of its table.
 * @returns a list of pairs, each with a member's name and a sentence about its problem
 */
export function rowProblems(spec: TableSpec<never>, row: object): [name: string, sentence: string][] {
  const problems: [string, string][] = [];
  if (spec.tenant && !isText(Reflect.get(row, 'tenant_id'))) problems.push(['tenant_id', 'must be a text.']);
  const columns: Readonly<Record<string, ColumnType | undefined>> = { ...spec.columns };
  for (const [name, kind] of Object.entries(columns)) {
    if (kind === undefined) continue;
    const value: unknown = Reflect.get(row, name);
    const [isValid, must] =
      typeof kind === 'string' ? COLUMN_VALIDATORS[kind] : [isOneOf(kind), `one of ${kind.join(', ')}`];
    if (!isValid(value)) problems.push([name, `must be ${must}.`]);
  }
  if (spec.updated !== false && !isIso(Reflect.get(row, 'updated_at')))
    problems.push(['updated_at', 'must be an instant (ISO 8601).']);
  return problems;
}

type Property = { $ref?: string; format?: string };

/** Lists the members of a schema; none for a schema with several forms. */
function membersOf(schema: string): { name: string; instant: boolean }[] {
  const schemas = document().components.schemas as Readonly<
    Record<string, { properties?: Record<string, Property>; format?: string }>
  >;
  return Object.entries(schemas[schema]?.properties ?? {}).map(([name, { $ref = '', format }]) => ({
    name,
    instant: (format ?? schemas[$ref.slice($ref.lastIndexOf('/') + 1)]?.format) === 'date-time',
  }));
}

/**
 * Creates a check for what the schema permits in a reply but a stored row must not have: missing members, because a
 * row stores null for them, and instants in another notation, because these would be compared incorrectly.
 * @returns a function that checks one row and returns pairs of a member's name and a sentence about its problem
 */
export function storedRowProblems(schema: string): (row: object) => [name: string, sentence: string][] {
  const members = membersOf(schema);
  return (row) =>
    members.flatMap(({ name, instant }): [string, string][] => {
      if (!Object.hasOwn(row, name)) return [[name, 'is missing; an absent value is null.']];
      const value: unknown = Reflect.get(row, name);
      return instant && value !== null && !isIso(value)
        ? [[name, 'must be an instant such as 2026-11-20T08:00:00Z.']]
        : [];
    });
}
