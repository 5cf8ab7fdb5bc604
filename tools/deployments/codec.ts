// Maps JSON bodies between the contract and a generated deployment, guided by the schemas of the contract.
import { document } from '../../src/contract/document.ts';
import { isObject, type JsonObject } from '../../src/contract/is-object.ts';
import type { JsonSchema } from '../../src/contract/openapi.ts';
import { familyOf, KIND_OF_TYPE, REFERENCES } from './families.ts';
import type { Features } from './features.ts';
import type { Ids } from './ids.ts';
import type { MemberCodec, Reading, Rule } from './member-rule.ts';
import { isStated, type Naming, type Place } from './naming.ts';
import { rulesOf } from './rules.ts';
import type { Values } from './values.ts';

/** A body that was read: the contract's form of it, and the members that the deployment does not know. */
export type ReadBody = { value: unknown; unknown: string[]; coerced: boolean };

const nameOf = (schema: JsonSchema): string | undefined => schema.$ref?.split('/').at(-1);

/** Schemas that allow members of any name: the options of a product. */
const OPEN = new Set(['ProductConfig']);

/** The codec of the bodies of one deployment. */
export class Codec implements MemberCodec {
  readonly features: Features;
  readonly naming: Naming;
  readonly values: Values;
  readonly ids: Ids;
  readonly #rules = new Map<string, readonly Rule[]>();

  constructor(features: Features, naming: Naming, values: Values, ids: Ids) {
    this.features = features;
    this.naming = naming;
    this.values = values;
    this.ids = ids;
  }

  /**
   * Converts a value of the contract to the form of the deployment.
   * @param keep whether the members that the specification shows keep their names
   */
  show(schema: string, value: unknown, keep: boolean): unknown {
    if (!isObject(value)) return value;
    const rules = this.rules(schema, keep);
    const known = new Set(rules.flatMap(({ members }) => members));
    // The mock's objects are open: a member that the contract does not have is shown as it is.
    const foreign = Object.keys(value).filter((name) => !known.has(name));
    const shown: JsonObject = Object.fromEntries(foreign.map((name) => [name, value[name]]));
    for (const { members, places, show } of rules) {
      if (!members.some((member) => member in value)) continue;
      const values = show(
        members.map((member) => value[member]),
        value,
      );
      places.forEach((place, at) => {
        if (values[at] !== undefined) put(shown, place, values[at]);
      });
    }
    return shown;
  }

  /** Converts a value of the deployment to the form of the contract. */
  read(schema: string, value: unknown, keep: boolean): ReadBody {
    const reading: Reading = { unknown: [], coerced: false, isReply: false };
    return { value: this.#readObject(schema, value, keep, reading, []), ...reading };
  }

  /** Converts a resource that the deployment shows to the form of the contract; foreign members stay. */
  readReply(schema: string, value: unknown, keep: boolean): unknown {
    const reading: Reading = { unknown: [], coerced: false, isReply: true };
    return this.#readObject(schema, value, keep, reading, []);
  }

  /** Returns the rules of a schema. */
  rules(schema: string, keep: boolean): readonly Rule[] {
    const key = `${schema} ${keep}`;
    const known = this.#rules.get(key);
    if (known) return known;
    const rules = rulesOf(this, schema, keep);
    this.#rules.set(key, rules);
    return rules;
  }

  /** Returns the properties of a schema; of a schema of forms, those that the forms have together. */
  properties(schema: string): Record<string, JsonSchema> {
    const { schemas } = document().components;
    return (
      schemas[schema]?.properties ?? schemas[schema === 'DnsRecordWrite' ? 'DnsRecord' : '']?.properties ?? {}
    );
  }

  /** Converts the value of one member of the contract. */
  showValue(
    schema: JsonSchema,
    value: unknown,
    at: { family: string; member: string; keep: boolean },
    owner: JsonObject,
  ): unknown {
    if (value === null || value === undefined) return value;
    const name = nameOf(schema);
    if (name === 'Uuid' || name === 'NullableUuid') return this.#showId(value, at, owner);
    if (name !== undefined) {
      const target = document().components.schemas[name] ?? {};
      if (target.properties) return this.show(name, value, at.keep && isStated(schema));
      if (name === 'CountByWord') return this.#showCounts(value, at.member);
      return this.values.named(name, target).show(value);
    }
    if (schema.items && Array.isArray(value)) {
      // The elements of a list that the specification shows are shown too.
      const items = { ...schema.items, 'x-stated': isStated(schema) };
      return value.map((item) => this.showValue(items, item, at, owner));
    }
    return this.values.inline(at.family, at.member, schema).show(value);
  }

  /** Converts the value of one member of the deployment. */
  readValue(
    schema: JsonSchema,
    value: unknown,
    at: { family: string; member: string; keep: boolean },
    owner: JsonObject,
    reading: Reading,
    path: Place,
  ): unknown {
    if (value === null || value === undefined) return value;
    const name = nameOf(schema);
    if (name === 'Uuid' || name === 'NullableUuid') {
      return this.ids.read(value, this.#kindOf(at, owner));
    }
    if (name !== undefined) {
      const target = document().components.schemas[name] ?? {};
      if (target.properties) return this.#readObject(name, value, at.keep && isStated(schema), reading, path);
      if (name === 'CountByWord') return this.#readCounts(value, at.member);
      const read = this.values.named(name, target).read(value);
      return this.#coerced(target, read, reading);
    }
    if (schema.items && Array.isArray(value)) {
      // The elements of a list that the specification shows are shown too.
      const items = { ...schema.items, 'x-stated': isStated(schema) };
      return value.map((item, index) =>
        this.readValue(items, item, at, owner, reading, [...path, String(index)]),
      );
    }
    return this.#coerced(schema, this.values.inline(at.family, at.member, schema).read(value), reading);
  }

  #readObject(schema: string, value: unknown, keep: boolean, reading: Reading, path: Place): unknown {
    if (!isObject(value)) return value;
    const rules = this.rules(schema, keep);
    const left = structuredClone(value);
    const read: JsonObject = {};
    // The type of a service says what its resource is, so it is read first.
    const ordered = [...rules].sort(
      (a, b) => Number(b.members.includes('type')) - Number(a.members.includes('type')),
    );
    for (const rule of ordered) {
      const values = rule.places.map((place) => take(left, place));
      if (values.every((one) => one === undefined)) continue;
      const back = this.#reading(rule, values, read, reading, path);
      rule.members.forEach((member, at) => {
        if (back[at] !== undefined) read[member] = back[at];
      });
    }
    if (reading.isReply || OPEN.has(schema)) return { ...left, ...read };
    reading.unknown.push(...Object.keys(left).map((name) => [...path, name].join('.')));
    return read;
  }

  #current: { reading: Reading; path: Place } = {
    reading: { unknown: [], coerced: false, isReply: false },
    path: [],
  };

  /** Reads the values of a rule; what it finds out about nested values goes to the body that is being read. */
  #reading(rule: Rule, values: unknown[], owner: JsonObject, reading: Reading, path: Place): unknown[] {
    const before = this.#current;
    this.#current = { reading, path };
    try {
      return rule.read(values, owner);
    } finally {
      this.#current = before;
    }
  }

  /** Returns the body that is being read and the place in it. */
  get current(): { reading: Reading; path: Place } {
    return this.#current;
  }

  #showId(value: unknown, at: { family: string; member: string }, owner: JsonObject): unknown {
    return typeof value === 'string' ? this.ids.show(value, this.#kindOf(at, owner)) : value;
  }

  #kindOf({ family, member }: { family: string; member: string }, owner: JsonObject): string {
    if (member === 'id') return family === 'Deleted' ? 'Deleted' : family;
    if (member === 'resource_id')
      return KIND_OF_TYPE[String(owner.type ?? owner.resource_type)] ?? 'Resource';
    if (member === 'services' || member === 'service_ids') return 'Service';
    return REFERENCES[member] ?? 'User';
  }

  #showCounts(value: unknown, member: string): unknown {
    return this.#mapKeys(value, (word) => String(this.#countWords(member).show(word)));
  }

  #readCounts(value: unknown, member: string): unknown {
    return this.#mapKeys(value, (word) => String(this.#countWords(member).read(word)));
  }

  #mapKeys(value: unknown, change: (name: string) => string): unknown {
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [change(name), inner]));
  }

  #countWords(member: string) {
    const name = member === 'by_type' ? 'ServiceType' : 'ServiceStatus';
    return this.values.named(name, document().components.schemas[name] ?? {});
  }

  /** Reads a number in a text, or a text that is given as a number, where the deployment is lenient. */
  #coerced(schema: JsonSchema, value: unknown, reading: Reading): unknown {
    if (this.features.types === 'strict') return value;
    const types = [schema.type ?? []].flat();
    if (types.includes('integer') && typeof value === 'string' && /^\d{1,9}$/.test(value)) {
      reading.coerced = true;
      return Number(value);
    }
    // A number is no domain name and no e-mail address, however leniently it is read.
    if (types.includes('string') && typeof value === 'number' && schema.format === undefined) {
      reading.coerced = true;
      return String(value);
    }
    return value;
  }

  /** Returns the family of a schema. */
  family(schema: string): string {
    return familyOf(schema === 'DnsRecordWrite' ? 'DnsRecord' : schema);
  }
}

function put(target: JsonObject, place: Place, value: unknown): void {
  const [name = '', ...rest] = place;
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const inner = target[name];
  const group: JsonObject = isObject(inner) ? inner : {};
  target[name] = group;
  put(group, rest, value);
}

/** Removes the value at a place and returns it; a group that is empty then is removed too. */
function take(source: JsonObject, [name = '', ...rest]: Place): unknown {
  const value = source[name];
  if (rest.length === 0) {
    delete source[name];
    return value;
  }
  if (!isObject(value)) return undefined;
  const found = take(value, rest);
  if (found !== undefined && Object.keys(value).length === 0) delete source[name];
  return found;
}
