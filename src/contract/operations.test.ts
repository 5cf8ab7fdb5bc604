// Tests of the router over the operation index.
import { expect, test } from 'vitest';
import { matchRoute, operations } from './operations.ts';

const ID = '3f1b2c3d-9a6e-4c55-8f6a-1d2e3f4a5b6c';

test('every operation is found by its own method and path, and not by any other method', () => {
  for (const { id, method, path } of operations) {
    const concrete = path.replaceAll(/\{\w+\}/g, ID);
    expect(matchRoute(method, concrete)?.operation.id).toBe(id);
    expect(matchRoute('PATCH', concrete)).toBeNull();
  }
});

test('path parameters are percent-decoded', () => {
  expect(matchRoute('GET', '/orders/a%20b')?.params).toEqual({ id: 'a b' });
});

test.each([
  ['/'],
  [''],
  ['orders'],
  ['/orders/'],
  ['/orders//cancel'],
  ['/orders/%E0%A4%A'],
  [`/orders/${ID}/cancel/more`],
  ['/__proto__'],
  ['/constructor'],
])('the path %j matches no operation', (path) => {
  expect(matchRoute('GET', path)).toBeNull();
});
