// Tests of the catalogue's consistency; they send nothing.
import { expect, test } from 'vitest';
import { operations } from '../src/contract/operations.ts';
import { levelAndTitle } from '../src/suite/model/define.ts';
import { catalogueProblems } from '../src/suite/plan/catalogue.ts';
import { catalogue } from './index.ts';

const items = [...catalogue.checks, ...catalogue.rules];
const requirements: Record<string, { basis: string; untestable?: string | undefined }> =
  catalogue.requirements;

test('every id is unique, every requirement exists, and every id in `after` exists', () => {
  expect(catalogueProblems(catalogue)).toEqual([]);
});

test('every requirement has a check or a rule, or a reason why it has none', () => {
  const asked = new Set<string>(items.map(({ requirement }) => requirement));
  const silent = Object.entries(requirements)
    .filter(([id, { untestable }]) => !asked.has(id) && untestable === undefined)
    .map(([id]) => id);
  expect(silent).toEqual([]);
});

test('a requirement marked untestable has no check', () => {
  const odd = items
    .filter(({ requirement }) => requirements[requirement]?.untestable !== undefined)
    .map(({ id }) => id);
  expect(odd).toEqual([]);
});

test('only stated requirements, or what follows from them, are a must', () => {
  const odd = items
    .filter(
      (item) => levelAndTitle(item).level === 'must' && requirements[item.requirement]?.basis === 'chosen',
    )
    .map(({ id }) => id);
  expect(odd).toEqual([]);
});

test('the title of a check completes "the target must"', () => {
  const odd = items
    .map((item) => ({ id: item.id, title: levelAndTitle(item).title }))
    .filter(({ title }) => !/^[a-z]/.test(title) || /[.;]( |$)/.test(title) || title.length > 140)
    .map(({ id, title }) => `${id}: ${title}`);
  expect(odd).toEqual([]);
});

test('every operation that needs a credential is tried without one', () => {
  const tried = new Set(catalogue.checks.map(({ id }) => id));
  const lacking = operations
    .filter(({ auth, id }) => auth !== 'anonymous' && !tried.has(`authentication/missing/${id}`))
    .map(({ id }) => id);
  expect(lacking).toEqual([]);
});

test('every operation on an id is tried by another tenant and with an unknown id', () => {
  const tried = new Set(catalogue.checks.map(({ id }) => id));
  const lacking = operations
    .filter(({ path }) => path.includes('{id}'))
    .filter(({ id }) => !tried.has(`isolation/${id}`) || !tried.has(`unknown-id/${id}`))
    .map(({ id }) => id);
  expect(lacking).toEqual([]);
});

test('no check that writes runs in read-only mode', () => {
  const writing = catalogue.checks.filter(
    ({ id, mode }) =>
      /^(validation\/create|idempotency|isolation\/(update|create))/.test(id) && mode === 'read-only',
  );
  expect(writing.map(({ id }) => id)).toEqual([]);
});
