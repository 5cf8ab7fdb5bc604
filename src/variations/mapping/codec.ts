// Maps JSON bodies between the contract and a deployment, guided by the schemas of the contract.
import { document } from '../../contract/document.ts';
import { isObject, type JsonObject } from '../../contract/is-object.ts';
import type { JsonSchema } from '../../contract/openapi.ts';
import { familyOf, KIND_OF_TYPE, REFERENCES } from './families.ts';
import type { Features } from './features.ts';
import type { Ids } from './ids.ts';
import { isStated, Naming, type Place } from './naming.ts';
import type { Values } from './values.ts';

/** A body that was read: the contract's form of it, and the members that the deployment does not know. */
export type ReadBody = { value: unknown; unknown: string[] };

/** How some members of the contract become some members of the deployment. */
type Rule = {
  members: readonly string[];
  places: readonly Place[];
  show(values: unknown[], owner: JsonObject): unknown[];
  read(values: unknown[], owner: JsonObject, reading: Reading): unknown[];
};
/** The unknown members that were found so far, and the place of the value that is being read. */
type Reading = { unknown: string[]; path: Place };
/** The member of a family of schemas that a value belongs to. */
type Member = { family: string; member: string; keep: boolean };

const nameOf = (schema: JsonSchema): string => schema.$ref?.split('/').at(-1) ?? '';
const isId = (name: string): boolean => name === 'Uuid' || name === 'NullableUuid';
/** The elements of a list that the specification shows are shown too. */
const itemsOf = (schema: JsonSchema, items: JsonSchema): JsonSchema => ({
  ...items,
  'x-stated': isStated(schema),
});

/** Schemas that allow members of any name: the options of a product. */
const OPEN = new Set(['ProductConfig']);

/** The codec of the bodies of one deployment. */
export class Codec {
  readonly features: Features;
  readonly naming: Naming;
  readonly values: Values;
  readonly ids: Ids;
  readonly #rules = new Map<string, readonly Rule[]>();

  constructor(features: Features, seed: number, values: Values, ids: Ids) {
    this.features = features;
    this.naming = new Naming(features, seed);
    this.values = values;
    this.ids = ids;
  }

  /**
   * Converts a value of the contract to the form of the deployment.
   * @param keep whether the members that the specification shows keep their names
   */
  show(schema: string, value: unknown, keep: boolean): unknown {
    if (!isObject(value)) return value;
    const rules = this.#rulesOf(schema, keep);
    const known = new Set(rules.flatMap(({ members }) => members));
    // The mock's objects are open: a member that the contract does not have is shown as it is.
    const shown: JsonObject = Object.fromEntries(Object.entries(value).filter(([name]) => !known.has(name)));
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
    const unknown: string[] = [];
    return { value: this.#readObject(schema, value, keep, { unknown, path: [] }), unknown };
  }

  /** Returns the properties of a schema; of a schema of forms, those that the forms have together. */
  properties(schema: string): Record<string, JsonSchema> {
    const { schemas } = document().components;
    const name = schema === 'DnsRecordWrite' && !schemas[schema]?.properties ? 'DnsRecord' : schema;
    return schemas[name]?.properties ?? {};
  }

  /** Returns the family of a schema. */
  family(schema: string): string {
    return familyOf(schema === 'DnsRecordWrite' ? 'DnsRecord' : schema);
  }

  /**
   * Returns the deployment's name of a field.
   * @param field the dotted path of the mock: `address.city`, `items.0.sku_id`
   */
  fieldName(schema: string, keep: boolean, field: string): string {
    const place = this.#fieldPlace(schema, keep, field.split('.'));
    const { fieldKeys } = this.features;
    if (fieldKeys === 'leaf') return place.at(-1) ?? '';
    if (fieldKeys === 'pointer') return place.length > 1 ? `/${place.join('/')}` : (place[0] ?? '');
    if (fieldKeys === 'brackets') return place.map((name, at) => (at === 0 ? name : `[${name}]`)).join('');
    return place.join('.');
  }

  #fieldPlace(schema: string, keep: boolean, path: readonly string[]): readonly string[] {
    const [member = '', ...rest] = path;
    if (schema === '' || path.length === 0) return path;
    const rule = this.#rulesOf(schema, keep).find(({ members }) => members.includes(member));
    if (!rule) return [/^\d+$/.test(member) ? member : this.naming.written(member), ...rest];
    const property = this.properties(schema)[member];
    const inner = property ? nameOf(property) || nameOf(property.items ?? {}) : '';
    const nested = inner !== '' && rest.length > 0 && Object.keys(this.properties(inner)).length > 0;
    const index = nested && /^\d+$/.test(rest[0] ?? '') ? [rest[0] ?? ''] : [];
    const below = nested ? this.#fieldPlace(inner, keep, rest.slice(index.length)) : rest;
    // A flat address has one place for each of its members.
    if (rule.places.length > 1 && nested) {
      const at = this.#rulesOf(inner, false).findIndex(({ members }) => members.includes(rest[0] ?? ''));
      return rule.places[at] ?? rule.places[0] ?? [];
    }
    return [...(rule.places[0] ?? []), ...index, ...below];
  }

  #rulesOf(schema: string, keep: boolean): readonly Rule[] {
    const key = `${schema} ${keep}`;
    const rules = this.#rules.get(key) ?? this.#makeRules(schema, keep);
    this.#rules.set(key, rules);
    return rules;
  }

  /** Builds the rules of a schema: plain members, joined names, split domains, flat addresses. */
  #makeRules(schema: string, keep: boolean): Rule[] {
    const properties = this.properties(schema);
    const family = this.family(schema);
    const { features, naming } = this;
    const joined = features.joined === 'names' && 'first_name' in properties && 'last_name' in properties;
    return Object.entries(properties).flatMap(([member, property]) => {
      const kept = keep && isStated(property);
      if (joined && member === 'first_name') return [joinedNames([naming.written('full_name')])];
      if (joined && member === 'last_name') return [];
      if (features.addresses === 'flat' && nameOf(property) === 'Address') return [this.#flatAddress()];
      const isDomain =
        (family === 'Domain' && (member === 'name' || member === 'domain')) ||
        (family === 'DomainAvailability' && member === 'domain');
      if (features.split === 'domains' && !kept && isDomain)
        return [splitDomain(naming.written('domain_name'), member)];
      return [
        this.#plain({ family, member, keep }, property, kept ? [member] : naming.placeOf(family, member)),
      ];
    });
  }

  #plain(at: Member, property: JsonSchema, place: Place): Rule {
    return {
      members: [at.member],
      places: [place],
      show: ([value], owner) => [this.#showValue(property, value, at, owner)],
      read: ([value], owner, { unknown, path }) => [
        this.#readValue(property, value, at, owner, { unknown, path: [...path, ...place] }),
      ],
    };
  }

  /** Shows the members of an address beside those of its owner, as `address_city`. */
  #flatAddress(): Rule {
    const inner = this.#rulesOf('Address', false);
    const places = inner.map(({ places: [place = []] }) => [
      this.naming.written(`address_${place.join('_')}`),
    ]);
    return {
      members: ['address'],
      places,
      show: ([address]) =>
        inner.map(({ members: [member = ''] }) =>
          address === null ? null : isObject(address) ? address[member] : undefined,
        ),
      read(values) {
        if (values.every((value) => value === undefined || value === null)) return [null];
        const found = inner.map(({ members: [member = ''] }, at) => [member, values[at]] as const);
        return [Object.fromEntries(found.filter(([, value]) => value !== undefined))];
      },
    };
  }

  #showValue(schema: JsonSchema, value: unknown, at: Member, owner: JsonObject): unknown {
    if (value === null || value === undefined) return value;
    const name = nameOf(schema);
    if (isId(name)) return typeof value === 'string' ? this.ids.show(value, kindOf(at, owner)) : value;
    if (name !== '') {
      const target = document().components.schemas[name] ?? {};
      if (target.properties) return this.show(name, value, at.keep && isStated(schema));
      if (name === 'CountByWord') return this.#mapCounts(value, at.member, 'show');
      return this.values.named(name, target).show(value);
    }
    const { items } = schema;
    if (items && Array.isArray(value))
      return value.map((item) => this.#showValue(itemsOf(schema, items), item, at, owner));
    return this.values.inline(at.family, at.member, schema).show(value);
  }

  #readValue(schema: JsonSchema, value: unknown, at: Member, owner: JsonObject, reading: Reading): unknown {
    if (value === null || value === undefined) return value;
    const name = nameOf(schema);
    if (isId(name)) return this.ids.read(value, kindOf(at, owner));
    if (name !== '') {
      const target = document().components.schemas[name] ?? {};
      if (target.properties) return this.#readObject(name, value, at.keep && isStated(schema), reading);
      if (name === 'CountByWord') return this.#mapCounts(value, at.member, 'read');
      return this.#coerced(target, this.values.named(name, target).read(value));
    }
    const { items } = schema;
    if (items && Array.isArray(value))
      return value.map((item, index) => {
        const path = [...reading.path, String(index)];
        return this.#readValue(itemsOf(schema, items), item, at, owner, { ...reading, path });
      });
    return this.#coerced(schema, this.values.inline(at.family, at.member, schema).read(value));
  }

  #readObject(schema: string, value: unknown, keep: boolean, reading: Reading): unknown {
    if (!isObject(value)) return value;
    const left = structuredClone(value);
    const read: JsonObject = {};
    // The type of a service says what its resource is, so it is read first.
    const ordered = [...this.#rulesOf(schema, keep)].sort(
      (a, b) => Number(b.members.includes('type')) - Number(a.members.includes('type')),
    );
    for (const rule of ordered) {
      const values = rule.places.map((place) => take(left, place));
      if (values.every((one) => one === undefined)) continue;
      const back = rule.read(values, read, reading);
      rule.members.forEach((member, at) => {
        if (back[at] !== undefined) read[member] = back[at];
      });
    }
    if (OPEN.has(schema)) return { ...left, ...read };
    reading.unknown.push(...Object.keys(left).map((name) => [...reading.path, name].join('.')));
    return read;
  }

  #mapCounts(value: unknown, member: string, way: 'show' | 'read'): unknown {
    if (!isObject(value)) return value;
    const name = member === 'by_type' ? 'ServiceType' : 'ServiceStatus';
    const words = this.values.named(name, document().components.schemas[name] ?? {});
    return Object.fromEntries(
      Object.entries(value).map(([word, count]) => [String(words[way](word)), count]),
    );
  }

  /** Reads a number in a text, or a text that is given as a number, where the deployment is lenient. */
  #coerced(schema: JsonSchema, value: unknown): unknown {
    if (this.features.types === 'strict') return value;
    const types = [schema.type ?? []].flat();
    if (types.includes('integer') && typeof value === 'string' && /^\d{1,9}$/.test(value))
      return Number(value);
    // A number is no domain name and no e-mail address, however leniently it is read.
    return types.includes('string') && typeof value === 'number' && schema.format === undefined
      ? String(value)
      : value;
  }
}

function kindOf({ family, member }: Member, owner: JsonObject): string {
  if (member === 'id') return family;
  if (member === 'resource_id') return KIND_OF_TYPE[String(owner.type ?? owner.resource_type)] ?? 'Resource';
  if (member === 'services' || member === 'service_ids') return 'Service';
  return REFERENCES[member] ?? 'User';
}

/** Shows first and last name as one member. The last word is the last name; `.` stands for a missing one. */
const joinedNames = (place: Place): Rule => ({
  members: ['first_name', 'last_name'],
  places: [place],
  show: ([first, last]) => [
    last === undefined || last === '.' ? first : first === undefined ? last : `${first} ${last}`,
  ],
  read([full]) {
    if (typeof full !== 'string') return [full, full];
    const cut = full.lastIndexOf(' ');
    return cut === -1 ? [full, '.'] : [full.slice(0, cut), full.slice(cut + 1)];
  },
});

const splitDomain = (holder: string, member: string): Rule => ({
  members: [member],
  places: [
    [holder, 'sld'],
    [holder, 'tld'],
  ],
  show([name]) {
    if (typeof name !== 'string' || !name.includes('.')) return [name, undefined];
    const cut = name.indexOf('.');
    return [name.slice(0, cut), name.slice(cut + 1)];
  },
  read([sld, tld]) {
    if (tld === undefined) return [sld];
    return [typeof sld === 'string' && typeof tld === 'string' ? `${sld}.${tld}` : { sld, tld }];
  },
});

/** Puts a value at a place. */
function put(target: JsonObject, [name = '', ...rest]: Place, value: unknown): void {
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const inner = isObject(target[name]) ? target[name] : {};
  target[name] = inner;
  put(inner, rest, value);
}

/** Removes the value at a place and returns it. */
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
