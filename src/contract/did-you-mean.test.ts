// Tests of "did you mean".
import { expect, test } from 'vitest';
import { closestName, didYouMean } from './did-you-mean.ts';

test.each([
  ['credentails', 'credentials'],
  ['tennantA', 'tenantA'],
  ['baseURL', 'baseUrl'],
  ['zzz', undefined],
])('%s means %s', (given, meant) => {
  expect(closestName(given, ['credentials', 'tenantA', 'baseUrl', 'values'])).toBe(meant);
});

test('no name is suggested when none is close', () => {
  expect(didYouMean('qqqqqq', ['values'])).toBe('');
  expect(didYouMean('vlaues', ['values'])).toBe('; did you mean "values"?');
});
