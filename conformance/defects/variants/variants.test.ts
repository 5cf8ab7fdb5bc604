// Tests of the pairs of lawful variants, and of the variants that may be incomplete.
import { expect, test } from 'vitest';
import { allPairs, samplePairs, shardOf } from '../../../tools/bite/pairs.ts';
import { variants } from '../index.ts';
import { incompleteVariants } from './incomplete-variants.ts';

const lawful = variants.map(({ id }) => id);

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
  expect(samplePairs(lawful, 20, 1)).not.toEqual(samplePairs(lawful, 20, 2));
});

test('every entry about incomplete runs names a variant, and only the variants that it names are marked', () => {
  const prefixes = Object.keys(incompleteVariants);
  expect(prefixes.filter((prefix) => !lawful.some((id) => id.startsWith(prefix)))).toEqual([]);
  const marked = variants.filter((row) => row.mayBeIncomplete).map(({ id }) => id);
  expect(marked).toEqual(lawful.filter((id) => prefixes.some((prefix) => id.startsWith(prefix))));
});
