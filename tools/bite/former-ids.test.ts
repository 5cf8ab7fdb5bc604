import { expect, test } from 'vitest';
import { defects, degenerateServers, variants } from '../../conformance/defects/index.ts';
import { mutantKind } from '../../conformance/defects/variants/nearest-conforming.ts';
import { currentSelection, formerIds } from './former-ids.ts';

const families = new Set([...defects, ...variants, ...degenerateServers].map(({ id }) => mutantKind(id)));

test('every former id maps to an existing family of defects or variants, and no two former ids map to the same family', () => {
  const current = Object.values(formerIds);
  expect(current.filter((id) => !families.has(id))).toEqual([]);
  expect(new Set(current).size).toBe(current.length);
});

test('currentSelection replaces a former id by the current id and keeps its label', () => {
  expect(currentSelection(['BI18', 'SC01[status]'])).toEqual({
    only: ['billing/payment-above-due-accepted', 'orders/response-member-missing[status]'],
    notes: [
      'BI18 is a former id: --only takes billing/payment-above-due-accepted.',
      'SC01[status] is a former id: --only takes orders/response-member-missing[status].',
    ],
  });
});

test('currentSelection replaces the beginning of several former ids by all their current ids', () => {
  expect(currentSelection(['SR']).only).toEqual([
    'consistency/detail-never-changes',
    'consistency/list-one-read-behind',
    'consistency/tenant-list-500-after-update',
  ]);
});

test('currentSelection leaves current ids, ids of checks and unknown ids unchanged', () => {
  const only = ['wallet/', 'orders/create', 'ZZ99', 'nothing'];
  expect(currentSelection(only)).toEqual({ only, notes: [] });
});
