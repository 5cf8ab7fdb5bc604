// Tests that results with the same cause are reported as one finding.
import { expect, test } from 'vitest';
import type { Result } from '../../model/result.ts';
import { groupByCause } from './group-by-cause.ts';

function result(id: string, more: Partial<Result> = {}, crashed?: string): Result {
  const reply = { status: 500, headers: [], body: '', bytes: 0 };
  const request = { method: 'GET', url: '', headers: {}, body: null };
  const common = { id: 'x1', purpose: 'check', reason: '', by: id, caller: '', at: '', ms: 0, curl: '' };
  return {
    id,
    kind: 'check',
    area: 'a',
    level: 'must',
    verdict: 'fail',
    title: '',
    requirement: 'r',
    message: '',
    comparisons: 0,
    attempts: 1,
    requests: 0,
    exchanges: crashed === undefined ? [] : [{ ...common, operation: crashed, request, reply }],
    ...more,
  };
}
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
  const granted = (id: string): Result => {
    const [exchange] = result(id, {}, 'deleteCustomer').exchanges;
    const reply = { status: 200, headers: [], body: '', bytes: 0 };
    return result(id, { ...group, exchanges: exchange ? [{ ...exchange, reply }] : [] });
  };
  expect(
    ids([
      result('isolation/getVps', group, 'getVps'),
      granted('isolation/deleteCustomer'),
      result('vps/get', {}, 'getVps'),
      granted('isolation/deleteZone'),
    ]),
  ).toEqual([
    ['isolation/getVps', 'vps/get'],
    ['isolation/deleteCustomer', 'isolation/deleteZone'],
  ]);
});

test('server errors of the same operation are one finding, whatever requests caused them', () => {
  expect(ids([result('a', {}, 'getOrder'), result('b', {}, 'getVps'), result('c', {}, 'getOrder')])).toEqual([
    ['a', 'c'],
    ['b'],
  ]);
});

test('a group whose members cause server errors of several operations is one finding, together with all other results of these server errors', () => {
  const group = { group: 'unknown-id' };
  expect(
    ids([
      result('lone', {}, 'getDnsZone'),
      result('other', {}, 'getOrder'),
      result('unknown-id/getOrder', group, 'getOrder'),
      result('unknown-id/getDnsZone', group, 'getDnsZone'),
      result('apart'),
    ]),
  ).toEqual([['lone', 'other', 'unknown-id/getOrder', 'unknown-id/getDnsZone'], ['apart']]);
});
