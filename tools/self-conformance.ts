// Runs the suite against the mock as users do: two processes that communicate over HTTP. With `--limits B`, the suite
// sends at most 60 requests a minute.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const built = join(root, 'dist/bin/hosting-contract.js');
const command = existsSync(built) ? built : join(root, 'bin/hosting-contract.ts');
const folder = mkdtempSync(join(tmpdir(), 'self-conformance-'));
const target = join(folder, 'target.json');
const report = join(folder, 'report.json');

// Flags about rate limits are passed to the mock, and all others to the suite.
const flags = process.argv.slice(2);
const isMocks = (at: number): boolean =>
  /^--limits/.test(flags[at] ?? '') || /^--limits/.test(flags[at - 1] ?? '');
const mockFlags = flags.filter((_, at) => isMocks(at));
const suiteFlags = flags.filter((_, at) => !isMocks(at));

const mock = spawn(
  process.execPath,
  [command, 'mock', '--port', '0', '--log', 'json', '--target-file', target, ...mockFlags],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
try {
  const baseUrl = await ready();
  const suite = spawn(
    process.execPath,
    [
      command,
      'conform',
      baseUrl,
      '--config',
      target,
      '--mode',
      'full',
      '--report',
      'console',
      '--report',
      `json=${report}`,
      ...suiteFlags,
    ],
    { stdio: 'inherit' },
  );
  process.exitCode = await new Promise<number>((done) => suite.on('close', (code) => done(code ?? 1)));
  const written: unknown = JSON.parse(readFileSync(report, 'utf8'));
  const schema = JSON.parse(readFileSync(join(root, 'src/suite/report/report.schema.json'), 'utf8'));
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
  if (!validate(written)) {
    console.error('The report is not as its schema says:', validate.errors);
    process.exitCode = 6;
  }
  const { verdict, requests, durationMs, results } = written as {
    verdict: string;
    requests: number;
    durationMs: number;
    results: { verdict: string }[];
  };
  const seconds = (durationMs / 1000).toFixed(1);
  console.log(`${verdict}: ${results.length} checks and rules, ${requests} requests, ${seconds} s`);
} finally {
  mock.kill('SIGTERM');
}

/** Returns the mock's base URL, which the mock prints when it listens. */
async function ready(): Promise<string> {
  for await (const line of createInterface({ input: mock.stdout })) {
    const event = JSON.parse(line) as { event?: string; baseUrl?: string };
    if (event.event === 'ready' && event.baseUrl) {
      mock.stdout.resume();
      return event.baseUrl;
    }
  }
  throw new Error('The mock ended before it was ready.');
}
