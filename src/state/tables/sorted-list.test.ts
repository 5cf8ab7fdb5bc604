// Tests that the sorted list behaves like a sorted array.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SortedList } from './sorted-list.ts';

type Item = { key: number; ordinal: number };
const compare = (a: Item, b: Item) => a.key - b.key || a.ordinal - b.ordinal;

class Model {
  items: Item[];
  constructor(items: Item[] = []) {
    this.items = items;
  }
  add(item: Item) {
    this.items.push(item);
    this.items.sort(compare);
  }
  remove(item: Item) {
    this.items = this.items.filter((each) => each !== item);
  }
}

function expectSame(list: SortedList<Item>, { items }: Model, probes: readonly number[]) {
  expect(list.size).toBe(items.length);
  expect(list.toArray()).toEqual(items);
  expect(list.first).toBe(items[0]);
  expect(list.last).toBe(items.at(-1));
  expect(list.at(-1)).toBeUndefined();
  expect(list.at(items.length)).toBeUndefined();
  for (const probe of probes) {
    const offset = items.length === 0 ? 0 : probe % items.length;
    const item = items[offset];
    expect(list.at(offset)).toBe(item);
    if (item !== undefined) expect(list.rankOf(item)).toBe(offset);
    const key = probe % 300;
    expect(list.rank((each) => each.key < key)).toBe(items.filter((each) => each.key < key).length);
    const between = { key, ordinal: -1 };
    expect(list.rankOf(between)).toBe(items.filter((each) => compare(each, between) < 0).length);
    const forwards: Item[] = [];
    list.walk(offset, 40, 1, (each) => forwards.push(each));
    expect(forwards).toEqual(items.slice(offset, offset + 40));
    const backwards: Item[] = [];
    list.walk(offset, 600, -1, (each) => backwards.push(each));
    expect(backwards).toEqual(items.slice(Math.max(0, offset - 599), offset + 1).reverse());
  }
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), keys: fc.array(fc.nat(300), { maxLength: 900 }) }),
  fc.record({ kind: fc.constant('append' as const), count: fc.nat(1500) }),
  fc.record({
    kind: fc.constant('remove' as const),
    from: fc.nat(),
    count: fc.nat(1200),
    stride: fc.integer({ min: 1, max: 5 }),
  }),
  fc.record({ kind: fc.constant('fork' as const) }),
);

test('after any additions and removals a sorted list has the same elements as a sorted array, at every offset and rank', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 6 }), (steps, probes) => {
      let ordinal = 0;
      let list = SortedList.from<Item>([], compare);
      let model = new Model();
      const left: [SortedList<Item>, Model][] = [];
      for (const each of steps) {
        if (each.kind === 'fork') {
          left.push([list, model]);
          list = list.fork();
          model = new Model(model.items.slice());
        } else if (each.kind === 'remove') {
          const doomed = model.items
            .filter((_, i) => i >= each.from % 2000 && i % each.stride === 0)
            .slice(0, each.count);
          for (const item of doomed) {
            expect(list.remove(item)).toBe(true);
            expect(list.remove(item)).toBe(false);
          }
          model.items = model.items.filter((item) => !doomed.includes(item));
        } else {
          const keys = each.kind === 'add' ? each.keys : new Array<number>(each.count).fill(300);
          for (const key of keys) {
            const item = { key, ordinal };
            ordinal += 1;
            list.add(item);
            model.items.push(item);
          }
          model.items.sort(compare);
        }
        expectSame(list, model, probes);
      }
      for (const [before, was] of left) expectSame(before, was, probes);
    }),
    { numRuns: 60 },
  );
});

test('changing a list does not change its fork, and changing the fork does not change the list', () => {
  const items = Array.from({ length: 2000 }, (_, ordinal) => ({ key: ordinal % 7, ordinal })).sort(compare);
  const list = SortedList.from(items, compare);
  const fork = list.fork();
  const [first, ...rest] = items;
  if (first !== undefined) fork.remove(first);
  list.add({ key: 3, ordinal: -1 });
  expect(fork.toArray()).toEqual(rest);
  expect(list.size).toBe(2001);
  expect(list.first).toBe(first);
});

test('removing all elements one by one from the front leaves an empty list', () => {
  const list = SortedList.from<Item>([], compare);
  for (let ordinal = 0; ordinal < 3000; ordinal += 1) list.add({ key: (ordinal * 7919) % 3000, ordinal });
  for (let left = 3000; left > 0; left -= 1) {
    const { first } = list;
    expect(first?.key).toBe(3000 - left);
    if (first !== undefined) list.remove(first);
    expect(list.size).toBe(left - 1);
  }
  expect(list.first).toBeUndefined();
  expect(list.toArray()).toEqual([]);
});

test('`walk` stops when its visitor returns false', () => {
  const list = SortedList.from(
    Array.from({ length: 5 }, (_, ordinal) => ({ key: 0, ordinal })),
    compare,
  );
  const seen: number[] = [];
  list.walk(1, 10, 1, ({ ordinal }) => {
    seen.push(ordinal);
    return ordinal < 3;
  });
  expect(seen).toEqual([1, 2, 3]);
});
