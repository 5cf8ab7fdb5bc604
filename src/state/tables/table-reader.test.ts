// Tests readers of tables against filtering and sorting an array.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseClock } from '../clock.ts';
import { World } from '../world.ts';
import { table } from './table.ts';

type Thing = {
  readonly id: string;
  readonly tenant_id?: string;
  readonly created_at: string;
  readonly kind: string;
  readonly size: number;
  readonly parts: readonly { readonly owner: string }[];
};
const tables = {
  things: table<Thing>({ tenant: true, filters: ['kind', 'size'], sorts: ['size'], updated: false }),
};
const thing = fc.record({
  tenant_id: fc.constantFrom('t1', 't2', 't3'),
  second: fc.nat(9),
  kind: fc.constantFrom('a', 'b', 'null', '2'),
  size: fc.nat(3),
  parts: fc.array(fc.record({ owner: fc.constantFrom('x', 'y') }), { maxLength: 2 }),
});
const where = fc.record(
  {
    tenant_id: fc.constantFrom('t1', 't9'),
    kind: fc.constantFrom('a', 'b', '2'),
    size: fc.constantFrom('1', '2'),
    'parts.*.owner': fc.constantFrom('x', 'y'),
  },
  { requiredKeys: [] },
);

// Creates a world with the rows; their order of creation is by `second`, then by their place in the list.
function worldOf(rows: readonly (Omit<Thing, 'id' | 'created_at'> & { second: number })[]) {
  const world = new World({ tables, clock: parseClock('frozen') });
  world.transact(null, (store) => {
    for (const { second, ...row } of rows)
      store.things.insert({ ...row, created_at: `2026-01-01T00:00:0${second}Z` });
  });
  const reader = world.reader('things');
  if (reader === undefined) throw new Error('the world has the table');
  const exported = world.export().tables.things as unknown as Thing[];
  return { reader, things: exported.map((row, at) => ({ row, at })) };
}

test('a page of a reader equals the page of the filtered and sorted rows of all tenants', () => {
  fc.assert(
    fc.property(
      fc.array(thing, { maxLength: 40 }),
      where,
      fc.constantFrom('created_at', '-created_at', 'size', '-size'),
      fc.nat(45),
      fc.integer({ min: 1, max: 20 }),
      fc.boolean(),
      (rows, conditions, sort, offset, limit, small) => {
        const { reader, things } = worldOf(rows);
        const predicate = small ? ({ id }: { id: string }) => id < '8' : undefined;
        const member = sort.replace('-', '') as 'created_at' | 'size';
        const expected = things
          .filter(({ row }) =>
            Object.entries(conditions).every(([path, text]) =>
              path === 'parts.*.owner'
                ? row.parts.some(({ owner }) => owner === text)
                : String(Reflect.get(row, path)) === text,
            ),
          )
          .filter(({ row }) => predicate?.(row) ?? true)
          .sort((a, b) =>
            a.row[member] === b.row[member] ? a.at - b.at : a.row[member] < b.row[member] ? -1 : 1,
          )
          .map(({ row }) => row.id);
        if (sort.startsWith('-')) expected.reverse();
        const page = reader.page({ where: conditions, predicate, sort, offset, limit });
        expect(page.total).toBe(expected.length);
        expect(page.rows.map(({ id }) => id)).toEqual(expected.slice(offset, offset + limit));
        if (predicate === undefined) expect(reader.count(conditions)).toBe(expected.length);
      },
    ),
    { numRuns: 300 },
  );
});

test('a page of many filtered rows in another order asks few of them for their place', () => {
  let asked = 0;
  const name = 'reach';
  const of = ({ size }: Thing): number => {
    asked += 1;
    return size;
  };
  const world = new World({
    tables: { things: table<Thing>({ tenant: true, filters: ['kind'], sorts: [{ name, of }] }) },
  });
  world.transact(null, (store) => {
    for (let size = 0; size < 500; size += 1)
      store.things.insert({ tenant_id: 't1', kind: size % 5 === 0 ? 'b' : 'a', size, parts: [] });
  });
  const query = { where: { kind: 'a' }, sort: `-${name}`, offset: 0, limit: 2 };
  const page = () =>
    world
      .reader('things')
      ?.page(query)
      .rows.map(({ id }) => id);
  const first = page();
  asked = 0;
  expect(page()).toEqual(first);
  expect(asked).toBeLessThan(20);
});

test('a reader shows the present rows of its world after a write, a reset and in a fork', () => {
  const world = new World({ tables, clock: parseClock('frozen') });
  const reader = world.reader('things');
  const empty = world.snapshot();
  const ids = () => reader?.page({ offset: 0, limit: 10 }).rows.map(({ id }) => id);
  expect(ids()).toEqual([]);
  const [one, two] = world.transact(null, (store) =>
    ['t1', 't2'].map((tenant_id) => store.things.insert({ tenant_id, kind: 'a', size: 1, parts: [] }).id),
  );
  expect(ids()).toEqual([two, one]);
  const fork = world.fork('copy');
  world.transact(null, (store) => store.things.remove(one ?? ''));
  expect(ids()).toEqual([two]);
  expect(fork.reader('things')?.size).toBe(2);
  world.restore(empty);
  expect(reader?.size).toBe(0);
  expect(world.reader('moons')).toBeUndefined();
});
