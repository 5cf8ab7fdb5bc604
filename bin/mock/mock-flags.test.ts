// Tests of the flags of the mock: their defaults, their values, and what is refused.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../testing/processes.ts';
import { mockCommand } from './mock-command.ts';
import { defaultFlags, type MockFlags, mockFlags } from './mock-flags.ts';

// Parses arguments; throws for malformed ones.
function parse(...args: string[]): MockFlags {
  const parsed: MockFlags[] = [];
  mockCommand((flags) => void parsed.push(flags))
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .parse(args, { from: 'user' });
  return parsed[0] ?? defaultFlags();
}

test('without arguments every flag has its default', () => {
  expect(parse()).toEqual(defaultFlags());
  expect(parse()).toMatchObject({ port: 4010, host: '127.0.0.1', seed: 1, world: 'demo', limits: 'A' });
});

test.each(['http://*', 'https://*.example', 'http://localhost:5173,http://*'])(
  'the origins %s are refused, because a wildcard matches no page',
  (origins) => {
    expect(() => mockFlags.cors.read(origins)).toThrow('without wildcards');
  },
);

test('the value of a flag follows a space or an equals sign, and a flag without a value takes none', () => {
  expect(
    parse(
      '--webhooks-allow-private',
      '--port',
      '0',
      '--seed=7',
      '--cors=http://localhost:5173,https://app.example',
    ),
  ).toMatchObject({
    webhooksAllowPrivate: true,
    port: 0,
    seed: 7,
    cors: ['http://localhost:5173', 'https://app.example'],
  });
});

test('a name that is a number stays a text', () => {
  expect(parse('--vary', '7', '--world', '8')).toMatchObject({ vary: '7', world: '8' });
});

test.each([
  ['extra'],
  ['-o', 'json'],
  ['--port'],
  ['--port', '99999'],
  ['--port', '4010.5'],
  ['--limits', '/no/such/file.json'],
  ['--clock', 'tomorrow'],
  ['--clock', '0099-06-01T00:00:00Z'],
  ['--clock', '9995-01-01T00:00:00Z'],
  ['--log', 'loud'],
  ['--control', 'maybe'],
  ['--cors', 'localhost'],
  ['--world', '--seed'],
  ['--webhooks-allow-private', 'yes'],
])('the mock refuses the arguments %s %s', (...args) => {
  expect(() => parse(...args)).toThrow();
});

test('a time for --clock without an offset is read as UTC', () => {
  expect(parse('--clock', '2026-11-20T08:00').clock).toBe('2026-11-20T08:00Z');
  expect(parse('--clock', '2026-11-20T08:00:00+02:00').clock).toBe('2026-11-20T08:00:00+02:00');
});

test('--limits accepts a file that contains every tier', () => {
  const file = join(newFolder(), 'limits.json');
  const table = { free: 5, pro: 6, business: 7, enterprise: 8, reseller: 9, platform: 10 };
  writeFileSync(file, JSON.stringify(table));
  expect(parse('--limits', file).limits).toEqual(table);
  writeFileSync(file, JSON.stringify({ ...table, reseller: 'many' }));
  expect(() => mockFlags.limits.read(file)).toThrow(/reseller/);
});
