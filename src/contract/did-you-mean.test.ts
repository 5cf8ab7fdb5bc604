// Tests of suggesting a known name for a mistyped one.
import { expect, test } from 'vitest';
import { closestName, didYouMean } from './did-you-mean.ts';

test.each([
  ['credentails', 'credentials'],
  ['tennantA', 'tenantA'],
  ['baseURL', 'baseUrl'],
  ['zzz', undefined],
])('the suggestion for the mistyped name "%s" is %s', (given, meant) => {
  expect(closestName(given, ['credentials', 'tenantA', 'baseUrl', 'values'])).toBe(meant);
});

test('no name is suggested when none of the known names is similar', () => {
  expect(didYouMean('qqqqqq', ['values'])).toBe('');
  expect(didYouMean('vlaues', ['values'])).toBe('; did you mean "values"?');
});

test('a text of millions of characters is compared with no name, because it is similar to none', () => {
  expect(closestName('x'.repeat(5_000_000), ['values', 'credentials'])).toBe(undefined);
});
