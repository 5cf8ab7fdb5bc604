// Tests of the package and of that of its client as npm packs them: the files of the tarballs, and that every entry point
// resolves, loads and has types.
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, posix } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampled, whole } from '../tools/testing/sampled.ts';
import { env } from './testing/nodes.ts';
import { createConsumerProject, manifest, type PackedPackage, pack } from './testing/packed.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const { name, version, exports } = manifest();
/** Optional packages that a project installs for the entry points that need them. */
const PEERS = [
  ...['vitest', 'msw', '@playwright/test', 'playwright', '@types/node', 'undici-types'],
  '@tanstack/query-core',
];
/** The entry points that a program can import. */
const specifiers = Object.keys(exports).map((path) => `${name}${path.slice(1)}`);
const CLIENT = 'hosting-contract-client';
const ofClient = [CLIENT, `${CLIENT}/tanstack-query`];
const targets = Object.values(exports).flatMap((one) =>
  typeof one === 'string' ? [one] : Object.values(one),
);
const ofModules = [...specifiers.filter((one) => !one.endsWith('.json')), ...ofClient];

let packed: PackedPackage;
let project: string;
/** A project without the optional packages. */
let bare: string;
beforeAll(() => {
  packed = pack();
  bare = createConsumerProject(packed);
  project = createConsumerProject(packed, PEERS);
});
afterAll(() => packed?.remove());

test('package.json exports every file of entry/, and every other export is a document', () => {
  const files = globSync('*.ts', { cwd: here }).filter((file) => !file.endsWith('.test.ts'));
  const exported = new Set(targets.filter((target) => target.startsWith('./dist/entry/')));
  expect([...exported].sort()).toEqual(
    files.map((file) => `./dist/entry/${file.replace(/\.ts$/, '.js')}`).sort(),
  );
  for (const target of targets) {
    expect(target).toMatch(/^\.\/dist\/(entry|browser)\/[a-z-]+\.js$|\.json$/);
    const file = join(project, 'node_modules', name, target);
    expect(existsSync(file), target).toBe(true);
    // The file for the export condition `browser` has the same types as the entry point of the same name.
    const types = file.replace(/\.js$/, '.d.ts');
    if (target.endsWith('.js'))
      expect([types, types.replace('/browser/', '/entry/')].some(existsSync), target).toBe(true);
  }
});

test('the tarball contains no tests, tools and TypeScript sources, and stays small', () => {
  const paths = packed.files.map(({ path }) => path);
  const stray = paths.filter(
    (path) =>
      !/^(package\.json|README\.md|LICENSE|bin\/launch\.js|dist\/.*\.(js|js\.map|d\.ts|json|css|html|png|svg|gz)|dist\/(docs|openapi|conformance|[A-Z]+)\b.*\.(md|yaml|yml|ts))$/.test(
        path,
      ),
  );
  expect(stray).toEqual([]);
  expect(paths.filter((path) => /\.test\.|(^|\/)(testing|bench|tools|defects)\//.test(path))).toEqual([]);
  // The maximum sizes of the packed and of the unpacked package, in bytes.
  expect(statSync(packed.tarball).size).toBeLessThan(4_000_000);
  expect(packed.unpackedSize).toBeLessThan(14_000_000);
});

test('the modules of the public entries have source maps that contain their sources', () => {
  const modules = packed.files
    .map(({ path }) => path)
    .filter((path) => /^dist\/entry\/[^/]+\.js$/.test(path));
  expect(modules.length).toBeGreaterThan(3);
  for (const path of modules) {
    const text = readFileSync(join(project, 'node_modules', name, path), 'utf8');
    const map = /\/\/# sourceMappingURL=(.+)$/m.exec(text)?.[1];
    // A module that only re-exports other modules has no source map.
    if (map === undefined) expect(text.replaceAll(/^(import|export) .*$/gm, '').trim()).toBe('');
    else {
      const file = join(project, 'node_modules', name, path, '..', map);
      const { sources, sourcesContent } = JSON.parse(readFileSync(file, 'utf8'));
      expect(sources).toContainEqual(expect.stringMatching(/\.[jt]s$/));
      expect(sourcesContent).toHaveLength(sources.length);
    }
  }
});

test('the package of the client is small, depends on nothing, and installs without network', () => {
  const { files, unpackedSize, tarball } = packed.client;
  expect(files.map(({ path }) => path).sort()).toEqual([
    'LICENSE',
    'README.md',
    'dist/client.d.ts',
    'dist/client.js',
    'dist/tanstack-query.d.ts',
    'dist/tanstack-query.js',
    'package.json',
  ]);
  console.log(`${CLIENT}: ${unpackedSize} bytes unpacked, ${statSync(tarball).size} packed`);
  expect(unpackedSize).toBeLessThan(95_000);
  const empty = mkdtempSync(join(packed.folder, 'empty-'));
  writeFileSync(join(empty, 'package.json'), '{ "private": true }\n');
  const args = ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', tarball];
  const { status, stderr } = spawnSync('npm', args, { cwd: empty, env, encoding: 'utf8' });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  expect(readdirSync(join(empty, 'node_modules')).filter((one) => !one.startsWith('.'))).toEqual([CLIENT]);
  expect(JSON.parse(readFileSync(join(empty, 'node_modules', CLIENT, 'package.json'), 'utf8')).version).toBe(
    version,
  );
  const program = `const { ApiError } = await import('${CLIENT}'); console.log(typeof ApiError);`;
  expect(runProgram(program, 'module', empty)).toEqual({ stdout: 'function\n', stderr: '' });
});

test.each([name, CLIENT])('publint reports no problem with %s', async (one) => {
  const pkgDir = join(project, 'node_modules', one);
  const { messages, pkg } = await publint({ pkgDir, level: 'suggestion', strict: true, pack: false });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

if (whole)
  test('the types of both packages resolve as their modules do (Are The Types Wrong?)', () => {
    const attw = fileURLToPath(
      new URL('../node_modules/@arethetypeswrong/cli/dist/index.js', import.meta.url),
    );
    // The packages are ES modules alone, which require() loads in every supported Node. JSON has no types.
    const args = ['--profile', 'esm-only', '--format', 'ascii', '--no-color', '--no-emoji'];
    const untyped = specifiers
      .filter((one) => one.endsWith('.json'))
      .map((one) => one.slice(name.length + 1));
    for (const [tarball, excluded] of [
      [packed.tarball, untyped],
      [packed.client.tarball, ['package.json']],
    ] as const) {
      const excluding = ['--exclude-entrypoints', ...excluded];
      const { status, stdout } = spawnSync(process.execPath, [attw, tarball, ...args, ...excluding], {
        encoding: 'utf8',
      });
      expect(status, stdout).toBe(0);
    }
  });

test('the installed command prints its version, the document and the types, and writes the service worker', () => {
  const runInstalled = (...args: string[]): string => runCommand(project, ...args).stdout;
  expect(runInstalled('--version').trim()).toBe(version);
  expect(JSON.parse(runInstalled('openapi'))).toMatchObject({ openapi: '3.1.1' });
  expect(runInstalled('types')).toContain('export interface operations');
  runInstalled('worker', '--out', 'public/hosting-mock.js');
  const worker = readFileSync(join(project, 'public/hosting-mock.js'), 'utf8');
  // The command inserts the document.
  expect(worker).toContain('Multi-tenant hosting services over REST.');
  const console = JSON.parse(readFileSync(join(project, 'public/hosting-mock.console.json'), 'utf8'));
  expect(console['index.html']).toContain('console.js');
});

// Runs the installed command in a project.
const runCommand = (place: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(place, 'node_modules', name, 'bin/launch.js'), ...args], {
    cwd: place,
    encoding: 'utf8',
  });

// Runs a program in the project of a consumer, or in another folder.
const runProgram = (program: string, type = 'module', cwd = project) => {
  const { stdout, stderr } = spawnSync(process.execPath, [`--input-type=${type}`, '-e', program], {
    cwd,
    encoding: 'utf8',
  });
  return { stdout, stderr };
};

test('every entry point loads, and a CommonJS module gets the same exports with require()', () => {
  const printed = (load: string): string => `for (const one of ${JSON.stringify(ofModules)})
    console.log(one, Object.keys(${load}).join());`;
  const imported = runProgram(printed('await import(one)'));
  expect(imported).toMatchObject({ stderr: '' });
  expect(imported.stdout.trim().split('\n')).toHaveLength(ofModules.length);
  expect(runProgram(printed('require(one)'), 'commonjs')).toEqual(imported);
  const documents = specifiers.filter((one) => !ofModules.includes(one));
  expect(
    runProgram(`for (const one of ${JSON.stringify(documents)})
      console.log(typeof (await import(one, { with: { type: 'json' } })).default);`),
  ).toEqual({ stdout: 'object\n'.repeat(documents.length), stderr: '' });
});

test.each(sampled(['bundler', 'nodenext'], 1))(
  'every entry point has types for a strict project with module resolution %s',
  (moduleResolution) => {
    const program = join(project, `uses-${moduleResolution}.mts`);
    writeFileSync(
      program,
      `${ofModules.map((one, n) => `import * as entry${n} from '${one}';`).join('\n')}\n${USES}
export const all = [${ofModules.map((_, n) => `entry${n}`).join(', ')}];\n`,
    );
    runCommand(project, 'types', '--client', '--out', 'uses-client.mts');
    // The example target file of the documentation is type-checked too.
    cpSync(join(here, '../docs/examples/target.config.ts'), join(project, 'uses-target.config.mts'));
    const { stdout } = spawnSync(
      process.execPath,
      [
        fileURLToPath(new URL('../node_modules/typescript-7/bin/tsc', import.meta.url)),
        ...['--checkers', '1', '--noEmit', '--strict', '--exactOptionalPropertyTypes', '--resolveJsonModule'],
        ...['--target', 'es2024', '--lib', 'es2024,dom,dom.iterable,esnext.disposable', '--types', 'node'],
        ...['--module', moduleResolution === 'bundler' ? 'esnext' : 'nodenext'],
        ...['--moduleResolution', moduleResolution, program, 'uses-target.config.mts'],
      ],
      { cwd: project, encoding: 'utf8' },
    );
    // Only compiler errors in this package and in the test programs count, not errors in other packages.
    const ours = stdout
      .split('\n')
      .filter((line) => /^(uses-|node_modules\/hosting-contract(-client)?\/)/.test(line));
    expect(ours, stdout).toEqual([]);
  },
);

test('a mock has its types in a project whose lib lacks Disposable, such as a new one of Vite', () => {
  writeFileSync(
    join(project, 'uses-vite.mts'),
    `import { createMock } from '${name}';
const mock = await createMock();
export const advanced: unknown = mock.clock.advance('P1D');
export const override = mock.override('getWallet', (wallet) => wallet);
// @ts-expect-error there is no such member
mock.anything();
// @ts-expect-error there is no such member
override.anything();\n`,
  );
  const compilerOptions = {
    ...{ noEmit: true, strict: true, skipLibCheck: true, target: 'es2023', lib: ['es2023', 'dom'] },
    ...{ module: 'esnext', moduleResolution: 'bundler', types: [] },
  };
  const config = { compilerOptions, files: ['uses-vite.mts'] };
  writeFileSync(join(project, 'tsconfig.vite.json'), JSON.stringify(config));
  const tsc = fileURLToPath(new URL('../node_modules/typescript-7/bin/tsc', import.meta.url));
  const { stdout } = spawnSync(process.execPath, [tsc, '--checkers', '1', '-p', 'tsconfig.vite.json'], {
    cwd: project,
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
});

test('the error of an entry point names its missing peer package', () => {
  const { stdout } = runProgram(
    `for (const one of ['vitest', 'msw', 'playwright'])
      await import('${name}/' + one).catch((error) => console.log(error.message));`,
    'module',
    bare,
  );
  const absent = (peer: string) =>
    expect.stringMatching(
      new RegExp(`^Cannot find package '${peer}' imported from .*/hosting-contract/dist/entry/`),
    );
  expect(stdout.trim().split('\n')).toEqual([
    absent('vitest'),
    absent('msw'),
    'hosting-contract/playwright needs @playwright/test in your project: npm install -D @playwright/test',
  ]);
});

test('a CommonJS test file of MSW gets its replies from the mock', () => {
  writeFileSync(
    join(project, 'uses.cjs'),
    `const { setupServer } = require('msw/node');
const { handlers } = require('hosting-contract/msw');
const api = handlers('https://api.example/v1', { limits: 'off' });
setupServer(...api).listen();
const headers = { Authorization: 'Bearer ' + api.mock.personas.owner.token };
fetch('https://api.example/v1/customers', { headers }).then(({ status }) => { console.log(status); process.exit(); });`,
  );
  const { stdout, stderr } = spawnSync(process.execPath, ['uses.cjs'], { cwd: project, encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({ stdout: '200\n', stderr: '' });
});

test('the README of the tarball names no command and no file that only a checkout has', () => {
  const text = readFileSync(join(project, 'node_modules', name, 'README.md'), 'utf8');
  expect(text).toContain('npx hosting-contract mock\n');
  expect(text).toContain('npx hosting-contract mock --world edge');
  expect(text).not.toMatch(
    /npm (start|ci|test|run)\b(?! bite)|npm pack|docker|<!--|CONTRIBUTING|examples\/shop/,
  );
});

test('every link of a page in the tarball leads to a file of the tarball or to a heading of the page', () => {
  const paths = packed.files.map(({ path }) => path);
  const pages = paths.filter((path) => path.endsWith('.md'));
  expect(pages).toEqual(
    expect.arrayContaining(['README.md', 'dist/docs/mock.md', 'dist/docs/deployment.md']),
  );
  const dead = pages.flatMap((page) => {
    const text = readFileSync(join(project, 'node_modules', name, page), 'utf8');
    const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    );
    return [...text.matchAll(/\]\(([^)]+)\)/g)]
      .map(([, to = '']) => to)
      .filter((to) => !/^https:/.test(to))
      .filter((to) =>
        to.startsWith('#')
          ? !headings.includes(to.slice(1))
          : !paths.includes(posix.join(posix.dirname(page), to.replace(/#.*/, ''))),
      )
      .map((to) => `${page}: ${to}`);
  });
  expect(dead).toEqual([]);
});

test('the command `mock` prints one line when its peer package is missing', () => {
  const { status, stdout, stderr } = runCommand(bare, 'mock', '--openapi', 'api.yaml');
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(
    /^error: api.yaml is YAML; reading that needs @apidevtools\/swagger-parser in your project: npm install -D @apidevtools\/swagger-parser( See: .*)?\n$/,
  );
});

if (whole)
  test('the types command writes the types of a document in a project without openapi-typescript and TypeScript', () => {
    const { stdout: document } = runCommand(bare, 'openapi');
    writeFileSync(join(bare, 'openapi.json'), document);
    const { stdout, stderr } = runCommand(bare, 'types', '--openapi', 'openapi.json', '--client');
    expect(stderr).toBe('');
    expect(stdout.split('\n').slice(1)).toEqual(
      runCommand(bare, 'types', '--client').stdout.split('\n').slice(1),
    );
  });

if (whole)
  test("the types command rewrites a project's types file after an update of the package", async () => {
    const place = createConsumerProject(packed);
    const home = join(place, 'node_modules', name);
    const child = spawn(
      process.execPath,
      [join(home, 'bin/launch.js'), 'types', '--out', 'api.ts', '--watch'],
      { cwd: place, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    try {
      const lines = createInterface(child.stderr)[Symbol.asyncIterator]();
      await lines.next();
      expect(String((await lines.next()).value)).toMatch(/^Watching this package's document/);
      const ours = join(home, 'dist/src/contract/schema.d.ts');
      const text = readFileSync(ours, 'utf8');
      // In one step, so that the command never reads a half-written file.
      writeFileSync(`${ours}.new`, `${text}export type Fresh = 1;\n`);
      renameSync(`${ours}.new`, ours);
      expect(String((await lines.next()).value)).toMatch(/^api\.ts: \d+ lines of types, 1 of them new$/);
      expect(readFileSync(join(place, 'api.ts'), 'utf8')).toContain('export type Fresh = 1;');
    } finally {
      child.kill('SIGKILL');
    }
  });

/**
 * A program as other projects write it. Its last line fails to compile unless the types resolve to something more
 * exact than `any`.
 */
const USES = `
import { type Client, createClient, type Order } from './uses-client.mjs';
import { createQueries } from 'hosting-contract/tanstack-query';
export const api: Client = createClient({ baseUrl: 'http://127.0.0.1:4010/v1' });
export const first = async (): Promise<Order | undefined> => (await api.listOrders()).data[0];
export const options = createQueries(api).query('listOrders');
import { conform, defineTarget, type Report } from 'hosting-contract/conformance';
import type { components, Success } from 'hosting-contract/types';
import document from 'hosting-contract/openapi.json' with { type: 'json' };
export const target = defineTarget({ baseUrl: 'http://127.0.0.1:4010/v1', credentials: { tenantA: { token: { env: 'T' } } } });
export const run = async (): Promise<Report['verdict']> => (await conform({ target, mode: 'safe' })).verdict;
export const order = (one: Success<'getOrder'>): components['schemas']['Order']['id'] => one.id;
export const openapi: string = document.openapi;
import { type Arguments, createClient as createOther, type ErrorCodes, isApiError, type Item, verifyWebhook } from 'hosting-contract-client';
import type { Order as SameOrder } from 'hosting-contract/client';
import { createQueries as createOtherQueries } from 'hosting-contract-client/tanstack-query';
const other = createOther({ baseUrl: '/v1', credential: { apiKey: 'x' } });
export const placed: SameOrder = await other.createOrder({ body: { customer_id: '', payment_method: 'wallet', items: [{ sku_id: 'x', quantity: 1, billing_cycle: 'monthly' }] }, idempotencyKey: 'x' });
for await (const invoice of other.each('listInvoices', { query: { status: 'paid' } })) invoice.number.toUpperCase();
export const file: Blob = await other.downloadInvoicePdf({ path: { id: '' } });
const event = await verifyWebhook({ headers: {}, body: '' }, 'x');
if (event.type === 'order.completed') event.data.total_amount.toFixed();
export const query = createOtherQueries(other).query('getOrder', { path: { id: placed.id } });
export type Known = [ErrorCodes['getOrder'], Arguments<'login'>, Item<'listOrders'>];
if (isApiError(event, 'createOrder') && event.code === 'INSUFFICIENT_FUNDS') event.status.toFixed();
// The types of both packages are the same, operation for operation.
import type * as Ours from 'hosting-contract/client';
import type * as Theirs from 'hosting-contract-client';
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Different = { [Op in keyof Ours.Calls]: false extends
  | Same<Ours.Arguments<Op>, Theirs.Arguments<Op>>
  | Same<Ours.Result<Op>, Theirs.Result<Op>>
  | Same<Ours.ErrorCodes[Op], Theirs.ErrorCodes[Op]> ? Op : never }[keyof Ours.Calls];
export const same: [[Different] extends [never] ? true : Different, Same<Ours.WebhookEvent, Theirs.WebhookEvent>] = [true, true];
// @ts-expect-error: no such operation
export const nothing = other.getOrders;
// @ts-expect-error: no such argument
other.getOrder({ path: { idd: '' } });
// @ts-expect-error: it reads, so it takes no key
other.getOrder({ path: { id: '' }, idempotencyKey: 'x' });
// @ts-expect-error: it writes
createOtherQueries(other).query('createOrder', {});
// @ts-expect-error: no such member
export const wrong = defineTarget({ baseURL: '' });
// @ts-expect-error: no such operation
export const none = api.getOrders;
// @ts-expect-error: no such operation
export type Wrong = Success<'getOrders'>;
`;
