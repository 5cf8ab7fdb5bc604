// Builds the rules that map the members of a schema: plain ones, joined names, split domains, flat addresses.
import { isObject } from '../../src/contract/is-object.ts';
import type { JsonSchema } from '../../src/contract/openapi.ts';
import type { MemberCodec, Rule } from './member-rule.ts';
import { isStated, type Place } from './naming.ts';

/**
 * Builds the rules of a schema.
 * @param keep whether the members that the specification shows keep their names
 */
export function rulesOf(codec: MemberCodec, schema: string, keep: boolean): Rule[] {
  const properties = codec.properties(schema);
  const family = codec.family(schema);
  const { features, naming } = codec;
  const joined = features.joined === 'names' && 'first_name' in properties && 'last_name' in properties;
  return Object.entries(properties).flatMap(([member, property]) => {
    const kept = keep && isStated(property);
    if (joined && member === 'first_name') return [joinedNames([naming.written('full_name')])];
    if (joined && member === 'last_name') return [];
    if (features.addresses === 'flat' && property.$ref?.endsWith('/Address'))
      return [flatAddress(codec, property)];
    const isSplit = features.split === 'domains' && !kept && isDomain(family, member);
    if (isSplit) return [splitDomain(naming.written('domain_name'), member)];
    return [plain(codec, family, member, property, kept ? [member] : naming.placeOf(family, member), keep)];
  });
}

const isDomain = (family: string, member: string): boolean =>
  (family === 'Domain' && (member === 'name' || member === 'domain')) ||
  (family === 'DomainAvailability' && member === 'domain');

function plain(
  codec: MemberCodec,
  family: string,
  member: string,
  property: JsonSchema,
  place: Place,
  keep: boolean,
): Rule {
  const at = { family, member, keep };
  return {
    members: [member],
    places: [place],
    show: ([value], owner) => [codec.showValue(property, value, at, owner)],
    read: ([value], owner) => {
      const { reading, path } = codec.current;
      return [codec.readValue(property, value, at, owner, reading, [...path, ...place])];
    },
  };
}

/** Shows first and last name as one member. The last word is the last name; `.` stands for a missing one. */
const joinedNames = (place: Place): Rule => ({
  members: ['first_name', 'last_name'],
  places: [place],
  show: ([first, last]) => [joinNames(first, last)],
  read([full]) {
    if (typeof full !== 'string') return [full, full];
    const cut = full.lastIndexOf(' ');
    return cut === -1 ? [full, '.'] : [full.slice(0, cut), full.slice(cut + 1)];
  },
});

/** Joins a first and a last name as a deployment with one member for both shows them. */
export const joinNames = (first: unknown, last: unknown): unknown =>
  last === undefined || last === '.' ? first : first === undefined ? last : `${first} ${last}`;

function splitDomain(holder: string, member: string): Rule {
  return {
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
  };
}

/** Shows the members of an address beside those of its owner, as `address_city`. */
function flatAddress(codec: MemberCodec, property: JsonSchema): Rule {
  const name = property.$ref?.split('/').at(-1) ?? '';
  const inner = codec.rules(name, false);
  const places = inner.map(({ places: [place = []] }) => [
    codec.naming.written(`address_${place.join('_')}`),
  ]);
  return {
    members: ['address'],
    places,
    show: ([address]) =>
      address === null
        ? places.map(() => null)
        : inner.map(({ members: [member = ''] }) => (isObject(address) ? address[member] : undefined)),
    read(values) {
      if (values.every((value) => value === undefined || value === null)) return [null];
      const found = inner.map(({ members: [member = ''] }, at) => [member, values[at]] as const);
      return [Object.fromEntries(found.filter(([, value]) => value !== undefined))];
    },
  };
}
