// Tests that the table of refusals is complete, has no unused rows, and has messages that say what to do.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pipelineRefusals } from '../src/server/pipeline/refusals.ts';
import { refusals } from './refusals.ts';

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
/** The refusals that are in the server's own table, and that the mock throws as well. */
const IN_SERVER_TABLE = ['SESSION_REQUIRED', 'NOT_FOUND', 'VALIDATION_FAILED'];
const THROWN_BY_THE_STORE = ['INVALID_STATE'];

test('every refusal that the mock throws is in the table, and every refusal in the table is thrown', () => {
  const reasons = [...thrown].filter((reason) => !IN_SERVER_TABLE.includes(reason));
  expect([...reasons, ...THROWN_BY_THE_STORE].sort()).toEqual(Object.keys(refusals).sort());
});

test('the message of every refusal consists of whole sentences, and every refusal with status 422 names its field', () => {
  for (const [reason, row] of Object.entries(refusals)) {
    expect(row.message, reason).toMatch(/^[A-Z].*[.]$/);
    expect(row.code, reason).toMatch(/^[A-Z][A-Z_]*$/);
    if (row.status === 422) expect(row.field, reason).toBeTruthy();
  }
});

test('the client knows the code of every refusal', () => {
  const codes = [...Object.values(refusals), ...Object.values(pipelineRefusals)].map(({ code }) => code);
  const known = readFileSync(new URL('../src/client/generated/error-codes.ts', import.meta.url), 'utf8');
  for (const code of new Set(codes)) expect(known).toContain(`'${code}'`);
});
