// Tests that each seed asks a covering part of the three matrices, and that three seeds ask all of them.
import { expect, test } from 'vitest';
import { operations } from '../../src/contract/operations.ts';
import type { Check } from '../../src/suite/model/define.ts';
import { catalogue } from '../index.ts';
import { rotationOf } from './rotation.ts';

const SEEDS = [0, 1, 2];
const groups = ['authentication/missing', 'unknown-id/refused', 'isolation/foreign'];
const rotated = catalogue.checks.filter(({ rotation }) => rotation !== undefined);
const isAsked = ({ rotation }: Check, seed: number): boolean =>
  rotation !== undefined && seed % rotation.of === rotation.part;

test('three consecutive seeds ask every check of the matrices exactly once', () => {
  expect(rotated.length).toBeGreaterThan(200);
  for (const check of rotated) expect(SEEDS.filter((seed) => isAsked(check, seed))).toHaveLength(1);
});

test('one seed asks an operation in one of the three matrices', () => {
  for (const op of operations) {
    const parts = (['missing credential', 'unknown id', "another tenant's id"] as const).map(
      (matrix) => rotationOf(matrix, op).part,
    );
    expect(new Set(parts).size).toBe(3);
  }
});

test.each(SEEDS)('seed %i asks each matrix about every area and every method', (seed) => {
  for (const group of groups) {
    const all = rotated.filter((check) => check.group === group);
    const asked = all.filter((check) => isAsked(check, seed));
    const methodOf = ({ id }: Check): string =>
      operations.find((op) => op.id === id.split('/').find((part) => part === op.id))?.method ?? id;
    expect(asked.length / all.length).toBeGreaterThan(0.28);
    expect(asked.length / all.length).toBeLessThan(0.4);
    expect(new Set(asked.map(methodOf))).toEqual(new Set(all.map(methodOf)));
    // An area with fewer than three operations in a matrix cannot be in all three parts.
    const areas = [...new Set(all.map(({ area }) => area))].filter(
      (area) => all.filter((check) => check.area === area).length >= 3,
    );
    expect(areas.filter((area) => !asked.some((check) => check.area === area))).toEqual([]);
  }
});
