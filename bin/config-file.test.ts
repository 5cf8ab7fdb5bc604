// Tests of `hosting-contract.config.*`: what it changes, what overrules it, and what is refused.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defineConfig } from '../entry/config.ts';
import { callIn } from './testing/command-line.ts';
import { newFolder, runIn, startMock } from './testing/processes.ts';

function folderWith(config: unknown, name = 'hosting-contract.config.mjs'): string {
  const folder = newFolder();
  const text = JSON.stringify(config);
  writeFileSync(join(folder, name), name.endsWith('.json') ? text : `export default ${text};`);
  return folder;
}

test('commands take options from the file in the current folder, which is named; the command line overrules it', async () => {
  const config = defineConfig({
    mock: { world: 'edge', seed: 7, cors: 'http://localhost:5173' },
    conform: { mode: 'read-only', only: ['vps/', 'dns/'] },
  });
  const cwd = folderWith(config);
  const mock = await startMock(['--seed', '9'], { cwd });
  expect(mock).toMatchObject({ world: 'edge', seed: 9 });
  expect(mock.output.err).toContain('hosting-contract.config.mjs: world, cors');
  const list = await runIn(cwd, 'conform', '--list', 'http://127.0.0.1:9/v1');
  expect(list.out).toMatch(/^must +vps\/.*needs --mode/m);
  expect(list.out).toMatch(/^must +dns\//m);
  expect(list.out).not.toMatch(/^must +orders\//m);
  const self = await runIn(cwd, 'conform', '--self', '--list');
  expect(self).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^must +orders\//m) });
});

test.each([
  [{ mok: {} }, 'it has no member "mok"; did you mean "mock"?'],
  [{ types: { cleint: true } }, 'types has no member "cleint"; did you mean "client"?'],
  [{ types: { client: 'yes' } }, 'types.client: It must be true or false.'],
  [{ types: { out: ['a', 'b'] } }, 'types.out: It takes one value'],
  [[], 'is no object'],
])('the file %j is refused', async (config, message) => {
  const cwd = folderWith(config, 'other.json');
  const { code, out, err } = await callIn(cwd, '--config', 'other.json', 'types');
  expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringContaining(`other.json`) });
  expect(err).toContain(message);
});

test('two files are refused, and other commands and help read none', async () => {
  const cwd = folderWith({});
  writeFileSync(join(cwd, 'hosting-contract.config.json'), 'broken');
  expect((await callIn(cwd, 'types')).err).toContain('stand side by side: keep one of them');
  expect((await callIn(cwd, 'types', '--help')).code).toBe(0);
  expect((await callIn(cwd, 'completion', 'bash')).code).toBe(0);
});
