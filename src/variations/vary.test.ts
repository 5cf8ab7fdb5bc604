// Tests the choice of variations by name and by seed.
import { expect, test } from 'vitest';
import { choiceText, freedoms, parseVariation, seededVariation, variationOf } from './vary.ts';

const texts = (chosen: ReturnType<typeof parseVariation>): string[] => chosen.choices.map(choiceText);

test('choices are ordered from the outermost to the innermost, and the values of the mock are left out', () => {
  expect(texts(parseVariation('conflicts=409,casing=camel,encoding=gzip,words=own'))).toEqual([
    'encoding=gzip',
    'casing=camel',
    'conflicts=409',
  ]);
  expect(texts(parseVariation('errors=flat, empty errors,pages=offset'))).toHaveLength(2);
});

test('unknown freedoms and values are refused with the nearest one', () => {
  expect(() => parseVariation('casin=camel')).toThrow('There is no freedom "casin"; did you mean "casing"?');
  expect(() => variationOf(['casing=camal'])).toThrow('did you mean "camel"? Its values are snake |');
});

test('a seed always chooses the same, and 2000 seeds choose every value that a seed may choose', () => {
  expect(texts(seededVariation(7))).toEqual(texts(parseVariation('7')));
  const seen = new Set(Array.from({ length: 2000 }, (_, seed) => texts(seededVariation(seed))).flat());
  const wanted = freedoms
    .filter(({ chance }) => chance > 0)
    .flatMap(({ name, values }) => Object.keys(values).map((value) => `${name}=${value}`));
  expect(wanted.filter((choice) => !seen.has(choice))).toEqual([]);
});

test('no two freedoms have one name, and each says which sentence leaves it open', () => {
  const names = freedoms.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(freedoms.filter(({ open, values }) => open === '' || Object.keys(values).length === 0)).toEqual([]);
});
