// Tests that the forkable map behaves like a plain map.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LayeredMap } from './layered-map.ts';

const key = fc.nat(30);
const step = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), key }),
  fc.record({ kind: fc.constant('delete' as const), key }),
  fc.record({ kind: fc.constant('fork' as const) }),
);

test('a fork behaves like a plain map, and the map from which it was forked stays unchanged', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      let map = new LayeredMap<number, { n: number }>();
      let model = new Map<number, { n: number }>();
      const left: [typeof map, typeof model][] = [];
      for (const [n, each] of steps.entries()) {
        if (each.kind === 'fork') {
          left.push([map, model]);
          map = map.fork();
          model = new Map(model);
        } else if (each.kind === 'set') {
          const value = { n };
          map.set(each.key, value);
          model.set(each.key, value);
        } else {
          map.delete(each.key);
          model.delete(each.key);
        }
      }
      for (const [actual, expected] of [...left, [map, model] as const]) {
        for (let k = 0; k <= 30; k += 1) expect(actual.get(k)).toBe(expected.get(k));
      }
    }),
  );
});
