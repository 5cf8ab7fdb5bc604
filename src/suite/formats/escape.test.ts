// Tests that unusable files are refused before a run, and that deeply nested bodies are not parsed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseOutput, prepareOutputs } from '../cli/outputs.ts';
import { reportCommand } from '../cli/report-commands.ts';
import { lazyExchange } from '../http/transport/send-once.ts';
import { exchange } from '../testing/exchange.ts';
import { capturedIo, folder } from '../testing/io.ts';
import { mixedReport } from '../testing/mixed-report.ts';

test('a deeply nested body is treated as text and not as JSON', () => {
  const reply = (levels: number) => {
    const text = `${'['.repeat(levels)}"]["${']'.repeat(levels)}`;
    return lazyExchange(exchange(), { status: 200, headers: [], bytes: Buffer.from(text) }, null, 1).json;
  };
  expect(reply(200)).toBeDefined();
  expect(reply(201)).toBeUndefined();
  expect(reply(20_000)).toBeUndefined();
});

test('an invalid report is refused with one message, and a byte order mark before a valid report is accepted', async () => {
  const sound = await mixedReport();
  const [result] = sound.results;
  const bad: object[] = [
    { results: [null] },
    { results: [{}] },
    { results: 'none' },
    { results: ['x'] },
    { findings: [{ id: 'x', verdict: 'fail' }] },
    { target: { baseUrl: 'no url' } },
    { filter: { skip: [] } },
    { coverage: { operations: {}, requirements: { x: 5 } } },
    { results: [{ ...result, exchanges: [{ request: { url: 'x', headers: {} } }] }] },
  ];
  const file = join(folder(), 'report.json');
  for (const wrong of bad) {
    writeFileSync(file, JSON.stringify({ ...sound, ...wrong }));
    const { io, printed } = capturedIo();
    expect(await reportCommand({ from: file, report: ['console', 'html=-', 'github'] }, io)).toBe(2);
    expect(printed.err).toMatch(/^error: .* is no report of this suite.*\n$/);
  }
  writeFileSync(file, `\ufeff${JSON.stringify(sound)}`);
  expect(await reportCommand({ from: file, report: ['console'] }, capturedIo().io)).toBe(0);
});

test('two formats with the same file, and a folder that cannot be created, are refused before the run', () => {
  const file = join(folder(), 'new', 'report');
  expect(() => prepareOutputs([`json=${file}`, `html=${file}`].map(parseOutput))).toThrow(/both name/);
  prepareOutputs([parseOutput(`json=${file}`)]);
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, 'x');
  expect(() => prepareOutputs([parseOutput(`json=${file}/below/it`)])).toThrow(/cannot be written/);
  expect(readFileSync(file, 'utf8')).toBe('x');
  if (existsSync('/proc/self')) {
    expect(() => prepareOutputs([parseOutput('json=/proc/not/there')])).toThrow(/cannot be written/);
  }
});
