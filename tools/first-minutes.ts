// npm run first-minutes: follows README.md in a new project, and measures the time from `npm i` to the first reply,
// to the first typed call and to the first test with a world of its own, and the size of the installation.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { env } from '../entry/testing/nodes.ts';
import { pack } from '../entry/testing/packed.ts';
import { snippets } from '../entry/testing/snippets.ts';

const USAGE = `npm run first-minutes -- [--cold]
  --cold   with an empty npm cache, as on a machine that has never installed any of it
Wants the npm registry. The package is packed before the clock starts.`;
const { values } = parseArgs({
  options: { cold: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}

const packed = pack();
const project = join(packed.folder, 'project');
mkdirSync(project);
writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
const npm = ['--no-audit', '--no-fund', ...(values.cold ? ['--cache', join(packed.folder, 'cache')] : [])];
/** process id of the mock server while it runs */
let mock: number | undefined;
const startedAt = performance.now();
let stepStartedAt = startedAt;
try {
  logStep('npm i hosting-contract-0.1.0.tgz', runCommand('npm', 'install', ...npm, packed.tarball));
  const { count, bytes } = folderSize(join(project, 'node_modules'));
  const { baseUrl, personas } = await started();
  const headers = { authorization: `Bearer ${personas.owner?.token}` };
  const answer = await fetch(`${baseUrl}/customers?status=active`, { headers });
  const customers = (await answer.json()) as { data: { id: string }[] };
  logStep('npx hosting-contract mock, and the first answer', String(answer.status));

  const given = {
    email: personas.owner?.email,
    password: personas.owner?.password,
    customer_id: customers.data[0]?.id,
    items: [{ sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly' }],
  };
  const program = snippetWith('createClient({').replaceAll('http://127.0.0.1:4010/v1', baseUrl);
  writeFileSync(
    join(project, 'first.ts'),
    `const { email, password, customer_id, items } = ${JSON.stringify(given)};\n${program}console.log(same.status);\n`,
  );
  logStep('the first typed call (README.md: createClient)', runCommand(process.execPath, 'first.ts').trim());

  runCommand('npm', 'install', ...npm, '-D', 'vitest');
  logStep('npm i -D vitest', 'installed');
  writeFileSync(join(project, 'first.test.ts'), snippetWith('mockTest('));
  const reported = runCommand('npx', 'vitest', 'run');
  logStep(
    'the first test with a world of its own (README.md: mockTest)',
    /Tests .*/.exec(reported)?.[0] ?? reported,
  );
  console.log(
    `\nin all ${seconds(performance.now() - startedAt)} s; installed with its dependencies: ${count} packages, ${(bytes / 1e6).toFixed(1)} MB; downloaded: ${(statSync(packed.tarball).size / 1e6).toFixed(1)} MB of its own`,
  );
} finally {
  // npx does not always forward the signal that ends it to the mock server, so the server is ended by its process id.
  if (mock !== undefined) process.kill(mock);
  packed.remove();
}

/** Prints the duration of a step of README.md. */
function logStep(step: string, came: string): void {
  const now = performance.now();
  const last = came.trim().split('\n').at(-1);
  console.log(`${seconds(now - stepStartedAt).padStart(6)} s  ${step}  → ${last}`);
  stepStartedAt = now;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

/**
 * Runs a command in the new project.
 * @returns the output of the command
 * @throws Error with the output when the command fails
 */
function runCommand(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: project, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

/** Returns the program in README.md that contains the given word. */
function snippetWith(word: string): string {
  const found = snippets('README.md').find(({ text }) => text.includes(word));
  if (!found) throw new Error(`README.md shows no program with ${word}.`);
  return found.text;
}

type Ready = {
  baseUrl: string;
  pid: number;
  personas: Record<string, { email?: string; password?: string; token?: string }>;
};
async function started(): Promise<Ready> {
  const args = ['hosting-contract', 'mock', '--port', '0', '--log', 'json'];
  const child = spawn('npx', args, { cwd: project, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise<string>((ready) =>
    createInterface(child.stdout).once('line', (text) => ready(text)),
  );
  const ready = JSON.parse(line) as Ready;
  mock = ready.pid;
  return ready;
}

/** Counts the packages in a `node_modules` folder and the bytes of their files. */
function folderSize(modules: string): { count: number; bytes: number } {
  const files = readdirSync(modules, { recursive: true, encoding: 'utf8' });
  return {
    count: files.filter((file) => /^(?:@[^/]+\/)?[^/@.][^/]*\/package\.json$/.test(file)).length,
    bytes: files.reduce((sum, file) => sum + statSync(join(modules, file)).size, 0),
  };
}
