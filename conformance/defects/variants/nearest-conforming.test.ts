import { expect, test } from 'vitest';
import { allPairs, samplePairs, shardOf } from '../../../tools/bite/pairs.ts';
import { defects, variants } from '../index.ts';
import { incompleteVariants } from './incomplete-variants.ts';
import { mutantKind, nearestConforming } from './nearest-conforming.ts';

const families = new Set(defects.map(({ id }) => mutantKind(id)));
const lawful = variants.map(({ id }) => id);

test('nearestConforming contains only existing families of defects and existing lawful variants', () => {
  const named = Object.values(nearestConforming).flat();
  expect(named.filter((id) => !lawful.includes(id))).toEqual([]);
  expect(Object.keys(nearestConforming).filter((family) => !families.has(family))).toEqual([]);
});

test('a defect has the ids of its nearest conforming variants as a member', () => {
  expect(defects.find(({ id }) => id === 'orders/created-at-not-utc')?.nearestConforming).toEqual([
    'variant/time-forms[offset]',
  ]);
});

test('more than three quarters of the families of stated defects have a nearest conforming variant', () => {
  const stated = new Set(defects.filter(({ basis }) => basis === 'stated').map(({ id }) => mutantKind(id)));
  const alone = [...stated].filter((kind) => nearestConforming[kind] === undefined);
  // The remaining families return a value of the wrong type or acknowledge an action without performing it; no lawful
  // server does anything similar.
  expect(alone.length / stated.size).toBeLessThan(0.25);
});

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
