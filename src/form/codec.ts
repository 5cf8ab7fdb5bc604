// Maps JSON bodies between the contract and a deployment, guided by the schemas of the contract.
import { document } from '../contract/document.ts';
import { isObject, type JsonObject } from '../contract/is-object.ts';
import type { JsonSchema } from '../contract/openapi.ts';
import { UUID } from '../contract/uuid.ts';
import { familyOf, hasOpenIds, isStated, nameOf, propertiesOf, REFERENCES } from './families.ts';
import type { Form, MemberPlace, Members, Place } from './form.ts';
import { Values } from './values.ts';

type Way = 'show' | 'read';
type Convert = (values: unknown[], owner: JsonObject) => unknown[];
type Rule = { own: readonly Place[]; places: readonly Place[] } & Record<Way, Convert>;
/** The member of a family of schemas that a value belongs to. */
type Member = { family: string; member: string; keep: boolean };

const componentOf = (name: string): JsonSchema => document().components.schemas[name] ?? {};
const isInParts = (place: MemberPlace | undefined) => place != null && 'parts' in place;
/** Begins the name of a member that is called like one of the contract's, and that the deployment does not have. */
const UNKNOWN = 'unknown_';

const NOBODY = '00000000-dead-4bad-8bad-000000000000';

/** The ids of one deployment; an id keeps its form for the whole run. */
class Ids {
  readonly #form: Form['ids'];
  readonly #shown = new Map<string, string | number>();
  readonly #uuids = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  /** the tenant whose request is read or answered now; its numbers are its own where tenants count for themselves */
  tenant = '';

  constructor(form: Form['ids']) {
    this.#form = form;
  }

  /** Returns the id that the deployment shows for a UUID of the mock. */
  show(uuid: unknown, kind: string): unknown {
    if (this.#form === 'uuid' || !hasOpenIds(kind) || typeof uuid !== 'string') return uuid;
    const series = this.#seriesOf(kind);
    const key = `${series} ${uuid}`;
    const known = this.#shown.get(key);
    if (known !== undefined) return known;
    const id = this.#form.startsWith('numeric') ? this.#number(series) : this.#text(uuid, kind);
    this.#shown.set(key, id);
    this.#uuids.set(`${series} ${id}`, uuid);
    return id;
  }

  /** Returns the mock's UUID of an id. An id that nothing has becomes the UUID of nobody, or stays malformed. */
  read(id: unknown, kind: string): unknown {
    if (this.#form === 'uuid' || !hasOpenIds(kind)) return id;
    if (typeof id !== 'string' && typeof id !== 'number') return id;
    const known = this.#uuids.get(`${this.#seriesOf(kind)} ${id}`);
    if (known !== undefined) return known;
    return UUID.test(String(id)) || this.#isFormed(String(id)) ? NOBODY : id;
  }

  /** Returns whose numbers an id is one of: those of the deployment, of a tenant or of a kind. */
  #seriesOf(kind: string): string {
    if (this.#form === 'numeric per kind') return kind;
    return this.#form === 'numeric per tenant' ? this.tenant : '';
  }

  #number(series: string): number {
    const count = (this.#counts.get(series) ?? 0) + 1;
    this.#counts.set(series, count);
    return this.#form === 'numeric' ? 40_000 + count * 7 : count;
  }

  #isFormed(id: string): boolean {
    return this.#form.startsWith('numeric')
      ? /^\d+$/.test(id)
      : /^[a-z]+_[0-9a-z]+$|^[0-9A-Z-]{9,}$/.test(id);
  }

  #text(uuid: string, kind: string): string {
    const digits = BigInt(`0x${uuid.replaceAll('-', '')}`).toString(36);
    if (this.#form === 'ulid') return `01${digits.toUpperCase().padStart(25, '0').slice(0, 25)}`;
    const short = kind.replaceAll(/[a-z]/g, '').toLowerCase() + kind.slice(1, 3).toLowerCase();
    return this.#form === 'prefixed'
      ? `${short}_${digits}`
      : `${short.toUpperCase()}-${digits.slice(0, 12).toUpperCase()}`;
  }
}

/** Converts the bodies of one deployment, either those of its replies or those of its requests. */
export class Codec {
  readonly form: Form;
  readonly values: Values;
  readonly ids: Ids;
  readonly #side: 'members' | 'requests';
  readonly #rules = new Map<string, readonly Rule[]>();

  /** @param replies the codec of the replies, for that of the requests of the same deployment */
  constructor(form: Form, replies?: Codec) {
    this.form = form;
    this.#side = replies ? 'requests' : 'members';
    this.values = replies?.values ?? new Values(form);
    this.ids = replies?.ids ?? new Ids(form.ids);
  }

  membersOf = (family: string): Members => {
    const kind = this.form.kinds[family];
    return kind?.[this.#side] ?? kind?.members ?? {};
  };

  /** @param keep whether the members that the specification shows keep their names */
  show(schema: string, value: unknown, keep: boolean): unknown {
    if (!isObject(value)) return value;
    const rules = this.#rulesOf(schema, keep);
    const known = new Set(rules.flatMap(({ own }) => own.map(([first]) => first)));
    // The mock's objects are open: a member that the contract does not have is shown as it is.
    const shown: JsonObject = Object.fromEntries(Object.entries(value).filter(([name]) => !known.has(name)));
    const left = structuredClone(value);
    for (const rule of rules) move(left, rule.own, shown, rule.places, (values) => rule.show(values, value));
    return shown;
  }

  /** Converts a value of the deployment to the form of the contract. Members that the deployment does not know stay. */
  read(schema: string, value: unknown, keep: boolean): unknown {
    if (!isObject(value)) return value;
    const left = structuredClone(value);
    const read: JsonObject = {};
    for (const rule of this.#rulesOf(schema, keep))
      move(left, rule.places, read, rule.own, (values) => rule.read(values, read));
    const known = propertiesOf(schema);
    const unknown = Object.entries(left).map(([name, one]) => [name in known ? UNKNOWN + name : name, one]);
    return { ...read, ...Object.fromEntries(unknown) };
  }

  /** Converts a value of one member, such as that of a filter, to the form of the contract. */
  readMember(schema: string, member: string, value: unknown): unknown {
    const { [member]: property = {} } = propertiesOf(schema);
    return this.#convert('read', property, value, { family: familyOf(schema), member, keep: false }, {});
  }

  /** @param field the dotted path of the mock: `address.city`, `items.0.sku_id` */
  fieldName(schema: string, keep: boolean, field: string): string {
    const place = this.#fieldPlace(schema, keep, field.split('.'));
    const { fields } = this.form;
    if (fields === 'leaf') return place.findLast((name) => !/^\d+$/.test(name)) ?? '';
    if (fields === 'pointer') return place.length > 1 ? `/${place.join('/')}` : (place[0] ?? '');
    if (fields === 'brackets') return place.map((name, at) => (at === 0 ? name : `[${name}]`)).join('');
    return place.join('.');
  }

  #fieldPlace(schema: string, keep: boolean, path: Place): Place {
    const begins = (long: Place, short: Place): boolean => short.every((name, at) => long[at] === name);
    const rules = this.#rulesOf(schema, keep);
    for (const { own, places } of rules) {
      const found = own.find((one) => begins(path, one));
      if (!found) continue;
      const property = propertiesOf(schema)[path[0] ?? ''] ?? {};
      const inner = nameOf(property) || nameOf(property.items ?? {});
      const rest = path.slice(found.length);
      const index = rest.slice(0, /^\d+$/.test(rest[0] ?? '') ? 1 : 0);
      return [...(places[0] ?? []), ...index, ...this.#fieldPlace(inner, keep, rest.slice(index.length))];
    }
    // An address that is shown flat has no name of its own.
    const part = rules.find(({ own: [one = []] }) => path.length > 0 && begins(one, path));
    return part?.places[0] ?? path.map((name) => name.replace(UNKNOWN, ''));
  }

  #rulesOf(schema: string, keep: boolean): readonly Rule[] {
    const key = `${schema} ${keep}`;
    const rules = this.#rules.get(key) ?? this.#makeRules(schema, keep);
    this.#rules.set(key, rules);
    return rules;
  }

  #makeRules(schema: string, keep: boolean): Rule[] {
    const properties = propertiesOf(schema);
    const family = familyOf(schema);
    const members = this.membersOf(family);
    const { first_name: first, last_name: last } = members;
    const joined = first != null && 'first_name' in properties && first.toString() === last?.toString();
    const rules = Object.entries(properties).flatMap(([member, property]): Rule[] => {
      const kept = keep && isStated(property);
      const place = members[member];
      if (joined && member === 'first_name') return [joinedNames(first as Place)];
      if (joined && member === 'last_name') return [];
      const flat =
        nameOf(property) === 'Address'
          ? this.#rulesOf('Address', false).flatMap((rule): Rule[] => {
              const at = members[`${member}.${rule.own[0]?.[0]}`] as Place | undefined;
              return at ? [{ ...rule, own: rule.own.map((one) => [member, ...one]), places: [at] }] : [];
            })
          : [];
      if (flat.length > 0) return flat;
      if (isInParts(place) && !kept) return [splitDomain(place.parts, member)];
      const convert =
        (way: Way): Convert =>
        ([value], owner) => [this.#convert(way, property, value, { family, member, keep }, owner)];
      return [
        {
          own: [[member]],
          places: kept ? [[member]] : place === null ? [] : [(place as Place | undefined) ?? [member]],
          show: convert('show'),
          read: convert('read'),
        },
      ];
    });
    // The type of a service says what its resource is, so it is read first.
    return rules.sort((a, b) => Number(b.own[0]?.[0] === 'type') - Number(a.own[0]?.[0] === 'type'));
  }

  #convert(way: Way, schema: JsonSchema, value: unknown, at: Member, owner: JsonObject): unknown {
    if (value === null || value === undefined) return value;
    const name = nameOf(schema);
    if (name === 'Uuid' || name === 'NullableUuid') return this.ids[way](value, kindOf(at, owner));
    const target = name === '' ? schema : componentOf(name);
    if (name !== '' && target.properties) return this[way](name, value, at.keep && isStated(schema));
    if (name === 'CountByWord' && isObject(value)) {
      const counted = at.member === 'by_type' ? 'ServiceType' : 'ServiceStatus';
      const words = this.values.of(counted, componentOf(counted), at);
      return Object.fromEntries(Object.entries(value).map(([word, count]) => [words[way](word), count]));
    }
    // The elements of a list that the specification shows are shown too.
    const items = schema.items && { ...schema.items, 'x-stated': isStated(schema) };
    if (items && Array.isArray(value)) return value.map((item) => this.#convert(way, items, item, at, owner));
    return this.values.of(name, target, at)[way](value);
  }
}

/** Type of a service → kind of the resource behind it. */
const KIND_OF_TYPE: Readonly<Record<string, string>> = {
  domain: 'Domain',
  hosting: 'HostingAccount',
  ssl: 'Certificate',
  email: 'EmailService',
  vps: 'Vps',
};

function kindOf({ family, member }: Member, owner: JsonObject): string {
  if (member === 'id') return family;
  if (member === 'resource_id') return KIND_OF_TYPE[String(owner.type ?? owner.resource_type)] ?? 'Resource';
  if (member === 'services' || member === 'service_ids') return 'Service';
  return REFERENCES[member] ?? 'User';
}

/** Shows first and last name as one member. The last word is the last name; `.` stands for a missing one. */
const joinedNames = (place: Place): Rule => ({
  own: [['first_name'], ['last_name']],
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

const splitDomain = (places: readonly Place[], member: string): Rule => ({
  own: [[member]],
  places,
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

function move(
  source: JsonObject,
  from: readonly Place[],
  target: JsonObject,
  to: readonly Place[],
  convert: (values: unknown[]) => unknown[],
): void {
  const values = from.map((place) => take(source, place));
  if (values.every((value) => value === undefined)) return;
  const converted = convert(values);
  to.forEach((place, at) => {
    if (converted[at] !== undefined) put(target, place, converted[at]);
  });
}

/** Puts a value at a place. */
export function put(target: JsonObject, [name = '', ...rest]: Place, value: unknown): void {
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const inner = isObject(target[name]) ? target[name] : {};
  target[name] = inner;
  put(inner, rest, value);
}

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
