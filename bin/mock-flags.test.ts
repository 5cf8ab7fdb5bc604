// Tests of the flags of the mock: the fast parser reads well-formed arguments and leaves the others to commander.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultFlags, mockFlags, parseFast } from './mock-flags.ts';
import { newFolder } from './testing/processes.ts';

test('without arguments every flag has its default', () => {
  expect(parseFast([])).toEqual(defaultFlags());
  expect(defaultFlags()).toMatchObject({
    port: 4010,
    host: '127.0.0.1',
    seed: 1,
    world: 'demo',
    limits: 'A',
  });
});

test.each(['http://*', 'https://*.example', 'http://localhost:5173,http://*'])(
  'the origins %s are refused, because a wildcard matches no page',
  (origins) => {
    for (const flag of [mockFlags.controlOrigins, mockFlags.cors])
      expect(() => flag.read(origins)).toThrow('without wildcards');
  },
);

test('the value of a flag follows a space or an equals sign', () => {
  expect(
    parseFast(['--port', '0', '--seed=7', '--cors=http://localhost:5173,https://app.example']),
  ).toMatchObject({
    port: 0,
    seed: 7,
    cors: ['http://localhost:5173', 'https://app.example'],
  });
});

test('a flag without a value leaves the next argument unread', () => {
  expect(defaultFlags().webhooksAllowPrivate).toBe(false);
  expect(parseFast(['--webhooks-allow-private', '--port', '0'])).toMatchObject({
    webhooksAllowPrivate: true,
    port: 0,
  });
});

test.each([
  [['--help']],
  [['--prot', '1']],
  [['extra']],
  [['--port']],
  [['--port', '99999']],
  [['--port', '4010.5']],
  [['--limits', '/no/such/file.json']],
  [['--clock', 'tomorrow']],
  [['--clock', '0099-06-01T00:00:00Z']],
  [['--clock', '9995-01-01T00:00:00Z']],
  [['--log', 'loud']],
  [['--control', 'maybe']],
  [['--cors', 'localhost']],
  [['--world', '--seed']],
  [['--webhooks-allow-private=yes']],
  [['--webhooks-allow-private', 'yes']],
])('the fast parser leaves the arguments %j to commander', (args) => {
  expect(parseFast(args)).toBeNull();
});

test('a time for --clock without an offset is read as UTC', () => {
  expect(parseFast(['--clock', '2026-11-20T08:00'])?.clock).toBe('2026-11-20T08:00Z');
  expect(parseFast(['--clock', '2026-11-20T08:00:00+02:00'])?.clock).toBe('2026-11-20T08:00:00+02:00');
});

test('--limits accepts a file that contains every tier', () => {
  const file = join(newFolder(), 'limits.json');
  const table = { free: 5, pro: 6, business: 7, enterprise: 8, reseller: 9, platform: 10 };
  writeFileSync(file, JSON.stringify(table));
  expect(parseFast(['--limits', file])?.limits).toEqual(table);
  writeFileSync(file, JSON.stringify({ ...table, reseller: 'many' }));
  expect(() => mockFlags.limits.read(file)).toThrow(/reseller/);
});
