// Tests that the mock throws every refusal which the document lists for operations of its own.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packagedErrorCodes } from '../src/contract/error-codes.ts';

const folder = new URL('./', import.meta.url);
const text = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.includes('test'))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  .join('\n');
const thrown = new Set(
  [...text.matchAll(/new (?:Committed)?Refusal\('(\w+)'/g)].map(([, reason = '']) => reason),
);
const THROWN_BY_THE_STORE = ['INVALID_STATE'];

test('every refusal that only some operations list is thrown by the mock', () => {
  const own = Object.entries(packagedErrorCodes).filter(([, { operations }]) => operations === undefined);
  const names = own.map(([name]) => name);
  expect(names.filter((name) => !thrown.has(name) && !THROWN_BY_THE_STORE.includes(name))).toEqual([]);
});
