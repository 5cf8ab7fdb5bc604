import { expect, test } from 'vitest';
import { allPairs, samplePairs, shardOf } from '../../tools/bite/pairs.ts';
import { defects, variants } from './index.ts';
import { mutantKind, nearestConforming } from './nearest-conforming.ts';

const kinds = new Set(defects.map(({ id }) => mutantKind(id)));
const lawful = variants.map(({ id }) => id);

test('every neighbour is a lawful variant, and stands beside a kind of defect that there is', () => {
  const named = Object.values(nearestConforming).flat();
  expect(named.filter((id) => !lawful.includes(id))).toEqual([]);
  expect(Object.keys(nearestConforming).filter((kind) => !kinds.has(kind))).toEqual([]);
});

test('a defect knows its neighbours', () => {
  expect(defects.find(({ id }) => id === 'orders/created-at-not-utc')?.nearestConforming).toEqual([
    'variant/time-forms[offset]',
  ]);
});

test('nearly every kind of defect of a stated sentence stands beside a lawful server', () => {
  const stated = new Set(
    defects
      .filter(({ basis }) => basis === 'stated')
      .map(({ id }) => mutantKind(id))
      .filter((id) => !/^FX/.test(id)),
  );
  const alone = [...stated].filter((kind) => nearestConforming[kind] === undefined);
  // a value of the wrong type, an acknowledged deed that was not done: no choice comes near them
  expect(alone.length / stated.size).toBeLessThan(0.25);
});

test('all pairs are all but those of one kind, and shards part them without rest', () => {
  const ids = [
    'variant/flat-422',
    'variant/envelope-422[a]',
    'variant/envelope-422[b]',
    'variant/flat-errors',
  ];
  expect(allPairs(ids)).toHaveLength(5);
  expect(allPairs(ids)).not.toContainEqual(['variant/envelope-422[a]', 'variant/envelope-422[b]']);
  const parts = ['1/3', '2/3', '3/3'].map((shard) => shardOf(allPairs(ids), shard));
  expect(parts.flat().sort()).toEqual(allPairs(ids).sort());
  expect(() => shardOf(ids, '4/3')).toThrow('2/4');
  expect(samplePairs(ids, 99)).toHaveLength(5);
  expect(samplePairs(lawful, 20, 1)).not.toEqual(samplePairs(lawful, 20, 2));
});
