// Runs a fast part of `npm run attack`: the attacks that once ended a process or filled its memory, and a sample of
// the other attacks.
import { unzipSync } from 'fflate';
import { beforeAll, expect, test, vi } from 'vitest';
import { whole } from '../testing/sampled.ts';
import { zipBomb } from './bombs.ts';
import type { Try } from './model.ts';
import { secretForms, secretsIn } from './secret-forms.ts';
import { areas, selectFast } from './select.ts';
import { lineOf, summaryOf } from './summary.ts';

const SEED = 1;

// On a machine with much load, a mock that withstands an attack may take this many times as long.
beforeAll(() => void vi.stubEnv('ATTACK_SLOWNESS', '6'));

test.for(selectFast(SEED, !whole).map(({ area, attacks }) => [area.name, area, attacks] as const))(
  'the program withstands the selected attacks of the attack area %s',
  async ([, area, attacks]) => {
    const through: string[] = [];
    for await (const one of area.tries(attacks, SEED)) if (one.verdict !== 'held') through.push(lineOf(one));
    expect(through).toEqual([]);
  },
);

test('every attack has a unique id that begins with the name of its attack area', () => {
  const ids = areas.flatMap((area) => area.attacks(SEED).map(({ id }) => [area.name, id] as const));
  expect(ids.filter(([name, id]) => !id.startsWith(`${name}/`))).toEqual([]);
  expect(new Set(ids.map(([, id]) => id)).size).toBe(ids.length);
});

test('secretsIn finds a secret in each of its ten forms and reports no other secret', () => {
  const secret = 'pass "word" & <50%> \\ ünï';
  for (const [form, write] of Object.entries(secretForms)) {
    const output = `before ${write(secret)} after`;
    expect(secretsIn(output, new Map([['it', secret]])).join(), form).toContain('it (');
    expect(secretsIn(output, new Map([['other', 'something else']])), form).toEqual([]);
  }
});

test('zipBomb builds a valid ZIP archive', () => {
  const files = unzipSync(zipBomb(2, 1));
  expect(Object.values(files).map(({ length }) => length)).toEqual([1_048_576, 1_048_576]);
});

test('the summary counts the successful attacks of each attack area', () => {
  const one = (id: string, verdict: Try['verdict']): Try => ({
    id,
    verdict,
    notes: [],
    rssMb: 9,
    seconds: 1,
  });
  const table = summaryOf([one('http/a', 'held'), one('http/b', 'crash'), one('target/c', 'leak')], true);
  expect(table.split('\n').map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['area', 'tries', 'crashes', 'hangs', 'leaks', 'wrong', 'RSS MB'],
    ['http', '2', '1', '0', '0', '0', '9'],
    ['target', '1', '0', '0', '1', '0', '9'],
    ['all', '3', '1', '0', '1', '0', '9'],
  ]);
});
