import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { cleanUpLedger } from './clean-up.ts';

const folder = mkdtempSync(join(tmpdir(), 'ledger-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ledgerOf = (baseUrl: string): string => {
  const file = join(folder, 'ledger.jsonl');
  const lines = [
    { type: 'run', runId: 'hc-1', baseUrl, startedAt: '2026-11-20T08:00:00Z' },
    {
      ...{ type: 'created', n: 1, as: 'tenantA', by: 'customers/create' },
      undo: { operation: 'deactivateCustomer', params: { id: '7' } },
    },
  ];
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
};

test('a clean-up sends nothing to another platform than that of the ledger, unless it is named for the call', async () => {
  const sent: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    sent.push(request.url);
    return new Response('{}', { status: 404, headers: { 'content-type': 'application/json' } });
  };
  const file = ledgerOf('http://127.0.0.1:4721/v1');
  const other = { baseUrl: 'http://127.0.0.1:4731/v1', credentials: { tenantA: { token: 'a' } } };
  await expect(cleanUpLedger(file, other, {}, { fetch })).rejects.toThrow(
    /is of a run on http:\/\/127\.0\.0\.1:4721\/v1, and the target file names http:\/\/127\.0\.0\.1:4731\/v1/,
  );
  expect(sent).toEqual([]);
  await cleanUpLedger(file, other, {}, { fetch, named: true });
  expect(sent.filter((url) => url.endsWith('/customers/7'))).toEqual([
    'http://127.0.0.1:4731/v1/customers/7',
  ]);
});
