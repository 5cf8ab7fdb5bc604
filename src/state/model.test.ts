// Tests worlds against a model of plain arrays: after random changes, a table answers queries as filtering and
// sorting an array does.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseClock } from './clock.ts';
import { Refusal } from './refusal.ts';
import type { PageQuery, Store } from './store.ts';
import { table } from './tables/table.ts';
import { type Snapshot, World } from './world.ts';

type Thing = {
  readonly id: string;
  readonly tenant_id?: string;
  readonly code: string | null;
  readonly kind: 'a' | 'b';
  readonly owner: string | null;
  readonly name: string | null;
  readonly expires_at: string | null;
  readonly created_at: string;
  readonly updated_at?: string;
};
const tables = {
  things: table<Thing>({
    tenant: true,
    unique: ['code', ['owner', 'name']],
    filters: ['kind', 'owner'],
    sorts: [
      'name',
      'expires_at',
      { name: 'weight', of: ({ name, kind }) => (name === null ? null : `${kind}${name}`) },
    ],
    search: ['name', 'owner'],
  }),
};
type Tables = typeof tables;

const tenants = ['t1', 't2'] as const;
const instants = [
  '2026-01-01T00:00:00Z',
  '2026-06-01T12:00:00Z',
  '2026-06-01T12:00:01Z',
  '2027-01-01T00:00:00Z',
];
const maybe = <A>(of: fc.Arbitrary<A>) => fc.option(of, { nil: null });
const members = {
  code: maybe(fc.integer({ min: 0, max: 40 }).map(String)),
  kind: fc.constantFrom('a' as const, 'b' as const),
  owner: maybe(fc.constantFrom('x', 'y', 'z')),
  name: maybe(fc.constantFrom('Ann', 'bob', 'Cy', 'dan')),
  expires_at: maybe(fc.constantFrom(...instants)),
};
const change = fc.oneof(
  fc.record({ op: fc.constant('insert' as const), row: fc.record(members) }),
  fc.record({
    op: fc.constant('update' as const),
    at: fc.nat(),
    patch: fc.record(members, { requiredKeys: [] }),
  }),
  fc.record({ op: fc.constant('remove' as const), at: fc.nat() }),
);
const step = fc.record({
  world: fc.nat(),
  tenant: fc.constantFrom(...tenants),
  changes: fc.array(change, { minLength: 1, maxLength: 6 }),
  fails: fc.boolean(),
  time: fc.integer({ min: -2_000, max: 5_000 }),
  after: fc.constantFrom('go on', 'go on', 'fork', 'reset', 'through JSON'),
});
const sorts = [
  'created_at',
  '-created_at',
  'name',
  '-name',
  'expires_at',
  '-expires_at',
  'weight',
  '-weight',
];
const wish: fc.Arbitrary<PageQuery> = fc.oneof(
  fc.record({ q: fc.constantFrom('A', 'b x', 'n', '') }),
  fc.record({ kind: members.kind }),
  fc.record({ owner: fc.constantFrom('x', 'y') }),
  fc.record({ code: fc.constantFrom('1', '2') }),
  fc.record({ expires_from: fc.constantFrom(...instants) }),
  fc.record({ expires_before: fc.constantFrom(...instants) }),
  fc.record({ created_from: fc.constantFrom('2026-11-20T08:00:03Z', '2026-11-20T09:00:02.5+01:00') }),
  fc.record({ created_before: fc.constantFrom('2026-11-20T08:00:05Z') }),
  fc.record({ page: fc.integer({ min: 1, max: 3 }), per_page: fc.integer({ min: 1, max: 8 }) }),
);
/** Generates a query with a sort order and up to three conditions; with more conditions, hardly any row would match. */
const query: fc.Arbitrary<PageQuery> = fc
  .tuple(fc.constantFrom(...sorts, undefined), fc.array(wish, { maxLength: 3 }))
  .map(([sort, wishes]) => Object.assign({ sort }, ...wishes));

/** A world with its rows in the model, and both as they began. */
type Pair = { world: World<Tables>; rows: Thing[]; start: { snapshot: Snapshot; rows: Thing[] } };

function taken(rows: readonly Thing[], row: Thing): boolean {
  return rows.some(
    (other) =>
      other.id !== row.id &&
      other.tenant_id === row.tenant_id &&
      ((row.code !== null && other.code === row.code) ||
        (row.owner !== null && row.name !== null && other.owner === row.owner && other.name === row.name)),
  );
}

// Applies the changes to the store and to the model, and returns the model's rows. A refusal by the store must be one
// that the model expects.
function apply(store: Store<Tables>, rows: Thing[], changes: readonly Change[]): Thing[] {
  let now = rows;
  for (const each of changes) {
    const mine = now.filter((row) => row.tenant_id === store.tenantId);
    if (each.op === 'insert') {
      const expected = taken(now, { ...each.row, id: '', created_at: '', tenant_id: store.tenantId ?? '' });
      const row = attempt(() => store.things.insert(each.row), expected);
      if (row !== undefined) now = [...now, row];
      continue;
    }
    const target = mine[each.at % Math.max(1, mine.length)];
    if (target === undefined) continue;
    if (each.op === 'remove') {
      store.things.remove(target.id);
      now = now.filter((row) => row !== target);
      continue;
    }
    const expected = taken(now, { ...target, ...each.patch } as Thing);
    const row = attempt(() => store.things.update(target.id, each.patch), expected);
    if (row !== undefined) now = now.map((other) => (other === target ? row : other));
  }
  return now;
}
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;

function attempt(fn: () => Thing, refused: boolean): Thing | undefined {
  try {
    const row = fn();
    expect(refused).toBe(false);
    return row;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(error.reason).toBe('ALREADY_EXISTS');
    expect(refused).toBe(true);
    return undefined;
  }
}

function ordered(rows: readonly Thing[], sort: string): Thing[] {
  const name = sort.replace('-', '');
  const value = (row: Thing) =>
    name === 'weight' ? (row.name === null ? null : `${row.kind}${row.name}`) : Reflect.get(row, name);
  const valued = rows.map((row, i) => ({ row, i, value: value(row) }));
  const none = valued.filter((each) => each.value === null);
  const some = valued.filter((each) => each.value !== null);
  some.sort((a, b) => (a.value === b.value ? a.i - b.i : a.value < b.value ? -1 : 1));
  if (sort.startsWith('-')) {
    some.reverse();
    none.reverse();
  }
  return [...some, ...none].map(({ row }) => row);
}

function expected(rows: readonly Thing[], pageQuery: PageQuery): Thing[] {
  const lower = (bound: unknown, value: string | null) =>
    bound === undefined || (value !== null && Date.parse(value) >= Date.parse(String(bound)));
  const upper = (bound: unknown, value: string | null) =>
    bound === undefined || (value !== null && Date.parse(value) < Date.parse(String(bound)));
  const found = rows.filter(
    (row) =>
      ['kind', 'owner', 'code'].every(
        (name) => pageQuery[name] === undefined || Reflect.get(row, name) === pageQuery[name],
      ) &&
      lower(pageQuery.expires_from, row.expires_at) &&
      upper(pageQuery.expires_before, row.expires_at) &&
      lower(pageQuery.created_from, row.created_at) &&
      upper(pageQuery.created_before, row.created_at) &&
      (pageQuery.q === undefined ||
        `${row.name ?? ''} ${row.owner ?? ''}`.toLowerCase().includes(pageQuery.q.toLowerCase())),
  );
  return ordered(found, pageQuery.sort ?? '-created_at');
}

function expectSame({ world, rows }: Pair, queries: readonly PageQuery[]) {
  for (const tenant of [...tenants, null]) {
    const mine = rows.filter((row) => tenant === null || row.tenant_id === tenant);
    const those = (is: (row: Thing) => boolean): Thing[] => ordered(mine.filter(is), 'created_at');
    world.transact(tenant, ({ things }) => {
      expect(things.all()).toEqual(ordered(mine, 'created_at'));
      for (const row of rows) expect(things.find(row.id)).toBe(mine.includes(row) ? row : undefined);
      for (const kind of ['a', 'b'] as const) {
        expect(things.where('kind', kind)).toEqual(those((row) => row.kind === kind));
        expect(things.count({ kind })).toBe(those((row) => row.kind === kind).length);
      }
      expect(things.where('owner', null)).toEqual(those((row) => row.owner === null));
      expect(things.count({ owner: null })).toBe(those((row) => row.owner === null).length);
      const nameless = those((row) => row.kind === 'a' && row.name === null);
      expect(things.count({ kind: 'a', name: null })).toBe(nameless.length);
      expect(things.by('code', '1')).toBe(those((row) => row.code === '1')[0]);
      for (const pageQuery of queries) {
        const all = expected(mine, pageQuery);
        const page = pageQuery.page ?? 1;
        const perPage = pageQuery.per_page ?? 100;
        const answer = things.page(pageQuery);
        expect(answer.data).toEqual(all.slice((page - 1) * perPage, page * perPage));
        expect(answer.meta).toEqual({
          current_page: page,
          per_page: perPage,
          total: all.length,
          last_page: Math.max(1, Math.ceil(all.length / perPage)),
        });
      }
    });
  }
}

const begin = (world: World<Tables>, rows: Thing[]): Pair => ({
  world,
  rows,
  start: { snapshot: world.snapshot(), rows },
});

test('worlds give the same query results as plain arrays, also after forks, resets, failed transactions and exports', () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 2, maxLength: 20 }),
      fc.array(query, { minLength: 3, maxLength: 8 }),
      (steps, queries) => {
        const first = new World({ tables, clock: parseClock('frozen') });
        const pairs = [begin(first, [])];
        for (const { world: which, tenant, changes, fails, time, after } of steps) {
          const pair = pairs[which % pairs.length];
          if (pair === undefined) continue;
          const { world } = pair;
          const before = JSON.stringify(world.export());
          if (fails) {
            const failing = () =>
              world.transact(tenant, (store) => {
                apply(store, pair.rows, changes);
                store.schedule('never', store.now, { tenant });
                store.random('dice');
                throw new Error('on purpose');
              });
            expect(failing).toThrow('on purpose');
            expect(JSON.stringify(world.export())).toBe(before);
          } else {
            pair.rows = world.transact(tenant, (store) => apply(store, pair.rows, changes));
          }
          world.clock.set(world.clock.now() + time);
          if (after === 'fork') {
            pairs.push(begin(world.fork(`fork ${pairs.length}`), pair.rows));
          } else if (after === 'reset') {
            world.restore(pair.start.snapshot);
            pair.rows = pair.start.rows;
          } else if (after === 'through JSON') {
            const text = JSON.stringify(world.export());
            world.import(JSON.parse(text));
            expect(JSON.stringify(world.export())).toBe(text);
            pair.rows = pair.rows.map((row) => world.transact(null, ({ things }) => things.get(row.id)));
          }
          expectSame(pair, queries);
        }
        for (const pair of pairs) expectSame(pair, queries);
      },
    ),
    { numRuns: 250 },
  );
});
