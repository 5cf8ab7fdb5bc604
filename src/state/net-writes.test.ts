// Tests that a commit has one write for each row that its transaction changed.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Commit } from './journal.ts';
import { type Row, table } from './tables/table.ts';
import { World } from './world.ts';

type Item = Row & { readonly n: number };
const tables = {
  items: table<Item>({ tenant: false, updated: false }),
  parts: table<Item>({ tenant: false, updated: false }),
};

const steps = (minLength: number, maxLength: number) =>
  fc.array(
    fc.record({
      name: fc.constantFrom('items' as const, 'parts' as const),
      id: fc.nat(4),
      remove: fc.boolean(),
    }),
    {
      minLength,
      maxLength,
    },
  );

test.each([
  ['few', steps(1, 20)],
  ['many', steps(30, 90)],
])(
  'a commit of %s changes has one write for each changed row, from the first version to the last one',
  (_, changes) => {
    fc.assert(
      fc.property(steps(1, 6), changes, (before, after) => {
        const world = new World({ tables });
        const run = (all: typeof before): Map<string, Item | undefined> =>
          world.transact(null, (store) => {
            const seen = new Map<string, Item | undefined>();
            for (const [n, { name, id: number, remove }] of all.entries()) {
              const id = `${number}`;
              const existing = store[name].find(id);
              if (!seen.has(`${name} ${id}`)) seen.set(`${name} ${id}`, existing);
              if (existing === undefined) store[name].insert({ id, n });
              else if (remove) store[name].remove(id);
              else store[name].update(id, { n });
            }
            return seen;
          });
        run(before);
        const commits: Commit[] = [];
        world.onCommit((commit) => commits.push(commit));
        const first = run(after);
        const expected = [...first].flatMap(([key, old]) => {
          const [name = '', id = ''] = key.split(' ');
          const now = world.reader(name)?.find(id);
          return old === undefined && now === undefined ? [] : [{ key, before: old, after: now }];
        });
        const writes = commits.flatMap((commit) => commit.writes);
        const actual = writes.map((write) => ({
          key: `${write.table} ${write.id}`,
          before: write.before,
          after: write.after,
        }));
        expect(actual).toEqual(expected);
      }),
    );
  },
);
