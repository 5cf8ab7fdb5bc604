// Tests the ledger, which lists what a run must undo, and its file after a crash.
import { appendFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Ledger } from './ledger.ts';

const file = (): string => join(mkdtempSync(join(tmpdir(), 'hc-ledger-')), 'ledger.jsonl');
const undo = (id: string) => ({ operation: 'deactivateCustomer' as const, params: { id } });

test('the ledger lists open entries with the newest first, and without the entries that were undone', () => {
  const ledger = new Ledger();
  for (const id of ['a', 'b', 'c']) ledger.add(undo(id), 'tenantA', 'customers/create');
  expect(ledger.openEntries().map((one) => one.undo.params?.id)).toEqual(['c', 'b', 'a']);
  ledger.markUndone(ledger.openEntries()[0] ?? expect.fail());
  expect(ledger.openEntries().map((one) => one.undo.params?.id)).toEqual(['b', 'a']);
  expect(ledger.created).toBe(3);
});

test('the ledger removes the entry of a resource that the run itself has deleted, and no other entry', () => {
  const ledger = new Ledger();
  for (const id of ['a', 'b']) ledger.add(undo(id), 'tenantA', 'customers/create');
  ledger.markEnded('deactivateCustomer', { id: 'a' });
  ledger.markEnded('terminateService', { id: 'b' });
  expect(ledger.openEntries().map((one) => one.undo.params?.id)).toEqual(['b']);
});

test('an undo call that is registered twice is sent once', () => {
  const ledger = new Ledger();
  for (const by of ['first', 'replay']) ledger.add(undo('a'), 'tenantA', by);
  expect(ledger.openEntries()).toHaveLength(1);
});

test('a later process reads the entries from the file of the ledger and ignores an incomplete last line', () => {
  const path = file();
  const ledger = new Ledger(path);
  ledger.open('hc-1', 'http://127.0.0.1/v1', '2026-01-01T00:00:00Z');
  ledger.add(undo('a'), 'tenantA', 'x');
  ledger.add(undo('b'), 'tenantB', 'x');
  ledger.markUndone(ledger.openEntries()[0] ?? expect.fail());
  appendFileSync(path, '{"type":"crea');
  const again = Ledger.read(path);
  expect(again).toMatchObject({ baseUrl: 'http://127.0.0.1/v1', runId: 'hc-1' });
  expect(again.ledger.openEntries()).toEqual([{ n: 1, undo: undo('a'), as: 'tenantA', by: 'x' }]);
});

test('a new run refuses to overwrite open entries of an earlier run', () => {
  const path = file();
  const first = new Ledger(path);
  first.open('hc-1', 'http://127.0.0.1/v1', '2026-01-01T00:00:00Z');
  first.add(undo('a'), 'tenantA', 'x');
  expect(() => new Ledger(path).open('hc-2', 'http://127.0.0.1/v1', '')).toThrow('conform cleanup --ledger');
  first.markUndone(first.openEntries()[0] ?? expect.fail());
  new Ledger(path).open('hc-2', 'http://127.0.0.1/v1', '');
  expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(1);
});

test('reading a file that is not a ledger throws a usage error', () => {
  const path = file();
  writeFileSync(path, 'hello\n');
  expect(() => Ledger.read(path)).toThrow('is no ledger');
  expect(() => Ledger.read(`${path}.none`)).toThrow('cannot be read (ENOENT)');
});

test.each([
  ['no call', { undo: undefined }],
  ['null as call', { undo: null }],
  ['a parameter that is a number', { undo: { operation: 'deactivateCustomer', params: { id: 5 } } }],
  ['parameters that are null', { undo: { operation: 'deactivateCustomer', params: null } }],
  ['a call that moves money', { undo: { operation: 'topUpWallet', body: { amount: 5000 } } }],
  ['a call that creates', { undo: { operation: 'createWebhook', body: { url: 'http://127.0.0.1/' } } }],
  ['an undo call with a body', { undo: { ...undo('a'), body: { amount: 1 } } }],
  [
    'an undo call with another parameter',
    { undo: { operation: 'cancelOrder', params: { id: 'a', x: 'b' } } },
  ],
  ['an undo call without its parameter', { undo: { operation: 'cancelOrder' } }],
  ['no number', { n: 'x' }],
  ['no credential', { as: 5 }],
])('a ledger with a line that holds %s is refused with its line number', (_, wrong) => {
  const path = file();
  const run = { type: 'run', runId: 'hc-1', baseUrl: 'http://127.0.0.1/v1', startedAt: '' };
  const entry = { type: 'created', n: 1, undo: undo('a'), as: 'tenantA', by: 'x', ...wrong };
  writeFileSync(path, `${JSON.stringify(run)}\n${JSON.stringify(entry)}\n`);
  expect(() => Ledger.read(path)).toThrow(/^line 2 of .* is damaged/);
});

test.skipIf(!existsSync('/dev/full'))('a device is refused as the file of a ledger', () => {
  expect(() => new Ledger('/dev/full').open('run', 'http://127.0.0.1/v1', '')).toThrow(
    'the ledger /dev/full is a pipe or a device, and no file',
  );
});

test('a run goes on without a ledger file that nobody asked for and that cannot be written', () => {
  const missing = join(mkdtempSync(join(tmpdir(), 'hc-ledger-')), 'gone', 'ledger.jsonl');
  const ledger = new Ledger(missing, false);
  ledger.open('run', 'http://127.0.0.1/v1', '');
  ledger.add({ operation: 'deactivateCustomer', params: { id: 'c1' } }, 'tenantA', 'check');
  expect(ledger.fault).toBeNull();
  expect(ledger.openEntries()).toHaveLength(1);
  expect(() => new Ledger(missing).open('run', 'http://127.0.0.1/v1', '')).toThrow('cannot be written');
});
