// Tests of the pairs of lawful variants.
import { expect, test } from 'vitest';
import { allPairs, samplePairs, shardOf } from './pairs.ts';
import { variants } from './variants.ts';

test('allPairs leaves out pairs of variants of the same family, and the shards together contain every pair exactly once', () => {
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
  const lawful = variants.map(({ id }) => id);
  expect(samplePairs(lawful, 20, 1)).not.toEqual(samplePairs(lawful, 20, 2));
});
