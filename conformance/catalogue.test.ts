// Tests that the catalogue of checks, rules and requirements is consistent; these tests send no requests.
import { expect, test } from 'vitest';
import { provenanceProblems } from '../openapi/testing/provenance.ts';
import { operations } from '../src/contract/operations.ts';
import { levelAndTitle } from '../src/suite/model/define.ts';
import { catalogueProblems } from '../src/suite/plan/plan.ts';
import { catalogue } from './index.ts';

const items = [...catalogue.checks, ...catalogue.rules];
const requirements: Record<string, { basis: string; untestable?: string | undefined }> =
  catalogue.requirements;

test('every id in the catalogue is unique, every requirement that a check names exists, and so does every id in `after`', () => {
  expect(catalogueProblems(catalogue)).toEqual([]);
});

test('every requirement in the register has a check or a rule, or a stated reason why none can judge the requirement, but for those of an edited document', () => {
  const asked = new Set<string>(items.map(({ requirement }) => requirement));
  const silent = Object.entries(requirements)
    .filter(([id, { basis, untestable }]) => !asked.has(id) && untestable === undefined && basis !== 'yours')
    .map(([id]) => id);
  expect(silent).toEqual([]);
});

test('a requirement that the register marks as untestable has neither a check nor a rule', () => {
  const odd = items
    .filter(({ requirement }) => requirements[requirement]?.untestable !== undefined)
    .map(({ id }) => id);
  expect(odd).toEqual([]);
});

test('the marks of the document, the register and DECISIONS.md agree on what the specification states', () => {
  expect(provenanceProblems(catalogue.requirements)).toEqual([]);
});

test('a check of level "must" names a requirement that is stated or that follows from a stated sentence', () => {
  const odd = items
    .filter(
      (item) => levelAndTitle(item).level === 'must' && requirements[item.requirement]?.basis === 'chosen',
    )
    .map(({ id }) => id);
  expect(odd).toEqual([]);
});

test('the title of every check and rule is a phrase that completes "the target must"', () => {
  const odd = items
    .map((item) => ({ id: item.id, title: levelAndTitle(item).title }))
    .filter(({ title }) => !/^[a-z]/.test(title) || /[.;]( |$)/.test(title) || title.length > 140)
    .map(({ id, title }) => `${id}: ${title}`);
  expect(odd).toEqual([]);
});

test('every operation that needs a credential has a check that calls the operation without a credential', () => {
  const tried = new Set(catalogue.checks.map(({ id }) => id));
  const lacking = operations
    .filter(({ auth, id }) => auth !== 'anonymous' && !tried.has(`authentication/missing/${id}`))
    .map(({ id }) => id);
  expect(lacking).toEqual([]);
});

test('every operation with an `{id}` has a check that calls it as another tenant and a check that uses an unknown id', () => {
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
