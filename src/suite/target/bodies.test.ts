// Tests of request bodies: overrides of the target file, and placeholders that are filled and put back.
import { expect, test } from 'vitest';
import { applyBodyOverride, fillPlaceholders, restorePlaceholders } from './bodies.ts';

test("a text that consists of a placeholder becomes a value of the placeholder's type, and a placeholder within a longer text is replaced as text", () => {
  const given = { cents: '{amount}', mail: '{unique}@example.org', note: '{nobody}', tags: ['{unique}'] };
  expect(fillPlaceholders(given, { amount: 100, unique: 'hc-1' })).toEqual({
    cents: 100,
    mail: 'hc-1@example.org',
    note: '{nobody}',
    tags: ['hc-1'],
  });
});

test('a body whose values are put back as placeholders is the same for the same filling', () => {
  const filling = { amount: 100, unique: 'hc-1', customerId: '' };
  const body = { cents: 100, left: 7, mail: 'hc-1@example.org', tags: ['hc-1', 'other'], empty: '' };
  const restored = restorePlaceholders(body, filling);
  expect(restored).toEqual({
    cents: '{amount}',
    left: 7,
    mail: '{unique}@example.org',
    tags: ['{unique}', 'other'],
    empty: '',
  });
  expect(fillPlaceholders(restored, filling)).toEqual(body);
});

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
