import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type RefusalReason, refusals } from './refusals.ts';

const here = new URL('./', import.meta.url);
const sources = readdirSync(here).filter((name) => name.endsWith('.ts') && !name.includes('test'));
const thrown = new Set(
  sources.flatMap((name) => {
    const text = readFileSync(new URL(name, here), 'utf8');
    return [...text.matchAll(/new (?:Lasting)?Refusal\('(\w+)'/g)].map(([, word = '']) => word);
  }),
);
/** Refusals that src/server and src/state throw, with messages of their own. */
const NOT_OURS = ['SESSION_REQUIRED', 'NOT_FOUND'];
const THROWN_BY_THE_STORE = ['INVALID_STATE'];

test('every refusal that the mock throws is in the table, and every one in the table is thrown', () => {
  const words = [...thrown].filter((word) => !NOT_OURS.includes(word));
  expect([...words, ...THROWN_BY_THE_STORE].sort()).toEqual(Object.keys(refusals).sort());
});

test('every refusal has whole sentences, and every 422 names its field', () => {
  for (const [word, row] of Object.entries(refusals)) {
    expect(row.message, word).toMatch(/^[A-Z].*[.]$/);
    expect(row.code, word).toMatch(/^[A-Z][A-Z_]*$/);
    if (row.status === 422) expect(row.field, word).toBeTruthy();
  }
});

test('the names in the table are the values of the type RefusalReason', () => {
  const word: RefusalReason = 'INSUFFICIENT_FUNDS';
  expect(refusals[word].code).toBe('INSUFFICIENT_FUNDS');
});
