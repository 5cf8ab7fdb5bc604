// Tests that every option and file that takes an id of a check, rule or fixture accepts its former id too, and states
// the current id.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defineCheck } from '../plan/plug-in.ts';
import type { Report } from '../report/report.ts';
import { type ConformOptions, conform } from '../run/conform.ts';
import { planRun } from '../run/plan-run.ts';
import { catalogue, json, readable, rule, unknown } from '../testing/catalogue.ts';
import { credentials, runSuite } from '../testing/run-suite.ts';
import { refusal, type TinyTarget, tinyTarget } from '../testing/tiny-target.ts';
import { conformCommand } from './conform-command.ts';
import { diffCommand } from './diff-command.ts';
import type { Io } from './io.ts';
import { replayCommand } from './replay-command.ts';
import { baselineCommand, mergeCommand } from './report-commands.ts';
import type { CommandDeps } from './run-and-report.ts';

/** A catalogue of two checks and one rule that were renamed. No current id begins with `old/found`. */
const renamed = {
  ...catalogue({ checks: [readable, unknown] }),
  formerIds: {
    'old/found': 'customers/readable',
    'old/not-found': 'customers/unknown',
    'old/text': 'bodies/json',
    'old customer': 'a customer',
  },
};
/** The same catalogue as it was before its ids changed. */
const before = {
  ...catalogue({
    checks: [
      { ...readable, id: 'old/found' },
      { ...unknown, id: 'old/not-found' },
    ],
    rules: [{ ...json, id: 'old/text' }],
  }),
};
const TARGET = { baseUrl: 'http://127.0.0.1/v1', credentials };

/** Creates a target that answers every read of a customer with an error. */
function broken(): TinyTarget {
  const target = tinyTarget();
  target.override = (method, path) =>
    method === 'GET' && /^\/customers\/./.test(path) ? refusal(410, 'GONE') : undefined;
  return target;
}
const deps: CommandDeps = {
  catalogue: async () => renamed,
  selfTarget: async () => ({ config: TARGET, fetch: broken().fetch }),
};

const folder = mkdtempSync(join(tmpdir(), 'hc-ids-'));
let files = 0;

/** Writes a value as JSON to a new file. @returns its path */
function file(value: unknown): string {
  files += 1;
  const path = join(folder, `${files}.json`);
  writeFileSync(path, JSON.stringify(value));
  return path;
}

/** Runs a command function. @returns its exit code and what it printed */
async function run(command: (io: Io) => Promise<number>) {
  const printed = { out: '', err: '' };
  const io: Io = {
    stdout: (text) => {
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

const earlierReport = (options: Partial<ConformOptions> = {}): Promise<Report> =>
  runSuite(broken(), { catalogue: before, mode: 'safe', ...options });
const entry = {
  requirement: 'customers/read',
  operation: 'getCustomer',
  reason: 'a cache that is being replaced',
  owner: 'core team',
  expires: '2026-06-30',
};
const selected = (options: Partial<ConformOptions>): string[] =>
  planRun({ target: TARGET, catalogue: renamed, ...options }).selection.checks.map(({ id }) => id);

test('--only and --skip accept a former id, and a prefix with which only former ids begin', () => {
  expect(selected({ only: ['old/found'] })).toEqual(['customers/readable']);
  expect(selected({ only: ['old/'] })).toEqual(['customers/readable', 'customers/unknown']);
  expect(selected({ skip: ['old/not-found'] })).toEqual(['customers/readable']);
});

test('an id that is current is not replaced, even when it is also a former id', () => {
  const catalogueWithBoth = { ...renamed, formerIds: { 'customers/readable': 'customers/unknown' } };
  expect(() => selected({ catalogue: catalogueWithBoth })).toThrow('is also the id of a check or rule');
});

test('the command line prints one line when --only names a former id', async () => {
  const { code, out, err } = await run((io) =>
    conformCommand(undefined, { self: true, list: true, only: ['old/found'] }, io, deps),
  );
  expect(code).toBe(0);
  expect(out).toContain('customers/readable');
  expect(err).toBe('note: --only uses former ids: old/found is now customers/readable\n');
});

test('the start event of a run contains the notes about former ids, and the filter in the report has current ids', async () => {
  const notes: (readonly string[] | undefined)[] = [];
  const report = await runSuite(tinyTarget(), {
    catalogue: renamed,
    skip: ['old/not-found'],
    onProgress: (event) => {
      if (event.type === 'start') notes.push(event.notes);
    },
  });
  expect(notes).toEqual([['note: --skip uses former ids: old/not-found is now customers/unknown']]);
  expect(report.filter).toEqual({ only: [], skip: ['customers/unknown'] });
});

test('a baseline entry with a former id covers the finding of the renamed check', async () => {
  const findings = ['old/found', 'old/not-found'].map((id) => ({ id, ...entry }));
  const report = await runSuite(broken(), { catalogue: renamed, baseline: { findings } });
  expect(report).toMatchObject({ exitCode: 0, baseline: { applied: 2, unused: 0, expired: 0 } });
});

test('`conform baseline` writes current ids for a report that contains former ids', async () => {
  const { out, err } = await run(async (io) =>
    baselineCommand({ from: file(await earlierReport()) }, io, deps),
  );
  expect(JSON.parse(out).findings.map(({ id }: { id: string }) => id)).toEqual([
    'customers/readable',
    'customers/unknown',
  ]);
  expect(err.match(/^note: .*$/gm)).toHaveLength(1);
});

test.each(['old/found', 'customers/readable'])(
  '`conform replay %s` replays a finding from a report that contains former ids',
  async (finding) => {
    const from = file(await earlierReport());
    const { code, out, err } = await run((io) =>
      replayCommand(finding, undefined, { from, self: true }, io, deps),
    );
    expect({ code, out }).toMatchObject({
      code: 1,
      out: expect.stringContaining('FAIL  customers/readable'),
    });
    expect(err).toContain(`note: ${from} uses former ids: `);
  },
);

test('`conform replay` of a renamed rule runs the renamed checks that break the rule', async () => {
  const noJson = tinyTarget();
  noJson.override = (method) => (method === 'GET' ? { status: 200, body: 'no JSON' } : undefined);
  const from = file(await runSuite(noJson, { catalogue: before, mode: 'safe' }));
  const { code, out } = await run((io) =>
    replayCommand('old/text', undefined, { from, self: true }, io, {
      ...deps,
      selfTarget: async () => ({ config: TARGET, fetch: noJson.fetch }),
    }),
  );
  expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining('FAIL  bodies/json') });
});

test('`conform diff` compares a renamed check with its result under the former id', async () => {
  const [a, b] = [
    file(await earlierReport()),
    file(await runSuite(broken(), { catalogue: renamed, mode: 'safe' })),
  ];
  const { code, out, err } = await run((io) => diffCommand([a, b], {}, io, deps));
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('no difference') });
  expect(err).toBe(
    `note: ${a} uses former ids: old/found is now customers/readable, old/not-found is now customers/unknown, old/text is now bodies/json\n`,
  );
});

test('`conform merge` accepts former ids in parts and in the baseline', async () => {
  const parts = await Promise.all(
    [1, 2].map(async (index) => file(await earlierReport({ shard: { index, of: 2 } }))),
  );
  const baseline = file({ findings: ['old/found', 'old/not-found'].map((id) => ({ id, ...entry })) });
  const to = join(folder, 'merged.json');
  const { code, err } = await run((io) =>
    mergeCommand(parts, { baseline, report: [`json=${to}`] }, io, deps),
  );
  const { results } = JSON.parse(readFileSync(to, 'utf8')) as Report;
  expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining(`note: ${baseline} uses`) });
  expect(
    results
      .filter(({ verdict }) => verdict === 'baselined')
      .map(({ id }) => id)
      .sort(),
  ).toEqual(['customers/readable', 'customers/unknown']);
});

test('the `after` of a check in the target file may name a check or rule by its former id', async () => {
  const own = defineCheck({
    id: 'own/read-again',
    must: 'hand out a customer a second time',
    requirement: 'customers/read',
    area: 'customers',
    cost: 1,
    after: ['old/found', 'old/text'],
    run: (t) => t.fail('it does not'),
  });
  const notes: string[] = [];
  const report = await runSuite(broken(), {
    catalogue: renamed,
    target: { ...TARGET, checks: [own] },
    onProgress: (event) => {
      if (event.type === 'start') notes.push(...(event.notes ?? []));
    },
  });
  expect(report.results.find(({ id }) => id === 'own/read-again')).toMatchObject({
    verdict: 'inconclusive',
    blockedBy: 'customers/readable',
  });
  expect(notes).toEqual([
    'note: the target file uses former ids: old/found is now customers/readable, old/text is now bodies/json',
  ]);
});

test('an id that is neither current nor former is refused or reported', async () => {
  const { err } = await run((io) =>
    conformCommand(undefined, { self: true, list: true, only: ['elsewhere/'] }, io, deps),
  );
  expect(err).toMatch(/^error: --only elsewhere\/ chooses nothing/);
  const ruleOfNobody = rule('own', { must: 'x', requirement: 'customers/read', judge: () => null });
  const chained = { ...renamed, rules: [ruleOfNobody], formerIds: { a: 'b', b: 'own' } };
  await expect(conform({ target: TARGET, catalogue: chained })).rejects.toThrow(
    'which is a former id itself',
  );
});
