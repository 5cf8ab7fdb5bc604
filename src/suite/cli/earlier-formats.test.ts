// Tests that every command reads the reports and signed statements of earlier versions, which call the verdict
// `observed` `seen`.
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Statement, signStatement, statementOf } from '../attest/attestation.ts';
import { formatReport } from '../formats/formats.ts';
import { readReport } from '../formats/read-report.ts';
import { REPORT_FORMAT, type Report } from '../report/report.ts';
import { catalogue, check } from '../testing/catalogue.ts';
import { inFormat1 } from '../testing/format-1.ts';
import { mixedReport } from '../testing/mixed-report.ts';
import { credentials, runSuite } from '../testing/run-suite.ts';
import { tinyTarget } from '../testing/tiny-target.ts';
import { gateCommand, verifyCommand } from './attest-commands.ts';
import { diffCommand } from './diff-command.ts';
import type { Io } from './io.ts';
import { replayCommand } from './replay-command.ts';
import { baselineCommand, mergeCommand, reportCommand } from './report-commands.ts';
import type { CommandDeps } from './run-and-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'hc-formats-'));
let files = 0;

/** Writes a text to a new file. @returns its path */
function file(text: string): string {
  files += 1;
  const path = join(folder, `${files}.json`);
  writeFileSync(path, text);
  return path;
}

const observing = check('customers/observe', {
  observe: 'list its customers in some order',
  requirement: 'limits/headers',
  area: 'customers',
  cost: 1,
  run: (t) => t.observe('the newest first'),
});
const observed = catalogue({ checks: [...catalogue().checks, observing] });
const deps: CommandDeps = {
  catalogue: async () => observed,
  selfTarget: async () => ({
    config: { baseUrl: 'http://127.0.0.1/v1', credentials },
    fetch: tinyTarget().fetch,
  }),
};

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

let current: Report;
let json: string;
beforeAll(async () => {
  current = { ...(await runSuite(tinyTarget(), { catalogue: observed })), runId: 'hc-test' };
  json = JSON.stringify(current);
  expect(current.summary.observed).toBe(1);
  expect(inFormat1(json)).toContain('"verdict":"seen"');
});

test('a report in format 1 is read as the same report in the current format', () => {
  const read = readReport(file(inFormat1(json)));
  expect(read).toEqual(readReport(file(json)));
  expect(read.format).toBe(REPORT_FORMAT);
});

test('an NDJSON stream in format 1 is read as the same report, even when its last line is missing', () => {
  const stream = formatReport('ndjson', current, { colour: false });
  expect(readReport(file(inFormat1(stream)))).toEqual(readReport(file(stream)));
  const cut = (text: string): string => text.trimEnd().split('\n').slice(0, -1).join('\n');
  const interrupted = readReport(file(inFormat1(cut(stream))));
  expect(interrupted.summary).toEqual(readReport(file(cut(stream))).summary);
  expect(interrupted.summary.observed).toBe(1);
});

test('`conform report` writes the same output in every format for a report in format 1 and the same report in the current format', async () => {
  const report = JSON.stringify(await mixedReport());
  const [before, now] = [file(inFormat1(report)), file(report)];
  for (const form of ['html', 'junit', 'sarif', 'markdown', 'ctrf', 'tap', 'ndjson']) {
    const written = async (from: string): Promise<string> => {
      const to = join(folder, `${form}-of-a-report`);
      expect((await run((io) => reportCommand({ from, report: [`${form}=${to}`] }, io))).code).toBe(0);
      return readFileSync(to, 'utf8').replaceAll(from, 'FROM');
    };
    expect(await written(before), form).toBe(await written(now));
  }
});

test('`conform diff` finds no difference between a report in format 1 and the same report in the current format', async () => {
  const { code, out } = await run((io) => diffCommand([file(inFormat1(json)), file(json)], {}, io, deps));
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('no difference') });
});

test('`conform merge` merges parts in format 1 with parts in the current format into one report', async () => {
  const part = async (index: number): Promise<string> =>
    JSON.stringify(await runSuite(tinyTarget(), { catalogue: observed, shard: { index, of: 2 } }));
  const to = join(folder, 'merged.json');
  const parts = [file(inFormat1(await part(1))), file(await part(2))];
  expect((await run((io) => mergeCommand(parts, { report: [`json=${to}`] }, io, deps))).code).toBe(0);
  expect(JSON.parse(readFileSync(to, 'utf8'))).toMatchObject({
    format: REPORT_FORMAT,
    summary: current.summary,
  });
});

test('`conform baseline` and `conform replay` read a report in format 1', async () => {
  const from = file(inFormat1(JSON.stringify(await mixedReport())));
  const { code, out } = await run((io) => baselineCommand({ from }, io, deps));
  expect(code).toBe(0);
  expect(JSON.parse(out).findings).toContainEqual(expect.objectContaining({ id: 'customers/readable' }));
  const replayed = await run((io) =>
    replayCommand('customers/readable', undefined, { from, self: true }, io, deps),
  );
  expect(replayed).toMatchObject({ code: 0, out: expect.stringContaining('1 pass') });
});

test('`conform verify` and `conform gate` read a statement of a version that called the verdict `observed` `seen`', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = file(publicKey.export({ type: 'spki', format: 'pem' }).toString());
  const now = Date.parse(current.startedAt) + 60_000;
  const report = { ...current, mode: 'safe' as const };
  const { format: _, ...formatless } = report;
  const text = inFormat1(JSON.stringify(formatless));
  const statement = statementOf(report, Buffer.from(text), { now, validForMs: 86_400_000 });
  const before: Statement = JSON.parse(
    JSON.stringify(statement)
      .replace(/"observed":(\d)/, '"seen":$1')
      .replaceAll(':"observed"', ':"seen"'),
  );
  expect(JSON.stringify(before)).toContain('"limits/headers":"seen"');
  const signed = file(signStatement(before, privateKey));
  const verified = await run((io) =>
    verifyCommand([signed], { publicKey: key, report: file(text) }, io, now),
  );
  expect(verified).toMatchObject({ code: 0, out: expect.stringContaining('sound') });
  const gate = await run((io) =>
    gateCommand([signed], { publicKey: key, target: 'http://127.0.0.1/v1' }, io, now),
  );
  expect(gate).toMatchObject({ code: 0, out: expect.stringContaining('yes: ') });
});

test('`conform diff` compares incomplete runs', async () => {
  const incomplete = { ...JSON.parse(json), verdict: 'incomplete', exitCode: 7 };
  const { code, out } = await run((io) =>
    diffCommand([file(JSON.stringify(incomplete)), file(JSON.stringify(incomplete))], {}, io, deps),
  );
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('no difference') });
});
