// Tests the table of refusals: complete, without unused rows, and with messages that say what to do.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type RefusalReason, refusals } from './refusals.ts';

const folder = new URL('./', import.meta.url);
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.includes('test'),
);
const thrown = new Set(
  sources.flatMap((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    return [...text.matchAll(/new (?:Committed)?Refusal\('(\w+)'/g)].map(([, reason = '']) => reason);
  }),
);
/** Refusals in the server's own table, which the mock throws as well. */
const IN_SERVER_TABLE = ['SESSION_REQUIRED', 'NOT_FOUND'];
const THROWN_BY_THE_STORE = ['INVALID_STATE'];

test('every refusal that the mock throws is in the table, and every one in the table is thrown', () => {
  const reasons = [...thrown].filter((reason) => !IN_SERVER_TABLE.includes(reason));
  expect([...reasons, ...THROWN_BY_THE_STORE].sort()).toEqual(Object.keys(refusals).sort());
});

test('every refusal has whole sentences, and every 422 names its field', () => {
  for (const [reason, row] of Object.entries(refusals)) {
    expect(row.message, reason).toMatch(/^[A-Z].*[.]$/);
    expect(row.code, reason).toMatch(/^[A-Z][A-Z_]*$/);
    if (row.status === 422) expect(row.field, reason).toBeTruthy();
  }
});

test('the type RefusalReason has the names of the table', () => {
  const reason: RefusalReason = 'INSUFFICIENT_FUNDS';
  expect(refusals[reason].code).toBe('INSUFFICIENT_FUNDS');
});
