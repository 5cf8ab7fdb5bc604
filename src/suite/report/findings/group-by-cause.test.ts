// Tests that results with the same cause are reported as one finding.
import { expect, test } from 'vitest';
import type { Result } from '../../model/result.ts';
import { recorded, result } from '../../testing/result.ts';
import { groupByCause } from './findings.ts';

const crashed = (id: string, operation: string, more: Partial<Result> = {}): Result =>
  result(id, { exchanges: [recorded(operation, 500)], ...more });
const ids = (results: Result[]): string[][] => groupByCause(results).map((set) => set.map(({ id }) => id));

test('results of the same group and requirement are one finding, and results without a group are separate findings', () => {
  const group = { group: 'g' };
  expect(
    ids([result('a', group), result('b'), result('c', group), result('d', { ...group, requirement: 's' })]),
  ).toEqual([['a', 'c'], ['b'], ['d']]);
});

test('a fail and a warn of the same group are two findings', () => {
  expect(ids([result('a', { group: 'g' }), result('b', { group: 'g', verdict: 'warn' })])).toEqual([
    ['a'],
    ['b'],
  ]);
});

test('a call that was granted to another tenant is not merged with a server error of its group', () => {
  const group = { group: 'isolation', requirement: 'own' };
  const granted = (id: string): Result =>
    result(id, { ...group, exchanges: [recorded('deleteCustomer', 200)] });
  expect(
    ids([
      crashed('isolation/getVps', 'getVps', group),
      granted('isolation/deleteCustomer'),
      crashed('vps/get', 'getVps'),
      granted('isolation/deleteZone'),
    ]),
  ).toEqual([
    ['isolation/getVps', 'vps/get'],
    ['isolation/deleteCustomer', 'isolation/deleteZone'],
  ]);
});

test('server errors of the same operation are one finding, whatever requests caused them', () => {
  expect(ids([crashed('a', 'getOrder'), crashed('b', 'getVps'), crashed('c', 'getOrder')])).toEqual([
    ['a', 'c'],
    ['b'],
  ]);
});

test('a group whose members cause server errors of several operations is one finding, together with all other results of these server errors', () => {
  const group = { group: 'unknown-id' };
  expect(
    ids([
      crashed('lone', 'getDnsZone'),
      crashed('other', 'getOrder'),
      crashed('unknown-id/getOrder', 'getOrder', group),
      crashed('unknown-id/getDnsZone', 'getDnsZone', group),
      result('apart'),
    ]),
  ).toEqual([['lone', 'other', 'unknown-id/getOrder', 'unknown-id/getDnsZone'], ['apart']]);
});
