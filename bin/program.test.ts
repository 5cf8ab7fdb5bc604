// Tests of the command line as a whole: complete help, and suggestions for misspelled words.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operationTable } from '../src/control/generated/operations.ts';
import { sampled } from '../tools/testing/sampled.ts';
import { call } from './testing/command-line.ts';
import { newFolder, run, start } from './testing/processes.ts';

test.each([
  [[], ['mock', 'conform', 'types', 'openapi', 'HOSTING_CONTRACT_TOKEN', 'NO_COLOR', 'Exit:']],
  [['mock'], ['--port', '--world', '--limits-auth', '--target-file', 'Examples:', 'exit 2', 'NO_COLOR']],
  [['conform'], ['--config', '--mode', 'Examples:', 'Exit:', '130', 'HOSTING_CONTRACT_API_KEY']],
  [
    ['conform', 'replay'],
    ['--from', '<finding>'],
  ],
  [
    ['conform', 'init'],
    ['--out', '--force', '--api-key', 'Examples:', 'Exit:'],
  ],
  [
    ['conform', 'doctor'],
    ['--from', '--config', 'Examples:', 'Exit:'],
  ],
  [['types'], ['--check', 'Examples:']],
  [['openapi'], ['--identity', '--workflows', 'Examples:']],
  [['worker'], ['--out', 'Examples:', 'register', 'lifecycle']],
])('the help of the command %j lists its flags, examples and exit codes', async (args, expectedTexts) => {
  const { code, out, err } = await call(...args, '--help');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  for (const one of expectedTexts) expect(out).toContain(one);
});

test.each(['mock', 'conform', 'cope'])(
  'the help of %s loads the definition of the command, and not what the command runs',
  async (name) => {
    const count = join(newFolder(), 'count.mjs');
    writeFileSync(
      count,
      "import { registerHooks } from 'node:module'; let n = 0; registerHooks({ load: (url, context, next) => (n++, next(url, context)) }); process.on('exit', () => process.stderr.write(String(n)));",
    );
    const { code, err } = await start([name, '--help'], { node: ['--import', count] }).ended;
    expect(code).toBe(0);
    expect(Number.parseInt(err, 10)).toBeLessThan(60);
  },
);

test('the start of the mock loads neither the compiler of validators nor what makes values', async () => {
  const list = join(newFolder(), 'list.mjs');
  writeFileSync(
    list,
    "import { registerHooks } from 'node:module'; const all = []; registerHooks({ load: (url, context, next) => (all.push(url), next(url, context)) }); process.on('exit', () => process.stderr.write(all.join(' ')));",
  );
  const run = start(['mock', '--port', '0'], { node: ['--import', list] });
  await run.until(/http:\/\/127/);
  run.child.kill('SIGTERM');
  const { err } = await run.ended;
  expect(err).toContain('mock');
  expect(err).not.toMatch(/node_modules\/(ajv|@faker-js|json-schema-faker)\//);
});

test.each([
  [['--versoin'], '--version'],
  [['mock', '--prot', '1'], '--port'],
  [['conform', '--moed', 'safe'], '--mode'],
  [['types', '--ot', 'x'], '--out'],
])('the command line refuses the unknown option of %j in one line and suggests %j', async (args, meant) => {
  const { code, out, err } = await call(...args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(
    new RegExp(`^error: .*\\(Did you mean ${meant}\\?\\) See: hosting-contract.* --help\\n$`),
  );
});

const PROGRAM = 'mock, conform, [a-z, ]+ and completion';
const CONFORM = 'replay, report, judge, cleanup, [a-z, ]+ and doctor';
const LAB = 'health, ready, conditions, reset, [a-z, ]+ and console';

test.each([
  [['conforn'], 'conforn', 'conform', PROGRAM, ''],
  [['help', 'conforn'], 'conforn', 'conform', PROGRAM, ''],
  [['nothing'], 'nothing', null, PROGRAM, ''],
  [['conform', 'clenup', '--ledger', 'x'], 'clenup', 'cleanup', CONFORM, ' conform'],
  [['conform', 'help', 'nothing'], 'nothing', null, CONFORM, ' conform'],
  [['lab', '--url', 'http://127.0.0.1:1', 'rest'], 'rest', 'reset', LAB, ' lab'],
  [['help', 'lab', 'rest'], 'rest', 'reset', LAB, ' lab'],
  [['lab', 'worlds', 'lst'], 'lst', 'list', 'list, create, delete and undelete', ' lab worlds'],
  [['lab', 'policy', '--json', 'get'], 'get', 'set', 'show and set', ' lab policy'],
])(
  'the command line refuses the unknown command of %j and lists the commands',
  async (args, word, meant, listed, help) => {
    const { code, out, err } = await call(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    const suggestion = meant === null ? '' : ` \\(Did you mean ${meant}\\?\\)`;
    expect(err).toMatch(
      new RegExp(
        `^error: unknown command '${word}'${suggestion}; the commands are ${listed}\\. See: hosting-contract${help} --help\\n$`,
      ),
    );
  },
);

test.each([
  [['help', 'lab', 'worlds', 'list'], 'lab worlds list [options]'],
  [['lab', 'worlds', 'help'], 'lab worlds [options] [command]'],
  [['conform', 'help', 'replay'], 'conform replay [options]'],
])('the command line prints the help that %j asks for', async (args, usage) => {
  const { code, out, err } = await call(...args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain(`Usage: hosting-contract ${usage}`);
});

test('every group of `lab` with a default command refuses an unknown one, and an argument too many as such', async () => {
  const groups = new Set(
    operationTable.flatMap(({ lab }) => (/^\w+ \w/.test(lab) ? [lab.split(' ')[0] ?? ''] : [])),
  );
  expect(groups.size).toBeGreaterThan(5);
  for (const group of sampled([...groups], 2))
    expect((await call('lab', group, 'qqq')).err).toContain(`unknown command 'qqq'; the commands are`);
  expect((await call('lab', 'worlds', 'list', 'qqq')).err).toContain("too many arguments for 'list'");
});

test('a wrong argument is shown without its password, and with an example', async () => {
  const { code, err } = await call('mock', '--cors', 'http://user:s3cret@10.0.0.3:4010/path');
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringMatching(/^error: option '--cors [^\n]* such as http:\/\/localhost:5173\. See/),
  });
  expect(err).not.toContain('s3cret');
});

test('the command line does not take a host without a scheme for a misspelled command', async () => {
  const { code, err } = await run('conform', 'localhost');
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringContaining('it begins with http://'),
  });
});

test.each(
  sampled(
    [
      ['while it is loaded', 'process.exit(0);'],
      [
        'in a later turn',
        'setImmediate(() => process.exit(0)); await new Promise((done) => setTimeout(done, 60_000));',
      ],
      ['by waiting for what never ends', 'await new Promise(() => {});'],
      [
        'in a check',
        "const run = () => process.exit(0); const check = defineCheck({ id: 'own/exit', must: 'x', requirement: { id: 'own/x', heading: 'h', says: 's', basis: 'yours' }, area: 'auth', needs: [], cost: 0, run });",
      ],
    ],
    2,
  ),
)('a target file that ends the process %s does not decide the exit code', async (_, text) => {
  const file = join(newFolder(), 'target.mjs');
  const checks = text.includes('check') ? 'checks: [check], ' : '';
  const entry = new URL('../entry/conformance.ts', import.meta.url).href;
  const head = `import { defineCheck } from ${JSON.stringify(entry)};`;
  writeFileSync(file, `${head}\n${text}\nexport default { ${checks}baseUrl: 'http://127.0.0.1:9/v1' };\n`);
  const { code, err } = await run('conform', '--config', file, '--only', 'own/');
  expect(code).toBe(2);
  expect(err).toContain('error: the process was ended before the command was over');
});

test('a timer and an open handle of a target file neither hold a run that has ended nor change its exit code', async () => {
  const file = join(newFolder(), 'target.mjs');
  const target = { baseUrl: 'http://127.0.0.1:9', credentials: { tenantA: { token: 'x' } } };
  writeFileSync(
    file,
    `setInterval(() => {}, 1000); setTimeout(() => process.exit(0), 60_000); export default ${JSON.stringify(target)};`,
  );
  expect((await run('conform', '--config', file, '--only', 'auth/')).code).toBe(3);
});

test('a target file in TypeScript that a CommonJS package cannot load is refused with the name to give it', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'package.json'), '{"type": "commonjs"}');
  const file = join(folder, 'target.config.ts');
  writeFileSync(file, "export default { baseUrl: 'http://127.0.0.1:1/v1' };\n");
  const { code, err } = await run('conform', '--config', file, '--plan');
  expect([code, err]).toEqual([2, expect.stringContaining('target.config.mts, or write "type": "module"')]);
});
