// Collects the problems of an imported world by JSON pointer and reports them in one error.

import { document } from '../../contract/document.ts';
import { isObject } from '../../contract/is-object.ts';
import { parsedJson } from '../../contract/json/parsed-json.ts';
import { pointerSegment } from '../../contract/json/pointer.ts';
import { validateValue } from '../../contract/validation/validate.ts';
import { ordinalOf, seedKey } from '../../state/ids.ts';
import { isRepresentable, isWorldTime, toIso } from '../../state/instant.ts';
import { Refusal } from '../../state/refusal.ts';
import type { ColumnType, Row, TableSpec, Tables } from '../../state/tables/table.ts';
import { ControlError } from '../control-error.ts';
import { assertFault } from '../faults/fault-control.ts';
import { checkInput } from '../input.ts';
import { bodySchema } from '../operations.ts';
import type { ExportedWorld } from './export-text.ts';

const MAX_LISTED_PROBLEMS = 50;
/** The maximum length of a reported JSON pointer, in characters. */
const MAX_POINTER_LENGTH = 300;
/** The maximum time by which a timer may be overdue, in ms: the most by which a call advances a clock. */
const MAX_OVERDUE_MS = 3653 * 86_400_000;
/** Matches line breaks and other control characters, which are replaced by a space because a message has one line. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

export class ImportProblems {
  readonly #problems = new Map<string, string[]>();

  add(pointer: string, ...sentences: string[]): void {
    const shortPointer = pointer.slice(0, MAX_POINTER_LENGTH);
    const sentencesSoFar = this.#problems.get(shortPointer);
    if (sentencesSoFar)
      sentencesSoFar.push(...sentences.slice(0, MAX_LISTED_PROBLEMS - sentencesSoFar.length));
    else if (this.#problems.size < MAX_LISTED_PROBLEMS)
      this.#problems.set(shortPointer, sentences.slice(0, MAX_LISTED_PROBLEMS));
  }

  /** Runs a function; records an error as a problem, that of a `ControlError` or `Refusal` at its own pointers below. */
  attempt<A>(pointer: string, run: () => A): A | undefined {
    try {
      return run();
    } catch (error) {
      if ((error instanceof ControlError || error instanceof Refusal) && error.errors) {
        for (const [inner, sentences] of Object.entries(error.errors))
          this.add(pointer + inner, ...sentences);
      } else this.add(pointer, error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  throwIfAny(): void {
    const [first] = this.#problems;
    if (first === undefined) return;
    const [pointer, [sentence = '']] = first;
    const message = `This is no world that could be taken in. ${pointer === '' ? '' : `${pointer}: `}${sentence}`;
    throw new ControlError(
      'IMPORT_REFUSED',
      message.replace(CONTROL_CHARACTERS, ' ').slice(0, 1000),
      Object.fromEntries(this.#problems),
    );
  }

  /** Checks an export by its schema: members, seed, clock, row lists, server state; then what the schema does not say. */
  checkStructure(json: unknown): asserts json is ExportedWorld {
    checkInput(bodySchema('importWorld'), json, '', (pointer, sentence) => this.add(pointer, sentence));
    this.throwIfAny();
    const { clock, tables, parts } = json as ExportedWorld;
    const { title } = bodySchema('importWorld').properties?.clock ?? {};
    if (!clock.frozen && !isWorldTime(Date.now() + clock.offset)) this.add('/clock', `must be ${title}.`);
    for (const [name, rows] of Object.entries(tables))
      this.#checkRowList(`/tables/${pointerSegment(name)}`, rows);
    for (const [at, [, { day, days }]] of (parts?.meter ?? []).entries())
      if (!days.some(({ start }) => start === day))
        this.add(`/parts/meter/${at}/1/day`, 'must be the start of one of the days.');
    for (const [at, fault] of (parts?.faults?.faults ?? []).entries())
      this.attempt('', () => assertFault(fault, `/parts/faults/faults/${at}`));
    this.throwIfAny();
  }

  #checkRowList(pointer: string, rows: readonly Row[]): void {
    const ids = new Set<string>();
    for (const [at, { id, created_at }] of rows.entries()) {
      if (!isIso(created_at))
        this.add(`${pointer}/${at}/created_at`, 'must be an instant such as 2026-11-20T08:00:00Z.');
      if (ids.has(id)) this.add(`${pointer}/${at}/id`, `is the id of another row: ${id}.`);
      ids.add(id);
    }
  }

  /** Checks that each timer can run and is not overdue by more than 10 years. */
  checkTimers({ timers, clock }: ExportedWorld, kinds: ReadonlySet<string>): void {
    const now = clock.frozen ? clock.at : Date.now() + clock.offset;
    for (const [at, timer] of timers.entries()) {
      if (!isIso(timer.at)) this.add(`/timers/${at}/at`, 'must be an instant such as 2026-11-20T08:00:00Z.');
      else if (!kinds.has(timer.kind))
        this.add(`/timers/${at}/kind`, `must be one of ${[...kinds].join(', ')}.`);
      else if (Date.parse(timer.at) < now - MAX_OVERDUE_MS)
        this.add(
          `/timers/${at}/at`,
          'must not lie more than 10 years before the time of the clock: overdue timers run before the first reply.',
        );
    }
  }

  /** Checks each row against its table's columns and its schema in the document. */
  checkRows(
    declared: Tables,
    schemas: ReadonlyMap<string, string>,
    { seed, ordinals, tables }: ExportedWorld,
  ): void {
    for (const table of Object.keys(tables))
      if (!Object.hasOwn(declared, table))
        this.add(
          `/tables/${pointerSegment(table)}`,
          `is no table of this world; there are ${Object.keys(declared).join(', ')}.`,
        );
    for (const [table, { spec }] of Object.entries(declared)) {
      const schema = schemas.get(table);
      const stored = schema === undefined ? () => [] : storedRowProblems(schema);
      const key = seedKey(seed, table);
      const next = (Object.hasOwn(ordinals, table) ? ordinals[table] : undefined) ?? 0;
      let minOrdinal = 0;
      for (const [at, row] of (tables[table] ?? []).entries()) {
        const pointer = `/tables/${pointerSegment(table)}/${at}`;
        for (const problem of schema === undefined ? [] : validateValue(schema, row))
          this.add(pointer + problem.pointer, problem.message);
        for (const [name, sentence] of [...rowProblems(spec, row), ...stored(row)])
          this.add(`${pointer}/${name}`, sentence);
        minOrdinal = Math.max(minOrdinal, (ordinalOf(key, row.id) ?? -1) + 1);
      }
      if (next < minOrdinal)
        this.add(
          `/ordinals/${pointerSegment(table)}`,
          `must be at least ${minOrdinal}: ids below it are in use.`,
        );
    }
  }
}

// The highest counter and ordinal that an imported world may have. New ids continue from there, so the maximum is far
// below the last safe integer.
const MAX_COUNTER = 1_000_000_000_000_000;

// Reports whether a value is a valid instant in the notation of worlds, such as 2026-11-20T08:00:00Z.
const isIso = (value: unknown): boolean => {
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

// Checks a row against the columns of its table. Returns a list of pairs, each with a member's name and a sentence
// about its problem.
function rowProblems(spec: TableSpec<never>, row: object): [name: string, sentence: string][] {
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

function membersOf(schema: string): { name: string; instant: boolean }[] {
  const schemas = document().components.schemas as Readonly<
    Record<string, { properties?: Record<string, Property>; format?: string }>
  >;
  return Object.entries(schemas[schema]?.properties ?? {}).map(([name, { $ref = '', format }]) => ({
    name,
    instant: (format ?? schemas[$ref.slice($ref.lastIndexOf('/') + 1)]?.format) === 'date-time',
  }));
}

// Creates a check for what the schema permits in a reply but a stored row must not have: missing members, because a row
// stores null for them, and instants in another notation, because these would be compared incorrectly.
function storedRowProblems(schema: string): (row: object) => [name: string, sentence: string][] {
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
