import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { virtualClock } from '../testing/virtual-clock.ts';
import { cleanUpLedger } from './clean-up.ts';

const folder = mkdtempSync(join(tmpdir(), 'ledger-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

type LedgerLine = {
  undo: { operation: string; params: object; gone?: number[]; settles?: number };
  at?: number;
};
const CUSTOMER: LedgerLine = { undo: { operation: 'deactivateCustomer', params: { id: '7' } } };

const ledgerOf = (baseUrl: string, created = CUSTOMER): string => {
  const file = join(folder, 'ledger.jsonl');
  const lines = [
    { type: 'run', runId: 'hc-1', baseUrl, startedAt: '2026-11-20T08:00:00Z' },
    { type: 'created', n: 1, as: 'tenantA', by: 'customers/create', ...created },
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

/** Cleans up an order that was completed before it could be cancelled. @param answer what the target answers to a call */
async function cleanUpOrder(answer: (call: string, times: number) => [number, object]): Promise<string[]> {
  const clock = virtualClock();
  const calls: string[] = [];
  const undo = { operation: 'cancelOrder', params: { id: '7' }, gone: [409], settles: 5000 };
  const file = ledgerOf('http://127.0.0.1:4721/v1', { undo, at: clock.now() });
  const target = { baseUrl: 'http://127.0.0.1:4721/v1', credentials: { tenantA: { token: 'a' } } };
  const { leftovers } = await cleanUpLedger(
    file,
    target,
    {},
    {
      clock,
      async fetch({ method, url }) {
        const call = `${method} ${new URL(url).pathname}`;
        calls.push(call);
        const [status, body] = answer(call, calls.filter((one) => one === call).length);
        return Response.json(body, { status });
      },
    },
  );
  return leftovers.map(({ why }) => why);
}

test('a service of a completed order that is still being set up is ended later', async () => {
  const ended: number[] = [];
  const left = await cleanUpOrder((call, times) => {
    if (call.startsWith('GET')) return [200, { id: '7', services: ['s1'] }];
    if (call.includes('s1')) ended.push(times);
    return [ended.length === 2 ? 200 : 409, {}];
  });
  expect(ended).toEqual([1, 2]);
  expect(left).toEqual([]);
});

test('an order that cannot be read is left over, because its services may still run', async () => {
  const left = await cleanUpOrder((call) => {
    if (call.startsWith('GET')) return [call.includes('orders') ? 403 : 200, {}];
    return [409, {}];
  });
  expect(left).toEqual([expect.stringContaining('answered 403')]);
});
