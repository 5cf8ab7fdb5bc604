// Tests that a disagreement between the marks of the document, the register and DECISIONS.md is reported. That they
// agree is tested by conformance/catalogue.test.ts.
import { expect, test } from 'vitest';
import { marksOf, provenanceProblems } from './testing/provenance.ts';

const register = { 'orders/id': { basis: 'stated' }, 'orders/lists': { basis: 'chosen' } };
const decisions = [
  '| question | chosen | reason | sentences |',
  '|---|---|---|---|',
  '| Lists | pages | usual | `orders/lists` |',
].join('\n');
const order = { 'x-stated': true, 'x-requirements': ['orders/id'] };
const problems = (
  document: unknown,
  changed = decisions,
  sentences: Record<string, { basis: string }> = register,
) => provenanceProblems(sentences, marksOf(document), changed);

test('three places that agree have no problems', () => {
  expect(problems({ schemas: { Order: order, Page: { 'x-stated': false } } })).toEqual([]);
});

test('a mark without a sentence is reported with its place', () => {
  const added = { schemas: { Order: order, Page: { properties: { total: { 'x-stated': true } } } } };
  expect(problems(added)).toEqual([
    expect.stringContaining('schemas.Page.properties.total is marked as stated and names no sentence'),
  ]);
});

test('a stated keyword of a chosen element needs a sentence as well', () => {
  const added = { schemas: { Order: order, Page: { 'x-stated': false, 'x-stated-keywords': ['default'] } } };
  expect(problems(added)).toEqual([expect.stringContaining('schemas.Page is marked as stated')]);
});

test('a chosen element that names a sentence is reported', () => {
  const added = { schemas: { Order: order, Page: { 'x-stated': false, 'x-requirements': ['orders/id'] } } };
  expect(problems(added)).toEqual([
    expect.stringContaining('schemas.Page names sentences and is not marked'),
  ]);
});

test('a mark that names a chosen or an unknown sentence is reported', () => {
  const wrong = {
    Order: { 'x-stated': true, 'x-requirements': ['orders/id', 'orders/lists', 'orders/none'] },
  };
  expect(problems(wrong)).toEqual([
    expect.stringContaining('Order names orders/lists, whose basis is chosen'),
    expect.stringContaining('Order names orders/none, which the register does not contain'),
  ]);
});

test('a stated sentence that no element names is reported, and the document itself may name it', () => {
  const sentences = { ...register, 'service/https': { basis: 'stated' } };
  expect(problems({ Order: order }, decisions, sentences)).toEqual([
    expect.stringContaining('service/https is stated, and nothing in openapi/ names it'),
  ]);
  expect(problems({ 'x-requirements': ['service/https'], Order: order }, decisions, sentences)).toEqual([]);
});

test('a chosen sentence without a decision is reported, and so is a decision for a stated or unknown sentence', () => {
  const changed = decisions.replace('`orders/lists`', '`orders/id` `orders/none`');
  expect(problems({ Order: order }, changed)).toEqual([
    expect.stringContaining('orders/lists is chosen, and openapi/DECISIONS.md does not name it'),
    expect.stringContaining('openapi/DECISIONS.md names orders/id, whose basis is stated'),
    expect.stringContaining('openapi/DECISIONS.md names orders/none, which the register does not contain'),
  ]);
});

test('examples are data and contain no marks', () => {
  expect(marksOf({ examples: [{ 'x-stated': true }] })).toEqual([]);
});
