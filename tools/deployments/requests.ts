// Reads a request to a generated deployment: its ids, its query and its body, as the mock understands them.
import type { ClientRequest, RequestEdit } from '../../conformance/defects/mutant.ts';
import { isObject } from '../../src/contract/is-object.ts';
import { type Operation, operation } from '../../src/contract/operations.ts';
import { UUID } from '../../src/contract/uuid.ts';
import { validateValue } from '../../src/contract/validation/validate.ts';
import type { Codec } from './codec.ts';
import { keepsRequest, kindOfParameter } from './families.ts';
import { fieldNameIn } from './field-names.ts';
import type { ListQuery, Lists } from './lists.ts';
import { REQUIRED } from './required.ts';

/** What the reply to a request has to know of the request. */
export type ReadRequest = {
  operation: Operation;
  list: ListQuery;
  hasMalformedId: boolean;
  /** members that only the deployment requires and that the request lacks */
  missing: string[];
  /** members of the request that the deployment refuses because it does not know them */
  refused: string[];
  /** the member that was made invalid so that the mock refuses the request; null when there is none */
  poisoned: string | null;
  /** returns the deployment's name of a field of the mock's error body */
  fieldName(field: string): string;
};

type JsonObject = Record<string, unknown>;

/** Reads requests to one deployment. */
export class Requests {
  readonly #codec: Codec;
  readonly #lists: Lists;

  constructor(codec: Codec, lists: Lists) {
    this.#codec = codec;
    this.#lists = lists;
  }

  /** Changes a request to the form that the mock reads. Returns null for a request of no operation. */
  read(change: RequestEdit, request: ClientRequest): ReadRequest | null {
    if (request.operation === null) return null;
    const found = operation(request.operation);
    const hasMalformedId = this.#readPath(change, request, found);
    const list = this.#lists.read(found, request.query);
    change.query = list.query;
    const schema = found.body?.schema ?? '';
    const keep = keepsRequest(found.id);
    const state: ReadRequest = {
      operation: found,
      list,
      hasMalformedId,
      missing: [],
      refused: [],
      poisoned: null,
      fieldName: (field) => {
        const parameter = found.query.find(({ name }) => name === field);
        return parameter ? this.#lists.parameter(field) : fieldNameIn(this.#codec, schema, keep, field);
      },
    };
    if (found.body && isObject(change.json)) this.#readBody(change, change.json, state, schema, keep);
    return state;
  }

  #readPath(change: RequestEdit, request: ClientRequest, found: Operation): boolean {
    let isMalformed = false;
    for (const [name, id] of Object.entries(request.params)) {
      const kind = kindOfParameter(found.path, name);
      const read = kind === null ? id : String(this.#codec.ids.read(id, kind));
      isMalformed ||= !UUID.test(read);
      if (read === id) continue;
      change.path = change.path.replace(encodeURIComponent(id), read).replace(id, read);
    }
    return isMalformed;
  }

  #readBody(change: RequestEdit, sent: JsonObject, state: ReadRequest, schema: string, keep: boolean): void {
    const { features, naming } = this.#codec;
    const given = { ...sent };
    const required = features.required === 'some' ? REQUIRED[state.operation.id] : undefined;
    if (required) {
      const name = naming.extra(this.#codec.family(schema), required.name);
      if (!required.accepts(given[name])) state.missing.push(name);
      delete given[name];
    }
    const { value, unknown, coerced } = this.#codec.read(schema, given, keep);
    if (!isObject(value)) return;
    if (!coerced) this.#verify(schema, given, value, unknown, keep);
    if (features.unknown === 'refused') state.refused.push(...unknown);
    change.json = value;
    if (state.missing.length + state.refused.length > 0) state.poisoned = poison(schema, this.#codec, value);
  }

  /** Compares a request that the contract calls valid with what the mock's form of it becomes in the deployment. */
  #verify(schema: string, given: JsonObject, value: JsonObject, unknown: string[], keep: boolean): void {
    if (unknown.length > 0 || validateValue(schema, value).length > 0) return;
    const again = this.#codec.read(schema, this.#codec.show(schema, value, keep), keep).value;
    const shown = JSON.stringify(sorted(this.#codec.show(schema, again as JsonObject, keep)));
    const sent = JSON.stringify(sorted(given));
    if (shown.includes('00000000-dead') || sent === shown) return;
    if (JSON.stringify(sorted(this.#codec.read(schema, given, keep).value)) === JSON.stringify(sorted(again)))
      return;
    throw new Error(`The generator changed a request for ${schema}: ${sent} became ${shown}.`);
  }
}

/** Makes one member of a valid or invalid body invalid, so that the mock refuses it; returns the member if it alone is to blame. */
function poison(schema: string, codec: Codec, body: JsonObject): string | null {
  const wrong = fieldsRefused(schema, body);
  for (const name of Object.keys(codec.properties(schema))) {
    if (name === 'type' || name === 'metadata' || wrong.has(name)) continue;
    const poisoned = { ...body, [name]: { poisoned: [true] } };
    // A schema with alternatives lists members that this body's alternative does not have and does not check.
    if (![...fieldsRefused(schema, poisoned)].some((field) => field.split('.')[0] === name)) continue;
    Object.assign(body, poisoned);
    return name;
  }
  return null;
}

const fieldsRefused = (schema: string, body: JsonObject): Set<string> =>
  new Set(validateValue(schema, body).map(({ field }) => field));

/** Returns a value with the members of its objects in alphabetical order. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}
