// Tests `conform merge` for the parts of a run, and `conform diff` for two runs: refusals, output and exit codes.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { diffCommand } from '../cli/diff-command.ts';
import { limitsFromFlags } from '../cli/flags.ts';
import type { Io } from '../cli/io.ts';
import { mergeCommand } from '../cli/report-commands.ts';
import type { CommandDeps } from '../cli/run-and-report.ts';
import { parseShard } from '../plan/shard.ts';
import type { ConformOptions, Report } from '../run/conform.ts';
import { catalogue } from '../testing/catalogue.ts';
import { runSuite } from '../testing/run-suite.ts';
import { refusal, tinyTarget } from '../testing/tiny-target.ts';

const deps: CommandDeps = { catalogue: async () => catalogue() };
const folder = mkdtempSync(join(tmpdir(), 'hc-parts-'));
let files = 0;

/** Writes a report to a new file. @returns its path */
function file(report: Report): string {
  files += 1;
  const path = join(folder, `${files}.json`);
  writeFileSync(path, JSON.stringify(report));
  return path;
}

const part = (index: number, of: number, more: Partial<ConformOptions> = {}): Promise<Report> =>
  runSuite(tinyTarget(), { shard: { index, of }, ...more });

async function run(command: (io: Io) => Promise<number>) {
  const printed = { out: '', err: '' };
  const io: Io = {
    stdout(text) {
      printed.out += text;
    },
    stderr: {
      write(text) {
        printed.err += text;
      },
    },
    colour: false,
    env: {},
  };
  return { code: await command(io), ...printed };
}
const merged = (paths: string[], flags: { report?: string[]; baseline?: string } = {}) =>
  run((io) => mergeCommand(paths, flags, io, deps));

test('every check is in exactly one part, and the merged report equals the report of the whole run', async () => {
  const parts = await Promise.all([1, 2, 3].map((index) => part(index, 3)));
  const ids = parts.flatMap(({ results }) =>
    results.filter(({ kind }) => kind === 'check').map(({ id }) => id),
  );
  expect(ids.sort()).toEqual(
    catalogue()
      .checks.map(({ id }) => id)
      .sort(),
  );
  const json = join(folder, 'whole.json');
  const { code, out } = await merged(parts.map(file).reverse(), { report: ['console', `json=${json}`] });
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('conformant') });
  expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({
    requests: parts.reduce((sum, { requests }) => sum + requests, 0),
    summary: { pass: catalogue().checks.length + 1 },
  });
});

test('`conform merge` refuses a missing part, a part given twice, a part of another run, and the report of a whole run', async () => {
  const [one, two] = [file(await part(1, 2)), file(await part(2, 2))];
  const other = file(await part(2, 2, { profile: 'contract' }));
  const whole = file(await runSuite(tinyTarget()));
  expect(await merged([one])).toMatchObject({ code: 2, err: 'error: of 2 parts 2 is missing\n' });
  expect(await merged([one, two, one])).toMatchObject({
    code: 2,
    err: `error: ${one} and ${one} are both part 1 of 2\n`,
  });
  expect((await merged([one, other])).err).toContain(
    `${one} and ${other} are parts of different runs: profile stated and contract`,
  );
  expect((await merged([one, file(await part(2, 2, { only: ['auth/'] }))])).err).toContain(
    'checks asked for',
  );
  expect((await merged([one, whole])).err).toContain(`${whole} is the report of a whole run`);
  expect((await merged([join(folder, 'none.json')])).code).toBe(2);
});

test('a violation in one part makes the whole run nonconformant, and a stopped part makes the whole run stopped', async () => {
  const broken = async (index: number): Promise<Report> => {
    const target = tinyTarget();
    target.override = (method, path) =>
      method === 'GET' && /^\/customers\/./.test(path) ? refusal(410, 'GONE') : undefined;
    return runSuite(target, { shard: { index, of: 2 } });
  };
  expect((await merged([file(await broken(1)), file(await broken(2))])).code).toBe(1);
  const cut = file(await part(2, 2, { maxRequests: 1 }));
  expect(await merged([file(await part(1, 2, { maxRequests: 1000 })), cut])).toMatchObject({ code: 5 });
});

test('an invalid --shard is refused, and so is a baseline for one part', () => {
  for (const text of ['0/3', '4/3', '1', '1/0', 'a/b', '1/101'])
    expect(() => parseShard(text)).toThrow('--shard must be');
  expect(parseShard('2/3')).toEqual({ index: 2, of: 3 });
  expect(() => limitsFromFlags({ shard: '1/2', baseline: 'b.json' })).toThrow(
    'Give it to conform merge instead',
  );
  expect(() => limitsFromFlags({ quick: true, smoke: true })).toThrow('give one of them');
});

test('`conform diff` exits with 0 for equal behaviour, and with 1 and the list of differences otherwise', async () => {
  const sound = file(await runSuite(tinyTarget()));
  const again = file(await runSuite(tinyTarget(), { runId: 'hc-other', seed: 9 }));
  expect(await run((io) => diffCommand([sound, again], {}, io, deps))).toMatchObject({
    code: 0,
    out: expect.stringContaining('no difference'),
  });
  const target = tinyTarget();
  target.override = (method, path) =>
    method === 'GET' && /^\/customers\/./.test(path) ? refusal(410, 'GONE') : undefined;
  const { code, out } = await run(async (io) =>
    diffCommand([sound, file(await runSuite(target))], {}, io, deps),
  );
  expect(code).toBe(1);
  expect(out).toContain('verdict     customers/readable: pass | fail [customers/read]');
  expect(out).toMatch(/status +getCustomer answers: 200 404 \| 410/);
  expect(out).toContain('customers/read');
});

test('`conform diff` compares only checks that both runs sent, and states how many checks only one run sent', async () => {
  const whole = file(await runSuite(tinyTarget()));
  const part = file(await runSuite(tinyTarget(), { skip: ['customers/listed', 'customers/unknown'] }));
  const { code, out } = await run((io) => diffCommand([part, whole], {}, io, deps));
  expect(code).toBe(0);
  expect(out).toContain('only one of the two asked 2 checks');
  expect(out).not.toMatch(/^status/m);
});

test('`conform diff` refuses a run that judged nothing', async () => {
  const target = tinyTarget();
  target.override = () => refusal(401, 'UNAUTHENTICATED');
  const { code, err } = await run(async (io) =>
    diffCommand([file(await runSuite(tinyTarget())), file(await runSuite(target))], {}, io, deps),
  );
  expect(code).toBe(4);
  expect(err).toContain('nothing to compare');
});
