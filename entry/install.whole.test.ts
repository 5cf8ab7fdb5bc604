// Tests of the package and of that of its client as npm installs them into an empty project: the command, mock, suite,
// entry points and size.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { env, install, LEAST, leastNode, unlessUnreachable } from './testing/nodes.ts';
import { manifest, type PackedPackage, pack } from './testing/packed.ts';

/** The maximum size of an installed package with its dependencies, in MB. */
const MAX_MB = 60;
const { name, version, exports } = manifest();
/** The entry points that load without an optional package. */
const withoutPeers = Object.keys(exports)
  .filter((path) => !/\.js|json$|msw|playwright|vitest/.test(path))
  .map((path) => `${name}${path.slice(1)}`);
const example = fileURLToPath(new URL('../docs/examples/target.config.ts', import.meta.url));

let packed: PackedPackage;
let project: string;
let mock: ChildProcess | undefined;
/** The reason why npm could not install the package; null when npm installed it. */
let unreachable: string | null = null;

beforeAll(() => {
  packed = pack();
  project = join(packed.folder, 'project');
  unreachable = install(project, packed.tarball, packed.client.tarball);
});
afterAll(() => {
  mock?.kill();
  packed?.remove();
});

const npx = (...args: string[]): string =>
  execFileSync('npx', ['--no-install', name, ...args], {
    cwd: project,
    env,
    encoding: 'utf8',
    stdio: 'pipe',
  });

test('the installed command prints its help and its version, and a run with --self is conformant', (context) => {
  unlessUnreachable(context, unreachable);
  expect(npx('--help')).toContain('Usage: hosting-contract');
  expect(npx('--version').trim()).toBe(version);
  expect(npx('conform', '--self', '--only', 'orders/')).toContain('conformant');
});

test('the installed suite runs a check that the target file defines against the installed mock', async (context) => {
  unlessUnreachable(context, unreachable);
  const launch = join(project, 'node_modules', name, 'bin/launch.js');
  mock = spawn(process.execPath, [launch, 'mock', '--port', '0', '--log', 'json'], { cwd: project, env });
  const { stdout } = mock;
  if (!stdout) throw new Error('The mock has no output.');
  const [first] = await new Promise<string[]>((ready) =>
    createInterface(stdout).once('line', (line) => ready([line])),
  );
  const { baseUrl, personas } = JSON.parse(first ?? '');
  copyFileSync(example, join(project, 'target.config.ts'));
  const report = join(project, 'report.json');
  const args = [
    launch,
    'conform',
    '--config',
    'target.config.ts',
    '--only',
    'own/',
    '--report',
    `json=${report}`,
  ];
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: project,
    env: { ...env, API_URL: baseUrl, TENANT_A_PASSWORD: personas.owner.password },
    encoding: 'utf8',
  });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  const { results } = JSON.parse(readFileSync(report, 'utf8'));
  expect(results.find(({ id }: { id: string }) => id.startsWith('own/'))).toMatchObject({
    id: 'own/invoices-say-when-due',
    verdict: 'pass',
  });
});

test('the client of one package calls the mock of the other, and their errors are errors for both', (context) => {
  unlessUnreachable(context, unreachable);
  const program = `const { createMock } = await import('${name}');
    const { createClient, isApiError } = await import('hosting-contract-client');
    const { isApiError: isOther } = await import('${name}/client');
    const mock = await createMock({ clock: 'frozen', limits: 'off' });
    const credential = { token: mock.personas.owner.token };
    const api = createClient({ baseUrl: 'http://mock/v1', credential, fetch: mock.fetch });
    const error = await api.getOrder({ path: { id: 'none' } }).catch((error) => error);
    console.log((await api.listCustomers()).meta.total > 0, isApiError(error, 'getOrder'), isOther(error));
    await mock.close();`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: project,
    env,
    encoding: 'utf8',
  });
  expect({ stdout, stderr }).toEqual({ stdout: 'true true true\n', stderr: '' });
});

test(`an installed package has at most ${MAX_MB} MB`, (context) => {
  unlessUnreachable(context, unreachable);
  const modules = join(project, 'node_modules');
  const bytes = readdirSync(modules, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, file) => sum + statSync(join(modules, file)).size,
    0,
  );
  expect(bytes / 1e6).toBeLessThan(MAX_MB);
});

test(`the package works on Node ${LEAST}`, (context) => {
  unlessUnreachable(context, unreachable);
  const node = leastNode(context, packed.folder);
  const launch = join(project, 'node_modules', name, 'bin/launch.js');
  const { status, stdout, stderr } = spawnSync(
    node,
    [launch, 'conform', '--self', '--only', 'customers/,ssl/'],
    {
      cwd: project,
      env,
      encoding: 'utf8',
    },
  );
  expect(stdout).toContain('conformant');
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringMatching(/warning/i) });
  const program = `for (const one of ${JSON.stringify(withoutPeers)}) await import(one);`;
  const loaded = spawnSync(node, ['--input-type=module', '-e', program], {
    cwd: project,
    env,
    encoding: 'utf8',
  });
  expect(loaded).toMatchObject({ status: 0, stdout: '', stderr: '' });
});

test(`the same requests give the same bytes on Node ${LEAST} and on Node ${process.versions.node}`, (context) => {
  unlessUnreachable(context, unreachable);
  copyFileSync(fileURLToPath(new URL('./testing/journey.ts', import.meta.url)), join(project, 'journey.ts'));
  const program = `const { createMock } = await import('${name}');
    const { journey } = await import('./journey.ts');
    const mock = await createMock({ clock: 'frozen', limits: 'off' });
    const { origin } = await mock.listen();
    const replies = await journey((path, init) => fetch(origin + path, init));
    process.stdout.write(JSON.stringify(replies), () => process.exit());`;
  const repliesOn = (node: string): unknown[] =>
    JSON.parse(
      execFileSync(node, ['--input-type=module', '-e', program], {
        ...{ cwd: project, env, encoding: 'utf8', maxBuffer: 1e8, stdio: ['ignore', 'pipe', 'pipe'] },
      }),
    );
  const replies = repliesOn(process.execPath);
  expect(replies).toHaveLength(14);
  expect(repliesOn(leastNode(context, packed.folder))).toEqual(replies);
});
