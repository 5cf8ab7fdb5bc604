import { expect, test } from 'vitest';
import { toClientRequest } from '../../src/variations/exchange.ts';
import { content, createMutantMock } from '../../tools/bite/mutant-mock.ts';
import { catalogue } from '../index.ts';
import { defects, degenerateServers, generatedDefects, type Injector } from './index.ts';

const rows = [...defects, ...degenerateServers];

test('every defect names a requirement that the contract has', () => {
  const unknown = defects.filter(({ requirement, alsoBreaks }) =>
    [requirement, ...alsoBreaks].some((id) => !(id in catalogue.requirements)),
  );
  expect(unknown.map(({ id }) => id)).toEqual([]);
});

test('a defect of basis stated breaks a requirement of basis stated', () => {
  const wrong = defects.filter(
    ({ basis, requirement }) => basis === 'stated' && catalogue.requirements[requirement].basis !== 'stated',
  );
  expect(wrong.map(({ id, requirement }) => `${id}: ${requirement}`)).toEqual([]);
});

test('no two defects have the same id', () => {
  const ids = rows.map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

test('a whole run injects at most 1,200 defects, and another seed chooses other generated defects', () => {
  expect(defects.length).toBeLessThanOrEqual(1200);
  const [first, second] = [generatedDefects(1), generatedDefects(2)].map((rows) => rows.map(({ id }) => id));
  expect(second).toHaveLength(first?.length ?? 0);
  expect(second).not.toEqual(first);
});

test('every defect can be injected, and the mock definition stays unchanged', async () => {
  const before = traceOf(content);
  const plain = await firstAnswers([]);
  // The world is empty because the mock creates an empty world quickly and injects the row before the first request.
  for (const { inject } of rows) createMutantMock([inject], { world: 'empty' });
  expect(traceOf(content)).toEqual(before);
  expect(await firstAnswers([])).toEqual(plain);
});

/** Returns the parts of a mock definition that a defect could change in place by mistake. */
const traceOf = ({ handlers, tables, resolveCredential }: typeof content): unknown[] => [
  Object.values(handlers),
  JSON.stringify(Object.values(tables).map(({ spec }) => spec.lifecycle)),
  resolveCredential,
];

/** Returns the replies of a new mock with the given defects to a few requests. */
async function firstAnswers(plants: ((p: Injector) => void)[]): Promise<unknown[]> {
  const { app, answer } = createMutantMock(plants);
  const { owner } = app.personas;
  const answers = [];
  for (const path of ['/auth/me', '/customers', '/orders', '/wallet']) {
    const headers = { authorization: `Bearer ${owner?.token}` };
    const request = toClientRequest({
      method: 'GET',
      path,
      query: '',
      headers,
      headerNames: [],
      bytes: null,
    });
    answers.push(await answer(request));
  }
  return answers;
}
