// Adds the contract's names to members that are written in another letter case or refer to a resource by an object.
import { isObject, type JsonObject } from '../../contract/is-object.ts';
import { perDocument } from '../../contract/operations.ts';
import { snakeCase } from '../../form/names.ts';
import { kindOf, nounsOf } from '../model/kinds.ts';

/** Matches names in camelCase, PascalCase and kebab-case. Names in capitals, such as `EUR`, are rather keys of a table. */
const OTHER_CASE = /^[a-zA-Z]*[a-z][a-zA-Z0-9]*$|^[a-z]+(-[a-z]+)+$/;

/** The names under which members may refer to another resource: `customer`, `dns_zone`, `zone`. */
export const referenceNouns = perDocument(
  (table): ReadonlySet<string> =>
    new Set([
      'tenant',
      ...table.flatMap(({ id }) => {
        const kind = kindOf(id);
        return kind === undefined ? [] : nounsOf(kind);
      }),
    ]),
);

const isIdValue = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') || Number.isSafeInteger(value);

/** Returns whether a text has the form of a generated id: a UUID, a ULID, `srv_8Fk29a`; no short number has it. */
export const looksLikeId = (value: unknown): boolean =>
  typeof value === 'string' && /^(?!\d{1,15}$)(?=.*\d)[\w-]{8,64}$/.test(value);

/** Returns the id in a member that refers to a resource by an object or by the bare id; undefined when there is none. */
function referredId(member: unknown): unknown {
  if (isObject(member)) return isIdValue(member.id) ? member.id : undefined;
  return looksLikeId(member) ? member : undefined;
}

/**
 * Returns a value with the contract's names added to its objects, at every level: `customer_id` beside `customerId`
 * and beside `customer: { id }` or a bare `customer`. Members that are there keep their values. A value that needs no name is returned
 * itself.
 */
export function withContractNames(value: unknown): unknown {
  if (Array.isArray(value)) {
    const mapped = value.map(withContractNames);
    return mapped.some((element, at) => element !== value[at]) ? mapped : value;
  }
  if (!isObject(value)) return value;
  const added: JsonObject = {};
  const isFree = (name: string): boolean => !Object.hasOwn(value, name) && !Object.hasOwn(added, name);
  for (const [name, member] of Object.entries(value)) {
    const inner = withContractNames(member);
    if (inner !== member) added[name] = inner;
    const conventional = OTHER_CASE.test(name) ? snakeCase(name) : name;
    if (isFree(conventional)) added[conventional] = inner;
    const reference = `${conventional}_id`;
    const id = referenceNouns().has(conventional) ? referredId(inner) : undefined;
    if (id !== undefined && isFree(reference)) added[reference] = id;
  }
  return Object.keys(added).length > 0 ? { ...value, ...added } : value;
}
