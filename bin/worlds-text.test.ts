// Tests the list of stored worlds on the terminal.
import { expect, test } from 'vitest';
import type { ListedWorld, WorldStorageInfo } from '../src/control/control-api.ts';
import { labText } from './lab-text.ts';

/** Returns the column `owner` of a list of worlds with these owners. */
function owners(...all: Pick<WorldStorageInfo, 'owner' | 'owner_url'>[]): string[] {
  const at = '2026-11-22T19:40:00.120Z';
  const worlds = all.map((owner, index): ListedWorld => {
    const stored = { ...owner, bytes: 2048, created_at: at, changed_at: at };
    const name = `w${index}`;
    return { name, main: index === 0, path: `/w/${name}/v1`, seed: 1, now: at, frozen: true, stored };
  });
  const [head = '', ...rows] = labText('worlds list', { worlds }).split('\n');
  const from = head.indexOf('owner');
  return rows.map((row) => row.slice(from, head.indexOf('size')).trim());
}

test('the owner of a world is the URL of its replica', () => {
  const [one, other] = ['http://10.0.0.3:4010', 'http://10.0.0.4:4010'];
  expect(
    owners(
      { owner: 'this', owner_url: one },
      { owner: 'other', owner_url: other },
      { owner: null, owner_url: null },
    ),
  ).toEqual([`${one} (this replica)`, other, 'nobody']);
});

test('where no URL is known, the owner of a world is this process or another one', () => {
  expect(owners({ owner: 'this', owner_url: null }, { owner: 'other', owner_url: null })).toEqual([
    'this process',
    'another process',
  ]);
});
