// Collects the problems of an imported world by JSON pointer and reports them in one error.
import { isObject } from '../../contract/is-object.ts';
import { validateValue } from '../../contract/validation/validate.ts';
import { ordinalOf, seedKey } from '../../state/ids.ts';
import { isWorldTime, WORLD_TIME_RANGE } from '../../state/instant.ts';
import type { Tables } from '../../state/tables/table.ts';
import { oneOf, parseMembers, pointerSegment } from '../body-parsers.ts';
import { ControlError } from '../control-error.ts';
import { LIFECYCLES } from '../policy-control.ts';
import type { ExportedWorld } from './exported-world.ts';
import { isCounter, isIso, MAX_COUNTER, rowProblems, storedRowProblems } from './row-validation.ts';

/** The maximum number of problems in one error. */
const MAX_LISTED_PROBLEMS = 50;
/** The maximum length of a reported JSON pointer, in characters. */
const MAX_POINTER_LENGTH = 300;
/**
 * The maximum time by which a timer may be overdue, in ms: 10 years, the maximum by which one call advances a clock.
 */
const MAX_OVERDUE_MS = 3653 * 86_400_000;
/** The maximum length of a seed, in characters. The limit is needed because every id is derived from the seed. */
const MAX_SEED_LENGTH = 255;
/** Matches line breaks and other control characters, which are replaced by a space because a message has one line. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Collects problems by JSON pointer. */
export class ImportProblems {
  readonly #problems = new Map<string, string[]>();

  /** Records problems at a pointer. */
  add(pointer: string, ...sentences: string[]): void {
    const shortPointer = pointer.slice(0, MAX_POINTER_LENGTH);
    const sentencesSoFar = this.#problems.get(shortPointer);
    if (sentencesSoFar)
      sentencesSoFar.push(...sentences.slice(0, MAX_LISTED_PROBLEMS - sentencesSoFar.length));
    else if (this.#problems.size < MAX_LISTED_PROBLEMS)
      this.#problems.set(shortPointer, sentences.slice(0, MAX_LISTED_PROBLEMS));
  }

  /**
   * Runs a function. Records an exception as a problem at the pointer, or, for a `ControlError`, at the error's own
   * pointers below it.
   */
  attempt<A>(pointer: string, run: () => A): A | undefined {
    try {
      return run();
    } catch (error) {
      if (error instanceof ControlError && error.errors) {
        for (const [inner, sentences] of Object.entries(error.errors))
          this.add(pointer + inner, ...sentences);
      } else this.add(pointer, error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  /**
   * Throws an error when problems were recorded; its message names the first problem.
   * @throws ControlError IMPORT_REFUSED
   */
  throwIfAny(): void {
    const [first] = this.#problems;
    if (first === undefined) return;
    const [pointer, [sentence = '']] = first;
    const message = `This is no world that could be taken in. ${pointer === '' ? '' : `${pointer}: `}${sentence}`;
    throw new ControlError(
      422,
      'IMPORT_REFUSED',
      message.replace(CONTROL_CHARACTERS, ' ').slice(0, 1000),
      Object.fromEntries(this.#problems),
    );
  }

  /** Checks the structure of an export: members, seed, clock, row lists. */
  checkStructure(json: unknown): asserts json is ExportedWorld {
    if (!isObject(json)) {
      this.add('', 'must be an object, as GET /export returns it.');
      this.throwIfAny();
      return;
    }
    if (json.format !== 1) this.add('/format', 'must be 1.');
    const { seed } = json;
    const validSeed =
      typeof seed === 'string'
        ? seed.length <= MAX_SEED_LENGTH
        : Number.isSafeInteger(seed) && Number(seed) >= 0;
    if (!validSeed)
      this.add('/seed', `must be a whole number, or a text of at most ${MAX_SEED_LENGTH} characters.`);
    for (const name of ['settings', 'ordinals', 'tables'])
      if (!isObject(json[name])) this.add(`/${name}`, 'must be an object.');
    if (json.parts !== undefined && !isObject(json.parts)) this.add('/parts', 'must be an object.');
    this.#checkClock(json.clock);
    for (const [name, next] of Object.entries(isObject(json.ordinals) ? json.ordinals : {}))
      if (!isCounter(next))
        this.add(`/ordinals/${pointerSegment(name)}`, `must be a whole number from 0 to ${MAX_COUNTER}.`);
    this.attempt('', () => parseMembers(json.settings, { lifecycle: oneOf(LIFECYCLES) }, '/settings'));
    for (const [name, rows] of Object.entries(isObject(json.tables) ? json.tables : {})) {
      if (!Array.isArray(rows)) this.add(`/tables/${pointerSegment(name)}`, 'must be a list of rows.');
      else this.#checkRowList(`/tables/${pointerSegment(name)}`, rows);
    }
    if (!Array.isArray(json.timers)) this.add('/timers', 'must be a list.');
    this.throwIfAny();
  }

  #checkClock(clock: unknown): void {
    const valid =
      isObject(clock) &&
      (clock.frozen === true
        ? isInstant(clock.at)
        : clock.frozen === false && isFiniteNumber(clock.offset) && isInstant(Date.now() + clock.offset));
    if (valid) return;
    const forms = '{"frozen": true, "at": <ms>} or {"frozen": false, "offset": <ms>}';
    this.add('/clock', `must be ${forms}, and its time lie ${WORLD_TIME_RANGE}.`);
  }

  #checkRowList(pointer: string, rows: readonly unknown[]): void {
    const ids = new Set<unknown>();
    for (const [at, row] of rows.entries()) {
      if (!isObject(row)) this.add(`${pointer}/${at}`, 'must be a row: an object.');
      else if (typeof row.id !== 'string') this.add(`${pointer}/${at}/id`, 'must be a text.');
      else if (!isIso(row.created_at))
        this.add(`${pointer}/${at}/created_at`, 'must be an instant such as 2026-11-20T08:00:00Z.');
      else if (ids.has(row.id)) this.add(`${pointer}/${at}/id`, `is the id of another row: ${row.id}.`);
      else ids.add(row.id);
    }
  }

  /**
   * Checks that each timer can run and is not overdue by more than 10 years.
   * @param kinds the timer kinds that the mock defines
   */
  checkTimers({ timers, clock }: ExportedWorld, kinds: ReadonlySet<string>): void {
    const now = clock.frozen ? clock.at : Date.now() + clock.offset;
    for (const [at, timer] of timers.entries()) {
      const wellFormed =
        isObject(timer) &&
        typeof timer.kind === 'string' &&
        isIso(timer.at) &&
        isObject(timer.ref) &&
        Object.values(timer.ref).every((value) => typeof value === 'string');
      if (!wellFormed) this.add(`/timers/${at}`, 'must have kind, at (ISO 8601) and ref (texts by name).');
      else if (!kinds.has(String(timer.kind)))
        this.add(`/timers/${at}/kind`, `must be one of ${[...kinds].join(', ')}.`);
      else if (Date.parse(timer.at) < now - MAX_OVERDUE_MS)
        this.add(
          `/timers/${at}/at`,
          'must not lie more than 10 years before the time of the clock: overdue timers run before the first reply.',
        );
    }
  }

  /**
   * Checks each row against its table's columns and its schema in the document.
   * @param schemas component names by table
   */
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

const isFiniteNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);
const isInstant = (value: unknown): boolean => isFiniteNumber(value) && isWorldTime(value);
