// Did you mean?
import { expect, test } from 'vitest';
import { didYouMean, nearest } from './nearest.ts';

test.each([
  ['credentails', 'credentials'],
  ['tennantA', 'tenantA'],
  ['baseURL', 'baseUrl'],
  ['zzz', undefined],
])('%s means %s', (given, meant) => {
  expect(nearest(given, ['credentials', 'tenantA', 'baseUrl', 'values'])).toBe(meant);
});

test('says nothing when nothing is near', () => {
  expect(didYouMean('qqqqqq', ['values'])).toBe('');
  expect(didYouMean('vlaues', ['values'])).toBe('; did you mean "values"?');
});
