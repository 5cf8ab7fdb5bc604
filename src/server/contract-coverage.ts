// Counts what a run meets of the contract: operations with their statuses and refusals, states that replies show, and
// transitions of rows.
import { document } from '../contract/document.ts';
import { isObject } from '../contract/is-object.ts';
import { type JsonSchema, resolveRef, schemaName } from '../contract/openapi.ts';
import type { Commit } from '../state/journal.ts';
import { Refusal } from '../state/refusal.ts';
import type { Tables } from '../state/tables/table.ts';
import type { App } from './app.ts';
import type { LoggedRequest } from './request-log.ts';
import { rowSchemas } from './row-schemas.ts';

/** What the names of files with counts begin with. */
export const COVERAGE_FILE = 'contract-';

/** What was met: a first name, then a second one, then how often. */
type Counts = Record<string, Record<string, number>>;

/** The counts of one or several runs. They name no request, and contain no value that a client sent. */
export type CoverageCounts = {
  /** operation → status */
  statuses: Counts;
  /** operation → name of the refusal in `x-error-codes` */
  refusals: Counts;
  /** schema with a state machine → state that a reply showed */
  states: Counts;
  /** schema with a state machine → `from → to` of a row, by a request or by time */
  transitions: Counts;
};

export const noCoverage = (): CoverageCounts => ({
  statuses: noCounts(),
  refusals: noCounts(),
  states: noCounts(),
  transitions: noCounts(),
});

// Creates a table without a prototype: files choose some of the names, such as `constructor`.
const noCounts = <T>(): Record<string, T> => Object.create(null);

/** Writes a transition as the counts name it. */
export const transitionText = (from: string, to: string): string => `${from} → ${to}`;

/** Adds to a count; counts are stored as JSON, so a name may be any. */
export function addCount(counts: Counts, name: string, inner: string, more = 1): void {
  counts[name] ??= noCounts();
  counts[name][inner] = (counts[name][inner] ?? 0) + more;
}

/**
 * Counts what clients meet in every world of an app from now on, and writes the counts into a file of their own in a
 * folder whenever a world ends. Requests of tools such as the console are not counted.
 * @throws Error when the folder cannot be written
 */
export function recordCoverage<T extends Tables>(app: Pick<App<T>, 'worlds'>, folder: string): void {
  const { existsSync, mkdirSync, writeFileSync } = process.getBuiltinModule('fs');
  const { dirname } = process.getBuiltinModule('path');
  // Node never returns when it makes folders one by one below a file system that cannot hold any, such as /proc.
  if (!existsSync(folder)) mkdirSync(folder, { recursive: !existsSync(dirname(folder)) });
  const file = `${folder}/${COVERAGE_FILE}${crypto.randomUUID()}.json`;
  const counts = noCoverage();
  const lifecycles = new Map<string, string | undefined>();
  const lifecycleOf = (table: string, schema: string | undefined): string | undefined => {
    if (!lifecycles.has(table))
      lifecycles.set(table, schema === undefined ? undefined : statesOf(schema).get('status'));
    return lifecycles.get(table);
  };
  app.worlds.observe(({ deps, world }) => {
    const schemas = rowSchemas(deps.definition, deps.plans);
    // What time does in a world that no client has called is not counted.
    let isCalled = false;
    const stops = [
      deps.requests.onAdd((request) => {
        isCalled = countRequest(counts, request) || isCalled;
      }),
      world.onCommit(({ writes, cause }: Commit) => {
        if (cause?.kind !== 'request' && !(isCalled && cause?.kind === 'timer')) return;
        for (const { table, before, after } of writes) {
          const [from, to] = [stateOf(before), stateOf(after)];
          const isMove = from !== undefined && to !== undefined && from !== to;
          const lifecycle = isMove ? lifecycleOf(table, schemas.get(table)) : undefined;
          if (lifecycle !== undefined)
            addCount(counts.transitions, lifecycle, transitionText(`${from}`, `${to}`));
        }
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      writeFileSync(file, JSON.stringify(counts));
    };
  });
}

const stateOf = (row: object | undefined): unknown => (row && 'status' in row ? row.status : undefined);

function countRequest(counts: CoverageCounts, { context, reply, error }: LoggedRequest): boolean {
  const { operation } = context.plan ?? {};
  if (!operation || context.call.headers['x-mock-tool'] !== undefined) return false;
  addCount(counts.statuses, operation.id, `${reply.status}`);
  if (error instanceof Refusal) addCount(counts.refusals, operation.id, error.reason);
  const schema = operation.responses[reply.status]?.schema;
  if (error !== null || !schema || typeof reply.body !== 'string') return true;
  const places = statesOf(schema);
  if (places.size === 0) return true;
  const shown = new Set<string>();
  collectStates(JSON.parse(reply.body), '', places, shown);
  for (const one of shown) {
    const [lifecycle = '', state = ''] = one.split(' ');
    addCount(counts.states, lifecycle, state);
  }
  return true;
}

// Collects the states that a value shows, as `schema state`. A place names members, and `*` for any element.
function collectStates(
  value: unknown,
  place: string,
  places: ReadonlyMap<string, string>,
  shown: Set<string>,
): void {
  if (typeof value === 'string') {
    const lifecycle = places.get(place);
    if (lifecycle !== undefined) shown.add(`${lifecycle} ${value}`);
  } else if (Array.isArray(value))
    for (const element of value) collectStates(element, placeIn(place, '*'), places, shown);
  else if (isObject(value))
    for (const [name, inner] of Object.entries(value))
      collectStates(inner, placeIn(place, name), places, shown);
}

const placeIn = (place: string, name: string): string => (place === '' ? name : `${place}.${name}`);

/** The deepest place of a state in a reply: a list of tickets, say, whose elements have replies. */
const MAX_DEPTH = 6;

const placesBySchema = new Map<object, Map<string, string>>();

/** Returns the places of states in values of a schema of the document, each with the schema of its state machine. */
export function statesOf(name: string): ReadonlyMap<string, string> {
  const whole = document();
  const root = whole.components.schemas[name];
  if (!root) return new Map();
  const known = placesBySchema.get(root);
  if (known) return known;
  const places = new Map<string, string>();
  const walk = (schema: JsonSchema, place: string, depth: number): void => {
    const part = resolveRef<JsonSchema>(whole, schema);
    const named = schemaName(schema);
    if (part['x-state-machine'] && named !== null) places.set(place, named);
    if (depth === 0) return;
    for (const [member, inner] of Object.entries(part.properties ?? {}))
      walk(inner, placeIn(place, member), depth - 1);
    if (part.items) walk(part.items, placeIn(place, '*'), depth - 1);
    for (const inner of [part.allOf, part.anyOf, part.oneOf].flatMap((list) => list ?? []))
      walk(inner, place, depth - 1);
  };
  walk(root, '', MAX_DEPTH);
  placesBySchema.set(root, places);
  return places;
}
