// Writes the ids and domain names of a request in lower case: a UUID in capitals is the same UUID (RFC 9562, section 4),
// and a domain name the same name (RFC 4343).
import { isObject } from '../../contract/is-object.ts';
import { UUID } from '../../contract/uuid.ts';
import type { References } from '../../state/references.ts';

const names = new WeakMap<References, ReadonlySet<string>>();

// The members that name records, such as `customer_id`, and the members on the way to them.
function namesOf(references: References): ReadonlySet<string> {
  let known = names.get(references);
  if (known === undefined) {
    known = new Set(Object.keys(references).flatMap((path) => path.split('.')));
    names.set(references, known);
  }
  return known;
}

/** Returns a UUID in lower case; any other value as it is. */
export const lowerId = <A>(value: A): A =>
  typeof value === 'string' && value.length === 36 && /[A-F]/.test(value) && UUID.test(value)
    ? (value.toLowerCase() as A)
    : value;

/** Writes the members of the given names in lower case, in place. Members are texts or lists of texts, at any depth. */
export function lowerNames(value: unknown, names: ReadonlySet<string>): void {
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    if (names.has(name) && typeof member === 'string') value[name] = member.toLowerCase();
    else if (names.has(name) && Array.isArray(member))
      value[name] = member.map((one) => (typeof one === 'string' ? one.toLowerCase() : one));
    else if (Array.isArray(member)) for (const one of member) lowerNames(one, names);
    else lowerNames(member, names);
  }
}

/** Writes the ids of a body or a query that name records in lower case, in place. */
export function lowerIds(value: unknown, references: References = {}): void {
  const known = namesOf(references);
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    if (!known.has(name)) continue;
    if (Array.isArray(member)) {
      value[name] = member.map(lowerId);
      for (const one of member) lowerIds(one, references);
    } else if (isObject(member)) lowerIds(member, references);
    else value[name] = lowerId(member);
  }
}
