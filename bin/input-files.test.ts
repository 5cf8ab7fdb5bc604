// Tests that every file that a command takes is refused in one line and at once when it cannot be used.
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampled } from '../tools/testing/sampled.ts';
import { newFolder, run } from './testing/processes.ts';

const folder = newFolder();
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
mkdirSync(join(folder, 'folder.json'));
const large = write('large.json', '');
truncateSync(large, 700 * 1_048_576);

const files = {
  'that is missing': join(folder, 'missing.json'),
  'that is a folder': join(folder, 'folder.json'),
  'that is a device': '/dev/zero',
  'that is too large': large,
  'that is no JSON': write('text.json', '{"a"\n\u001b[31m'),
  'that nests too deep': write('deep.json', `${'['.repeat(100_000)}${']'.repeat(100_000)}`),
  'with other members': write('other.json', '{"nonsense": 1}'),
};

/** The commands, with FILE in place of the file. */
const target = 'http://127.0.0.1:1/v1';
const commands = [
  'mock --port 0 --openapi FILE',
  'mock --port 0 --world FILE',
  'mock --port 0 --scenario FILE',
  'mock --port 0 --limits FILE',
  'types --openapi FILE',
  'scenario FILE',
  'lab --url http://127.0.0.1:1 import FILE',
  'lab --url http://127.0.0.1:1 arrange FILE',
  `conform ${target} --config FILE`,
  `conform ${target} --token x --baseline FILE`,
  `conform ${target} --token x --ledger FILE`,
  'conform replay x --from FILE',
  'conform report --from FILE',
  'conform cleanup --ledger FILE',
  'conform baseline --from FILE',
  'conform diff FILE FILE',
  'conform doctor --from FILE',
];

/** What these commands say of the content of a file is their result, or comes from the mock. */
const CONTENT_IS_JUDGED = /^(scenario FILE|lab)/;
const CONTENTS = ['that is no JSON', 'that nests too deep', 'with other members'];

const rows = commands.flatMap((command) =>
  Object.entries(files)
    .filter(([what]) => !(CONTENT_IS_JUDGED.test(command) && CONTENTS.includes(what)))
    // A run creates a ledger that is missing.
    .filter(([what]) => !(/--token x --ledger/.test(command) && what === 'that is missing'))
    .map(([what, file]) => [command, what, file] as const),
);

test.each(sampled(rows, 8))('`%s` refuses a file %s in one line', async (command, _, file) => {
  expect(await run(...command.split(' ').map((word) => (word === 'FILE' ? file : word)))).toEqual({
    code: 2,
    out: '',
    err: expect.stringMatching(/^error: \P{Cc}+\n$/u),
  });
});
