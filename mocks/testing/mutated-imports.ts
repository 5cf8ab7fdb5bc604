// For tests: changes exported worlds at random places.
import fc from 'fast-check';

type Json = unknown;

// Unusual values that replace a value of an export: wrong types, extreme numbers, invalid dates, names of inherited
// members.
const VALUES: readonly Json[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  0.5,
  1e15,
  1e15 + 1,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  -1e308,
  1e308,
  '',
  ' ',
  'x',
  'EUROS',
  'XXX',
  '__proto__',
  'constructor',
  'x'.repeat(100_000),
  '\u0000\n\u2028',
  '\ud800',
  '2026-02-30T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '0000-01-01T00:00:00Z',
  '2026-11-20T08:00:00+01:00',
  '2026-11-20',
  '00000000-0000-4000-8000-000000000000',
  [],
  {},
  [null],
  [[]],
  JSON.parse('{"__proto__":{"status":"active"}}'),
];

/** Generates one change of an export: the path from the root to a value, and what to do with the value. */
export const change = fc.record({
  /** for each level of the path, the relative position of a member (0 to 1) */
  way: fc.array(fc.double({ min: 0, max: 0.999999, noNaN: true }), { minLength: 1, maxLength: 6 }),
  how: fc.constantFrom(
    'delete',
    'replace',
    'replace',
    'duplicate',
    'rename',
    'empty',
    'empty',
    'nudge',
    'borrow',
    'column',
  ),
  value: fc.constantFrom(...VALUES),
  name: fc.constantFrom('__proto__', 'constructor', 'toString', 'zz', '', 'a/b~c\n'),
  other: fc.double({ min: 0, max: 0.999999, noNaN: true }),
});
type Change = typeof change extends fc.Arbitrary<infer A> ? A : never;

const isContainer = (value: Json): value is Record<string, Json> | Json[] =>
  typeof value === 'object' && value !== null;
const set = (where: object, name: string, value: Json): void =>
  void Object.defineProperty(where, name, { value, enumerable: true, configurable: true, writable: true });

/** Changes an export in place; returns a description of the change and its place. */
export function mutate(root: Json, { way, how, value, name, other }: Change): string {
  let where = root;
  const path: string[] = [];
  for (const [level, share] of way.entries()) {
    if (!isContainer(where)) break;
    // Tables make up most of an export, so one in three changes is made outside the tables.
    const keys =
      level === 0 && share > 0.33
        ? ['tables']
        : Object.keys(where).filter((key) => level > 0 || key !== 'tables');
    const key = keys[Math.floor(share * keys.length)];
    if (key === undefined) break;
    path.push(key);
    const next: Json = Reflect.get(where, key);
    if (!isContainer(next) || level === way.length - 1) {
      // `column` sets a member to the value in every row of a table; outside tables it changes a single value.
      const table: Json =
        how === 'column' && path[0] === 'tables'
          ? Reflect.get(Object(Reflect.get(Object(root), 'tables')), path[1] ?? '')
          : [];
      if (level === 3 && Array.isArray(table)) for (const row of table) set(row, key, value);
      apply(where, key, how, value, name, other);
      break;
    }
    where = next;
  }
  return `${how} /${path.join('/')}`;
}

function apply(
  where: object,
  key: string,
  how: Change['how'],
  value: Json,
  name: string,
  other: number,
): void {
  const now: Json = Reflect.get(where, key);
  if (how === 'delete') {
    if (Array.isArray(where)) where.splice(Number(key), 1);
    else Reflect.deleteProperty(where, key);
  } else if (how === 'duplicate' || how === 'rename') {
    if (Array.isArray(where)) where.push(structuredClone(now));
    else {
      set(where, name, now);
      if (how === 'rename') Reflect.deleteProperty(where, key);
    }
  } else if (how === 'empty')
    set(where, key, Array.isArray(now) ? [] : isContainer(now) ? {} : typeof now === 'string' ? '' : 0);
  else if (how === 'nudge') set(where, key, nudged(now, other));
  else if (how === 'borrow') {
    const names = Object.keys(where);
    set(where, key, Reflect.get(where, names[Math.floor(other * names.length)] ?? key));
  } else set(where, key, value);
}

function nudged(value: Json, by: number): Json {
  if (typeof value === 'number') return value + (by < 0.5 ? 1 : -1);
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return value;
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return `${1990 + Math.floor(by * 100)}${value.slice(4)}`;
  const at = Math.floor(by * value.length);
  return value.slice(0, at) + (value[at] === '0' ? '1' : '0') + value.slice(at + 1);
}
