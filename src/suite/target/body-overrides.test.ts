// Tests how the target file overrides request bodies.
import { expect, test } from 'vitest';
import { applyBodyOverride } from './bodies.ts';

const standard = { email: 'a@example.org', address: { city: 'Berlin', country: 'DE' }, tags: ['x'] };

test.each([
  ['no members', undefined, standard],
  ['a member', { name: 'A' }, { ...standard, name: 'A' }],
  [
    'a nested member',
    { address: { city: 'Bonn' } },
    { ...standard, address: { city: 'Bonn', country: 'DE' } },
  ],
  ['a list', { tags: ['y'] }, { ...standard, tags: ['y'] }],
  ['$replace', { $replace: true, mail: 'b' }, { mail: 'b' }],
  ['$remove', { $remove: ['tags', 'address'] }, { email: 'a@example.org' }],
])('an override with %s', (_, override, expected) => {
  expect(applyBodyOverride(standard, override)).toEqual(expected);
});
