import { expect, test } from 'vitest';
import { defects, degenerateServers, variants } from '../../conformance/defects/index.ts';
import { mutantKind } from '../../conformance/defects/nearest-conforming.ts';
import { currentSelection, formerIds } from './former-ids.ts';

const families = new Set([...defects, ...variants, ...degenerateServers].map(({ id }) => mutantKind(id)));

test('every former id leads to a family of defects or variants, and no two lead to the same', () => {
  const current = Object.values(formerIds);
  expect(current.filter((id) => !families.has(id))).toEqual([]);
  expect(new Set(current).size).toBe(current.length);
});

test('a former id is replaced by the current one, and its label is carried over', () => {
  expect(currentSelection(['BI18', 'SC01[status]'])).toEqual({
    only: ['billing/payment-above-due-accepted', 'orders/response-member-missing[status]'],
    notes: [
      'BI18 is a former id: --only takes billing/payment-above-due-accepted.',
      'SC01[status] is a former id: --only takes orders/response-member-missing[status].',
    ],
  });
});

test('the beginning of former ids is replaced by all ids that began so', () => {
  expect(currentSelection(['SR']).only).toEqual([
    'consistency/detail-never-changes',
    'consistency/list-one-read-behind',
    'consistency/tenant-list-500-after-update',
  ]);
});

test('a current id, a check and an unknown id are left unchanged', () => {
  const only = ['wallet/', 'orders/create', 'ZZ99', 'nothing'];
  expect(currentSelection(only)).toEqual({ only, notes: [] });
});
